import { type FetchedPage, type FetchFailure } from '@govcrawler/contracts';
import { SiteChangedError } from '@govcrawler/core';
import { z } from 'zod';
import { defineAdapter } from '../define-adapter.js';
import { readParams } from '../listing/adapter-params.js';
import { asFailure, fetchFor } from '../listing/list-request.js';
import { readJson } from '../listing/read-json.js';
import { walkList, type ListReading } from '../listing/walk-list.js';
import { readDetail } from '../read-detail.js';
import { type AdapterContext, type ListEnd, type ListStep } from '../site-adapter.js';
import { jsonItem, jsonRows, KNOWN_FIELDS, type RowFields } from './json-rows.js';

const names = (text: string) =>
  z
    .union([z.string().min(1), z.array(z.string().min(1))])
    .describe(text)
    .optional();

export const jsonListParamsSchema = z.strictObject({
  list_json_url: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Address of the list; without it, list_url is the list'),
  next_json_url: z
    .string()
    .regex(/\{page2?\}/)
    .optional()
    .describe('Address of the second page and on; {page} is the number, {page2} the number with two digits'),
  max_pages: z.int().min(1).max(1_000).default(20).describe('Upper limit of pages read in one crawl'),
  rows_path: z
    .string()
    .optional()
    .describe('Where the rows are, e.g. "data.list"; the usual places are tried without it'),
  fields: z
    .strictObject({
      title: names('Field of the title'),
      url: names('Field of the link'),
      time: names('Field of the publication time'),
      source: names('Field of 来源'),
      keywords: names('Field of 主题词'),
      id: names('Field of the CMS id'),
      docNo: names('Field of 文号'),
    })
    .optional()
    .describe('Names of the fields, where they are not the usual ones'),
});

type JsonListParams = z.infer<typeof jsonListParamsSchema>;

/** Walks a list that is a JSON file or a JSONP script. */
export async function* listJson(
  context: AdapterContext,
  params: JsonListParams,
): AsyncGenerator<ListStep, ListEnd, undefined> {
  const firstUrl = params.list_json_url ?? context.plan.target.entryUrl;
  const fields = fieldNames(params);
  return yield* walkList({
    maxPages: params.next_json_url === undefined ? 1 : params.max_pages,
    load: (pageNo) => {
      const url = pageUrl(firstUrl, params.next_json_url, pageNo);
      return fetchFor(context, { url, purpose: 'api', listHead: pageNo === 1 });
    },
    read: (page) => readRows(page, params, fields, context),
  });
}

function fieldNames({ fields = {} }: JsonListParams): RowFields {
  const own = Object.entries(fields).flatMap(([key, value]) => (value === undefined ? [] : [[key, [value].flat()]]));
  return { ...KNOWN_FIELDS, ...(Object.fromEntries(own) as Partial<RowFields>) };
}

function pageUrl(firstUrl: string, next: string | undefined, pageNo: number): string {
  if (pageNo === 1 || next === undefined) return firstUrl;
  return next.replaceAll('{page2}', String(pageNo).padStart(2, '0')).replaceAll('{page}', String(pageNo));
}

function readRows(
  page: FetchedPage,
  params: JsonListParams,
  fields: RowFields,
  { plan, now }: AdapterContext,
): ListReading | FetchFailure {
  const json = readJson(page);
  if (json === undefined) return asFailure(page, 'blocked_soft', `The list ${page.finalUrl} is not JSON`);
  const rows = jsonRows(json, params.rows_path);
  if (rows === null)
    throw new SiteChangedError(
      `The list ${page.finalUrl} has no rows at ${params.rows_path ?? 'any of the usual places'}`,
    );
  const items = rows.map((row) => jsonItem(plan, row, fields, page.finalUrl, now()));
  return { items: items.filter((item) => item !== null), totalPages: null, isLast: params.next_json_url === undefined };
}

/** Reads lists that are JSON files or JSONP scripts, page by page where there are several. */
export const jsonListAdapter = defineAdapter({
  id: 'json_list',
  title: 'JSON 列表',
  defaultIntervalSec: null,
  paramsSchema: jsonListParamsSchema,
  defaultSelectors: { list: null, detail: {} },
  list: (context) => listJson(context, readParams(jsonListParamsSchema, context.plan)),
  parseDetail: (page, item, plan, now) => readDetail(page, item, plan.column.detail, now),
});
