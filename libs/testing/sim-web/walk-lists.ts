import { constants, createPublicKey, publicEncrypt } from 'node:crypto';
import { normalizeUrl } from '@govcrawler/core';
import { type SiteColumn, type SiteFile } from '@govcrawler/contracts';
import { askSimWeb } from './sim-client.js';
import { type SimSite, type SimWeb } from './sim-web.js';

/*
 * A second, deliberately simple reader of the simulated lists, for the simulation's own tests: regular expressions
 * and JSON paths straight from the site file, nothing shared with the dialects or with the product's adapters.
 */

type ColumnReader = (web: SimWeb, site: SiteFile, column: SiteColumn) => AsyncGenerator<string[]>;

/** Every address that the first pages of a site's lists link to, by column, in the order of the list. */
export async function walkLists(web: SimWeb, { siteFile }: SimSite, maxPages = 50): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const column of siteFile.columns) {
    const urls = new Set<string>();
    let pages = 0;
    for await (const page of READERS[siteFile.adapter]?.(web, siteFile, column) ?? []) {
      const before = urls.size;
      for (const url of page) urls.add(normalizeUrl(url));
      if (urls.size === before || ++pages === maxPages) break;
    }
    found.set(column.column_id, [...urls]);
  }
  return found;
}

const READERS: Record<string, ColumnReader> = {
  yaml: readHtmlList,
  gkmlpt: readGkmlpt,
  gov_cn_policy: (web, site, column) =>
    site.adapter_params['policy_profile'] === 'xxgk' ? readXxgk(web, site) : readZcwjk(web, site, column),
  xinhua: readXinhua,
  rss: readFeed,
};

/** The one link per row of each list markup. */
const ROW_LINKS =
  /<li>(?:<(?:i|span)[^>]*>[^<]*<\/(?:i|span)>)?<a [^>]*?href="([^"]+)"[^>]*title=|<h3><a href="([^"]+)"|<TD CLASS="tit">(?:<FONT[^>]*>[^<]*<\/FONT>)?<A HREF="([^"]+)"/g;

async function* readHtmlList(web: SimWeb, site: SiteFile, { list_url: first }: SiteColumn): AsyncGenerator<string[]> {
  const pagination = site.default_column?.pagination;
  for (let page = 0; ; page++) {
    let url = first;
    if (page > 0 && pagination?.type === 'path_pattern') {
      url = new URL(pagination.pattern.replace('{page}', String(pagination.start + page - 1)), first).href;
    } else if (page > 0 && pagination?.type === 'page_param') {
      url = `${first}&${pagination.param}=${pagination.start + page - 1}`;
    }
    const { status, body } = await askSimWeb(web.port, url);
    if (status !== 200) return;
    // Addresses are ASCII: any decoding will do. The menu above the list is not part of it.
    const html = body.toString('latin1').replace(/<ul class="nav">[\s\S]*?<\/ul><\/div><\/li><\/ul>/, '');
    yield [...html.matchAll(ROW_LINKS)].map((match) => new URL(match[1] ?? match[2] ?? match[3] ?? '', url).href);
  }
}

async function* readGkmlpt(web: SimWeb, site: SiteFile, column: SiteColumn): AsyncGenerator<string[]> {
  const values: Record<string, unknown> = { ...site.adapter_params, ...column.params };
  for (let page = 1; ; page++) {
    const path = String(values['list_api_path_tpl']).replace(/\{(\w+)\}/g, (_, name: string) =>
      String(name === 'page' ? page : values[name]),
    );
    const { status, body } = await askSimWeb(web.port, new URL(path, site.base_url).href);
    if (status === 404) return;
    const answer = JSON.parse(body.toString());
    const list: { url: string }[] = values['dialect'] === 'seed' ? answer.result.data.list : answer.articles;
    yield list.map(({ url }) => url);
  }
}

async function* readXxgk(web: SimWeb, { adapter_params: params }: SiteFile): AsyncGenerator<string[]> {
  const warmup = await askSimWeb(web.port, String(params['warmup_url']));
  const code: unknown = JSON.parse(warmup.body.toString()).result.data;
  for (let pageNo = 1; ; pageNo++) {
    const { body } = await askSimWeb(web.port, String(params['list_url']), {
      method: 'POST',
      headers: xxgkHeaders(String(params['public_key']), String(params['app_key']), String(params['app_name'])),
      body: JSON.stringify({ code, pageNo, pageSize: params['page_size'] }),
    });
    const once: unknown = JSON.parse(body.toString());
    const answer = typeof once === 'string' ? JSON.parse(once) : once;
    yield answer.result.data.list.map((item: { pub_url: string }) => item.pub_url);
  }
}

/** Headers as the page's own script makes them. */
export function xxgkHeaders(publicKey: string, appKey: string, appName: string): Record<string, string> {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  const cipher = publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(appKey)).toString('base64');
  return {
    'content-type': 'application/json;charset=utf-8',
    athenaappkey: encodeURIComponent(cipher),
    athenaappname: encodeURIComponent(appName),
  };
}

async function* readZcwjk(
  web: SimWeb,
  { adapter_params: params }: SiteFile,
  column: SiteColumn,
): AsyncGenerator<string[]> {
  interface Library {
    listVO: { url: string }[] | null;
  }
  for (let page = 1; ; page++) {
    const url = `${params['list_url']}?t=${column.params?.['t']}&p=${page}&n=${params['page_size']}&q=`;
    const { searchVO } = JSON.parse((await askSimWeb(web.port, url)).body.toString()) as {
      searchVO: Library & { catMap: Record<string, Library> | null };
    };
    yield [searchVO, ...Object.values(searchVO.catMap ?? {})].flatMap(({ listVO }) =>
      (listVO ?? []).map((item) => item.url),
    );
  }
}

async function* readXinhua(web: SimWeb, _site: SiteFile, { params }: SiteColumn): AsyncGenerator<string[]> {
  const url = String(params?.['list_json_url']);
  const { datasource } = JSON.parse((await askSimWeb(web.port, url)).body.toString()) as {
    datasource: { publishUrl: string }[];
  };
  yield datasource.map(({ publishUrl }) => new URL(publishUrl, url).href);
}

async function* readFeed(web: SimWeb, _site: SiteFile, { list_url: url }: SiteColumn): AsyncGenerator<string[]> {
  const feed = (await askSimWeb(web.port, url)).body.toString();
  const links = /<item>[\s\S]*?<link>([^<]+)<\/link>|<entry>[\s\S]*?<link rel="alternate"[^>]*href="([^"]+)"/g;
  yield [...feed.matchAll(links)].map((match) => (match[1] ?? match[2] ?? '').replaceAll('&amp;', '&'));
}
