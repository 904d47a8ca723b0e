import { type DocumentRecord, type SimSiteState } from '../sim-site.js';
import {
  type AddressDraft,
  type ColumnDefinition,
  type Dialect,
  type SimRequest,
  type SimResponse,
  type SiteDefinition,
} from './dialect.js';
import { homePage } from './home-page.js';
import { cutPage, type ListPage } from './list-page.js';
import { escapeHtml, html, renderBlocks } from './markup.js';
import { pageShell } from './page-shell.js';
import { siteColumns } from './site-columns.js';

/** NetEase: channel pages with news boxes, list_2.html and on, articles /news/article/<16 characters>.html. */
export const neteaseDialect: Dialect = {
  id: 'netease',
  traits: { shows: () => ['source'] },
  address,
  renderDetail: (site, record) => html(detailPage(site, record)),
  respond,
  siteFile,
};

function address({ site, random }: AddressDraft) {
  const id = `K${random.hex(12).toUpperCase()}05A`;
  const url = `http://${site.hosts[0]}/news/article/${id}.html`;
  return {
    nativeId: id,
    urlIn: () => url,
    fileUrl: (n: number, format: string) => `http://${site.hosts[0]}/file/${id}${n}.${format}`,
  };
}

function respond(site: SimSiteState, request: SimRequest): SimResponse | null {
  const { definition } = site;
  const { pathname } = request.url;
  if (pathname === definition.root) return html(homePage(site));
  const column = definition.columns.find(({ path }) => pathname.startsWith(path));
  const match = column && /^(?:list_([2-9]|[1-9]\d+)\.html)?$/.exec(pathname.slice(column.path.length));
  if (!column || !match) return null;
  const cut = cutPage(site.rows(column.id), Number(match[1] ?? 1), definition.pageSize, request);
  return cut && html(channelPage(site, column, cut));
}

function channelPage({ definition }: SimSiteState, column: ColumnDefinition, { rows, page, pages }: ListPage): string {
  const shell = pageShell(definition);
  const boxes = rows.map(
    ({
      record: { truth },
      url,
    }) => `<div class="data_row news_article clearfix"><a href="${url}" class="na_pic"><img src="/images/${truth.nativeId}.png" alt="${escapeHtml(truth.title)}"></a>
<div class="na_detail"><div class="news_title"><h3><a href="${url}">${escapeHtml(truth.title)}</a></h3></div>
<div class="news_tag"><div class="keywords"><a href="/keywords/gov.html">时政</a></div><span class="time">${truth.publishDate} ${truth.publishTime}</span></div></div></div>`,
  );
  return `<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>${column.name}_${definition.name}</title>
${shell.style}</head>
<body>${shell.header}
<div class="main"><div class="ndi_main">
${boxes.join('\n')}
</div><div class="list_page">第${page}/${pages}页${page < pages ? `<a href="${column.path}list_${page + 1}.html" class="list_page_next">下一页</a>` : ''}</div></div>
${shell.footer}${shell.script}</body></html>`;
}

function detailPage(site: SimSiteState, record: DocumentRecord): string {
  const { definition } = site;
  const { truth } = record;
  const shell = pageShell(definition);
  const title = escapeHtml(truth.title);
  // Raw quotes inside the attribute cut it short, as on the real pages: og:title alone is not to be trusted.
  const cut = truth.title.replace(/[“”]/g, '"');
  return `<!DOCTYPE html>
<html id="ne_wrap" data-publishtime="${truth.publishDate} ${truth.publishTime}"><head><meta charset="utf-8">
<title>${title}|${definition.issuer.region}|时政_${definition.name}</title>
<meta property="og:title" content="${cut}">
<meta property="og:type" content="news">
<meta property="article:published_time" content="${truth.publishDate}T${truth.publishTime}+08:00">
${shell.style}</head>
<body>${shell.header}
<div class="wrapper clearfix" id="container"><div class="post_main">
<h1 class="post_title">${title}</h1>
<div class="post_info">${truth.publishDate} ${truth.publishTime}　来源: <a href="javascript:void(0);" id="ne_article_source">${truth.source ?? ''}</a> <a href="/jubao/" class="post_jubao">举报</a></div>
<div id="content"><div class="post_body">
${renderBlocks(site.blocks(record))}
</div><div class="post_author"><img src="/images/end.png" alt="end"> 本文来源：${truth.source ?? ''}　责任编辑：方圆_NN0001</div></div>
<div class="post_comment">跟贴 <a href="/comment/">0</a></div></div>
<div class="post_side"><div class="side_title">相关推荐</div>${site
    .rows(definition.columns[0].id)
    .slice(0, 10)
    .map(({ record: other, url }) => `<a href="${url}">${escapeHtml(other.truth.title)}</a>`)
    .join('\n')}</div></div>
${shell.footer}${shell.script}</body></html>`;
}

function siteFile(site: SiteDefinition): ReturnType<Dialect['siteFile']> {
  return {
    adapter: 'yaml',
    adapter_params: {},
    default_column: {
      list_selector: {
        row: 'div.news_article',
        href: 'h3 a::attr(href)',
        title: 'h3 a::text',
        date: 'span.time::text',
      },
      pagination: { type: 'path_pattern', pattern: 'list_{page}.html', start: 2, max_pages: 50 },
      detail: {
        title: 'h1.post_title::text',
        publish_time: 'meta[property="article:published_time"]::attr(content)',
        source: 'a#ne_article_source::text',
        content: 'div.post_body',
      },
    },
    columns: siteColumns(site),
  };
}
