/*
 * The metric of article-extraction-benchmark: bags of four-token shingles, normalised per page so that long pages do
 * not weigh more. A Han character is a token of its own; elsewhere a token is a word.
 */

const SHINGLE = 4;
const TOKEN = /\p{Script=Han}|[\p{L}\p{N}\p{M}_]+?(?=\p{Script=Han}|[^\p{L}\p{N}\p{M}_]|$)/gu;

/** Shares of right, surplus and missing shingles of one page. */
export interface PageScore {
  right: number;
  surplus: number;
  missing: number;
}

export interface CorpusScore {
  f1: number;
  precision: number;
  recall: number;
}

function shingles(text: string): Map<string, number> {
  const tokens = text.match(TOKEN) ?? [];
  const bag = new Map<string, number>();
  for (let at = 0; at < Math.max(1, tokens.length - SHINGLE + 1); at++) {
    const shingle = tokens.slice(at, at + SHINGLE).join(' ');
    if (shingle) bag.set(shingle, (bag.get(shingle) ?? 0) + 1);
  }
  return bag;
}

export function scorePage(expected: string, found: string): PageScore {
  const wanted = shingles(expected);
  const got = shingles(found);
  let right = 0;
  let surplus = 0;
  let missing = 0;
  for (const key of new Set([...wanted.keys(), ...got.keys()])) {
    const want = wanted.get(key) ?? 0;
    const have = got.get(key) ?? 0;
    right += Math.min(want, have);
    surplus += Math.max(0, have - want);
    missing += Math.max(0, want - have);
  }
  const total = Math.max(1, right + surplus + missing);
  return { right: right / total, surplus: surplus / total, missing: missing / total };
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

export function scoreCorpus(pages: readonly PageScore[]): CorpusScore {
  const precision = mean(
    pages.filter((page) => page.right + page.surplus > 0).map((page) => page.right / (page.right + page.surplus)),
  );
  const recall = mean(
    pages.filter((page) => page.right + page.missing > 0).map((page) => page.right / (page.right + page.missing)),
  );
  return { precision, recall, f1: (2 * precision * recall) / Math.max(1e-9, precision + recall) };
}

/** F1 of one page, for finding the pages that go wrong. */
export function pageF1({ right, surplus, missing }: PageScore): number {
  return (2 * right) / Math.max(1e-9, 2 * right + surplus + missing);
}
