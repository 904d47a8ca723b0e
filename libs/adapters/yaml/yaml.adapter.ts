import { type CrawlItem, type CrawlPlan, type FetchedPage } from '@govcrawler/contracts';
import { decodePage, inferList, nextPageHint, parseList, type ListRow } from '@govcrawler/parser';
import { z } from 'zod';
import { defineAdapter } from '../define-adapter.js';
import { readParams } from '../listing/adapter-params.js';
import { buildItem } from '../listing/build-item.js';
import { fileBodyHtml } from '../listing/file-item.js';
import { fetchFor } from '../listing/list-request.js';
import { walkList } from '../listing/walk-list.js';
import { readDetail } from '../read-detail.js';
import { linksPage, listPageUrl, pageLimit } from './list-page-url.js';

/** Inferred rows below this confidence are more likely a menu than a list. */
const MIN_CONFIDENCE = 0.5;

export const yamlParamsSchema = z.strictObject({
  hard_max_pages: z.int().min(1).max(10_000).default(500).describe('Upper limit for max_pages of every column'),
});

/** Reads any site by the selectors of its site file; without list selectors the rows of the list are inferred. */
export const yamlAdapter = defineAdapter({
  id: 'yaml',
  title: '通用网页（CSS 选择器）',
  defaultIntervalSec: null,
  paramsSchema: yamlParamsSchema,
  defaultSelectors: {
    list: null,
    detail: {
      title: 'meta[name="ArticleTitle"]::attr(content)',
      publish_time: 'meta[name="PubDate"]::attr(content)',
      source: 'meta[name="ContentSource"]::attr(content)',
    },
  },

  async *list(context) {
    const { plan } = context;
    const { pagination } = plan.column;
    const params = readParams(yamlParamsSchema, plan);
    return yield* walkList({
      maxPages: pageLimit(pagination, params.hard_max_pages),
      load: (pageNo, first) => {
        const url = listPageUrl(first?.finalUrl ?? plan.target.entryUrl, pagination, pageNo);
        return fetchFor(context, { url, purpose: 'list', listHead: pageNo === 1 });
      },
      read: (page, pageNo) => {
        const { text } = decodePage(page.body, page.charsetHint);
        const items = rowsOf(text, page.finalUrl, plan, context.now()).map((row) => rowItem(plan, row));
        const { totalPages } = pagination.type === 'none' ? { totalPages: 1 } : nextPageHint(text, page.finalUrl);
        const linksNext = linksPage(text, pagination, pageNo + 1);
        const isLast = totalPages !== null && pageNo >= totalPages && !linksNext;
        return { items: items.filter((item) => item !== null), totalPages, isLast, linksNext };
      },
    });
  },

  parseDetail(page, item, plan, now) {
    return readDetail(page, item, { ...yamlAdapter.defaultSelectors.detail, ...plan.column.detail }, now);
  },

  inspectFirstPage: (page, { plan }) => numberingProblems(page, plan),
});

function rowsOf(html: string, url: string, plan: CrawlPlan, now: Date): ListRow[] {
  const { listSelectors } = plan.column;
  if (listSelectors !== null) return parseList(html, url, listSelectors, now);
  const { rows, confidence } = inferList(html, url, now);
  return confidence >= MIN_CONFIDENCE ? rows : [];
}

function rowItem(plan: CrawlPlan, row: ListRow): CrawlItem | null {
  const { url, title, publishDate, publishTime, pinned } = row;
  const file = row.isFile ? { attachments: [{ url, name: title }], bodyHtml: fileBodyHtml(url, title) } : {};
  return buildItem(plan, { url, title, publishDate, publishTime, pinned, ...file });
}

/** A list whose second page is left out looks complete: the numbering deserves a second look. */
function numberingProblems(page: FetchedPage, plan: CrawlPlan): string[] {
  const { pagination } = plan.column;
  if (pagination.type === 'none') return [];
  const { style, totalPages } = nextPageHint(decodePage(page.body, page.charsetHint).text, page.finalUrl);
  const expected = style === 'trs' ? 1 : 2;
  if (style === null || (totalPages ?? 2) < 2 || pagination.start === expected) return [];
  return [
    `The list numbers its pages in the ${style === 'trs' ? 'TRS' : 'NFCMS'} way: pagination.start should be ${expected}, not ${pagination.start}`,
  ];
}
