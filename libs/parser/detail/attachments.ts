import { type AttachmentLink } from '@govcrawler/contracts';
import { attribute, oneLine, textContent, walkElements, type PageElement } from '../dom/page-node.js';
import { resolveUrl } from '../dom/page-url.js';
import { parseHtml } from '../dom/parse-html.js';
import { zoneOf } from './body/zone-hints.js';
import { compileSelector } from '../selectors/compile-selector.js';

const EXTENSIONS =
  'pdf|docx?|xlsx?|pptx?|wps|et|dps|ofd|ceb|cebx|zip|rar|7z|tar|gz|txt|csv|rtf|odt|ods|caj|dwg|mp3|mp4|jpe?g|png|gif|tiff?';
const IMAGE = /\.(?:jpe?g|png|gif|tiff?)(?:$|[?#])/i;
const FILE_PATH = new RegExp(`\\.(?:${EXTENSIONS})$`, 'i');
const FILE_IN_QUERY = new RegExp(`[=/][^=&]*\\.(?:${EXTENSIONS})(?:&|$)`, 'i');
/** Addresses that serve files without saying so in an extension. */
const FILE_SERVICE =
  /\/attachments?\/|\/module\/download\/|down(?:load)?file|\/down(?:load)?s?\.(?:jsp|do|action|php|aspx?|ashx)/i;
/** down.asp?id=7&f=xlsx */
const FORMAT_IN_QUERY = new RegExp(`(?:^|&)[a-z_]{1,12}=(?:${EXTENSIONS})(?:&|$)`, 'i');
const FILE_NAME = new RegExp(`[^\\s/]\\.(?:${EXTENSIONS})[)）\\]】》\\s]*$`, 'i');
const GENERIC_NAME =
  /^(?:点击|此处|这里|请)?(?:下载|查看|点击下载|点击查看|浏览|打开|附件下载|下载附件|download|\[?下载\]?)(?:附件|文件|此处|这里)?[。：:>》]*$/i;

const MAYBE_FILE = new RegExp(`attachment|down|[.=](?:${EXTENSIONS})`, 'i');

/** Is this address a file to download, not a page? */
export function isFileUrl(url: string): boolean {
  if (!MAYBE_FILE.test(url)) return false;
  const [path = '', query = ''] = splitQuery(url);
  return (
    FILE_PATH.test(path) || FILE_IN_QUERY.test(`=${query}`) || FILE_SERVICE.test(path) || FORMAT_IN_QUERY.test(query)
  );
}

function splitQuery(url: string): [string, string] {
  const bare = url.replace(/#.*$/, '').replace(/^[a-z]+:\/\/[^/]*/i, '');
  const at = bare.indexOf('?');
  return at < 0 ? [bare, ''] : [bare.slice(0, at), bare.slice(at + 1)];
}

/** Files that a document offers: by extension, by known download addresses, by the site's own selector. */
export function findAttachments(contentHtml: string, pageUrl: string, css?: string): AttachmentLink[] {
  const page = parseHtml(contentHtml);
  const chosen = css === undefined ? [] : compileSelector(css).allMatches(page.elements, page.root);
  return collectAttachments(page.root, pageUrl, chosen);
}

/** `findAttachments` on a tree; `chosen` are elements that a selector named as attachments. */
export function collectAttachments(
  root: PageElement,
  baseUrl: string,
  chosen: readonly PageElement[],
): AttachmentLink[] {
  const found = new Map<string, AttachmentLink>();
  const add = (element: PageElement, certain: boolean): void => {
    const url = resolveUrl(attribute(element, 'href') ?? (certain ? attribute(element, 'src') : undefined), baseUrl);
    if (url === null || (!certain && !looksLikeAttachment(element, url))) return;
    const known = found.get(url);
    const name = attachmentName(element);
    if (!known) found.set(url, { url, name });
    else if (known.name === null) known.name = name;
  };
  for (const element of chosen) add(linkOf(element), true);
  walkElements(root, (element) => {
    if (element.name === 'a') add(element, false);
  });
  return [...found.values()];
}

const NEIGHBOUR_LEVELS = 2;
const MOST_NEIGHBOURS = 30;

/** Links to files that templates put behind the body, inside the box around both. A whole list of them is another list. */
export function neighbouringFiles(body: PageElement, baseUrl: string): PageElement[] {
  let box = body;
  for (let level = 0; level < NEIGHBOUR_LEVELS; level++) {
    const { parent } = box;
    if (!parent || parent.order < 0 || parent.name === 'body' || parent.name === 'html') break;
    box = parent;
  }
  const files: PageElement[] = [];
  walkElements(box, (element) => {
    if (element === body) return false;
    const zone = zoneOf(element);
    if (zone === 'furniture' || zone === 'discussion') return false;
    if (element.name !== 'a' || element.order < body.order) return true;
    const url = resolveUrl(attribute(element, 'href'), baseUrl);
    if (url !== null && isFileUrl(url) && !IMAGE.test(url)) files.push(element);
    return true;
  });
  return files.length > MOST_NEIGHBOURS ? [] : files;
}

function linkOf(element: PageElement): PageElement {
  if (element.name === 'a' || attribute(element, 'src') !== undefined) return element;
  let link: PageElement | null = null;
  walkElements(element, (inner) => {
    if (inner.name === 'a') link ??= inner;
  });
  return link ?? element;
}

function looksLikeAttachment(element: PageElement, url: string): boolean {
  if (attribute(element, 'appendix') === 'true' || attribute(element, 'data-appendix') === 'true') return true;
  if (/attachment/i.test(attribute(element, 'class') ?? '')) return true;
  if (!isFileUrl(url)) return FILE_NAME.test(textContent(element));
  // A link around an inline image only enlarges it.
  if (IMAGE.test(url)) return !element.children.some((child) => child.type === 'tag' && child.name === 'img');
  return true;
}

/** The link text is often just 点击下载; then the real name stands in alt, title or download. */
function attachmentName(element: PageElement): string | null {
  const candidates = [
    textContent(element),
    ...['alt', 'title', 'download', 'data-name', 'textvalue'].map((name) => attribute(element, name) ?? ''),
  ]
    .map(oneLine)
    .filter((text) => text !== '' && !/^https?:\/\//i.test(text));
  return candidates.find((text) => !GENERIC_NAME.test(text)) ?? candidates[0] ?? null;
}
