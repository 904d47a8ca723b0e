import { createHash } from 'node:crypto';
import { type DocumentRecord, type ListedRow, type SimSiteState } from '../sim-site.js';
import {
  type AddressDraft,
  type ColumnDefinition,
  type Dialect,
  type SimRequest,
  type SimResponse,
  type SiteDefinition,
} from './dialect.js';
import { homePage } from './home-page.js';
import { escapeHtml, html, PLAIN_STYLE, renderBlocks } from './markup.js';
import { pageShell } from './page-shell.js';
import { siteColumns } from './site-columns.js';

/**
 * A newspaper that is read by its feeds: the first column is RSS 2.0 with summaries and knows entity tags, the second
 * Atom with full texts from a server that knows nothing of the sort.
 */
export const feedsDialect: Dialect = {
  id: 'feeds',
  traits: { shows: () => ['source'] },
  address,
  renderDetail: (site, record) => html(articlePage(site, record)),
  respond,
  siteFile,
};

function address({ site, index, publishDate }: AddressDraft) {
  const id = String(880_000 + index * 3);
  const folder = `http://${site.hosts[0]}/${publishDate.slice(0, 7)}/${publishDate.slice(8)}/`;
  return {
    nativeId: id,
    urlIn: () => `${folder}content_${id}.shtml`,
    fileUrl: (n: number, format: string) => `${folder}${id}_${n}.${format}`,
  };
}

const isAtom = (column: ColumnDefinition) => column.path.startsWith('/atom/');

function feedPath(column: ColumnDefinition): string {
  return column.path.replace(/\/$/, '.xml');
}

function respond(site: SimSiteState, { url: { pathname }, headers }: SimRequest): SimResponse | null {
  const { definition } = site;
  if (pathname === definition.root) return html(homePage(site).replace('</head>', `${announcements(site)}</head>`));
  const column = definition.columns.find((candidate) => feedPath(candidate) === pathname);
  if (!column) return definition.columns.some(({ path }) => path === pathname) ? html(homePage(site)) : null;
  const rows = site.rows(column.id);
  return isAtom(column)
    ? xml('application/atom+xml', atomFeed(site, column, rows))
    : withTag(xml('application/rss+xml', rssFeed(site, column, rows)), String(headers['if-none-match']));
}

function announcements({ definition }: SimSiteState): string {
  return definition.columns
    .map((column) => {
      const type = isAtom(column) ? 'application/atom+xml' : 'application/rss+xml';
      return `<link rel="alternate" type="${type}" title="${column.name}" href="${feedPath(column)}">\n`;
    })
    .join('');
}

function withTag(response: SimResponse, known: string): SimResponse {
  const etag = `"${createHash('sha256').update(response.body).digest('hex').slice(0, 16)}"`;
  const headers = { ...response.headers, etag };
  return known === etag ? { status: 304, headers: { etag }, body: '' } : { ...response, headers };
}

function xml(type: string, body: string): SimResponse {
  return {
    status: 200,
    headers: { 'content-type': `${type}; charset=utf-8` },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
  };
}

function rssFeed(site: SimSiteState, column: ColumnDefinition, rows: ListedRow[]): string {
  const { definition } = site;
  const items = rows.map(
    ({ record: { truth }, url }) => `<item><title><![CDATA[${truth.title}]]></title>
<link>${url}?utm_source=rss&amp;utm_medium=feed</link><guid isPermaLink="false">${truth.nativeId}</guid>
<pubDate>${rfc822(truth.publishDate, truth.publishTime)}</pubDate><dc:creator>${truth.source ?? ''}</dc:creator>
<description><![CDATA[<p>${escapeHtml(truth.probes[0] ?? truth.title)}</p>]]></description></item>`,
  );
  return `<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${definition.name}-${column.name}</title><link>http://${definition.hosts[0]}/</link>
<atom:link href="http://${definition.hosts[0]}${feedPath(column)}" rel="self" type="application/rss+xml"/>
<description>${column.name}</description><language>zh-cn</language><ttl>30</ttl>
${items.join('\n')}
</channel></rss>`;
}

function atomFeed(site: SimSiteState, column: ColumnDefinition, rows: ListedRow[]): string {
  const { definition } = site;
  const entries = rows.map(({ record, url }) => {
    const { truth } = record;
    const time = `${truth.publishDate}T${truth.publishTime}+08:00`;
    // An updated entry says so; the day is the one on which the simulated world stands still.
    const updated = truth.revision > 0 ? `${site.today}T12:00:00+08:00` : time;
    const body = renderBlocks(site.blocks(record), {
      ...PLAIN_STYLE,
      image: (name) => `<p><img src="${new URL(name, url).href}"></p>`,
    });
    return `<entry><title type="html">${escapeHtml(escapeHtml(truth.title))}</title><link rel="alternate" type="text/html" href="${url}"/>
<id>tag:${definition.hosts[0]},2026:${truth.nativeId}</id><published>${time}</published><updated>${updated}</updated>
<author><name>${truth.source ?? ''}</name></author><content type="html">${escapeHtml(body)}</content></entry>`;
  });
  return `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="zh-CN"><title>${definition.name}-${column.name}</title>
<link rel="self" href="http://${definition.hosts[0]}${feedPath(column)}"/><link href="http://${definition.hosts[0]}/"/>
<id>tag:${definition.hosts[0]},2026:${column.id}</id><updated>${site.today}T12:00:00+08:00</updated>
${entries.join('\n')}
</feed>`;
}

function rfc822(date: string, time: string): string {
  const day = new Date(`${date}T00:00:00Z`).toUTCString().slice(0, 16);
  return `${day} ${time} +0800`;
}

function articlePage(site: SimSiteState, record: DocumentRecord): string {
  const { definition } = site;
  const { truth } = record;
  const shell = pageShell(definition);
  const title = escapeHtml(truth.title);
  return `<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>${title}_${definition.name}</title>
<link rel="alternate" type="application/rss+xml" href="${feedPath(definition.columns[0])}">
<meta name="publishdate" content="${truth.publishDate}"><meta name="source" content="来源：${truth.source ?? ''}">
${shell.style}</head>
<body>${shell.header}
<div class="main"><div class="m-article"><h1>${title}</h1>
<div class="meta"><span id="pubtime_baidu">${truth.publishDate} ${truth.publishTime}</span> <span id="source_baidu">来源：${truth.source ?? ''}</span></div>
<div id="content" class="article-body">
${renderBlocks(site.blocks(record))}
</div></div></div>
${shell.footer}${shell.script}</body></html>`;
}

function siteFile(site: SiteDefinition): ReturnType<Dialect['siteFile']> {
  return {
    adapter: 'rss',
    adapter_params: {},
    default_column: {
      detail: {
        title: 'h1::text',
        publish_time: '#pubtime_baidu::text',
        source: '#source_baidu::text',
        content: '#content',
      },
    },
    columns: siteColumns(site, (column) => ({ list_url: `http://${site.hosts[0]}${feedPath(column)}` })),
  };
}
