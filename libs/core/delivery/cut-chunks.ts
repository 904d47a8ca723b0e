import { createHash } from 'node:crypto';
import { headingOf, type Heading } from './text-heading.js';

/** One piece of a document, ready to be embedded. */
export interface TextChunk {
  /**
   * Names its words and which of the equal pieces it is, nothing else: it stays the same when another part of the
   * document changes.
   */
  id: string;
  /** The headings that it stands under, outermost first. */
  path: string[];
  text: string;
}

/** Characters (UTF-16) in one chunk: what embedding models for Chinese take in comfortably. */
export const MAX_CHUNK_LENGTH = 1_000;
/** Running text without headings is cut before about every fourth paragraph. */
const PARAGRAPHS_PER_GROUP = 4;
const ID_LENGTH = 24;

/**
 * Cuts a document at 编, 章, 节, 条, 附件 and headings, and where there are none between paragraphs. The chunks
 * together are the whole text, character for character. Where a cut is made depends on the lines around it alone, so
 * that an edit moves no cut in other parts.
 */
export function cutChunks(text: string): TextChunk[] {
  const chunks: TextChunk[] = [];
  const seen = new Map<string, number>();
  for (const { path, lines } of sectionsOf(text)) {
    for (const piece of pack(lines)) {
      const digest = createHash('sha256').update(piece).digest('hex').slice(0, ID_LENGTH);
      const occurrence = (seen.get(digest) ?? 0) + 1;
      seen.set(digest, occurrence);
      chunks.push({ id: occurrence === 1 ? digest : `${digest}-${occurrence}`, path, text: piece });
    }
  }
  return chunks;
}

interface Section {
  path: string[];
  lines: string[];
}

function sectionsOf(text: string): Section[] {
  const sections: Section[] = [];
  let open: Heading[] = [];
  for (const line of linesOf(text)) {
    const heading = headingOf(line, open);
    if (heading) open = [...open.filter(({ level }) => level < heading.level), heading];
    // The paragraphs (款) and items of an article stay together as long as they fit.
    const cutsHere = heading !== null || (!open.at(-1)?.isArticle && startsGroup(line));
    if (cutsHere || sections.length === 0) {
      sections.push({ path: open.map(({ title }) => title), lines: [] });
    }
    sections.at(-1)!.lines.push(line);
  }
  return sections;
}

/** Lines with their line ends, so that joining them gives the text back. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** A choice that the line makes by itself: the same line makes the same choice in every document. */
function startsGroup(line: string): boolean {
  if (line.trim() === '') return false;
  let hash = 2_166_136_261;
  for (let at = 0; at < line.length; at += 1) hash = Math.imul(hash ^ line.charCodeAt(at), 16_777_619);
  return ((hash ^ (hash >>> 15)) >>> 0) % PARAGRAPHS_PER_GROUP === 0;
}

/** Fills chunks with whole lines; a line that is too long for one is cut at its sentences. */
function pack(lines: string[]): string[] {
  const pieces = lines.flatMap((line) => (line.length <= MAX_CHUNK_LENGTH ? [line] : cutLine(line)));
  const packed: string[] = [];
  for (const piece of pieces) {
    const last = packed.at(-1);
    if (last !== undefined && last.length + piece.length <= MAX_CHUNK_LENGTH) packed[packed.length - 1] = last + piece;
    else packed.push(piece);
  }
  return packed;
}

function cutLine(line: string): string[] {
  const pieces: string[] = [];
  let rest = line;
  while (rest.length > MAX_CHUNK_LENGTH) {
    const end = sentenceEnd(rest.slice(0, MAX_CHUNK_LENGTH));
    pieces.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return rest === '' ? pieces : [...pieces, rest];
}

/** After the last sentence that fits, else after the last clause, else where the limit is; never inside a character. */
function sentenceEnd(window: string): number {
  for (const ends of [/[。！？；!?;][”’」』）)]?/g, /[，、,：:\s]/g]) {
    const last = [...window.matchAll(ends)].at(-1);
    if (last && last.index > 0) return last.index + last[0].length;
  }
  return /[\uD800-\uDBFF]$/.test(window) ? window.length - 1 : window.length;
}
