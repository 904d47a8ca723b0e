import { parseChineseDate } from '../dates/chinese-date.js';
import { normalizeDocNo } from './doc-no.js';

const TOP_LINES = 8;
const BOTTOM_LINES = 6;
const NUMBER_LINE =
  /^[(（]?[\u4e00-\u9fa5A-Za-z·\s]{1,16}[〔[［【（(﹝〖]\s*(?:19|20)\d{2}\s*[〕\]］】）)﹞〗]\s*第?\s*[\d-]{1,8}\s*号[)）]?$/;
const DATE_LINE =
  /^[(（]?(?:\d{4}\s*年\s*\d{1,2}\s*月\s*\d{1,2}\s*日|[一二][〇○零ＯO\d一二三四五六七八九]{3}年[一二三四五六七八九十]{1,3}月[一二三四五六七八九十]{1,3}日)[)）]?$/;

/** The document number where official documents carry it: on a line of its own near the top. */
export function docNoInBody(text: string): string | null {
  for (const line of text.split('\n', TOP_LINES)) {
    const trimmed = line.trim();
    if (trimmed.length < 60 && NUMBER_LINE.test(trimmed)) return normalizeDocNo(trimmed);
  }
  return null;
}

/** The day a document was signed: alone on one of its last lines. */
export function signedDate(text: string, now: Date): string | null {
  const lines = text.slice(-1_000).split('\n').slice(-BOTTOM_LINES).reverse();
  for (const line of lines) {
    const trimmed = line.trim();
    if (DATE_LINE.test(trimmed)) return parseChineseDate(trimmed, now)?.date ?? null;
  }
  return null;
}
