import { chineseDate } from '../text/official-text.js';
import { type DocumentRecord, type SimSiteState } from '../sim-site.js';
import { SeededRandom } from '../seeded-random.js';
import {
  everyEleventh,
  type AddressDraft,
  type Dialect,
  type SiteDefinition,
  type SimRequest,
  type SimResponse,
} from './dialect.js';
import { cutPage, type ListPage } from './list-page.js';
import { escapeHtml, html, renderBlocks, truncateTitle } from './markup.js';
import { homePage } from './home-page.js';
import { pageShell } from './page-shell.js';
import { siteColumns } from './site-columns.js';

export interface TrsOptions {
  /** `call`: createPageHTML(...) runs; `variables`: the call is commented out, countPage and document.write stand in. */
  pager: 'call' | 'variables';
}

/** TRS WCM: static pages, page 2 is index_1.html, details t20260930_3998386.html with the facts in nested tables. */
export function trsDialect(options: TrsOptions): Dialect {
  return {
    id: 'trs',
    traits: {
      shows: () => ['docNo', 'indexNo', 'publisher', 'source', 'writtenDate', 'topicWords', 'openCategory'],
      listsFiles: true,
      pins: true,
      listsTwice: everyEleventh,
    },
    address: trsAddress,
    renderDetail: (site, record) => html(detailPage(site, record)),
    respond: (site, request) => respond(site, request, options),
    siteFile,
  };
}

/** The day in the address is the day of writing the page: up to weeks before the listed date. */
export function trsAddress({ site, index, kind, publishDate, random }: AddressDraft) {
  const serial = String(3_990_000 + index * 7 + random.int(0, 6));
  const day = new Date(Date.parse(publishDate) - (index % 2) * random.int(1, 20) * 86_400_000)
    .toISOString()
    .slice(0, 10);
  const compact = day.replaceAll('-', '');
  const own = site.columns[index % site.columns.length] ?? site.columns[0];
  const folder = `http://${site.hosts[0]}${own.path}${compact.slice(0, 6)}/`;
  const upload = `P0${compact}${random.digits(12)}`;
  return {
    nativeId: kind === 'file' ? upload : serial,
    urlIn: () => `${folder}${kind === 'file' ? `${upload}.pdf` : `t${compact}_${serial}.html`}`,
    fileUrl: (n: number, format: string, name: string) => {
      const uploaded = `P0${compact}${serial.padStart(10, '0')}${String(n).padStart(2, '0')}`;
      const variants = [
        `${folder}${uploaded}.${format}`,
        `http://${site.hosts[0]}${site.root}module/download/downfile.jsp?classid=0&filename=${uploaded}.${format}`,
        `http://${site.hosts[0]}${site.root}hdjlpt/yjzj/api/attachments/view/${new SeededRandom(uploaded).hex(32)}`,
        `${folder}${encodeURIComponent(name)}`,
      ];
      return variants[(index + n) % variants.length] ?? `${folder}${uploaded}.${format}`;
    },
  };
}

function respond(site: SimSiteState, request: SimRequest, options: TrsOptions): SimResponse | null {
  const { definition } = site;
  if (request.url.pathname === definition.root) return html(homePage(site));
  for (const column of definition.columns) {
    const page = trsPageNumber(request.url.pathname, column.path);
    if (page === null) continue;
    const cut = cutPage(site.rows(column.id), page, definition.pageSize, request);
    return cut && html(listPage(site, column.id, cut, options));
  }
  return null;
}

/** '/a/' and '/a/index.html' are page 1, '/a/index_1.html' is page 2. */
export function trsPageNumber(pathname: string, columnPath: string): number | null {
  if (!pathname.startsWith(columnPath)) return null;
  const match = /^(?:index(?:_([1-9]\d*))?\.html)?$/.exec(pathname.slice(columnPath.length));
  return match ? Number(match[1] ?? 0) + 1 : null;
}

/** Rows link relative to the list page, as the CMS writes them. */
export function relativeHref(url: string, columnPath: string): string {
  const { pathname, search } = new URL(url);
  return pathname.startsWith(columnPath) ? `./${pathname.slice(columnPath.length)}${search}` : `${pathname}${search}`;
}

function listPage(site: SimSiteState, columnId: string, { rows, page, pages }: ListPage, options: TrsOptions): string {
  const { definition } = site;
  const shell = pageShell(definition);
  const column = definition.columns.find(({ id }) => id === columnId) ?? definition.columns[0];
  const items = rows.map(({ record, url, date, pinned }) => {
    const title = escapeHtml(record.truth.title);
    const mark = pinned === 'marked' ? '<i class="zd">[置顶]</i>' : '';
    return `<li>${mark}<a href="${relativeHref(url, column.path)}"  title="${title}"  target="_blank">${escapeHtml(truncateTitle(record.truth.title))}</a><span class="date">${date}</span></li>`;
  });
  return `<!DOCTYPE html>
<html>
<head>
<meta http-equiv="Content-Type" content="text/html; charset=utf-8">
<meta name="SiteName" content="${definition.name}">
<meta name="SiteDomain" content="${definition.hosts[0]}">
<meta name="ColumnName" content="${column.name}">
<meta name="ColumnType" content="${column.category}">
<title>${column.name}_${definition.name}</title>
${shell.style}
</head>
<body>
${shell.header}
<div class="main"><div class="crumb">当前位置：<a href="../" class="CurrChnlCls">首页</a>&gt;<a href="./" class="CurrChnlCls">${column.name}</a></div>
<div class="listBox"><div class="titlebox"><h3>${column.name}</h3></div>
<ul class="liBox">
${items.join('\n')}
<div class="clear"></div>
</ul>
<p class="pagerji"><SCRIPT LANGUAGE="JavaScript">
${pagerScript(page, pages, options)}
</SCRIPT></p>
</div></div>
${shell.footer}
${shell.script}
</body>
</html>`;
}

