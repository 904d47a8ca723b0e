import {
  type DetailFields,
  type DetailPreview,
  type DetailSelectors,
  type InspectedPages,
  type InspectionCorrection,
  type InspectionView,
  type ListReadingView,
  type ListSelectors,
  type SelectorMatchView,
} from '@govcrawler/contracts';
import {
  extractDetail,
  inferList,
  inferPagination,
  type ListRow,
  markList,
  markSelector,
  parseDetail,
  parseList,
  snapshotPage,
} from '@govcrawler/parser';

const SHOWN_ROWS = 100;
const SHOWN_TEXT = 5000;
const SHOWN_HTML = 50_000;
const NO_MARKS = { row: [], href: [], title: [], date: [] };

/** How a list page reads: by what a person corrected, by what they pointed at, or by inference alone. */
export function readListPage(
  { html, finalUrl, proposedList }: Pick<InspectedPages, 'html' | 'finalUrl' | 'proposedList'>,
  { list: said, pointedAt }: InspectionCorrection,
  now: Date,
): ListReadingView {
  const byModel = proposedList !== undefined && said === undefined && pointedAt === undefined;
  const list = byModel ? proposedList : said;
  const inferred = inferList(html, finalUrl, now, pointedAt ?? null);
  const selectors = corrected(inferred.selectors, list);
  const byHand = list !== undefined && selectors !== null;
  const rows = byHand ? parseList(html, finalUrl, selectors, now) : inferred.rows;
  return {
    byModel,
    selectors,
    confidence: byHand ? confidenceByHand(rows) : inferred.confidence,
    rowCount: rows.length,
    rows: rows.slice(0, SHOWN_ROWS).map(({ title, url, publishDate, pinned, isFile }) => ({
      title,
      url,
      publishDate,
      pinned,
      isFile,
    })),
    marks: selectors === null ? NO_MARKS : markList(html, selectors),
    ...inferPagination(html, finalUrl),
  };
}

/** What a person says wins; what they leave open is inferred, as far as it can be. */
function corrected(inferred: ListSelectors | null, said: Partial<ListSelectors> | undefined): ListSelectors | null {
  const base = inferred ?? { row: '', href: 'a::attr(href)', title: 'a::attr(title), a::text' };
  const stated = Object.fromEntries(Object.entries(said ?? {}).filter(([, text]) => text !== undefined));
  const merged = { ...base, ...stated };
  return merged.row === '' ? null : merged;
}

/** Selectors that a person wrote are right when they find rows; dates are what is most often missed. */
function confidenceByHand(rows: readonly ListRow[]): number {
  if (rows.length === 0) return 0;
  const dated = rows.filter(({ publishDate }) => publishDate !== null).length / rows.length;
  return Math.round((0.6 + 0.4 * dated) * 100) / 100;
}

/** The documents behind the first rows, with all fields. */
export function previewArticles(
  { articles }: InspectedPages,
  detail: DetailSelectors | undefined,
  now: Date,
): DetailPreview[] {
  return articles.map(({ url, title, html, failure }) => ({
    ...preview(html === null ? null : readDetailPage(html, url, detail, title, now)),
    url,
    failure,
  }));
}

/** The first document's page with what the given selectors match on it; null when none could be fetched. */
export function presentArticlePage(
  { articles }: InspectedPages,
  detail: DetailSelectors,
): InspectionView['articlePage'] {
  const article = articles.find(({ html }) => html !== null);
  if (!article?.html) return null;
  return { url: article.url, snapshot: snapshotPage(article.html).html, matches: matchesOf(article.html, detail) };
}

/** Each selector with where it matches. */
export function matchesOf(html: string, detail: DetailSelectors): SelectorMatchView[] {
  return Object.entries(detail)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([field, selector]) => ({ field, selector, ...markSelector(html, selector) }));
}

export function readDetailPage(
  html: string,
  url: string,
  detail: DetailSelectors | undefined,
  expectedTitle: string,
  now: Date,
): DetailFields {
  if (detail === undefined || Object.keys(detail).length === 0) return extractDetail(html, url, now);
  return parseDetail(html, url, detail, { now, expectedTitle });
}

/** Fields as they travel. */
export function preview(fields: DetailFields | null): Omit<DetailPreview, 'url' | 'failure'> {
  return {
    title: fields?.title ?? null,
    publishTimeRaw: fields?.publishTimeRaw ?? null,
    publishTime: fields?.publishTime?.toISOString() ?? null,
    source: fields?.source ?? null,
    contentHtml: (fields?.contentHtml ?? '').length > SHOWN_HTML ? '' : (fields?.contentHtml ?? ''),
    contentText: (fields?.contentText ?? '').slice(0, SHOWN_TEXT),
    attachments: fields?.attachments ?? [],
    inlineImageCount: fields?.inlineImageCount ?? 0,
    docNo: fields?.docNo ?? null,
    indexNo: fields?.indexNo ?? null,
    publisher: fields?.publisher ?? null,
    writtenDate: fields?.writtenDate ?? null,
    topicWords: fields?.topicWords ?? null,
    openCategory: fields?.openCategory ?? null,
    validity: fields?.validity ?? null,
    usedFallback: fields?.usedFallback ?? false,
    fallbackEngine: fields?.fallbackEngine ?? null,
  };
}
