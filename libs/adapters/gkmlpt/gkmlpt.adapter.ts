import { type CrawlPlan, type FetchedPage, type FetchFailure, type FetchResult } from '@govcrawler/contracts';
import { SiteChangedError } from '@govcrawler/core';
import { decodePage } from '@govcrawler/parser';
import { z } from 'zod';
import { defineAdapter } from '../define-adapter.js';
import { readParams } from '../listing/adapter-params.js';
import { asFailure, fetchFor, refererOf } from '../listing/list-request.js';
import { isObject, objectsAt, readJson, valueAt, type JsonObject } from '../listing/read-json.js';
import { walkList, type ListReading } from '../listing/walk-list.js';
import { type AdapterContext } from '../site-adapter.js';
import { readGkmlptConfig } from './gkmlpt-config.js';
import { gkmlptDetail } from './gkmlpt-detail.js';
import { gkmlptItem } from './gkmlpt-item.js';

const TEMPLATES = {
  seed: 'gkmlpt/api/list?area_code={area_code}&dept_path={dept_path}&column_id={column_id}&page={page}&page_size={page_size}&sid={sid}',
  articles: 'gkmlpt/api/all/{column_id}?page={page}&sid={sid}',
} as const;

export const gkmlptParamsSchema = z.strictObject({
  dialect: z
    .enum(['seed', 'articles'])
    .default('seed')
    .describe('Which list API the platform has: `seed` answers result.data.list, `articles` answers articles[]'),
  list_api_path_tpl: z
    .string()
    .includes('{page}')
    .optional()
    .describe(
      'Path of the list API below base_url, with {column_id}, {page}, {sid}, {page_size}, {area_code}, {dept_path}',
    ),
  sid: z
    .union([z.string().min(1), z.int()])
    .optional()
    .describe('Id of the site on the platform; read from the index page when missing'),
  column_id: z.int().min(0).optional().describe('Column of the catalogue; 0 is the whole site'),
  area_code: z.string().default('').describe('Area code, for APIs that ask for it'),
  dept_path: z.string().default('').describe('Department path, for APIs that ask for it'),
  page_size: z.int().min(1).max(500).default(20).describe('Rows per page, for APIs that ask for it'),
  hard_max_pages: z.int().min(1).max(1_000).default(50).describe('Upper limit of pages read in one crawl'),
});

type GkmlptParams = z.infer<typeof gkmlptParamsSchema>;

/** 政府信息公开目录管理平台: lists by a JSON API, documents as pages whose body may only stand in their script. */
export const gkmlptAdapter = defineAdapter({
  id: 'gkmlpt',
  title: '政府信息公开目录平台',
  defaultIntervalSec: 8,
  paramsSchema: gkmlptParamsSchema,
  defaultSelectors: {
    list: null,
    detail: {
      title: 'h1.title::text, .article-title::text, meta[name="ArticleTitle"]::attr(content)',
      publish_time: 'meta[name="PubDate"]::attr(content)',
      source: 'meta[name="ContentSource"]::attr(content)',
      content: 'div.article-content, div.zw, div.TRS_Editor',
      attachment_css: 'a.nfw-cms-attachment',
    },
  },

  async *list(context) {
    const params = readParams(gkmlptParamsSchema, context.plan);
    const template = params.list_api_path_tpl ?? TEMPLATES[params.dialect];
    let { sid } = params;
    return yield* walkList({
      maxPages: params.hard_max_pages,
      load: async (pageNo) => {
        if (sid === undefined && template.includes('{sid}')) {
          const index = await fetchIndex(context);
          if (!index.ok) return index;
          sid = sidOf(index);
        }
        const url = apiUrl(template, context.plan, { ...params, sid }, pageNo);
        const headers = refererOf(context.plan);
        return fetchFor(context, { url, purpose: 'api', headers, listHead: pageNo === 1 });
      },
      read: (page, pageNo) => readArticles(page, pageNo, context),
    });
  },

  parseDetail: (page, item, plan, now) =>
    gkmlptDetail(page, item, { ...gkmlptAdapter.defaultSelectors.detail, ...plan.column.detail }, now),
});

function fetchIndex(context: AdapterContext): Promise<FetchResult> {
  const url = new URL('gkmlpt/index', folderOf(context.plan.site.baseUrl)).href;
  return fetchFor(context, { url, purpose: 'list' });
}

function sidOf(index: FetchedPage): string {
  const { sid } = readGkmlptConfig(decodePage(index.body, index.charsetHint).text);
  if (sid !== null) return sid;
  throw new SiteChangedError(`The page ${index.finalUrl} does not tell the site's SID; set adapter_params.sid`);
}

/** The platform may lie below a folder of its host: paths without a leading slash are below the site's base_url. */
function apiUrl(template: string, plan: CrawlPlan, params: GkmlptParams, pageNo: number): string {
  const values: Record<string, string> = {
    page: String(pageNo),
    page_size: String(params.page_size),
    sid: String(params.sid ?? ''),
    column_id: String(params.column_id ?? columnInUrl(plan.target.entryUrl)),
    area_code: params.area_code,
    dept_path: params.dept_path,
  };
  const path = template.replace(/\{(\w+)\}/g, (hole, name: string) => {
    const value = values[name];
    return value === undefined ? hole : encodeURIComponent(value);
  });
  return new URL(path, folderOf(plan.site.baseUrl)).href;
}

function folderOf(baseUrl: string): string {
  return new URL('.', baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`).href;
}

/** Addresses of the platform's own pages name the column behind the #: /gkmlpt/index#1234. */
function columnInUrl(entryUrl: string): number {
  return Number(/^#(\d+)$/.exec(new URL(entryUrl).hash)?.[1] ?? 0);
}

function readArticles(page: FetchedPage, pageNo: number, { plan, now }: AdapterContext): ListReading | FetchFailure {
  const json = readJson(page);
  if (json === undefined)
    return asFailure(page, 'blocked_soft', `The list API ${page.finalUrl} did not answer with JSON`);
  const articles = articlesOf(json);
  if (articles === null)
    throw new SiteChangedError(`The list API ${page.finalUrl} answered without a list of articles`);
  const items = articles.map((article) => gkmlptItem(plan, article, page.finalUrl, now()));
  // Counts are not trusted to end the list: they hold what was ever published, and pages are shorter than they say.
  const total = Number(valueAt(json, 'total') ?? valueAt(json, 'result.data.total') ?? NaN);
  const totalPages = pageNo === 1 && total > 0 && articles.length > 0 ? Math.ceil(total / articles.length) : null;
  return { items: items.filter((item) => item !== null), totalPages, isLast: false };
}

/** Either shape, whatever the dialect says: platforms are updated without notice. */
function articlesOf(json: unknown): JsonObject[] | null {
  if (isObject(json) && json.articles === null) return [];
  return (
    objectsAt(json, 'articles') ??
    objectsAt(json, 'result.data.list') ??
    objectsAt(json, 'data.list') ??
    objectsAt(json, 'data.articles')
  );
}
