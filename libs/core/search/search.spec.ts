import fc from 'fast-check';
import {
  dateRangeTerms,
  dateTermsOf,
  docNoKey,
  DocumentSet,
  encodePlaces,
  foldText,
  highlightAll,
  highlightSnippet,
  looksLikeDocNo,
  matchesAll,
  pairsOf,
  parseTextQuery,
  placeOf,
  SEGMENT_SIZE,
  segmentOf,
  titleTermsOf,
} from '../index.js';

const text = fc.string({ unit: 'binary', maxLength: 60 });

describe('folding', () => {
  it('makes one of what readers take for one', () => {
    expect(foldText('ＡＢｃ１２３')).toBe('abc123');
    expect(foldText('国发〔2026〕5号')).toBe(foldText('国发［2026］５号'));
    expect(foldText('【（﹝〔[')).toBe('(((((');
  });

  it('keeps every place where it was', () => {
    fc.assert(fc.property(text, (any) => expect(foldText(any)).toHaveLength(any.length)));
    fc.assert(fc.property(text, (any) => expect(foldText(foldText(any))).toBe(foldText(any))));
  });
});

describe('terms', () => {
  it('are pairs of neighbours, never across a gap', () => {
    expect([...pairsOf('安全生产，2025年')]).toEqual(['安全', '全生', '生产', '20', '02', '25', '5年']);
    expect([...pairsOf('一 二')]).toEqual([]);
  });

  it('of rare ideographs are whole characters', () => {
    expect([...pairsOf('𠮷野家')]).toEqual(['𠮷野', '野家']);
  });

  it('of titles cannot be met by a text', () => {
    for (const term of titleTermsOf('通知')) expect(pairsOf(`${term}x${term}`).has(term)).toBe(false);
  });

  it('of a question are all in every text that holds it', () => {
    fc.assert(
      fc.property(text, text, fc.stringMatching(/^[安全生产防汛ab1]{2,8}$/), (before, after, word) => {
        const query = parseTextQuery(word)!;
        const document = `${before}。${word}。${after}`;
        const terms = pairsOf(document);
        expect(query.terms.every((term) => terms.has(term))).toBe(true);
        expect(matchesAll(query.patterns, [document])).toBe(true);
      }),
    );
  });

  it('say when pairs alone decide', () => {
    expect(parseTextQuery('防汛')).toMatchObject({ terms: ['防汛'], exact: true, titleOnly: false });
    expect(parseTextQuery('防汛 应急')).toMatchObject({ terms: ['防汛', '应急'], exact: true });
    expect(parseTextQuery('防汛应急')).toMatchObject({ terms: ['防汛', '汛应', '应急'], exact: false });
    expect(parseTextQuery('汛')).toMatchObject({ terms: [], titleTerms: ['^汛'], titleOnly: true });
    expect(parseTextQuery('%_ ，（）')).toBeNull();
  });

  it('say what is left for the texts to decide', () => {
    const left = (words: string) => parseTextQuery(words)!.undecided;
    expect(left('防汛')).toEqual([]);
    expect(left('防汛 汛 人民政府 防汛应急响应')).toEqual(['防汛应急响应', '人民政府', '汛']);
    expect(left('国发〔2026〕5号')).toBeNull();
    expect(left('汛 情')).toBeNull();
    expect(left('防汛 甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未')).toEqual(['甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未', '防汛']);
  });

  it('stay few whatever is asked, and nothing that is asked fails', () => {
    expect(parseTextQuery('关于做好'.repeat(5_000) + '甲乙丙丁戊己庚辛壬癸'.repeat(50))!.terms.length).toBeLessThan(17);
    expect(parseTextQuery(Array.from({ length: 40 }, (_, n) => `第${n}`).join(' '))!.exact).toBe(false);
    fc.assert(
      fc.property(text, (any) => {
        const query = parseTextQuery(any);
        if (query) matchesAll(query.patterns, [any, '']);
      }),
    );
  });
});

describe('document numbers', () => {
  it.each([
    '国发〔2026〕5号',
    '国发[2026]5号',
    '国发（2026）5号',
    '国发【2026】第5号',
    '国发 ﹝２０２６﹞ ５ 号',
    '国发2026年5号',
  ])('%s is the same as the others', (spelling) => {
    expect(docNoKey(spelling)).toBe('国发20265');
    expect(looksLikeDocNo(spelling)).toBe(true);
  });

  it('differ where year, number or agency do', () => {
    const keys = ['国发〔2026〕5号', '国发〔2025〕5号', '国发〔2026〕15号', '国办发〔2026〕5号', '国务院令第847号'].map(
      docNoKey,
    );
    expect(new Set(keys).size).toBe(5);
    expect(docNoKey('无文号')).toBeNull();
    expect(looksLikeDocNo('安全生产')).toBe(false);
  });
});

