import { MIME } from '../files/attachment-files.js';
import { type DocumentRecord, type ListedRow, type SimSiteState } from '../sim-site.js';
import { epochMs } from '../text/official-text.js';
import {
  type AddressDraft,
  type Dialect,
  everyEleventh,
  type SimRequest,
  type SimResponse,
  type SiteDefinition,
} from './dialect.js';
import { cutPage } from './list-page.js';
import { escapeHtml, html, json, PLAIN_STYLE, renderBlocks } from './markup.js';
import { attachmentUrl } from './nfcms.js';
import { pageShell } from './page-shell.js';
import { siteColumns } from './site-columns.js';

export interface GkmlptOptions {
  /** `articles`: /gkmlpt/api/all/{column}; `seed`: a list with query parameters and the rows under result.data.list. */
  list: 'articles' | 'seed';
  sid: string;
  /** The first page holds the whole public window and page 2 is a 404, as on some city platforms. */
  onePageOnly: boolean;
  /** The page's own body is empty; only the script carries the text. */
  bodyInScriptOnly: boolean;
}

/** 政府信息公开目录管理平台: a tree of columns in the page's script, a JSON list, details with the body in the script. */
export function gkmlptDialect(options: GkmlptOptions): Dialect {
  return {
    id: 'gkmlpt',
    traits: {
      shows: () => ['docNo', 'indexNo', 'publisher', 'validity', 'writtenDate', 'topicWords', 'openCategory'],
      listsTwice: everyEleventh,
    },
    address,
    renderDetail: (site, record) => html(detailPage(site, record, options)),
    respond: (site, request) => respond(site, request, options),
    siteFile: (site) => siteFile(site, options),
  };
}

function address({ site, index }: AddressDraft) {
  const id = 5_120_000 + (site.columns[0].cmsId ?? 0) * 1000 + index * 11;
  const url = `http://${site.hosts[0]}${site.root}gkmlpt/content/${Math.floor(id / 1e6)}/${Math.floor(id / 1e3)}/post_${id}.html`;
  return {
    nativeId: String(id),
    urlIn: () => url,
    fileUrl: (n: number, format: string) => attachmentUrl(site.hosts[0], id, n, format),
  };
}

function respond(site: SimSiteState, request: SimRequest, options: GkmlptOptions): SimResponse | null {
  const { definition } = site;
  const { pathname, searchParams } = request.url;
  const base = `${definition.root}gkmlpt/`;
  if (!pathname.startsWith(base)) return pathname === definition.root ? redirectTo(`${base}index`) : null;
  const rest = pathname.slice(base.length);
  if (rest === 'index' || rest === 'policy') return html(indexPage(site, options));
  const asked =
    options.list === 'articles'
      ? /^api\/all\/(\d+)$/.exec(rest)?.[1]
      : rest === 'api/list'
        ? searchParams.get('column_id')
        : null;
  if (!asked) return null;
  return listApi(site, Number(asked), request, options);
}

function redirectTo(location: string): SimResponse {
  return { status: 302, headers: { location }, body: '' };
}

function listApi(site: SimSiteState, cmsId: number, request: SimRequest, options: GkmlptOptions): SimResponse | null {
  const { definition } = site;
  const column = definition.columns.find((candidate) => candidate.cmsId === cmsId);
  if (!column && cmsId !== 0) return null;
  // Another site's id selects nothing; without one the platform goes by the host.
  const sid = request.url.searchParams.get('sid') ?? options.sid;
  const rows = sid === options.sid ? (column ? site.rows(column.id) : wholeSite(site)) : [];
  // The interface counts from 1; 0 shows the same rows as 1.
  const page = Number(request.url.searchParams.get('page') ?? 1) || 1;
  if (options.onePageOnly && page > 1 && request.endless === null) return null;
  const cut = cutPage(rows, page, options.onePageOnly ? 10_000 : definition.pageSize, request);
  const articles = (cut?.rows ?? []).map((row) => article(site, row));
  if (options.list === 'seed')
    return json({ code: 200, msg: 'ok', result: { data: { list: articles, total: rows.length } } });
  return json({
    classify: {
      id: cmsId,
      name: column?.name ?? '全部',
      parent: 0,
      // Counts what was ever published, which is more than the public window shows.
      post_count: rows.length + 37,
      theme_count: rows.length,
    },
    articles,
    total: rows.length,
  });
}

