import {
  type CrawlItem,
  type CrawlPlan,
  type FetchedPage,
  type FetchFailure,
  type Validity,
} from '@govcrawler/contracts';
import { SiteChangedError } from '@govcrawler/core';
import { buildItem } from '../listing/build-item.js';
import { cleanDocNo, cleanTitle, publishedAt } from '../listing/list-fields.js';
import { asFailure, fetchFor } from '../listing/list-request.js';
import { nativeIdInPath } from '../listing/native-id.js';
import { isObject, objectsAt, readJson, textField, valueAt, type JsonObject } from '../listing/read-json.js';
import { walkList, type ListReading } from '../listing/walk-list.js';
import { type AdapterContext, type ListEnd, type ListStep } from '../site-adapter.js';
import { type GovCnParams } from './gov-cn-params.js';
import { LibraryMerge, type LibraryPage } from './merge-libraries.js';

const SEARCH = 'https://sousuo.www.gov.cn/search-gov/data';
const REFERER = 'https://sousuo.www.gov.cn/zcwjk/policyDocumentLibrary';
/** The page's own form sends all of them, empty. */
const EMPTY_PARAMETERS = [
  'q',
  'mintime',
  'maxtime',
  'pcodeJiguan',
  'childtype',
  'subchildtype',
  'tsbq',
  'pubtimeyear',
  'puborg',
  'pcodeYear',
  'pcodeNum',
  'filetype',
  'inpro',
  'bmfl',
  'dup',
  'orpro',
];

/** Walks the document library of the State Council: one library, or several side by side. */
export function listZcwjk(context: AdapterContext, params: GovCnParams): AsyncGenerator<ListStep, ListEnd, undefined> {
  const merge = new LibraryMerge();
  return walkList({
    maxPages: params.hard_max_pages,
    load: (pageNo) =>
      fetchFor(context, { url: searchUrl(params, pageNo), purpose: 'api', headers: { referer: REFERER } }),
    read: (page, pageNo) => readAnswer(page, pageNo, params, merge, context),
  });
}

function searchUrl(params: GovCnParams, pageNo: number): string {
  const url = new URL(params.list_url ?? SEARCH);
  for (const name of EMPTY_PARAMETERS) url.searchParams.set(name, '');
  const { t, type, page_size } = params;
  const filled = {
    t,
    timetype: 'timeqb',
    sort: 'pubtime',
    sortType: '1',
    searchfield: 'title',
    p: pageNo,
    n: page_size,
  };
  for (const [name, value] of Object.entries(filled)) url.searchParams.set(name, String(value));
  if (type !== undefined) url.searchParams.set('type', type);
  return url.href;
}

function readAnswer(
  page: FetchedPage,
  pageNo: number,
  params: GovCnParams,
  merge: LibraryMerge,
  { plan, now }: AdapterContext,
): ListReading | FetchFailure {
  const json = readJson(page);
  if (json === undefined) return asFailure(page, 'blocked_soft', `The search ${page.url} did not answer with JSON`);
  const code = valueAt(json, 'code');
  if (code !== undefined && String(code) !== '200') {
    return asFailure(
      page,
      'blocked_soft',
      `The search ${page.url} refused: ${String(code)} ${String(valueAt(json, 'msg'))}`,
    );
  }
  const answer = valueAt(json, 'searchVO') ?? valueAt(json, 'result.data.searchVO');
  if (!isObject(answer)) throw new SiteChangedError(`The search ${page.url} answered without searchVO`);
  const libraries = librariesOf(answer);
  const totals = libraries.map(({ total }) => Math.ceil(total / params.page_size));
  const pages = libraries.map(({ name, rows, total }): LibraryPage => {
    const items = rows.map((row) => zcwjkItem(plan, row, name, now())).filter((item) => item !== null);
    return { items, isLast: total > 0 && pageNo * params.page_size >= total };
  });
  const isLast = pages.length > 0 && pages.every((library) => library.isLast);
  const due = merge.add(pages);
  const items = isLast || pageNo === params.hard_max_pages ? [...due, ...merge.rest()] : due;
  return { items, totalPages: Math.max(0, ...totals) || null, isLast };
}

interface Library {
  name: string | null;
  rows: JsonObject[];
  total: number;
}

/** One library answers with listVO, several with one list each under catMap; an answer may hold both. */
function librariesOf(answer: JsonObject): Library[] {
  const libraries = Object.entries(isObject(answer.catMap) ? answer.catMap : {}).map(([name, library]): Library => ({
    name,
    rows: objectsAt(library, 'listVO') ?? [],
    total: Number(valueAt(library, 'totalCount') ?? 0) || 0,
  }));
  const single = objectsAt(answer, 'listVO');
  if (single !== null) libraries.unshift({ name: null, rows: single, total: Number(answer.totalCount ?? 0) || 0 });
  return libraries;
}

function zcwjkItem(plan: CrawlPlan, row: JsonObject, library: string | null, now: Date): CrawlItem | null {
  const title = cleanTitle(textField(row, 'title') ?? '');
  const url = textField(row, 'url');
  if (!title || url === null || !URL.canParse(url, plan.target.entryUrl)) return null;
  const address = new URL(url, plan.target.entryUrl);
  const written = publishedAt(textField(row, 'ptime'), now).publishDate;
  const summary = textField(row, 'summary');
  return buildItem(plan, {
    url: address.href,
    title,
    ...publishedAt(textField(row, 'pubtime', 'pubtimeStr'), now),
    nativePostId: nativeIdInPath(address.pathname),
    docNo: cleanDocNo(textField(row, 'pcode', 'wenhao', 'fwzh')),
    indexNo: textField(row, 'index'),
    publisher: textField(row, 'puborg'),
    sourceRaw: textField(row, 'source'),
    topicWords: textField(row, 'subjectword'),
    openCategory: textField(row, 'childtype'),
    validity: validityOf(textField(row, 'shixiao')),
    metadata: {
      ...(library === null ? {} : { library }),
      ...(written === null ? {} : { writtenDate: written }),
      ...(summary === null ? {} : { summary: cleanTitle(summary) }),
    },
  });
}

function validityOf(text: string | null): Validity | null {
  if (text === null) return null;
  if (/废止/.test(text)) return 'abolished';
  if (/失效|无效/.test(text)) return 'expired';
  return /有效/.test(text) ? 'effective' : null;
}
