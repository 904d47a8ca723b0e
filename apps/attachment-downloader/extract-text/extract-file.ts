import { readFile, stat } from 'node:fs/promises';
import { sampleBytes } from '../identify/file-sample.js';
import { detectFileType } from '../identify/file-type.js';
import { type FileType } from '../identify/file-types.js';
import { type Extraction, type ExtractionLimits, LimitReached, UnreadableFile } from './extraction.js';
import { ExtractionBudget } from './extraction-budget.js';
import { imageSize } from './image-size.js';
import { extractOfd } from './ofd-text.js';
import { extractPdf } from './pdf-text.js';
import { extractWorkbook } from './sheet-text.js';
import { extractPptx } from './slide-text.js';
import { TextCollector } from './text-collector.js';
import { extractDoc, extractDocx } from './word-text.js';
import { ZipArchive, type ZipMember } from './zip-archive.js';

/** Reads the text of a file on disk. Runs in the child process: it may take any time and any memory. */
export async function extractFile(path: string, type: FileType, limits: ExtractionLimits): Promise<Extraction> {
  const out = new TextCollector(new ExtractionBudget(limits));
  try {
    const { size } = await stat(path);
    if (size > limits.maxInputBytes) {
      throw new LimitReached('limit_bytes', `is ${size} bytes, read are files up to ${limits.maxInputBytes}`);
    }
    await extractBytes(await readFile(path), type, out);
    return outcomeOf(out);
  } catch (error) {
    return failureOf(error, out);
  }
}

/** What a collected text amounts to. */
export function outcomeOf(out: TextCollector): Extraction {
  const { text, pages, unreadPages } = out;
  // A scan with a typed cover sheet needs OCR as well; a report with a few picture pages does not.
  if (unreadPages > 0 && unreadPages * 2 > (pages ?? 0))
    return { kind: 'needs_ocr', text, pages: pages ?? unreadPages };
  return text === '' ? { kind: 'empty', pages } : { kind: 'text', text, pages };
}

/** The named end of a reading that broke off. */
export function failureOf(error: unknown, out: TextCollector): Extraction {
  if (error instanceof LimitReached) {
    return { kind: 'limited', reason: error.limit, message: error.message, text: out.text, pages: out.pages };
  }
  if (error instanceof UnreadableFile) return { kind: 'failed', reason: error.reason, message: error.message };
  return { kind: 'failed', reason: 'broken_file', message: error instanceof Error ? error.message : String(error) };
}

async function extractBytes(bytes: Buffer, type: FileType, out: TextCollector): Promise<void> {
  switch (type) {
    case 'pdf':
      return extractPdf(bytes, out);
    case 'docx':
      return extractDocx(bytes, out);
    case 'doc':
    case 'wps':
      return extractDoc(bytes, out);
    case 'xlsx':
      return extractWorkbook(bytes, true, out);
    case 'xls':
    case 'et':
      return extractWorkbook(bytes, false, out);
    case 'pptx':
      return extractPptx(bytes, out);
    case 'ofd':
      return extractOfd(bytes, out);
    case 'zip':
      return extractZip(bytes, out);
    case 'html':
    case 'xml':
    case 'txt':
    case 'csv':
      return extractMarkup(bytes, type, out);
    case 'jpg':
    case 'png':
    case 'gif':
    case 'bmp':
    case 'tif':
    case 'webp':
      return countPicture(bytes, out);
    case 'ppt':
    case 'rtf':
    case 'rar':
    case '7z':
    case 'gz':
    case 'mp4':
    case 'mp3':
    case 'unknown':
      throw new UnreadableFile('unsupported_type', `no text is read from files of type ${type}`);
  }
}

async function extractMarkup(bytes: Buffer, type: FileType, out: TextCollector): Promise<void> {
  const { decodePage, htmlToText } = await import('@govcrawler/parser');
  const { text } = decodePage(bytes);
  out.add(type === 'html' || type === 'xml' ? htmlToText(text) : text);
}

function countPicture(bytes: Buffer, out: TextCollector): void {
  const size = imageSize(bytes);
  if (size) out.budget.checkPixels(size.width, size.height);
  out.unreadPages += 1;
}

/** Each readable member under its name; a member that cannot be read is named, a limit ends the whole archive. */
async function extractZip(bytes: Buffer, out: TextCollector): Promise<void> {
  await out.budget.nested(async () => {
    const archive = ZipArchive.open(bytes, out.budget);
    const documents = archive.members.filter(isDocument);
    const failures: UnreadableFile[] = [];
    const unread = out.unreadPages;
    for (const member of documents) {
      out.add(`# ${member.name}`);
      try {
        const content = archive.read(member);
        const detected = detectFileType(sampleBytes(content), { contentType: null, names: [member.name] });
        await extractBytes(content, detected.kind === 'file' ? detected.type : 'txt', out);
      } catch (error) {
        if (!(error instanceof UnreadableFile)) throw error;
        failures.push(error);
        out.add(`[${error.reason}]`);
      }
    }
    const [first] = failures;
    if (first && failures.length === documents.length) throw first;
    // Pages and scans of members do not describe the archive.
    out.unreadPages = unread;
    out.pages = null;
  });
}

function isDocument({ name, declaredBytes }: ZipMember): boolean {
  const isHidden = /(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i.test(name);
  return !name.endsWith('/') && declaredBytes > 0 && !isHidden;
}
