import { type ListSelectors } from '@govcrawler/contracts';
import { attribute, oneLine, walkElements, type PageElement } from '../dom/page-node.js';
import { baseUrlOf, resolveUrl } from '../dom/page-url.js';
import { parseHtml } from '../dom/parse-html.js';
import { compileSelector } from '../selectors/compile-selector.js';
import { buildRow } from './read-row.js';
import { type ListRow } from './list-row.js';
import { rowDateText } from './row-date.js';
import { showRecords } from './show-records.js';

/**
 * Rows of a list page by a site's selectors, in the order of the page. Links are relative to the list page, a cut
 * title is completed from the link's title attribute, a row without a printed date is dated by its address.
 * Rows without a usable link or title are left out. Throws SelectorError for a selector that cannot be used.
 */
export function parseList(html: string, pageUrl: string, selectors: ListSelectors, now: Date): ListRow[] {
  const page = parseHtml(showRecords(html));
  const baseUrl = baseUrlOf(page, pageUrl);
  const href = compileSelector(selectors.href);
  const title = compileSelector(selectors.title);
  const date = selectors.date === undefined ? null : compileSelector(selectors.date);
  const rows: ListRow[] = [];
  for (const row of compileSelector(selectors.row).allMatches(page.elements, page.root)) {
    const inside = elementsOf(row);
    const link = href.firstValue(inside, row);
    const url = resolveUrl(link ?? undefined, baseUrl);
    if (url === null) continue;
    const element =
      inside.find((candidate) => candidate.name === 'a' && attribute(candidate, 'href')?.trim() === link) ?? null;
    const shown = title.firstValue(inside, row) ?? oneLine((element && attribute(element, 'title')) ?? '');
    if (!shown) continue;
    const dateText = date?.firstValue(inside, row) ?? rowDateText(row, element, now);
    const found = buildRow(row, { url, element, title: shown, dateText }, now);
    if (found) rows.push(found);
  }
  return rows;
}

/** An element and everything below it, in document order. */
export function elementsOf(root: PageElement): PageElement[] {
  const elements = [root];
  walkElements(root, (element) => {
    elements.push(element);
  });
  return elements;
}