function wholeSite(site: SimSiteState): ListedRow[] {
  const seen = new Map(
    site.definition.columns.flatMap(({ id }) => site.rows(id)).map((row) => [row.record.truth.id, row]),
  );
  return [...seen.values()].sort((a, b) => b.date.localeCompare(a.date));
}

/** Numbers come as numbers or as strings, as the platform mixes them. */
function article({ definition }: SimSiteState, { record, url, date }: ListedRow) {
  const { truth, subject } = record;
  const column = definition.columns.find(({ id }) => id === truth.listings[0]?.column) ?? definition.columns[0];
  const published = epochMs(truth.publishDate, truth.publishTime) / 1000;
  return {
    id: Number(truth.nativeId),
    title: truth.title,
    url,
    post_url: '',
    date: truth.writtenDate ? epochMs(truth.writtenDate) / 1000 : 0,
    created_at: `${date} 00:00:00`,
    create_time: published,
    first_publish_time: String(published),
    display_publish_time: published,
    document_number: truth.docNo ?? '',
    identifier: truth.indexNo ?? '',
    publisher: truth.publisher ?? '',
    keywords: truth.topicWords ?? '',
    abstract: '',
    classify_main: column.cmsId ?? 0,
    classify_main_name: column.name,
    classify_genre_name: subject.genreName,
    classify_theme_name: truth.openCategory ?? '',
    is_expired: truth.validity === 'expired' ? 1 : 0,
    is_abolished: truth.validity === 'abolished' ? '1' : '0',
    relation: '[]',
    attachment: attachmentRows(record),
  };
}

function attachmentRows({ truth }: DocumentRecord) {
  return truth.attachments.map(({ url, name, format, bytes }) => ({
    id: Number(/\/(\d+)\/\d+\.\w+$/.exec(url)?.[1] ?? 0),
    name,
    type: format,
    mime: MIME[format],
    size: String(bytes),
    url,
  }));
}

function indexPage(site: SimSiteState, { sid }: GkmlptOptions): string {
  const { definition } = site;
  const shell = pageShell(definition);
  const leaf = (id: number, name: string, count: number, jump = '') => ({
    id,
    name,
    parent: 1,
    post_count: count,
    children: [],
    jump_url: jump,
  });
  const tree = [
    {
      id: 1,
      name: '法定主动公开内容',
      parent: 0,
      post_count: site.size,
      jump_url: '',
      children: [
        ...definition.columns.map(({ id, name, cmsId }) => leaf(cmsId ?? 0, name, site.rows(id).length)),
        leaf(99, '依申请公开', 0, `http://${definition.hosts[0]}/ysqgk/`),
      ],
    },
  ];
  return `<!DOCTYPE html>
<html lang="zh-CN"><head><meta charset="UTF-8"><title>${definition.name}-政府信息公开目录</title>
${shell.style}
<script>
window._CONFIG = {
    SITE_NAME: '${definition.name}',
    SID: '${sid}',
    SERVICE_AREA_ID: ${sid.slice(0, 3)},
    TREE: ${JSON.stringify(tree)},
    CAN_SEARCH: true
};
</script></head>
<body>${shell.header}<div id="app" class="main"><div class="crumb">政府信息公开目录</div><noscript>请启用JavaScript</noscript></div>
${shell.footer}${shell.script}</body></html>`;
}

