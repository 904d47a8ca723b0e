import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type PDFDocumentProxy } from 'pdfjs-dist';
import { type FileType, OCR_TYPES } from '../identify/file-types.js';
import { type Extraction, type ExtractionLimits, UnreadableFile } from './extraction.js';
import { ExtractionBudget } from './extraction-budget.js';
import { failureOf } from './extract-file.js';
import { imageSize } from './image-size.js';
import { withPdf } from './pdf-text.js';
import { encodePng, type Pixels } from './png-encoder.js';
import { TextCollector } from './text-collector.js';

/** Turns pictures into text. */
type Recognise = (image: Buffer) => Promise<string>;

/** Recognises the pages of a scan. Everything it needs lies in packages: nothing is downloaded. */
export async function recogniseFile(path: string, type: FileType, limits: ExtractionLimits): Promise<Extraction> {
  const out = new TextCollector(new ExtractionBudget(limits));
  try {
    if (!OCR_TYPES.has(type)) throw new UnreadableFile('unsupported_type', `OCR does not read files of type ${type}`);
    const bytes = await readFile(path);
    await withTesseract(async (recognise) => {
      if (type === 'pdf') return recognisePdf(bytes, recognise, out);
      const size = imageSize(bytes);
      if (!size) throw new UnreadableFile('broken_file', 'the picture does not tell its size');
      out.budget.checkPixels(size.width, size.height);
      out.pages = 1;
      out.add(await recognise(bytes));
    });
    return out.text === '' ? { kind: 'empty', pages: out.pages } : { kind: 'text', text: out.text, pages: out.pages };
  } catch (error) {
    return failureOf(error, out);
  }
}

async function withTesseract(use: (recognise: Recognise) => Promise<void>): Promise<void> {
  const { createWorker, OEM } = await import('tesseract.js');
  const data = dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/chi_sim/package.json'));
  const worker = await createWorker('chi_sim', OEM.LSTM_ONLY, {
    langPath: join(data, '4.0.0_best_int'),
    gzip: true,
    cacheMethod: 'none',
    errorHandler: () => undefined,
  });
  try {
    await use(async (image) => {
      const { data: page } = await worker.recognize(image);
      return withoutHanGaps(page.text);
    });
  } finally {
    await worker.terminate();
  }
}

/** The largest picture of each page is its scan. */
async function recognisePdf(bytes: Buffer, recognise: Recognise, out: TextCollector): Promise<void> {
  await withPdf(bytes, out.budget.limits.maxPixels, async (pdf) => {
    out.pages = pdf.numPages;
    for (let number = 1; number <= pdf.numPages; number++) {
      out.budget.addOcrPage();
      const scan = await largestPicture(pdf, number);
      if (scan) out.add(await recognise(encodePng(scan)));
    }
  });
}

async function largestPicture(pdf: PDFDocumentProxy, number: number): Promise<Pixels | null> {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const page = await pdf.getPage(number);
  try {
    const { fnArray, argsArray } = await page.getOperatorList();
    let largest: Pixels | null = null;
    for (const [index, operator] of fnArray.entries()) {
      const argument: unknown = (argsArray[index] as unknown[] | null)?.[0];
      let picture: Pixels | null = null;
      if (operator === OPS.paintInlineImageXObject) picture = argument as Pixels;
      if (operator === OPS.paintImageXObject) {
        const objects = String(argument).startsWith('g_') ? page.commonObjs : page.objs;
        picture = await new Promise<Pixels | null>((resolve) => objects.get(String(argument), resolve));
      }
      if (!picture?.data) continue;
      if (!largest || picture.width * picture.height > largest.width * largest.height) largest = picture;
    }
    return largest;
  } finally {
    page.cleanup();
  }
}

/** Tesseract parts Chinese characters by blanks. */
function withoutHanGaps(text: string): string {
  return text.replace(
    /(?<=[\p{Script=Han}\u3000-\u303f\uff00-\uffef]) +(?=[\p{Script=Han}\u3000-\u303f\uff00-\uffef])/gu,
    '',
  );
}
