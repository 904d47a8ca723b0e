import { defineAdapter } from '../define-adapter.js';
import { jsonListParamsSchema, listJson } from '../json-list/json-list.adapter.js';
import { readParams } from '../listing/adapter-params.js';
import { readDetail } from '../read-detail.js';
import { govCnParamsSchema } from './gov-cn-params.js';
import { listXxgk } from './xxgk-list.js';
import { listZcwjk } from './zcwjk-list.js';

const LATEST = 'https://www.gov.cn/zhengce/zuixin/ZUIXINZHENGCE.json';

/** www.gov.cn: the disclosure library behind its gateway, the document library, and the static feed of new policies. */
export const govCnPolicyAdapter = defineAdapter({
  id: 'gov_cn_policy',
  title: '中国政府网政策文件',
  defaultIntervalSec: 5,
  paramsSchema: govCnParamsSchema,
  defaultSelectors: {
    list: null,
    detail: {
      title: 'h1#ti::text, div.share-title::text',
      publish_time: 'meta[name="firstpublishedtime"]::attr(content), div.pages-date::text',
      source: 'span.font::text',
      content: '#UCAP-CONTENT, div.pages_content, td.b12c, .TRS_UEDITOR, .trs_editor_view',
      attachment_css: '#UCAP-CONTENT a[appendix="true"], #UCAP-CONTENT a[data-appendix="true"]',
    },
  },

  list(context) {
    const params = readParams(govCnParamsSchema, context.plan);
    switch (params.policy_profile) {
      case 'xxgk':
        return listXxgk(context, params);
      case 'zcwjk':
        return listZcwjk(context, params);
      case 'latest':
        return listJson(context, jsonListParamsSchema.parse({ list_json_url: params.list_url ?? LATEST }));
    }
  },

  parseDetail: (page, item, plan, now) =>
    readDetail(page, item, { ...govCnPolicyAdapter.defaultSelectors.detail, ...plan.column.detail }, now),
});