function detailPage(site: SimSiteState, record: DocumentRecord, options: GkmlptOptions): string {
  const { definition } = site;
  const { truth } = record;
  const shell = pageShell(definition);
  const links = truth.attachments.map(
    ({ url, name }) => `<p><a class="nfw-cms-attachment" href="${url}" alt="${escapeHtml(name)}">点击下载</a></p>`,
  );
  const style = { ...PLAIN_STYLE, image: (name: string) => `<p><img class="nfw-cms-img" src="./${name}" alt=""></p>` };
  const content = [renderBlocks(site.blocks(record), style), ...links].join('\n');
  const detail = {
    id: Number(truth.nativeId),
    title: truth.title,
    abstract: '',
    content,
    attachments: attachmentRows(record),
  };
  return `<!DOCTYPE html>
<html lang="zh-CN"><head><meta charset="UTF-8">
<title>${escapeHtml(truth.title)}</title>
<meta name="SiteName" content="${definition.name}">
<meta name="ArticleTitle" content="${escapeHtml(truth.title)}">
<meta name="PubDate" content="${truth.publishDate} ${truth.publishTime.slice(0, 5)}">
${shell.style}
<script>
window._CONFIG = { SID: '${options.sid}', SITE_NAME: '${definition.name}' };
window._CONFIG.DETAIL = ${scriptSafeJson(detail)};
</script></head>
<body>${shell.header}
<div class="main"><div class="classify"><table><tbody>
${factRows(record)}
</tbody></table></div>
<div class="article"><h1 class="title document-number">${escapeHtml(truth.title)}</h1>
<div class="date"><span>发布日期：${truth.publishDate}</span><span>浏览次数：<em id="hits">-</em></span></div>
<div class="article-content">${options.bodyInScriptOnly ? '' : content}</div></div></div>
${shell.footer}${shell.script}</body></html>`;
}

/** The order of the cells is the platform's; people read the labels, old collectors count the cells. */
function factRows({ truth }: DocumentRecord): string {
  const cells: [string, string][] = [
    ['索引号', truth.indexNo ?? ''],
    ['分类', truth.openCategory ?? ''],
    ['发布机构', truth.publisher ?? ''],
    ['成文日期', truth.writtenDate ?? ''],
    ['名称', truth.title],
    ['文号', truth.docNo ?? ''],
    ['发布日期', truth.publishDate],
    ['主题词', truth.topicWords ?? ''],
  ];
  const cell = ([label, value]: [string, string]) =>
    `<td class="classify-title">${label}：</td><td><span>${escapeHtml(value)}</span></td>`;
  return [0, 2, 4, 6]
    .map(
      (at) =>
        `<tr>${cells
          .slice(at, at + 2)
          .map(cell)
          .join('')}</tr>`,
    )
    .join('\n');
}

function scriptSafeJson(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003C').replace(/>/g, '\\u003E').replace(/&/g, '\\u0026');
}

function siteFile(site: SiteDefinition, options: GkmlptOptions): ReturnType<Dialect['siteFile']> {
  const template =
    options.list === 'articles'
      ? `${site.root}gkmlpt/api/all/{column_id}?page={page}&sid={sid}`
      : `${site.root}gkmlpt/api/list?area_code=992100&dept_path=${site.hosts[0].split('.')[1] ?? ''}&column_id={column_id}&page={page}&page_size={page_size}&sid={sid}`;
  return {
    adapter: 'gkmlpt',
    adapter_params: {
      dialect: options.list,
      list_api_path_tpl: template,
      sid: options.sid,
      page_size: site.pageSize,
      hard_max_pages: 50,
    },
    default_column: {
      detail: {
        title: 'h1.title::text',
        publish_time: 'meta[name="PubDate"]::attr(content)',
        content: 'div.article-content',
        attachment_css: 'a.nfw-cms-attachment',
      },
    },
    columns: siteColumns(site, ({ cmsId }) => ({
      list_url: `http://${site.hosts[0]}${site.root}gkmlpt/index#${cmsId}`,
      params: { column_id: cmsId },
    })),
  };
}
