import { type AttachmentLink, type CrawlItem, type DetailFields, type DetailSelectors } from '@govcrawler/contracts';
import { objectsAt, textField } from '../listing/read-json.js';
import { readDetail } from '../read-detail.js';
import { type PageText } from '../site-adapter.js';
import { readGkmlptConfig } from './gkmlpt-config.js';
import { isPlatformPage } from './gkmlpt-item.js';

const BODY_ID = 'gkmlpt-detail-content';

/** Pages that the platform links on other sites. */
const FOREIGN_SELECTORS: DetailSelectors = { content: '#js_content, div.article-content, .TRS_Editor, #zoomcon' };

/**
 * Reads a document page. Where the page itself shows no body, its script holds it (`_CONFIG.DETAIL.content`): the
 * platform renders that in the browser.
 */
export function gkmlptDetail(page: PageText, item: CrawlItem, selectors: DetailSelectors, now: Date): DetailFields {
  if (!isPlatformPage(page.url) && item.bodyHtml === null) return readDetail(page, item, FOREIGN_SELECTORS, now);
  const fields = readDetail(page, item, selectors, now);
  if (!fields.usedFallback) return fields;
  const { detail } = readGkmlptConfig(page.html);
  const content = detail && textField(detail, 'content');
  if (!content) return fields;
  const html = `${page.html}<div id="${BODY_ID}">${content}</div>`;
  const filled = readDetail({ ...page, html }, item, { ...selectors, content: `#${BODY_ID}` }, now);
  const listed = (objectsAt(detail, 'attachments') ?? []).flatMap((file) =>
    attachmentOf(file.url, file.name, page.url),
  );
  const known = new Set(filled.attachments.map(({ url }) => url));
  return {
    ...filled,
    // A short body is no reason to distrust the script: it is all there is.
    usedFallback: false,
    fallbackEngine: null,
    attachments: [...filled.attachments, ...listed.filter(({ url }) => !known.has(url))],
  };
}

function attachmentOf(url: unknown, name: unknown, pageUrl: string): AttachmentLink[] {
  if (typeof url !== 'string' || !URL.canParse(url, pageUrl)) return [];
  return [{ url: new URL(url, pageUrl).href, name: typeof name === 'string' && name ? name : null }];
}
