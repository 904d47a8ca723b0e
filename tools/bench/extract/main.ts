import { parseArgs } from 'node:util';
import { loadCorpora, type AnnotatedPage, type Corpus } from './corpora.js';
import { genericExtractors, selectorExtractors, type Extracted, type Extractor } from './extractors.js';
import { pageF1, scoreCorpus, scorePage } from './shingle-score.js';

/*
 * How well and how fast pages are read, ours and Readability on linkedom side by side in one run.
 * Times are CPU milliseconds a page, median of the rounds; the extractors take turns and start in rotating order.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    pages: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});
const folder = positionals[0] ?? process.env.GOVCRAWLER_CORPORA;
if (!folder) {
  console.error('Usage: node tools/bench/extract/run.mjs <corpora folder> [--rounds N] [--pages] [--only CORPUS]');
  process.exit(2);
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** CPU milliseconds a page for each extractor. */
function timeAll(extractors: readonly Extractor[], pages: readonly AnnotatedPage[], rounds: number): number[] {
  const times = extractors.map(() => [] as number[]);
  for (let round = 0; round <= rounds; round++) {
    for (let turn = 0; turn < extractors.length; turn++) {
      const index = (turn + round) % extractors.length;
      const start = cpuMs();
      for (const page of pages) extractors[index]?.extract(page);
      // The first round only warms the compiler up.
      if (round > 0) times[index]?.push((cpuMs() - start) / pages.length);
    }
  }
  return times.map(median);
}

const bare = (text: string): string => text.replace(/[\s\p{P}\p{S}]+/gu, '').toLowerCase();

function hits(pages: readonly AnnotatedPage[], found: readonly Extracted[], field: 'title' | 'date'): string {
  const annotated = pages
    .map((page, at) => [page[field], found[at]?.[field] ?? null] as const)
    .filter(([want]) => want !== null);
  if (annotated.length === 0) return '-';
  const right = annotated.filter(([want, got]) => got !== null && bare(want ?? '') === bare(got));
  return `${right.length}/${annotated.length}`;
}

function printPages(corpus: Corpus, extractor: Extractor, found: readonly Extracted[]): void {
  const rows = corpus.pages.map((page, at) => ({
    page,
    got: found[at],
    score: scorePage(page.body, found[at]?.body ?? ''),
  }));
  rows.sort((a, b) => pageF1(a.score) - pageF1(b.score));
  console.log(`\n  ${corpus.name}, ${extractor.name}, worst first`);
  for (const { page, got, score } of rows) {
    const wrongTitle =
      page.title !== null && bare(page.title) !== bare(got?.title ?? '') ? ` title: ${got?.title}` : '';
    const wrongDate = page.date !== null && page.date !== got?.date ? ` date: ${got?.date} not ${page.date}` : '';
    const f1 = pageF1(score).toFixed(3);
    console.log(
      `  ${f1} +${score.surplus.toFixed(3)} -${score.missing.toFixed(3)} ${page.id}${wrongTitle}${wrongDate}`,
    );
  }
}

const rounds = Number(values.rounds);
console.log(['corpus', 'pages', 'extractor', 'F1', 'precision', 'recall', 'title', 'date', 'CPU ms/page'].join('\t'));
for (const corpus of loadCorpora(folder)) {
  if (values.only !== undefined && corpus.name !== values.only) continue;
  const { pages } = corpus;
  const generic = rounds > 0 ? timeAll(genericExtractors, pages, rounds) : [];
  genericExtractors.forEach((extractor, at) => {
    const found = pages.map((page) => extractor.extract(page));
    const score = scoreCorpus(pages.map((page, index) => scorePage(page.body, found[index]?.body ?? '')));
    const figures = [score.f1, score.precision, score.recall].map((value) => value.toFixed(4));
    const time = generic[at]?.toFixed(2) ?? '-';
    console.log(
      [
        corpus.name,
        pages.length,
        extractor.name,
        ...figures,
        hits(pages, found, 'title'),
        hits(pages, found, 'date'),
        time,
      ].join('\t'),
    );
    if (values.pages && at === 0) printPages(corpus, extractor, found);
  });
  const selectable = pages.filter((page) => page.bodySelector !== null);
  if (rounds === 0 || selectable.length === 0) continue;
  const times = timeAll(selectorExtractors, selectable, rounds);
  selectorExtractors.forEach((extractor, at) => {
    const score = scoreCorpus(selectable.map((page) => scorePage(page.body, extractor.extract(page).body)));
    const figures = [score.f1, score.precision, score.recall].map((value) => value.toFixed(4));
    console.log(
      [corpus.name, selectable.length, extractor.name, ...figures, '-', '-', times[at]?.toFixed(2)].join('\t'),
    );
  });
}
