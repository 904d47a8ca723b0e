import { type ModelCalls, proposeSelectors } from '@govcrawler/agents';
import { type ListSelectors } from '@govcrawler/contracts';
import { checkSelectors, inferList, parseList } from '@govcrawler/parser';

const LEAST_ROWS = 3;

export interface FoundList {
  by: 'inference' | 'model';
  selectors: ListSelectors;
  /** Rows with a date that they read. */
  rows: number;
}

/**
 * Selectors that read a list page: inferred first, a model's where those are not enough. They count only if they give
 * at least three dated rows, whoever they come from. `startCalls` is asked only when a model is needed.
 */
export async function findListSelectors(
  page: { html: string; url: string },
  startCalls: (() => ModelCalls) | null,
  now: Date,
  signal: AbortSignal,
): Promise<FoundList | null> {
  const inferred = inferList(page.html, page.url, now).selectors;
  const found = inferred && proven('inference', inferred, page, now);
  if (found) return found;
  const said = startCalls && (await proposeSelectors(startCalls(), 'list', page.html, signal));
  if (!said?.['row'] || !said['href'] || !said['title']) return null;
  const { row, href, title, date } = said;
  return proven('model', { row, href, title, ...(date ? { date } : {}) }, page, now);
}

function proven(
  by: FoundList['by'],
  selectors: ListSelectors,
  { html, url }: { html: string; url: string },
  now: Date,
): FoundList | null {
  if (checkSelectors(selectors).length > 0) return null;
  const rows = parseList(html, url, selectors, now).filter(({ publishDate }) => publishDate !== null).length;
  return rows >= LEAST_ROWS ? { by, selectors, rows } : null;
}
