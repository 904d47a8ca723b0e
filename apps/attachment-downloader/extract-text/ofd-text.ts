import { posix } from 'node:path';
import { LimitReached, UnreadableFile } from './extraction.js';
import { type TextCollector } from './text-collector.js';
import { readXml } from './xml-reader.js';
import { ZipArchive } from './zip-archive.js';

const MIN_LETTERS_PER_PAGE = 10;

/** Text of an OFD (GB/T 33190) document, page by page in the order its Document.xml gives. */
export function extractOfd(bytes: Buffer, out: TextCollector): void {
  const archive = ZipArchive.open(bytes, out.budget);
  const roots = valuesOf(archive, 'OFD.xml', 'DocRoot');
  if (roots.length === 0) throw new UnreadableFile('broken_file', 'OFD.xml names no document');
  let pages = 0;
  const { maxPages } = out.budget.limits;
  for (const root of roots) {
    for (const location of pageLocations(archive, root)) {
      pages += 1;
      out.pages = pages;
      if (pages > maxPages) throw new LimitReached('limit_pages', `has more than ${maxPages} pages`);
      const text = pageText(archive, location);
      if ((text.match(/\p{L}/gu)?.length ?? 0) < MIN_LETTERS_PER_PAGE) out.unreadPages += 1;
      out.add(text);
    }
  }
}

/** The content files of a document's pages. Templates (letterheads, frames) repeat on every page and are left out. */
function pageLocations(archive: ZipArchive, root: string): string[] {
  const pages: string[] = [];
  visit(archive, root, {
    open: (name, { BaseLoc }) => {
      if (name === 'Page' && BaseLoc !== undefined) pages.push(resolveLocation(posix.dirname(root), BaseLoc));
    },
  });
  return pages;
}

/** One line per baseline: an OFD writes a line as one or more text objects, some writers one per character. */
function pageText(archive: ZipArchive, location: string): string {
  let text = '';
  let inCode = false;
  let boundary = { x: 0, y: 0 };
  let size = 1;
  let at = { x: 0, y: 0 };
  let last: { right: number; y: number } | null = null;
  visit(archive, location, {
    open: (name, attributes) => {
      if (name === 'TextObject') {
        const [x = 0, y = 0] = numbers(attributes['Boundary']);
        boundary = { x, y };
        size = Number(attributes['Size']) || 1;
      }
      if (name === 'TextCode') {
        inCode = true;
        at = { x: boundary.x + (Number(attributes['X']) || 0), y: boundary.y + (Number(attributes['Y']) || 0) };
      }
    },
    text: (part) => {
      if (!inCode) return;
      const content = part.replace(/[\r\n]+/g, '');
      if (content === '') return;
      if (last !== null) {
        const sameLine = Math.abs(at.y - last.y) < size * 0.5 && at.x >= last.right - size * 2;
        text += sameLine ? (at.x - last.right > size * 1.2 ? '\t' : '') : '\n';
      }
      text += content;
      last = { right: at.x + content.length * size, y: at.y };
    },
    close: (name) => {
      if (name === 'TextCode') inCode = false;
    },
  });
  return text;
}

function visit(archive: ZipArchive, location: string, visitor: Parameters<typeof readXml>[1]): void {
  const member = archive.find(location);
  if (!member) throw new UnreadableFile('broken_file', `${location} is missing in the OFD package`);
  readXml(archive.read(member), visitor);
}

function valuesOf(archive: ZipArchive, location: string, wanted: string): string[] {
  const values: string[] = [];
  let open = false;
  visit(archive, location, {
    open: (name) => {
      open = name === wanted;
      if (open) values.push('');
    },
    text: (text) => {
      if (open) values.push((values.pop() ?? '') + text);
    },
    close: () => {
      open = false;
    },
  });
  return values.map((value) => value.trim()).filter((value) => value !== '');
}

function resolveLocation(folder: string, location: string): string {
  return location.startsWith('/') ? location.slice(1) : posix.join(folder, location);
}

const numbers = (list: string | undefined) => (list ?? '').trim().split(/\s+/).map(Number);
