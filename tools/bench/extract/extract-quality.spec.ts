import { loadCorpora } from './corpora.js';
import { genericExtractors } from './extractors.js';
import { pageF1, scoreCorpus, scorePage } from './shingle-score.js';

describe('the shingle score', () => {
  it('is perfect for the same text, whatever its spaces and signs', () => {
    expect(pageF1(scorePage('中国政府网，今日发布。', '中国政府网 今日发布'))).toBe(1);
  });

  it('counts Han characters one by one and words as words', () => {
    expect(scorePage('一二三四五', '一二三四六')).toEqual({ right: 1 / 3, surplus: 1 / 3, missing: 1 / 3 });
    expect(pageF1(scorePage('one two three four', 'one two three'))).toBe(0);
  });

  it('weighs pages alike and falls with surplus and missing text', () => {
    const good = scorePage('一二三四五六七八', '一二三四五六七八');
    const half = scorePage('一二三四五六七八', '一二三四五');
    const score = scoreCorpus([good, half]);
    expect(score.precision).toBe(1);
    expect(score.recall).toBeCloseTo((1 + 2 / 5) / 2);
  });
});

const folder = process.env.GOVCRAWLER_CORPORA;
const withCorpora = folder ? describe : describe.skip;
if (!folder) process.stdout.write('extraction quality tests skipped: set GOVCRAWLER_CORPORA to run them\n');

/** Least scores; measured ones are higher (see the table the benchmark prints). */
const LEAST: Record<string, number> = { 'gne-dev': 0.99, aeb: 0.955 };

withCorpora('extraction without selectors', () => {
  const ours = genericExtractors[0];

  it('reaches the aims on every annotated corpus', () => {
    for (const { name, pages } of loadCorpora(folder ?? '')) {
      const found = pages.map((page) => ours?.extract(page));
      const score = scoreCorpus(pages.map((page, at) => scorePage(page.body, found[at]?.body ?? '')));
      expect([name, score.f1 >= (LEAST[name] ?? 0.9)]).toEqual([name, true]);
      const wrongDates = pages.filter((page, at) => page.date !== null && page.date !== found[at]?.date);
      expect([name, wrongDates.length <= 1]).toEqual([name, true]);
    }
  }, 120_000);
});
