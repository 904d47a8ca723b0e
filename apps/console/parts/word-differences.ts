import { diffWordsWithSpace } from 'diff';

export interface Difference {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

const WORDS = new Intl.Segmenter('zh-CN', { granularity: 'word' });

/** What became of a text, word by word; Chinese is cut into words first. */
export function wordDifferences(before: string, after: string): Difference[] {
  return diffWordsWithSpace(before, after, { intlSegmenter: WORDS }).map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}
