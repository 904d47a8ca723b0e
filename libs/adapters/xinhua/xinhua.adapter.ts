import { defineAdapter } from '../define-adapter.js';
import { jsonListParamsSchema, listJson } from '../json-list/json-list.adapter.js';
import { readParams } from '../listing/adapter-params.js';
import { readDetail } from '../read-detail.js';

const paramsSchema = jsonListParamsSchema.pick({ list_json_url: true }).required();

/** Xinhua: a column is one file ds_<32 hex>.json with up to a thousand rows; pages in the templates of several years. */
export const xinhuaAdapter = defineAdapter({
  id: 'xinhua',
  title: '新华网',
  defaultIntervalSec: 5,
  paramsSchema,
  defaultSelectors: {
    list: null,
    detail: {
      title: 'h1 span.title::text, h1::text, #title::text',
      publish_time: 'meta[name="publishdate"]::attr(content), .header-time::text, .info .time::text, span.time::text',
      source: 'meta[name="source"]::attr(content), .header-info .source::text, .source::text',
      content: 'span#detailContent, #detail, #p-detail, div.article',
    },
  },
  list: (context) =>
    listJson(
      context,
      jsonListParamsSchema.parse({ ...readParams(paramsSchema, context.plan), rows_path: 'datasource' }),
    ),
  parseDetail: (page, item, plan, now) =>
    readDetail(page, item, { ...xinhuaAdapter.defaultSelectors.detail, ...plan.column.detail }, now),
});
