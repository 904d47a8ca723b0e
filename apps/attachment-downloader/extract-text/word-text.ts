import { UnreadableFile } from './extraction.js';
import { type TextCollector } from './text-collector.js';
import { ZipArchive } from './zip-archive.js';

/** Text of a Word 2007+ package; tables keep one line per row. */
export async function extractDocx(bytes: Buffer, out: TextCollector): Promise<void> {
  ZipArchive.open(bytes, out.budget).verify();
  const [{ default: mammoth }, { htmlToText }] = await Promise.all([import('mammoth'), import('@govcrawler/parser')]);
  const noPictures = mammoth.images.imgElement(() => Promise.resolve({ src: '' }));
  const { value } = await readable('Word package', () =>
    mammoth.convertToHtml({ buffer: bytes }, { convertImage: noPictures }),
  );
  out.add(htmlToText(value));
}

/** Text of a Word 97-2003 document, which is also what Kingsoft's .wps files are. */
export async function extractDoc(bytes: Buffer, out: TextCollector): Promise<void> {
  const { default: WordExtractor } = await import('word-extractor');
  const document = await readable('Word document', () => new WordExtractor().extract(bytes));
  out.add(document.getBody());
  out.add(document.getTextboxes({ includeHeadersAndFooters: false }));
  out.add(document.getFootnotes());
  out.add(document.getEndnotes());
}

async function readable<T>(what: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    if (/encrypt|password/i.test(message)) throw new UnreadableFile('encrypted', `${what}: ${message}`, { cause });
    throw new UnreadableFile('broken_file', `${what}: ${message}`, { cause });
  }
}
