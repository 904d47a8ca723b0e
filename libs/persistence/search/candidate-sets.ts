import { DocumentSet, placeOf, SEGMENT_SIZE, segmentOf } from '@govcrawler/core';

/** A document that may match, and why it comes where it comes: 0 by its number, 1 by its title, 2 by its text. */
export interface Candidate {
  tier: 0 | 1 | 2;
  id: number;
}

interface Segment {
  postings: Map<string, DocumentSet>;
  found: DocumentSet;
  /** Those of `found` that come first: by number, then by title. */
  first: DocumentSet;
  titles: DocumentSet;
}

/** The answer of the index before anything is read: sets of documents, one for each segment. */
export class CandidateSets {
  private readonly segments = new Map<number, Segment>();

  constructor(rows: readonly { term: string; segment: number; docs: Uint8Array }[]) {
    for (const { term, segment, docs } of rows) {
      this.segment(Number(segment)).postings.set(term, DocumentSet.decode(docs));
    }
  }

  /** Begins with what has all of these. */
  require(terms: readonly string[]): void {
    for (const segment of this.segments.values()) segment.found = allOf(segment, terms);
  }

  requireOne(terms: readonly string[]): void {
    for (const segment of this.segments.values()) {
      const any = DocumentSet.empty();
      for (const term of terms) {
        const posting = segment.postings.get(term);
        if (posting) any.include(posting);
      }
      segment.found.keep(any);
    }
  }

  /** Keeps what has all of these too. */
  narrow(terms: readonly string[]): void {
    if (terms.length === 0) return;
    for (const segment of this.segments.values()) segment.found.keep(allOf(segment, terms));
  }

  /** What has all of these in its title comes before the rest. */
  prefer(titleTerms: readonly string[]): void {
    if (titleTerms.length === 0) return;
    for (const segment of this.segments.values()) {
      segment.titles = allOf(segment, titleTerms);
      segment.titles.keep(segment.found);
    }
  }

  has(id: number): boolean {
    return this.segments.get(segmentOf(id))?.found.has(placeOf(id)) ?? false;
  }

  onlyIds(ids: readonly number[]): void {
    const wanted = new Map<number, DocumentSet>();
    for (const id of ids) {
      const set = wanted.get(segmentOf(id)) ?? DocumentSet.empty();
      set.add(placeOf(id));
      wanted.set(segmentOf(id), set);
    }
    for (const [number, segment] of this.segments) {
      const set = wanted.get(number) ?? DocumentSet.empty();
      segment.found.keep(set);
    }
  }

  forget(ids: readonly number[]): void {
    for (const id of ids) {
      this.segments.get(segmentOf(id))?.found.delete(placeOf(id));
    }
  }

  add(id: number, tier: Candidate['tier']): void {
    const segment = this.segment(segmentOf(id));
    segment.found.add(placeOf(id));
    if (tier === 0) segment.first.add(placeOf(id));
    if (tier === 1) segment.titles.add(placeOf(id));
  }

  get size(): number {
    let size = 0;
    for (const { found } of this.segments.values()) size += found.size;
    return size;
  }

  /** Highest id first; ranked: by number, then by title, then by text, each of them highest id first. */
  *inOrder(options: { ranked: boolean; after?: Candidate | undefined; skip: number }): Generator<Candidate> {
    const { ranked, after } = options;
    let { skip } = options;
    const numbers = [...this.segments.keys()].sort((a, b) => b - a);
    for (const tier of ranked ? ([0, 1, 2] as const) : ([2] as const)) {
      if (ranked && after && tier < after.tier) continue;
      const bound = after && (!ranked || tier === after.tier) ? after.id : Number.POSITIVE_INFINITY;
      for (const number of numbers) {
        const base = number * SEGMENT_SIZE;
        if (base >= bound) continue;
        const set = tierOf(this.segments.get(number)!, ranked ? tier : null);
        if (skip > 0) {
          const { size } = set;
          if (size <= skip) {
            skip -= size;
            continue;
          }
        }
        const below = Math.min(SEGMENT_SIZE, bound - base);
        for (const place of set.placesDown(below, skip)) yield { tier, id: base + place };
        skip = 0;
      }
    }
  }

  private segment(number: number): Segment {
    let segment = this.segments.get(number);
    if (!segment) {
      const [found, first, titles] = [DocumentSet.empty(), DocumentSet.empty(), DocumentSet.empty()];
      this.segments.set(number, (segment = { postings: new Map(), found, first, titles }));
    }
    return segment;
  }
}

function allOf({ postings }: Segment, terms: readonly string[]): DocumentSet {
  const sets = terms.map((term) => postings.get(term));
  const [head, ...rest] = sets;
  if (!head || rest.some((set) => !set)) return DocumentSet.empty();
  const all = head.copy();
  for (const set of rest) all.keep(set!);
  return all;
}

function tierOf({ found, first, titles }: Segment, tier: Candidate['tier'] | null): DocumentSet {
  if (tier === null) return found;
  if (tier === 0) return first;
  const set = (tier === 1 ? titles : found).copy();
  set.drop(first);
  if (tier === 2) set.drop(titles);
  return set;
}
