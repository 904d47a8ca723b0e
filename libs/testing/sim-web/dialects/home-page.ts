import { type SimSiteState } from '../sim-site.js';
import { escapeHtml, truncateTitle } from './markup.js';
import { pageShell } from './page-shell.js';

/** The entrance of a site: a box per column with its newest rows and a link to the whole list. */
export function homePage(site: SimSiteState): string {
  const { definition } = site;
  const shell = pageShell(definition);
  const boxes = definition.columns.map((column) => {
    const rows = site.rows(column.id).slice(0, 8);
    return `<div class="box"><h2><a href="${column.path}" target="_blank">${column.name}</a><a class="more" href="${column.path}">更多&gt;&gt;</a></h2>
<ul>${rows.map(({ record, url, date }) => `<li><a href="${url}" title="${escapeHtml(record.truth.title)}">${escapeHtml(truncateTitle(record.truth.title, 24))}</a><span>${date.slice(5)}</span></li>`).join('\n')}</ul></div>`;
  });
  return `<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>${definition.name}</title>
<meta name="SiteName" content="${definition.name}">
${shell.style}</head>
<body>${shell.header}
<div class="main">${boxes.join('\n')}</div>
${shell.footer}${shell.script}</body></html>`;
}