describe('dates', () => {
  const at = (label: string) => new Date(`${label}T00:00:00+08:00`);
  const day = fc
    .integer({ min: 0, max: 20_000 })
    .map((n) => new Date(Date.UTC(1990, 0, 1) + n * 86_400_000 - 8 * 3_600_000));

  it('in a range have one of its terms, others none', () => {
    fc.assert(
      fc.property(day, day, day, (a, b, tested) => {
        const [from, to] = a <= b ? [a, b] : [b, a];
        const range = new Set(dateRangeTerms(from, to));
        expect(dateTermsOf(tested).some((term) => range.has(term))).toBe(tested >= from && tested < to);
      }),
    );
  });

  it('take few terms', () => {
    expect(dateRangeTerms(at('2024-01-01'), at('2025-01-01'))).toEqual(['y=2024']);
    expect(dateRangeTerms(at('2024-11-30'), at('2025-01-02'))).toEqual(['d=20241130', 'm=202412', 'd=20250101']);
    expect(dateRangeTerms(at('2000-03-15'), undefined).length).toBeLessThan(250);
    expect(dateRangeTerms(at('2025-01-02'), at('2025-01-01'))).toEqual([]);
  });
});

describe('sets of documents', () => {
  const places = fc.uniqueArray(fc.integer({ min: 0, max: SEGMENT_SIZE - 1 }), { maxLength: 300 });
  const sorted = (values: number[]) => [...values].sort((a, b) => a - b);
  const setOf = (values: number[]) => DocumentSet.decode(encodePlaces(sorted(values)));

  it('come back from their stored form, short or long', () => {
    fc.assert(fc.property(places, (some) => expect([...setOf(some).places()]).toEqual(sorted(some))));
    for (const step of [1, 2, 3, 7, 130]) {
      const many = Array.from({ length: Math.floor(SEGMENT_SIZE / step) }, (_, n) => n * step);
      const stored = encodePlaces(many);
      expect([...DocumentSet.decode(stored).places()]).toEqual(many);
      expect(stored.length).toBeLessThanOrEqual(SEGMENT_SIZE / 8);
      expect(DocumentSet.decode(stored).encode()).toEqual(stored);
    }
  });

  it('keep, drop, include and count as sets do', () => {
    fc.assert(
      fc.property(places, places, (a, b) => {
        const [inA, inB] = [new Set(a), new Set(b)];
        const result = (change: (set: DocumentSet, other: DocumentSet) => void) => {
          const set = setOf(a).copy();
          change(set, setOf(b));
          expect(set.size).toBe([...set.places()].length);
          return [...set.places()];
        };
        expect(result((set, other) => set.keep(other))).toEqual(sorted(a.filter((place) => inB.has(place))));
        expect(result((set, other) => set.drop(other))).toEqual(sorted(a.filter((place) => !inB.has(place))));
        expect(result((set, other) => set.include(other))).toEqual(sorted([...new Set([...inA, ...inB])]));
      }),
    );
  });

  it('are walked downwards from any place, with any number passed over', () => {
    fc.assert(
      fc.property(places, fc.integer({ min: 0, max: SEGMENT_SIZE }), fc.nat(50), (some, below, skip) => {
        const expected = sorted(some)
          .reverse()
          .filter((place) => place < below)
          .slice(skip);
        expect([...setOf(some).placesDown(below, skip)]).toEqual(expected);
      }),
    );
  });

  it('of one id are found again', () => {
    fc.assert(fc.property(fc.nat(2 ** 40), (id) => expect(segmentOf(id) * SEGMENT_SIZE + placeOf(id)).toBe(id)));
  });
});

describe('highlights', () => {
  const patterns = parseTextQuery('国发[2026]5号 防汛')!.patterns;

  it('mark what was looked for in the words of the text', () => {
    expect(highlightAll(patterns, '关于防汛的通知（国发〔2026〕5号）')).toEqual([
      { text: '关于', hit: false },
      { text: '防汛', hit: true },
      { text: '的通知（', hit: false },
      { text: '国发〔2026〕5号', hit: true },
      { text: '）', hit: false },
    ]);
  });

  it('leave every text as it is', () => {
    fc.assert(
      fc.property(text, fc.stringMatching(/^[a-c]{1,3}$/), (any, word) => {
        const pieces = highlightAll(parseTextQuery(word)!.patterns, any + word + any);
        expect(pieces.map((piece) => piece.text).join('')).toBe(any + word + any);
        expect(pieces.some(({ hit }) => hit)).toBe(true);
      }),
    );
  });

  it('show the surroundings of a place deep in a text', () => {
    const snippet = highlightSnippet(patterns, `${'前'.repeat(5_000)}防汛${'后'.repeat(5_000)}`)!;
    expect(snippet.map(({ text: piece }) => piece).join('')).toHaveLength(162);
    expect(snippet.filter(({ hit }) => hit)).toEqual([{ text: '防汛', hit: true }]);
    expect(snippet[0]).toEqual({ text: '…', hit: false });
    expect(highlightSnippet(patterns, '没有')).toBeNull();
  });
});
