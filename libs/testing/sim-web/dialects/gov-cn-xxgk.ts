import { SeededRandom } from '../seeded-random.js';
import { type SimSiteState } from '../sim-site.js';
import { APP_KEY, APP_NAME, decryptAppKey, PUBLIC_KEY } from './athena-gateway.js';
import { type Dialect, type SimRequest, type SimResponse, type SiteDefinition } from './dialect.js';
import { GOV_CN_DETAIL, govCnAddress, govCnPage } from './gov-cn-page.js';
import { homePage } from './home-page.js';
import { cutPage } from './list-page.js';
import { html, json } from './markup.js';
import { siteColumns } from './site-columns.js';

const WARMUP_TOKEN = '7D1C0F52A8E94B36C5D2E07193AF4B6850E6C2D7B18F93A4EC5D06B7F21A9384';
const LIST_TOKEN = 'A94F3C27D5B0E816472C9FD3815EB06A7CF2D49831E0B6A5D7C81F4293EB605D';

/** www.gov.cn/zhengce/xxgk: a gateway on the second host hands out a code, then lists for who encrypts its key right. */
export const govCnXxgkDialect: Dialect = {
  id: 'gov-cn-xxgk',
  traits: { shows: () => ['docNo', 'indexNo', 'publisher', 'source', 'writtenDate', 'openCategory'] },
  address: (draft) => govCnAddress(draft.site.hosts[0], '/zhengce/content/', draft),
  renderDetail: (site, record) => html(govCnPage(site, record, 'A', '政府信息公开')),
  respond,
  siteFile,
};

function gatewayHost(site: SiteDefinition): string {
  return site.hosts[1] ?? site.hosts[0];
}

function respond(site: SimSiteState, request: SimRequest): SimResponse | null {
  const { definition } = site;
  const { pathname } = request.url;
  if (request.host === gatewayHost(definition)) return gateway(site, request);
  if (pathname === definition.root) return html(homePage(site));
  if (pathname === definition.columns[0].path) return html(entrancePage(site));
  if (pathname === '/zhengce/xxgk/search.js') return script(definition);
  return null;
}

function entrancePage(site: SimSiteState): string {
  return homePage(site).replace(
    '</body>',
    '<div id="xxgk_list"></div><script src="/zhengce/xxgk/search.js"></script></body>',
  );
}

/** Key, app key and name are constants in the page's script, as minified code holds them. */
function script(site: SiteDefinition): SimResponse {
  const body = `!function(){function a(t,e){var r=new JSEncrypt;return r.setPublicKey("-----BEGIN PUBLIC KEY-----"+t+"-----END PUBLIC KEY-----"),r.encrypt(e)}var s="http://${gatewayHost(site)}/athena/forward/",o=encodeURIComponent(a("${PUBLIC_KEY}","${APP_KEY}")),c=encodeURIComponent("${APP_NAME}");window.xxgkSearch={base:s,warmup:"${WARMUP_TOKEN}",list:"${LIST_TOKEN}",headers:function(){return{athenaAppKey:o,athenaAppName:c}}}}();`;
  return { status: 200, headers: { 'content-type': 'application/javascript' }, body };
}

function gateway(site: SimSiteState, request: SimRequest): SimResponse | null {
  const token = /^\/athena\/forward\/([0-9A-F]+)$/.exec(request.url.pathname)?.[1];
  if (token === WARMUP_TOKEN && request.method === 'GET') {
    return json({ resultCode: { code: 200, message: 'success' }, result: { data: currentCode(site) } });
  }
  if (token === LIST_TOKEN && request.method === 'POST') return list(site, request);
  return null;
}

/** Changes with the seed, so that a code kept from elsewhere is worth nothing. */
function currentCode(site: SimSiteState): string {
  return `19${new SeededRandom(`code/${site.seed}`).hex(9)}`;
}

function list(site: SimSiteState, request: SimRequest): SimResponse {
  const header = (name: string) => String(request.headers[name] ?? '');
  if (decryptAppKey(header('athenaappkey')) !== APP_KEY) return refused(4010, 'athenaAppKey校验失败');
  if (header('athenaappname') !== encodeURIComponent(APP_NAME)) return refused(4011, 'athenaAppName无效');
  const query = parseQuery(request.body);
  if (query === null) return refused(4000, '请求体不是合法的JSON');
  if (query.code !== currentCode(site)) return refused(4012, 'code无效或已过期');

  const pageNo = Number(query.pageNo ?? 1);
  const pageSize = Math.min(Number(query.pageSize ?? 20) || 20, 50);
  const rows = site.rows(site.definition.columns[0].id);
  const cut = cutPage(rows, pageNo, pageSize, request);
  const answer = {
    resultCode: { code: 200, message: 'success' },
    result: {
      data: {
        list: (cut?.rows ?? []).map(({ record: { truth }, url }) => ({
          pub_url: url,
          maintitle: truth.title,
          fwzh: truth.docNo ?? '',
          cwrq: truth.writtenDate,
          publish_time: `${truth.publishDate} ${truth.publishTime}`,
        })),
        pager: { pageNo, pageSize, total: rows.length, pageCount: cut?.pages ?? Math.ceil(rows.length / pageSize) },
      },
    },
  };
  // Now and then the gateway wraps its answer into a string: JSON in JSON.
  return json(pageNo % 3 === 2 ? JSON.stringify(answer) : answer);
}

function parseQuery(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** The gateway answers 200 and says no inside. */
function refused(code: number, message: string): SimResponse {
  return json({ resultCode: { code, message }, result: null });
}

function siteFile(site: SiteDefinition): ReturnType<Dialect['siteFile']> {
  const base = `http://${gatewayHost(site)}/athena/forward/`;
  return {
    adapter: 'gov_cn_policy',
    adapter_params: {
      policy_profile: 'xxgk',
      page_size: site.pageSize,
      hard_max_pages: 50,
      api_base: base,
      warmup_url: `${base}${WARMUP_TOKEN}?thirdPartyName=hycloud&thirdPartyTenantId=8`,
      list_url: `${base}${LIST_TOKEN}`,
      app_name: APP_NAME,
      public_key: PUBLIC_KEY,
      app_key: APP_KEY,
    },
    default_column: { detail: GOV_CN_DETAIL },
    columns: siteColumns(site),
  };
}
