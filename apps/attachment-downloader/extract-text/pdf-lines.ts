/** A printed line and how far to the right it reaches. */
export interface PdfLine {
  text: string;
  right: number;
}

const ENDS_PARAGRAPH = /[。！？；：.!?;:”）)》」]$/;
const IS_HAN_OR_CJK_MARK = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]$/u;
const STARTS_ITEM =
  /^(第?[一二三四五六七八九十百]+[、章节条款项]|[（(][一二三四五六七八九十\d]+[)）]|\d+[.、．]|附件|[-—•●])/u;

/**
 * Joins lines that were broken only because the page ended there: a Chinese line that reaches the right edge and does
 * not end a sentence goes on in the next one. Everything else keeps its line.
 */
export function joinPdfLines(lines: readonly PdfLine[]): string {
  const edge = rightEdge(lines);
  let text = '';
  for (const [index, line] of lines.entries()) {
    const content = line.text.trim();
    if (content === '') continue;
    const next = lines[index + 1]?.text.trim() ?? '';
    const goesOn =
      edge !== null &&
      line.right >= edge * 0.96 &&
      next !== '' &&
      IS_HAN_OR_CJK_MARK.test(content) &&
      !ENDS_PARAGRAPH.test(content) &&
      !STARTS_ITEM.test(next);
    text += goesOn ? content : `${content}\n`;
  }
  return text;
}

/** The margin that running text reaches: where at least three lines end. */
function rightEdge(lines: readonly PdfLine[]): number | null {
  const ends = lines.filter(({ text }) => text.trim() !== '').map(({ right }) => right);
  const furthest = Math.max(0, ...ends);
  return ends.filter((right) => right >= furthest * 0.96).length >= 3 ? furthest : null;
}