function pagerScript(page: number, pages: number, { pager }: TrsOptions): string {
  const call = `createPageHTML(${pages}, ${page - 1}, "index", "html");`;
  if (pager === 'call') return call;
  return `//${call}
var currentPage = ${page - 1};//所在页从0开始
var nextPage = currentPage+1//下一页
var countPage = ${pages}//共多少页
if(countPage>1&&currentPage!=(countPage-1))
	document.write("<span><a href=\\"index"+"_" + nextPage + "."+"html\\">&gt;</a></span>");`;
}

function detailPage(site: SimSiteState, record: DocumentRecord): string {
  const { definition } = site;
  const { truth } = record;
  const shell = pageShell(definition);
  const title = escapeHtml(truth.title);
  const links = truth.attachments.map(
    ({ url, name }) =>
      `<p><a href="${relativeFile(url, truth.url)}" target="_blank" appendix="true">${escapeHtml(name)}</a></p>`,
  );
  return `<!DOCTYPE html>
<html>
<head>
<meta http-equiv="Content-Type" content="text/html; charset=utf-8">
<meta name="SiteName" content="${definition.name}">
<meta name="ArticleTitle" content="${title}">
<meta name="PubDate" content="${truth.publishDate} ${truth.publishTime.slice(0, 5)}">
<meta name="ContentSource" content="${truth.source ?? ''}">
<meta name="Keywords" content="${truth.topicWords ?? ''}">
<title>${title}_${definition.name}</title>
${shell.style}
</head>
<body>
${shell.header}
<div class="siteurl hide">http://${definition.hosts[0]}/</div>

</html>
<!--end header-->
<div class="main"><div class="crumb">当前位置：<a href="../../">首页</a>&gt;<a href="../">${definition.columns[0].name}</a></div>
<table class="xxgk_table" width="100%"><tbody><tr><td>
${factTable(record)}
</td></tr>
<tr><td><table width="100%"><tbody><tr><td>
<h1 class="title">${title}</h1>
<div class="info"><span>发布时间：${truth.publishDate}</span><span>来源：${truth.source ?? ''}</span><span>字体：[<a href="javascript:fontZoom(18)">大</a> <a href="javascript:fontZoom(14)">小</a>]</span></div>
</td></tr>
<tr><td class="b12c" id="UCAP-CONTENT"><div class="TRS_Editor">
${renderBlocks(site.blocks(record))}
${links.join('\n')}
</div></td></tr></tbody></table></td></tr></tbody></table>
<div class="share"><a href="javascript:shareTo('wx')">微信</a><a href="javascript:doPrint()">打印本页</a></div></div>
${shell.footer}
${shell.script}
</body>
</html>`;
}

/** The labels are padded with entities, and one value cell may be empty, as on the real pages. */
function factTable({ truth, subject }: DocumentRecord): string {
  const cells: [string, string][] = [
    ['索&nbsp;引&nbsp;号：', truth.indexNo ?? ''],
    ['主题分类：', truth.openCategory ?? ''],
    ['发文机关：', truth.publisher ?? ''],
    ['成文日期：', truth.writtenDate ? chineseDate(truth.writtenDate) : ''],
    ['标<span>&nbsp;&nbsp;&nbsp;&nbsp;</span>题：', escapeHtml(truth.title)],
    ['公文种类：', subject.genreName],
    ['发文字号：', truth.docNo ?? ''],
    ['发布日期：', chineseDate(truth.publishDate)],
    ['主&nbsp;题&nbsp;词：', truth.topicWords ?? ''],
  ];
  const pairs = Array.from({ length: Math.ceil(cells.length / 2) }, (_, row) => cells.slice(row * 2, row * 2 + 2));
  return `<table class="fact_table" border="0"><tbody>${pairs
    .map(
      (pair) =>
        `<tr>${pair.map(([label, value]) => `<td class="label"><b>${label}</b></td><td>${value}</td>`).join('')}</tr>`,
    )
    .join('\n')}</tbody></table>`;
}

/** A file beside the page is linked as ./name, raw characters included; others by their full path. */
export function relativeFile(fileUrl: string, pageUrl: string): string {
  const folder = pageUrl.slice(0, pageUrl.lastIndexOf('/') + 1);
  if (fileUrl.startsWith(folder)) return `./${decodeURIComponent(fileUrl.slice(folder.length))}`;
  return escapeHtml(fileUrl.replace(/^http:\/\/[^/]+/, ''));
}

function siteFile(site: SiteDefinition): ReturnType<Dialect['siteFile']> {
  return {
    adapter: 'yaml',
    adapter_params: {},
    default_column: {
      list_selector: {
        row: 'ul.liBox > li',
        href: 'a::attr(href)',
        title: 'a::attr(title), a::text',
        date: 'span.date::text',
      },
      pagination: { type: 'path_pattern', pattern: 'index_{page}.html', start: 1, max_pages: 50 },
      detail: {
        title: 'h1.title::text, meta[name="ArticleTitle"]::attr(content)',
        publish_time: 'meta[name="PubDate"]::attr(content)',
        source: 'meta[name="ContentSource"]::attr(content)',
        content: '#UCAP-CONTENT, div.TRS_Editor',
        attachment_css: '#UCAP-CONTENT a[appendix="true"]',
      },
    },
    columns: siteColumns(site),
  };
}
