import { type DocumentRecord, type SimSiteState } from '../sim-site.js';
import {
  type AddressDraft,
  type ColumnDefinition,
  type Dialect,
  everyEleventh,
  type SiteDefinition,
  type SimRequest,
  type SimResponse,
} from './dialect.js';
import { homePage } from './home-page.js';
import { cutPage, type ListPage } from './list-page.js';
import { type BodyStyle, escapeHtml, html, PLAIN_STYLE, renderBlocks, truncateTitle } from './markup.js';
import { pageShell } from './page-shell.js';
import { siteColumns } from './site-columns.js';

/** NFCMS portals: page 2 is index_2.html, and a post shown in two columns has two addresses with one post id. */
export const nfcmsDialect: Dialect = {
  id: 'nfcms',
  traits: { shows: () => ['source', 'publisher', 'docNo'], pins: true, listsTwice: everyEleventh },
  address,
  renderDetail: (site, record, request) =>
    html(detailPage(site, record, columnOf(site.definition, request.url.pathname))),
  respond,
  siteFile,
};

function address({ site, index }: AddressDraft) {
  const post = 4_210_000 + index * 13;
  return {
    nativeId: String(post),
    urlIn: (column: ColumnDefinition) => `http://${site.hosts[0]}${column.path}content/post_${post}.html`,
    fileUrl: (n: number, format: string) => attachmentUrl(site.hosts[0], post, n, format),
  };
}

/** /attachment/{a}/{a-b}/{attachment id}/{post id}.{ext}, shared with the disclosure platform of the same vendor. */
export function attachmentUrl(host: string, post: number, n: number, format: string): string {
  const id = Math.floor(post / 3) + n;
  return `http://${host}/attachment/${Math.floor(id / 1e6)}/${Math.floor(id / 1e3)}/${id}/${post}.${format}`;
}

function columnOf({ columns }: SiteDefinition, pathname: string): ColumnDefinition {
  return columns.find(({ path }) => pathname.startsWith(path)) ?? columns[0];
}

function respond(site: SimSiteState, request: SimRequest): SimResponse | null {
  const { definition } = site;
  const { pathname } = request.url;
  if (pathname === definition.root) return html(homePage(site));
  const column = definition.columns.find(({ path }) => pathname.startsWith(path));
  const match = column && /^(?:index(?:_([2-9]|[1-9]\d+))?\.html)?$/.exec(pathname.slice(column.path.length));
  if (!column || !match) return null;
  const rows = site.rows(column.id);
  // Past its end this server shows the first page again instead of an error.
  const cut =
    cutPage(rows, Number(match[1] ?? 1), definition.pageSize, request) ??
    cutPage(rows, 1, definition.pageSize, request);
  return cut && html(listPage(site, column, cut));
}

function listPage({ definition }: SimSiteState, column: ColumnDefinition, { rows, page, pages }: ListPage): string {
  const shell = pageShell(definition);
  const items = rows.map(({ record, url, date, pinned }) => {
    const title = escapeHtml(record.truth.title);
    const mark = pinned === 'marked' ? '<span class="top-tag">置顶</span>' : '';
    return `<li>${mark}<a href="${url}" title="${title}" target="_blank">${escapeHtml(truncateTitle(record.truth.title, 32))}</a><span class="time">${date}</span></li>`;
  });
  const file = (number: number) => (number === 1 ? 'index.html' : `index_${number}.html`);
  const links = Array.from({ length: Math.min(pages, 10) }, (_, index) => index + 1).map((number) =>
    number === page ? `<span class="cur">${number}</span>` : `<a href="${column.path}${file(number)}">${number}</a>`,
  );
  return `<!DOCTYPE html>
<html lang="zh-CN">
<head>
<meta charset="UTF-8">
<meta name="SiteName" content="${definition.name}">
<meta name="ColumnName" content="${column.name}">
<title>${column.name} - ${definition.name}</title>
${shell.style}
<script>var NFCMS_SITE_ID = 763001, NFCMS_CATEGORY_ID = ${column.cmsId ?? 0};</script>
</head>
<body>
${shell.header}
<div class="main"><div class="crumb">您所在的位置：<a href="/">首页</a> &gt; <a href="${column.path}">${column.name}</a></div>
<div class="con-right"><ul class="news_list">
${items.join('\n')}
</ul>
<div class="page">${links.join('')}${page < pages ? `<a class="next" href="${column.path}${file(page + 1)}">下一页</a><a class="last" href="${column.path}${file(pages)}">尾页</a>` : ''}</div></div></div>
${shell.footer}
${shell.script}
</body></html>`;
}

const style: BodyStyle = {
  ...PLAIN_STYLE,
  paragraph: '<p class="MsoNormal" style="text-align: justify; text-indent: 32pt; line-height: 28pt;">',
  image: (name) => `<p><img class="nfw-cms-img" src="./${name}" img-id="1"></p>`,
};

function detailPage(site: SimSiteState, record: DocumentRecord, column: ColumnDefinition): string {
  const { definition } = site;
  const { truth } = record;
  const shell = pageShell(definition);
  const title = escapeHtml(truth.title);
  const files = truth.attachments.map(
    ({ url, name }) =>
      `<li><a href="${url}" alt="${escapeHtml(name)}" class="nfw-cms-attachment" target="_blank">${escapeHtml(name)}</a></li>`,
  );
  return `<!DOCTYPE html>
<html lang="zh-CN">
<head>
<meta charset="UTF-8">
<title>${title}-${column.name}-${definition.name}</title>
<meta name="SiteName" content="${definition.name}">
<meta name="ColumnName" content="${column.name}">
<meta name="ArticleTitle" content="${title}">
<meta name="PubDate" content="${truth.publishDate} ${truth.publishTime}">
<meta name="ContentSource" content="${truth.source ?? ''}">
<meta name="ArticleId" content="${truth.nativeId}">
${shell.style}
<script>var NFCMS_SITE_ID = 763001, NFCMS_POST_ID = ${truth.nativeId};</script>
</head>
<body>
${shell.header}
<div class="main"><div class="crumb">您所在的位置：<a href="/">首页</a> &gt; <a href="${column.path}">${column.name}</a></div>
<div class="tyxxy_main">
<h1 class="article-title">${title}</h1>
<div class="article-info"><span>发布日期：${truth.publishDate} ${truth.publishTime}</span><span>来源：${truth.source ?? ''}</span><span>发布机构：${truth.publisher ?? ''}</span><span>文号：${truth.docNo ?? ''}</span><span>浏览次数：-</span></div>
<div class="article-content">
${renderBlocks(site.blocks(record), style)}
</div>
${files.length > 0 ? `<div class="fjdown"><h3>相关附件</h3><ul>${files.join('')}</ul></div>` : ''}
</div></div>
${shell.footer}
${shell.script}
</body></html>`;
}

function siteFile(site: SiteDefinition): ReturnType<Dialect['siteFile']> {
  return {
    adapter: 'yaml',
    adapter_params: {},
    default_column: {
      list_selector: {
        row: 'ul.news_list > li',
        href: 'a::attr(href)',
        title: 'a::attr(title), a::text',
        date: 'span.time::text',
      },
      pagination: { type: 'path_pattern', pattern: 'index_{page}.html', start: 2, max_pages: 50 },
      detail: {
        title: 'meta[name="ArticleTitle"]::attr(content), h1.article-title::text',
        publish_time: 'meta[name="PubDate"]::attr(content)',
        source: 'meta[name="ContentSource"]::attr(content)',
        content: 'div.article-content',
        attachment_css: 'div.fjdown a',
      },
    },
    columns: siteColumns(site),
  };
}
