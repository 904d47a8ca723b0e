import { type CrawlItem, type CrawlPlan, type FetchedPage, type FetchFailure } from '@govcrawler/contracts';
import { SiteChangedError } from '@govcrawler/core';
import { buildItem } from '../listing/build-item.js';
import { cleanDocNo, cleanTitle, publishedAt } from '../listing/list-fields.js';
import { asFailure } from '../listing/list-request.js';
import { nativeIdInPath } from '../listing/native-id.js';
import { objectsAt, readJson, textField, valueAt, type JsonObject } from '../listing/read-json.js';
import { walkList, type ListReading } from '../listing/walk-list.js';
import { type AdapterContext, type ListEnd, type ListStep } from '../site-adapter.js';
import { AthenaSession, gatewayRefusal } from './athena-session.js';
import { type GovCnParams } from './gov-cn-params.js';

/** Where the gateway's queries keep their rows: the library, and the site search. */
const ROW_PATHS = ['result.data.list', 'result.data.middle.list'];

/** Walks the disclosure library of www.gov.cn/zhengce/xxgk, newest first. */
export function listXxgk(context: AdapterContext, params: GovCnParams): AsyncGenerator<ListStep, ListEnd, undefined> {
  const session = new AthenaSession(context, params);
  return walkList({
    maxPages: params.hard_max_pages,
    load: (pageNo) => session.query(query(params, pageNo)),
    read: (page, pageNo) => readRows(page, pageNo, params, context),
  });
}

function query(params: GovCnParams, pageNo: number): Record<string, unknown> {
  return {
    thirdPartyCode: params.third_party_code,
    thirdPartyTableId: params.third_party_table_id,
    resultFields: ['pub_url', 'maintitle', 'fwzh', 'cwrq', 'publish_time'],
    trackTotalHits: 'true',
    searchFields: [{ fieldName: 'maintitle', searchWord: '' }],
    isPreciseSearch: 0,
    sorts: [{ sortField: 'publish_time', sortOrder: 'DESC' }],
    childrenInfoIds: [],
    pageSize: params.page_size,
    pageNo,
  };
}

function readRows(
  page: FetchedPage,
  pageNo: number,
  params: GovCnParams,
  { plan, now }: AdapterContext,
): ListReading | FetchFailure {
  const json = readJson(page);
  if (json === undefined) return asFailure(page, 'blocked_soft', `The gateway ${page.url} did not answer with JSON`);
  const refusal = gatewayRefusal(json);
  if (refusal !== null) return asFailure(page, 'blocked_soft', `The gateway ${page.url} refused the query: ${refusal}`);
  const paths = params.list_path === undefined ? ROW_PATHS : [params.list_path];
  const rows = paths.map((path) => objectsAt(json, path)).find((found) => found !== null);
  if (!rows) throw new SiteChangedError(`The gateway ${page.url} answered without rows at ${paths.join(' or ')}`);
  const pageCount = Number(valueAt(json, 'result.data.pager.pageCount') ?? 0);
  return {
    items: rows.map((row) => xxgkItem(plan, row, now())).filter((item) => item !== null),
    totalPages: pageCount > 0 ? pageCount : null,
    isLast: pageCount > 0 && pageNo >= pageCount,
  };
}

function xxgkItem(plan: CrawlPlan, row: JsonObject, now: Date): CrawlItem | null {
  const title = cleanTitle(textField(row, 'maintitle', 'title_no_tag', 'title') ?? '');
  const url = textField(row, 'pub_url', 'url');
  if (!title || url === null || !URL.canParse(url, plan.target.entryUrl)) return null;
  const address = new URL(url, plan.target.entryUrl);
  const written = publishedAt(textField(row, 'cwrq'), now).publishDate;
  return buildItem(plan, {
    url: address.href,
    title,
    ...publishedAt(textField(row, 'publish_time', 'time'), now),
    nativePostId: nativeIdInPath(address.pathname),
    docNo: cleanDocNo(textField(row, 'fwzh')),
    metadata: written === null ? {} : { writtenDate: written },
  });
}
