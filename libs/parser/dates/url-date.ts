import { validDate } from './chinese-date.js';

const PATTERNS: readonly RegExp[] = [
  // /202601/t20260115_123.htm, /P020260115..., /art_..., names that carry the whole day
  /[/_](?:t|P0|W0|c_?)?((?:19|20)\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?=\d{9,}|[_./-]|$)/i,
  // /2026-01/15/, /202601/15/, /2026/0115/, /2026/01/15/, /art/2026/2/3/, /2026-01-15/
  /[/_-]((?:19|20)\d{2})[-/_]?(0[1-9]|1[0-2])[-/_](0[1-9]|[12]\d|3[01])(?!\d)/,
  /[/_-]((?:19|20)\d{2})[-/_](0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?!\d)/,
  /\/((?:19|20)\d{2})[-/_](\d{1,2})[-/_](\d{1,2})(?!\d)/,
];

/** The day that an address carries, YYYY-MM-DD. It is when the page was made, which can be weeks before it was listed. */
export function dateFromUrl(url: string): string | null {
  const path = url.slice(0, 2_000).replace(/^[a-z]+:\/\/[^/]*/i, '');
  for (const pattern of PATTERNS) {
    const match = pattern.exec(path);
    const date = match && validDate(Number(match[1]), Number(match[2]), Number(match[3]));
    if (date) return date;
  }
  return null;
}
