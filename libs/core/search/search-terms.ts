import { foldText, runsOf } from './fold-text.js';

/** Marks terms of titles; it is no word character, so that no text can pretend to be a title. */
const TITLE = '^';
/** Longer questions are answered by some of their pairs; the words themselves are compared with the text anyway. */
const MAX_QUERY_TERMS = 16;
const MAX_QUERY_WORDS = 20;
const MAX_QUERY_LENGTH = 400;

/**
 * Every pair of neighbouring characters of a text, in its folded form. Chinese has no blanks between words, and two
 * characters are rare enough to find by: pairs need no dictionary and miss no word.
 */
export function pairsOf(text: string, into: Set<string> = new Set()): Set<string> {
  for (const run of runsOf(foldText(text))) {
    const characters = isPlain(run) ? run : [...run];
    for (let at = 1; at < characters.length; at += 1) {
      into.add(`${characters[at - 1]}${characters[at]}`);
    }
  }
  return into;
}

/** The terms of a title: its pairs and its single characters, so that one character can be looked for in titles. */
export function titleTermsOf(title: string): Set<string> {
  const terms = new Set<string>();
  for (const pair of pairsOf(title)) terms.add(TITLE + pair);
  for (const run of runsOf(foldText(title))) for (const character of run) terms.add(TITLE + character);
  return terms;
}

/** What somebody looks for, in the terms of the index. */
export interface TextQuery {
  /** All of them are in a text that matches. */
  terms: string[];
  /** All of them are in a title that matches. */
  titleTerms: string[];
  /** True: a text with all the terms matches. False: it may hold them apart, and must be looked at. */
  exact: boolean;
  /**
   * Folded words that the terms do not decide, longest first: a text with the terms and these matches. Null where that is
   * not enough: single characters, and words with punctuation in them, which may differ in the text.
   */
  undecided: string[] | null;
  /** Single characters are looked for in titles alone. */
  titleOnly: boolean;
  /** One for each word; each finds its places in a folded text. */
  patterns: RegExp[];
}

/** Null when there is nothing to look for: no letter, no digit. Any string is taken; long ones are cut. */
export function parseTextQuery(text: string): TextQuery | null {
  const words = foldText(text.slice(0, MAX_QUERY_LENGTH)).split(/\s+/).slice(0, MAX_QUERY_WORDS);
  const runsPerWord = words.map(runsOf).filter((runs) => runs.length > 0);
  if (runsPerWord.length === 0) return null;
  const runs = runsPerWord.flat();
  const pairs = [...runs.reduce((all, run) => pairsOf(run, all), new Set<string>())];
  const terms = spread(pairs);
  const titleOnly = terms.length === 0;
  const characters = new Set(runs.flatMap((run) => ([...run].length === 1 ? [run] : [])));
  const titleTerms = [...terms, ...[...characters].slice(0, MAX_QUERY_TERMS)].map((term) => TITLE + term);
  const decided = pairs.length === terms.length;
  const isPair = (run: string) => [...run].length === 2;
  return {
    terms,
    titleTerms,
    exact: decided && runsPerWord.every(([first = '', ...more]) => more.length === 0 && (titleOnly || isPair(first))),
    undecided:
      titleOnly || runsPerWord.some(({ length }) => length > 1)
        ? null
        : runs.filter((run) => !decided || !isPair(run)).sort((a, b) => b.length - a.length),
    titleOnly,
    patterns: runsPerWord.map(patternOf),
  };
}

/** Words are compared as typed, except that punctuation between their parts may differ. */
function patternOf(runs: string[]): RegExp {
  // Runs are letters and digits: nothing in them has a meaning in a pattern.
  return new RegExp(runs.join('[^\\p{L}\\p{N}]{0,4}'), 'gu');
}

/** As many as are needed, from the whole length of the question. */
function spread(terms: string[]): string[] {
  if (terms.length <= MAX_QUERY_TERMS) return terms;
  return Array.from({ length: MAX_QUERY_TERMS }, (_, n) => terms[Math.floor((n * terms.length) / MAX_QUERY_TERMS)]!);
}

function isPlain(run: string): boolean {
  for (let at = 0; at < run.length; at += 1) {
    const code = run.charCodeAt(at);
    if (code >= 0xd800 && code <= 0xdfff) return false;
  }
  return true;
}
