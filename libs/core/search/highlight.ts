import { foldText } from './fold-text.js';

/** A piece of text; hits are what was looked for. Pieces, not markup: nothing has to be escaped or trusted. */
export interface HighlightPiece {
  text: string;
  hit: boolean;
}

const BEFORE = 30;
const SNIPPET = 160;
const MAX_HITS = 50;

/** Whether every word is somewhere in one of the texts. */
export function matchesAll(patterns: readonly RegExp[], texts: readonly string[]): boolean {
  const folded = texts.map(foldText);
  return patterns.every((pattern) => folded.some((text) => text.search(pattern) >= 0));
}

/** The whole text in pieces. */
export function highlightAll(patterns: readonly RegExp[], text: string): HighlightPiece[] {
  return pieces(text, hitsIn(patterns, text), 0, text.length);
}

/** The surroundings of the first hit in pieces; null when the text has none. */
export function highlightSnippet(patterns: readonly RegExp[], text: string): HighlightPiece[] | null {
  const hits = hitsIn(patterns, text);
  const [first] = hits;
  if (!first) return null;
  const from = wholeCharacter(text, Math.max(0, first[0] - BEFORE));
  const to = wholeCharacter(
    text,
    Math.min(text.length, Math.max(from + SNIPPET, Math.min(first[1], from + 2 * SNIPPET))),
  );
  const shown = pieces(text, hits, from, to).map(({ text: piece, hit }) => ({ text: piece.replace(/\s+/g, ' '), hit }));
  return [
    ...(from > 0 ? [{ text: '…', hit: false }] : []),
    ...shown,
    ...(to < text.length ? [{ text: '…', hit: false }] : []),
  ];
}

/** Places of all words, in order, without overlaps. */
function hitsIn(patterns: readonly RegExp[], text: string): [number, number][] {
  const folded = foldText(text);
  const hits: [number, number][] = [];
  for (const pattern of patterns) {
    let found = 0;
    for (const { index, 0: word } of folded.matchAll(pattern)) {
      hits.push([index, index + word.length]);
      if ((found += 1) === MAX_HITS) break;
    }
  }
  hits.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  const apart: [number, number][] = [];
  for (const hit of hits) {
    const last = apart.at(-1);
    if (last && hit[0] <= last[1]) last[1] = Math.max(last[1], hit[1]);
    else apart.push(hit);
  }
  return apart;
}

function pieces(text: string, hits: [number, number][], from: number, to: number): HighlightPiece[] {
  const result: HighlightPiece[] = [];
  let at = from;
  const push = (end: number, hit: boolean) => {
    if (end > at) result.push({ text: text.slice(at, end), hit });
    at = Math.max(at, end);
  };
  for (const [start, end] of hits) {
    if (end <= from || start >= to) continue;
    push(Math.max(from, start), false);
    push(Math.min(to, end), true);
  }
  push(to, false);
  return result;
}

/** Never between the halves of a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
