import { chineseDate } from '../text/official-text.js';
import { type DocumentRecord, type SimSiteState } from '../sim-site.js';
import { type AddressDraft } from './dialect.js';
import { escapeHtml, renderBlocks } from './markup.js';
import { pageShell } from './page-shell.js';
import { relativeFile } from './trs.js';

/** The site's name as its page titles end with it. */
const TITLE_SUFFIX = '中国政府网';

/** Addresses /zhengce/zhengceku/202609/content_7082493.htm with the files beside the page. */
export function govCnAddress(host: string, folder: string, { index, publishDate, random }: AddressDraft) {
  const id = String(7_010_000 + index * 19);
  const month = publishDate.slice(0, 7).replace('-', '');
  const base = `http://${host}${folder}${month}/`;
  const upload = `P0${publishDate.replaceAll('-', '')}${random.digits(10)}`;
  return {
    nativeId: id,
    urlIn: () => `${base}content_${id}.htm`,
    fileUrl: (n: number, format: string) =>
      n % 2 === 0 ? `${base}${upload}${String(n).padStart(2, '0')}.${format}` : `${base}files/${upload}_${n}.${format}`,
  };
}

/** Policy pages: A carries the facts in a table above the text, B only a date and a source under the heading. */
export function govCnPage(site: SimSiteState, record: DocumentRecord, template: 'A' | 'B', columnName: string): string {
  const { definition } = site;
  const { truth, subject } = record;
  const shell = pageShell(definition);
  const title = escapeHtml(truth.title);
  const stamp = `${truth.publishDate}-${truth.publishTime}`;
  const links = truth.attachments.map(
    ({ url, name }) =>
      `<p><a href="${relativeFile(url, truth.url)}" appendix="true" data-appendix="true" target="_blank">${escapeHtml(name)}</a></p>`,
  );
  return `<!doctype html>
<html>

<head>
<meta http-equiv="Content-Type" content="text/html; charset=utf-8" />
<title>${title}_${columnName}_${TITLE_SUFFIX}</title>
<meta name="others" content="页面生成时间 ${truth.publishDate} ${truth.publishTime}">
<meta name="keywords" content="${truth.topicWords ?? ''}">
<meta name="description" content='${title}' />
<meta name="catalog" content="c${definition.share}49">
<meta name="lanmu" content="${columnName}">
<meta name='manuscriptId' content="${truth.nativeId}">
<meta name='author' content="方圆">
<meta name="firstpublishedtime" content="${stamp}">
<meta name="lastmodifiedtime" content="${stamp}">
</head>
${shell.style}
<body class="ZC_WJ">
<!--header-->
${shell.header}
<div class="siteurl hide">http://${definition.hosts[0]}/</div>
<script src="/images/jquery.pagination.js"></script>

</html>
<!--end header-->

<div class="policyLibraryOverview"><div class="BreadcrumbNav"><a href="http://${definition.hosts[0]}/">首页</a>&nbsp;&gt;&nbsp;<a href="http://${definition.hosts[0]}/zhengce/">政策</a>&nbsp;&gt;&nbsp;${columnName}</div>
<div class="policyLibraryOverview_content">
${template === 'A' ? factTable(record, subject.genreName) : `<h1 id="ti">${title}</h1>\n<div class="pages-date">${truth.publishDate} ${truth.publishTime.slice(0, 5)} <span class="font">来源： ${truth.source ?? ''}</span></div>`}
<!--页面内容-->
<div class="pages_content mhide" id="UCAP-CONTENT"><div class="trs_editor_view TRS_UEDITOR trs_paper_default trs_web">
${renderBlocks(site.blocks(record))}
${links.join('\n')}
</div></div></div></div>
<div class="share-title" style="display:none">${title}</div>
${shell.footer}
${shell.script}
</body>

</html>
`;
}

function factTable({ truth }: DocumentRecord, genreName: string): string {
  const written = truth.writtenDate ? chineseDate(truth.writtenDate) : '';
  const rows: [string, string][][] = [
    [
      ['标<span>&nbsp;&nbsp;</span>题：', escapeHtml(truth.title)],
      ['发文机关：', truth.publisher ?? ''],
    ],
    [
      ['发文字号：', truth.docNo ?? ''],
      ['来<span>&nbsp;&nbsp;</span>源：', truth.source ?? ''],
    ],
    [
      ['主题分类：', truth.openCategory ?? ''],
      ['公文种类：', genreName],
    ],
    [
      ['成文日期：', written],
      ['索<span>&nbsp;</span>引<span>&nbsp;</span>号：', truth.indexNo ?? ''],
    ],
  ];
  return `<div class="policyLibraryOverview_header pctoubukuang1"><table class=""><tbody>
${rows.map((cells) => `<tr>${cells.map(([label, value]) => `<td>${label}</td><td>${value}</td>`).join('')}</tr>`).join('\n')}
</tbody></table>
<ul class="mobileTable"><li><span>发文机关：</span><span>${truth.publisher ?? ''}</span></li><li><span>发文字号：</span><span>${truth.docNo ?? ''}</span></li><li><span>成文日期：</span><span>${written}</span></li></ul></div>`;
}

/** Selectors for both templates. */
export const GOV_CN_DETAIL = {
  title: 'h1#ti::text, div.share-title::text',
  publish_time: 'meta[name="firstpublishedtime"]::attr(content)',
  source: 'span.font::text',
  content: 'div.pages_content, #UCAP-CONTENT',
  attachment_css: '#UCAP-CONTENT a[appendix="true"]',
};
