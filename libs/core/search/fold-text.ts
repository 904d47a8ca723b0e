/*
 * Searching compares folded text: full-width and compatibility forms, capitals and the many kinds of brackets are one.
 * Folding never changes the length of a text, so that a place in the folded text is the same place in the original.
 */

const OPENING = '〔[［【（﹝〖{｛<＜《「『〈';
const CLOSING = '〕]］】）﹞〗}｝>＞》」』〉';
const LETTER = /[\p{L}\p{N}\p{M}]/u;
const SURROGATE = { from: 0xd800, to: 0xdfff };

const FOLDED = foldTable();
/** 1 for what words are made of. Halves of surrogate pairs count: rare ideographs are written with them. */
const WORD = Uint8Array.from({ length: 0x1_0000 }, (_, code) => (isWordCode(code) ? 1 : 0));

/** The text as it is compared, code unit by code unit. */
export function foldText(text: string): string {
  let folded = '';
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const other = FOLDED[code] as number;
    if (other === code) continue;
    folded += text.slice(start, at) + String.fromCharCode(other);
    start = at + 1;
  }
  return start === 0 ? text : folded + text.slice(start);
}

/** Whether a code unit of a folded text belongs to a word; everything else separates words. */
export function isWord(code: number): boolean {
  return WORD[code] === 1;
}

/** The words of a folded text: what stands between blanks and punctuation. */
export function runsOf(folded: string): string[] {
  const runs: string[] = [];
  for (let at = 0; at < folded.length;) {
    if (!isWord(folded.charCodeAt(at))) {
      at += 1;
      continue;
    }
    let end = at + 1;
    while (end < folded.length && isWord(folded.charCodeAt(end))) end += 1;
    runs.push(folded.slice(at, end));
    at = end;
  }
  return runs;
}

function foldTable(): Uint16Array {
  const table = Uint16Array.from({ length: 0x1_0000 }, (_, code) => code);
  for (let code = 0; code < 0x1_0000; code += 1) {
    if (code >= SURROGATE.from && code <= SURROGATE.to) continue;
    const folded = String.fromCharCode(code).normalize('NFKC').toLowerCase();
    if (folded.length === 1) table[code] = folded.charCodeAt(0);
  }
  for (const char of OPENING) table[char.charCodeAt(0)] = '('.charCodeAt(0);
  for (const char of CLOSING) table[char.charCodeAt(0)] = ')'.charCodeAt(0);
  return table;
}

function isWordCode(code: number): boolean {
  if (code >= SURROGATE.from && code <= SURROGATE.to) return true;
  return LETTER.test(String.fromCharCode(code));
}
