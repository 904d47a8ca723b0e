import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FetchRequest, type SiteFile } from '@govcrawler/contracts';
import { type RawAnswer } from './direct-fetcher.conformance.js';

/*
 * One server per kind of site, under whatever host name a site file gives it: it answers in the markup that the file's
 * comments name as its source. The documents are ours.
 */

const FIXTURES = join(import.meta.dirname, '..', 'fixtures');
const fixture = (path: string) => readFileSync(join(FIXTURES, path), 'utf8');
const found = (body: string): RawAnswer => ({ status: 200, body });
const MISSING: RawAnswer = { status: 404, body: '' };
const TEXT = `<p>各县（市、区）人民政府，市政府各部门、各直属机构：</p><p>${'现将有关事项通知如下，请认真贯彻执行。'.repeat(6)}</p>`;

type Stage = (request: FetchRequest, site: SiteFile) => RawAnswer;

/** NFCMS portals: dated rows, documents with the standard meta tags. */
const portal: Stage = ({ url }) => {
  const { origin } = new URL(url);
  if (url.includes('/content/post_')) {
    return found(`<html><head><meta name="ArticleTitle" content="关于第1号事项的通知"><meta name="PubDate" content="2026-10-01 09:30">
      <meta name="ContentSource" content="本网"></head><body><h1>关于第1号事项的通知</h1><div class="article-content">${TEXT}</div></body></html>`);
  }
  const rows = [1, 2, 3].map(
    (id) =>
      `<li><a href="${origin}/zwgk/content/post_${id}.html" title="关于第${id}号事项的通知">关于第${id}号...</a><span>2026-10-0${id}</span></li>`,
  );
  return found(`<html><body><div class="viewList"><ul>${rows.join('')}</ul></div></body></html>`);
};

/** The catalogue platform: a front page with its configuration, an API, and documents with their text in a script. */
const catalogue: Stage = ({ url }) => {
  const { origin, pathname } = new URL(url);
  const own = (text: string) => text.replaceAll('http://www.example.gov.cn', origin);
  if (pathname.includes('/gkmlpt/api/')) return found(own(fixture('gkmlpt-articles/list-1.json')));
  if (pathname.includes('/content/')) return found(fixture('gkmlpt-articles/detail.html'));
  return pathname.endsWith('/gkmlpt/index') ? found(own(fixture('gkmlpt-articles/index.html'))) : MISSING;
};

/** www.gov.cn: the gateway of the disclosure platform, the search of the policy library, static lists. */
const central: Stage = ({ url, method }) => {
  const own = (text: string) => text.replaceAll('http://www.gov.sim-cn.test', 'https://www.gov.cn');
  if (method === 'POST') return found(own(fixture('sim-gov-cn-xxgk/list-2.json')));
  if (url.includes('/athena/')) return found(fixture('sim-gov-cn-xxgk/list-1.json'));
  if (url.includes('/search-gov/data')) return found(fixture('gov-cn-zcwjk/list-1.json'));
  if (url.endsWith('.json')) return found(fixture('gov-cn-latest/list.json'));
  return url.includes('/content_') ? found(fixture('gov-cn-zcwjk/detail.html')) : MISSING;
};

/** www.news.cn: a column page that names its data, the data, and documents. */
const agency: Stage = ({ url }) => {
  if (/\/ds_[0-9a-f]{32}\.json/.test(url)) return found(fixture('xinhua/list.json'));
  return found(fixture(url.endsWith('/c.html') ? 'xinhua/detail.html' : 'xinhua/column.html'));
};

/** news.163.com: rows in a script, documents with a post body. */
const netease: Stage = ({ url }) => {
  if (url.includes('callback=')) return found(fixture('json-list-netease/list-1.js'));
  return found(`<html><body><h1 class="post_title">多地推进老旧小区改造</h1><div class="post_info">2026-11-16 09:30:00　来源: 央视新闻</div>
    <div class="post_body">${TEXT}</div></body></html>`);
};

const STAGES: Record<string, Stage> = {
  yaml: portal,
  gkmlpt: catalogue,
  gov_cn_policy: central,
  xinhua: agency,
  json_list: netease,
};

/** The server of a site, as its file describes it. */
export function stageOf(site: SiteFile): (request: FetchRequest) => RawAnswer {
  const stage = STAGES[site.adapter];
  if (!stage) throw new Error(`no stage for ${site.adapter}`);
  return (request) => stage(request, site);
}
