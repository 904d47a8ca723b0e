import {
  type CrawlItem,
  type CrawlPlan,
  type FetchedPage,
  type FetchResult,
  type ListSelectors,
} from '@govcrawler/contracts';
import { decodePage, parseList } from '@govcrawler/parser';
import { z } from 'zod';
import { defineAdapter } from '../define-adapter.js';
import { jsonItem, jsonRows, KNOWN_FIELDS } from '../json-list/json-rows.js';
import { readParams } from '../listing/adapter-params.js';
import { buildItem } from '../listing/build-item.js';
import { fetchFor } from '../listing/list-request.js';
import { readJson } from '../listing/read-json.js';
import { walkList } from '../listing/walk-list.js';
import { readDetail } from '../read-detail.js';
import { type AdapterContext } from '../site-adapter.js';

export const xinhuaParamsSchema = z.strictObject({
  list_json_url: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Address of the column as JSON, ds_<32 hex>.json; looked up on the column page when missing'),
});

/** The first rows of a column, for pages that name no JSON file. */
const LIST_SELECTORS: ListSelectors = {
  row: 'ul.xpage-content-list > li, ul.dataList > li, div.xpage-content-list div.column-center-item',
  href: 'h3 a::attr(href), .tit a::attr(href), a::attr(href)',
  title: 'h3 a::text, .tit a::text, a::attr(title), a::text',
  date: '.time::text',
};

/** Xinhua: a column is one JSON file with up to a thousand rows, named on its page; documents in templates of many years. */
export const xinhuaAdapter = defineAdapter({
  id: 'xinhua',
  title: '新华网',
  defaultIntervalSec: 5,
  paramsSchema: xinhuaParamsSchema,
  defaultSelectors: {
    list: LIST_SELECTORS,
    detail: {
      title: 'h1 span.title::text, .head-line .title::text, h1::text, div.h-title::text, #title::text',
      publish_time: 'meta[name="publishdate"]::attr(content), .header-time::text, span.h-time::text, .info::text',
      source: 'meta[name="source"]::attr(content), .source::text',
      content: 'span#detailContent, #detail, #p-detail, div.article',
    },
  },

  async *list(context) {
    const { plan, now } = context;
    const { list_json_url } = readParams(xinhuaParamsSchema, plan);
    return yield* walkList({
      maxPages: 1,
      load: () =>
        list_json_url === undefined
          ? loadByColumnPage(context)
          : fetchFor(context, { url: list_json_url, purpose: 'api', listHead: true }),
      read: (page) => ({ items: itemsOf(page, plan, now()), totalPages: 1, isLast: true }),
    });
  },

  parseDetail: (page, item, plan, now) =>
    readDetail(page, item, { ...xinhuaAdapter.defaultSelectors.detail, ...plan.column.detail }, now),
});

/** The JSON file that the column page names; the page itself when it names none or the file is gone. */
async function loadByColumnPage(context: AdapterContext): Promise<FetchResult> {
  const page = await fetchFor(context, { url: context.plan.target.entryUrl, purpose: 'list' });
  if (!page.ok) return page;
  const html = decodePage(page.body, page.charsetHint).text;
  const id = /datasource["']?\s*[:=]\s*["']?([0-9a-f]{32})\b|\bds_([0-9a-f]{32})\.json/i.exec(html);
  if (id === null) return page;
  const url = new URL(`ds_${id[1] ?? id[2]}.json`, page.finalUrl).href;
  const json = await fetchFor(context, { url, purpose: 'api', listHead: true });
  return json.ok || json.reason === 'http_not_modified' ? json : page;
}

function itemsOf(page: FetchedPage, plan: CrawlPlan, now: Date): CrawlItem[] {
  const rows = jsonRows(readJson(page), undefined);
  if (rows !== null) {
    const items = rows.map((row) => jsonItem(plan, row, KNOWN_FIELDS, page.finalUrl, now));
    return items.filter((item) => item !== null);
  }
  const html = decodePage(page.body, page.charsetHint).text;
  const listed = parseList(html, page.finalUrl, plan.column.listSelectors ?? LIST_SELECTORS, now);
  return listed
    .map(({ url, title, publishDate, publishTime, pinned }) =>
      buildItem(plan, { url, title, publishDate, publishTime, pinned }),
    )
    .filter((item) => item !== null);
}
