import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type PDFDocumentProxy } from 'pdfjs-dist';
import { LimitReached, UnreadableFile } from './extraction.js';
import { repairRadicals } from './kangxi-repair.js';
import { joinPdfLines, type PdfLine } from './pdf-lines.js';
import { type TextCollector } from './text-collector.js';

/** A page with fewer letters than this holds at most a stamp or a page number: its text is in its picture. */
const MIN_LETTERS_PER_PAGE = 10;

/** Text of a PDF, page by page. */
export async function extractPdf(bytes: Buffer, out: TextCollector): Promise<void> {
  await withPdf(bytes, out.budget.limits.maxPixels, async (pdf) => {
    out.pages = pdf.numPages;
    const { maxPages } = out.budget.limits;
    for (let number = 1; number <= Math.min(pdf.numPages, maxPages); number++) {
      const text = await pageText(pdf, number);
      if (letterCount(text) < MIN_LETTERS_PER_PAGE) out.unreadPages += 1;
      out.add(text);
    }
    if (pdf.numPages > maxPages) {
      throw new LimitReached('limit_pages', `has ${pdf.numPages} pages, read are ${maxPages}`);
    }
  });
}

/** Opens a PDF without any way to the outside: character maps, fonts and decoders come from the package. */
export async function withPdf<T>(
  bytes: Buffer,
  maxPixels: number,
  use: (pdf: PDFDocumentProxy) => Promise<T>,
): Promise<T> {
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const loading = getDocument({
    data: new Uint8Array(bytes),
    cMapUrl: join(folder, 'cmaps/'),
    cMapPacked: true,
    standardFontDataUrl: join(folder, 'standard_fonts/'),
    wasmUrl: join(folder, 'wasm/'),
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    maxImageSize: maxPixels,
    stopAtErrors: false,
    verbosity: VerbosityLevel.ERRORS,
  } as Parameters<typeof getDocument>[0]);
  try {
    return await use(await loading.promise);
  } catch (cause) {
    throw nameFailure(cause);
  } finally {
    await loading.destroy();
  }
}

async function pageText(pdf: PDFDocumentProxy, number: number): Promise<string> {
  const page = await pdf.getPage(number);
  try {
    const content = await page.getTextContent();
    const lines: PdfLine[] = [];
    let line: PdfLine = { text: '', right: 0 };
    for (const item of content.items) {
      if (!('str' in item)) continue;
      line.text += item.str;
      if (item.str.trim() !== '') line.right = Math.max(line.right, (item.transform[4] as number) + item.width);
      if (item.hasEOL) {
        lines.push(line);
        line = { text: '', right: 0 };
      }
    }
    lines.push(line);
    return repairRadicals(joinPdfLines(lines));
  } finally {
    page.cleanup();
  }
}

function letterCount(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}

function nameFailure(cause: unknown): unknown {
  if (cause instanceof LimitReached || cause instanceof UnreadableFile) return cause;
  const { name, message } = cause as Error;
  if (name === 'PasswordException') return new UnreadableFile('encrypted', 'the PDF asks for a password', { cause });
  return new UnreadableFile('broken_file', `the PDF cannot be read: ${message}`, { cause });
}
