import iconv from 'iconv-lite';
import { type PageEncoding } from '../sim-document.js';
import { type DocumentRecord, type SimSiteState } from '../sim-site.js';
import {
  type AddressDraft,
  type ColumnDefinition,
  type Dialect,
  everyEleventh,
  type SimRequest,
  type SimResponse,
  type SiteDefinition,
} from './dialect.js';
import { homePage } from './home-page.js';
import { cutPage, type ListPage } from './list-page.js';
import { type BodyStyle, escapeHtml, renderBlocks, truncateTitle } from './markup.js';
import { pageShell } from './page-shell.js';
import { siteColumns } from './site-columns.js';

/** An old county site: ASP addresses, upper-case tags, GBK bytes, and charset claims that are often wrong. */
export const gbkCountyDialect: Dialect = {
  id: 'gbk-county',
  traits: { shows: () => ['source', 'docNo'], pins: true, listsTwice: everyEleventh, listsFiles: true },
  address,
  encoding: (index) => ENCODINGS[index % ENCODINGS.length] ?? HONEST,
  renderDetail: (site, record) => encode(detailPage(site, record), record.truth.encoding),
  respond,
  siteFile,
};

const HONEST: PageEncoding = { actual: 'gb18030', meta: 'gb2312', header: null };
const ENCODINGS: readonly PageEncoding[] = [
  HONEST,
  { actual: 'gb18030', meta: 'utf-8', header: null },
  { actual: 'utf-8', meta: 'gb2312', header: null },
  { actual: 'gb18030', meta: 'gbk', header: 'utf-8' },
  { actual: 'gb18030', meta: null, header: null },
  { actual: 'gb18030', meta: 'gb2312', header: 'ISO-8859-1' },
];

function encode(page: string, { actual, meta, header }: PageEncoding): SimResponse {
  const text = page.replace(
    '<!--charset-->',
    meta ? `<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=${meta}">` : '',
  );
  return {
    status: 200,
    headers: { 'content-type': header ? `text/html; charset=${header}` : 'text/html' },
    body: actual === 'utf-8' ? Buffer.from(text) : iconv.encode(text, 'gb18030'),
  };
}

function address({ site, index, kind, publishDate }: AddressDraft) {
  const id = String(10_300 + index * 3);
  const folder = `http://${site.hosts[0]}/upload/${publishDate.slice(0, 4)}/`;
  return {
    nativeId: id,
    urlIn: () => (kind === 'file' ? `${folder}${id}.pdf` : `http://${site.hosts[0]}/show.asp?id=${id}`),
    fileUrl: (n: number, format: string, name: string) =>
      n % 2 === 0
        ? `${folder}${encodeURIComponent(`${id}-${name}`)}`
        : `http://${site.hosts[0]}/down.asp?id=${id}&n=${n}&f=${format}`,
  };
}

function respond(site: SimSiteState, request: SimRequest): SimResponse | null {
  const { definition } = site;
  const { pathname, searchParams } = request.url;
  if (pathname === definition.root)
    return encode(homePage(site).replace('<meta charset="utf-8">', '<!--charset-->'), HONEST);
  const column =
    pathname === '/list.asp' && definition.columns.find(({ cmsId }) => String(cmsId) === searchParams.get('classid'));
  if (!column) return null;
  const page = Number(searchParams.get('page') ?? 1);
  const cut = cutPage(site.rows(column.id), page, definition.pageSize, request);
  // Past its end the script prints a short page without rows.
  if (!cut)
    return encode(
      '<HTML><HEAD><!--charset--><TITLE>信息列表</TITLE></HEAD><BODY><P>没有找到相关记录！</P></BODY></HTML>',
      HONEST,
    );
  return encode(listPage(site, column, cut), ENCODINGS[(page - 1) % 2] ?? HONEST);
}

