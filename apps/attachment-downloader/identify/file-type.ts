import { type FileSample } from './file-sample.js';
import { zipMemberNames } from '../extract-text/zip-archive.js';
import { type FileType, MIMES, typeBySuffix } from './file-types.js';

/** How the type was found, best first. */
export type FoundBy = 'magic' | 'header' | 'suffix' | 'nothing';

export interface DetectedType {
  kind: 'file';
  type: FileType;
  mime: string;
  by: FoundBy;
}

/** What arrived is an answer about the file, not the file. */
export interface NotAFile {
  kind: 'not_a_file';
  reason: 'empty_file' | 'html_instead_of_file' | 'json_instead_of_file';
  message: string;
}

/** What the server and the link say about a file. */
export interface TypeHints {
  contentType: string | null;
  /** Names and addresses whose suffix may tell, best first. */
  names: readonly (string | null)[];
}

/** Type by the bytes themselves, then by the header, then by the suffix; error pages in place of the file are named. */
export function detectFileType(sample: FileSample, hints: TypeHints): DetectedType | NotAFile {
  if (sample.size === 0) return notAFile('empty_file', 'the server sent no bytes');
  const bySuffix = hints.names.map(typeBySuffix).find((type) => type !== null) ?? null;
  const magic = typeByMagic(sample, bySuffix);
  if (magic === 'html' && bySuffix !== 'html' && !isOfficeHtml(sample.head)) {
    return notAFile('html_instead_of_file', `the server sent a web page: ${pageTitle(sample.head)}`);
  }
  if (magic === null && bySuffix !== 'txt' && isJson(sample)) {
    return notAFile('json_instead_of_file', `the server sent JSON: ${sample.head.toString('utf8', 0, 120)}`);
  }
  if (magic !== null) return found(magic, 'magic');
  const byHeader = typeByHeader(hints.contentType);
  if (byHeader !== null && plausible(byHeader)) return found(byHeader, 'header');
  if (bySuffix !== null && plausible(bySuffix)) return found(bySuffix, 'suffix');
  return looksLikeText(sample.head) ? found('txt', 'magic') : found('unknown', 'nothing');
}

/** Types whose bytes always tell: a header or suffix that claims one of them against the bytes is wrong. */
const ALWAYS_BY_MAGIC: ReadonlySet<FileType> = new Set<FileType>([
  ...(['pdf', 'docx', 'xlsx', 'pptx', 'ofd', 'zip', 'rar', '7z', 'gz', 'jpg', 'png', 'gif', 'webp', 'tif'] as const),
]);

const plausible = (type: FileType) => !ALWAYS_BY_MAGIC.has(type);

