import { type ListSelectors } from '@govcrawler/contracts';
import { attribute, lastOrder, oneLine } from '../dom/page-node.js';
import { baseUrlOf, resolveUrl } from '../dom/page-url.js';
import { type Page, parseHtml } from '../dom/parse-html.js';
import { compileSelector } from '../selectors/compile-selector.js';
import { buildRow } from './read-row.js';
import { type ListRow } from './list-row.js';
import { rowDateText } from './row-date.js';
import { showRecords } from './show-records.js';

/** More elements than any row has: a row of a layout table that holds half the page is no row of a list. */
const MOST_ELEMENTS = 5_000;

/**
 * Rows of a list page by a site's selectors, in the order of the page. Links are relative to the list page, a cut
 * title is completed from the link's title attribute, a row without a printed date is dated by its address.
 * Rows without a usable link or title are left out. Throws SelectorError for a selector that cannot be used.
 */
export function parseList(html: string, pageUrl: string, selectors: ListSelectors, now: Date): ListRow[] {
  return [...rowsOn(parseHtml(showRecords(html)), pageUrl, selectors, now)];
}

/** The same for a page that is parsed already, one row at a time. */
export function* rowsOn(page: Page, pageUrl: string, selectors: ListSelectors, now: Date): Generator<ListRow> {
  const baseUrl = baseUrlOf(page, pageUrl);
  const href = compileSelector(selectors.href);
  const title = compileSelector(selectors.title);
  const date = selectors.date === undefined ? null : compileSelector(selectors.date);
  for (const row of compileSelector(selectors.row).allMatches(page.elements, page.root)) {
    const last = lastOrder(row);
    if (last - row.order > MOST_ELEMENTS) continue;
    const inside = page.elements.slice(row.order, last + 1);
    const link = href.firstValue(inside, row);
    const url = resolveUrl(link ?? undefined, baseUrl);
    if (url === null) continue;
    const element =
      inside.find((candidate) => candidate.name === 'a' && attribute(candidate, 'href')?.trim() === link) ?? null;
    const shown = title.firstValue(inside, row) ?? oneLine((element && attribute(element, 'title')) ?? '');
    if (!shown) continue;
    const dateText = date?.firstValue(inside, row) ?? rowDateText(row, element, now);
    const found = buildRow(row, { url, element, title: shown, dateText }, now);
    if (found) yield found;
  }
}
