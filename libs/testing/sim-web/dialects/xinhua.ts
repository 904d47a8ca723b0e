import { SeededRandom } from '../seeded-random.js';
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
import { escapeHtml, html, json, renderBlocks } from './markup.js';
import { pageShell } from './page-shell.js';
import { siteColumns } from './site-columns.js';

/** Xinhua: the whole column in one JSON file ds_<32 hex>.json, pages /politics/20260930/<32 hex>/c.html. */
export const xinhuaDialect: Dialect = {
  id: 'xinhua',
  traits: { shows: () => ['source'], listsTwice: everyEleventh },
  address,
  renderDetail: (site, record) => html(detailPage(site, record)),
  respond,
  siteFile,
};

function address({ site, index, publishDate, random }: AddressDraft) {
  const own = site.columns[index % site.columns.length] ?? site.columns[0];
  const id = random.hex(32);
  const folder = `http://${site.hosts[0]}${own.path}${publishDate.replaceAll('-', '')}/${id}/`;
  return {
    nativeId: id,
    urlIn: () => `${folder}c.html`,
    fileUrl: (n: number, format: string) => `${folder}${n}.${format}`,
  };
}

function listFile(site: SiteDefinition, column: ColumnDefinition): string {
  return `${column.path}ds_${new SeededRandom(`${site.code}/${column.id}`).hex(32)}.json`;
}

function respond(site: SimSiteState, request: SimRequest): SimResponse | null {
  const { definition } = site;
  const { pathname } = request.url;
  if (pathname === definition.root || definition.columns.some(({ path }) => path === pathname))
    return html(homePage(site));
  const column = definition.columns.find((candidate) => listFile(definition, candidate) === pathname);
  if (!column) return null;
  const datasource = site.rows(column.id).map(({ record: { truth, index }, url }) => ({
    title: index % 5 === 0 ? `<font color="#b30000">${truth.title}</font>` : truth.title,
    showTitle: truth.title,
    // Absolute or relative to the file, as editors paste them.
    publishUrl: index % 3 === 0 ? url : url.replace(`http://${definition.hosts[0]}${column.path}`, './'),
    publishTime: `${truth.publishDate} ${truth.publishTime}`,
    keywords: '',
    author: '',
    sourceText: truth.source ?? '',
    summary: '',
    contentId: truth.nativeId,
  }));
  return json({ datasource });
}

function detailPage(site: SimSiteState, record: DocumentRecord): string {
  const { definition } = site;
  const { truth } = record;
  const shell = pageShell(definition);
  const title = escapeHtml(truth.title);
  const [year, month, day] = truth.publishDate.split('-');
  return `<!DOCTYPE html>
<html><head><meta charset="utf-8">
<title>${title}-新华网</title>
<meta name="publishdate" content="${truth.publishDate}">
<meta name="source" content="${truth.source ?? ''}">
<meta name="author" content="${truth.nativeId.replace(/\D/g, '').slice(0, 6)}">
<meta name="contentid" content="${truth.nativeId}">
<meta name="filetype" content="0">
${shell.style}</head>
<body>${shell.header}
<div class="header domMobile"><div class="header-time left"><span class="year"><em>${year}</em></span><span class="day"><em>${month}</em>/<em>${day}</em></span><span class="time">${truth.publishTime}</span></div>
<div class="header-cont"><h1><span class="title">${title}</span></h1><div class="source">来源：${truth.source ?? ''}</div></div></div>
<div class="main"><div class="main-left left"><div id="detail"><span id="detailContent">
${renderBlocks(site.blocks(record))}
</span><div id="articleEdit"><span class="tiyi1">【纠错】</span><span class="editor">【责任编辑:方圆】</span></div></div></div></div>
${shell.footer}${shell.script}</body></html>`;
}

function siteFile(site: SiteDefinition): ReturnType<Dialect['siteFile']> {
  return {
    adapter: 'xinhua',
    adapter_params: {},
    default_column: {
      detail: {
        title: 'h1 span.title::text, h1::text',
        publish_time: 'meta[name="publishdate"]::attr(content)',
        source: 'meta[name="source"]::attr(content)',
        content: 'span#detailContent',
      },
    },
    columns: siteColumns(site, (column) => ({
      params: { list_json_url: `http://${site.hosts[0]}${listFile(site, column)}` },
    })),
  };
}