function listPage({ definition }: SimSiteState, column: ColumnDefinition, { rows, page, pages }: ListPage): string {
  const shell = pageShell(definition);
  const items = rows.map(({ record, url, date, pinned }) => {
    const title = escapeHtml(record.truth.title);
    const mark = pinned === 'marked' ? '<FONT COLOR=red>[置顶]</FONT>' : '';
    const { pathname, search } = new URL(url);
    return `<TR><TD CLASS="tit">${mark}<A HREF="${pathname}${search}" TITLE="${title}" TARGET=_blank>${escapeHtml(truncateTitle(record.truth.title, 26))}</A></TD><TD CLASS="date">[${date}]</TD></TR>`;
  });
  const next = page < pages ? `<A HREF="${column.path}&page=${page + 1}">下一页</A>` : '';
  return `<HTML><HEAD><!--charset-->
<TITLE>${column.name}--${definition.name}</TITLE>
${shell.style}</HEAD>
<BODY BGCOLOR="#FFFFFF" TOPMARGIN=0>
${shell.header}
<TABLE WIDTH=960 ALIGN=center CELLPADDING=0><TR><TD>您的位置：首页 &gt;&gt; ${column.name}</TD></TR>
<TR><TD><TABLE ID="InfoList" WIDTH="100%">
${items.join('\n')}
</TABLE></TD></TR><TR><TD ALIGN=center>共${pages}页 当前第${page}页 ${next}</TD></TR></TABLE>
${shell.footer}
${shell.script}
</BODY></HTML>`;
}

const style: BodyStyle = {
  paragraph: '<P STYLE="TEXT-INDENT: 2em">',
  heading: '<P ALIGN=left>',
  signature: '<P ALIGN=right>',
  table: '<TABLE BORDER=1 CELLSPACING=0 BORDERCOLOR="#000000" WIDTH="95%">',
  image: (name) => `<CENTER><IMG SRC="/upload/${name}" BORDER=0></CENTER>`,
};

function detailPage(site: SimSiteState, record: DocumentRecord): string {
  const { definition } = site;
  const { truth } = record;
  const shell = pageShell(definition);
  const title = escapeHtml(truth.title);
  const links = truth.attachments.map(({ url, name }) => {
    const { pathname, search } = new URL(url);
    return `<P><A HREF="${decodeURIComponent(pathname)}${search.replaceAll('&', '&amp;')}">${escapeHtml(name)}</A></P>`;
  });
  return `<HTML><HEAD><!--charset-->
<TITLE>${title}--${definition.name}</TITLE>
${shell.style}</HEAD>
<BODY BGCOLOR="#FFFFFF" TOPMARGIN=0>
${shell.header}
<TABLE WIDTH=960 ALIGN=center CELLPADDING=0><TR><TD>
<TABLE WIDTH="98%" ALIGN=center><TR><TD ALIGN=center CLASS="bt"><B><FONT SIZE=5>${title}</FONT></B></TD></TR>
<TR><TD ALIGN=center CLASS="sj">发布时间：${truth.publishDate} ${truth.publishTime}　信息来源：${truth.source ?? ''}　${truth.docNo ? `文号：${truth.docNo}　` : ''}点击数：<SCRIPT SRC="/hits.asp?id=${truth.nativeId}"></SCRIPT></TD></TR>
<TR><TD><DIV ID="zoom">
${renderBlocks(site.blocks(record), style)}
${links.join('\n')}
</DIV></TD></TR></TABLE>
</TD></TR></TABLE>
${shell.footer}
${shell.script}
</BODY></HTML>`;
}

function siteFile(site: SiteDefinition): ReturnType<Dialect['siteFile']> {
  return {
    adapter: 'yaml',
    adapter_params: {},
    default_column: {
      list_selector: {
        row: '#InfoList tr',
        href: 'td.tit a::attr(href)',
        title: 'td.tit a::attr(title), td.tit a::text',
        date: 'td.date::text',
      },
      pagination: { type: 'page_param', param: 'page', start: 2, max_pages: 50 },
      detail: {
        title: 'td.bt font::text, td.bt::text',
        publish_time: 'td.sj::text',
        content: '#zoom',
        attachment_css: '#zoom a',
      },
    },
    columns: siteColumns(site),
  };
}