function typeByMagic({ head, tail, size, oleDirectory }: FileSample, bySuffix: FileType | null): FileType | null {
  const starts = (...bytes: number[]) => bytes.every((byte, index) => head[index] === byte);
  if (head.subarray(0, 1024).includes('%PDF-')) return 'pdf';
  if (starts(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return oleType(head, tail, oleDirectory, bySuffix);
  if (starts(0x50, 0x4b, 0x03, 0x04) || starts(0x50, 0x4b, 0x05, 0x06)) {
    return zipType(zipMemberNames(head, tail, size), bySuffix);
  }
  if (head.subarray(0, 5).toString('latin1') === '{\\rtf') return 'rtf';
  if (starts(0x52, 0x61, 0x72, 0x21, 0x1a, 0x07)) return 'rar';
  if (starts(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c)) return '7z';
  if (starts(0x1f, 0x8b, 0x08)) return 'gz';
  if (starts(0xff, 0xd8, 0xff)) return 'jpg';
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  if (/^GIF8[79]a/.test(head.toString('latin1', 0, 6))) return 'gif';
  if (starts(0x42, 0x4d) && head.length > 26 && head.readUInt32LE(6) === 0) return 'bmp';
  if (starts(0x49, 0x49, 0x2a, 0x00) || starts(0x4d, 0x4d, 0x00, 0x2a)) return 'tif';
  if (starts(0x52, 0x49, 0x46, 0x46) && head.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  if (head.toString('latin1', 4, 8) === 'ftyp') return 'mp4';
  if (starts(0x49, 0x44, 0x33)) return 'mp3';
  return markupType(head);
}

function markupType(head: Buffer): FileType | null {
  const text = textOf(head.subarray(0, 4096))
    .replace(/^\uFEFF/, '')
    .trimStart();
  const isMime = /^(mime-version|from|content-type):/i.test(text) && /multipart\/related|text\/html/i.test(text);
  const body = text.replace(/^(<\?xml[^>]*>|<!--[\s\S]*?-->|\s+)+/i, '');
  if (isMime || /^<(!doctype\s+html|html|head|body|script|meta|title|div|table|p|br)\b/i.test(body)) return 'html';
  return /^<\?xml/i.test(text) ? 'xml' : null;
}

function oleType(head: Buffer, tail: Buffer, directory: Buffer, bySuffix: FileType | null): FileType {
  const holds = (stream: string) => {
    const name = Buffer.from(stream, 'utf16le');
    return directory.includes(name) || head.includes(name) || tail.includes(name);
  };
  if (holds('WordDocument')) return bySuffix === 'wps' ? 'wps' : 'doc';
  if (holds('Workbook') || holds('Book\0')) return bySuffix === 'et' ? 'et' : 'xls';
  if (holds('PowerPoint Document')) return 'ppt';
  const families: readonly (FileType | null)[] = ['doc', 'wps', 'xls', 'et', 'ppt'];
  return families.includes(bySuffix) ? (bySuffix as FileType) : 'unknown';
}

function zipType(members: readonly string[], bySuffix: FileType | null): FileType {
  const has = (pattern: RegExp) => members.some((name) => pattern.test(name));
  if (has(/^\/?OFD\.xml$/i)) return 'ofd';
  if (has(/^word\//)) return 'docx';
  if (has(/^xl\//)) return 'xlsx';
  if (has(/^ppt\//)) return 'pptx';
  // A package whose directory lies outside the samples: its first member and its name are all there is.
  const packages: readonly (FileType | null)[] = ['docx', 'xlsx', 'pptx'];
  return has(/^\[Content_Types\]\.xml$/) && packages.includes(bySuffix) ? (bySuffix as FileType) : 'zip';
}

function typeByHeader(contentType: string | null): FileType | null {
  const mime = contentType?.split(';')[0]?.trim().toLowerCase();
  if (!mime || mime === MIMES.unknown) return null;
  return (Object.keys(MIMES) as FileType[]).find((type) => MIMES[type] === mime) ?? null;
}

/** Word and Excel save "as web page" under their own suffixes: such a page is the file. */
function isOfficeHtml(head: Buffer): boolean {
  return /urn:schemas-microsoft-com:office|name=["']?ProgId|multipart\/related/i.test(head.toString('latin1'));
}

function isJson({ head, size }: FileSample): boolean {
  const text = textOf(head).trim();
  if (!/^[[{]/.test(text) || size > 16 * 1024) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function looksLikeText(head: Buffer): boolean {
  if (head[0] === 0xff && head[1] === 0xfe) return true;
  for (const byte of head) if (byte < 0x09 || (byte > 0x0d && byte < 0x20 && byte !== 0x1b)) return false;
  return true;
}

function textOf(bytes: Buffer): string {
  return bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.toString('utf16le') : bytes.toString('utf8');
}

function pageTitle(head: Buffer): string {
  const text = textOf(head);
  const title = /<title[^>]*>([^<]{0,120})/i.exec(text)?.[1] ?? text.replace(/<[^>]*>/g, ' ');
  return title.replace(/\s+/g, ' ').trim().slice(0, 120);
}

const found = (type: FileType, by: FoundBy): DetectedType => ({ kind: 'file', type, mime: MIMES[type], by });
const notAFile = (reason: NotAFile['reason'], message: string): NotAFile => ({ kind: 'not_a_file', reason, message });
