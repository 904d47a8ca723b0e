import { type DetailSelectors, type ListSelectors } from '@govcrawler/contracts';
import { compileSelector } from './compile-selector.js';
import { SelectorError } from './selector.error.js';

/** One selector that cannot be used: which key, what is wrong, at which character. */
export interface SelectorProblem {
  key: string;
  message: string;
  position: number;
}

/** All mistakes in a set of selectors, so that a site file is refused with every one of them at once. */
export function checkSelectors(selectors: Partial<ListSelectors & DetailSelectors>): SelectorProblem[] {
  const problems: SelectorProblem[] = [];
  for (const [key, text] of Object.entries(selectors)) {
    if (text === undefined) continue;
    try {
      compileSelector(text);
    } catch (error) {
      if (!(error instanceof SelectorError)) throw error;
      problems.push({ key, message: error.message, position: error.position });
    }
  }
  return problems;
}
