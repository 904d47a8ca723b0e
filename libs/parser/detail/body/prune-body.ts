import { attribute, INVISIBLE_TAGS, oneLine, PageElement, PageText, textContent } from '../../dom/page-node.js';
import { isFileUrl } from '../attachments.js';
import { hintsOf, isHidden, zoneOf } from './zone-hints.js';

/*
 * Chinese content systems give the text a node of its own, and what stands in it, lists of links included, is the
 * document: annexes, related rules. Elsewhere the text shares its node with teasers, captions and appeals to subscribe.
 */

const CONTROLS = new Set(['form', 'input', 'button', 'select', 'textarea']);
const CAPTION =
  /caption|gallery|slideshow|credit|byline|dateline|timestamp|author-?(?:bio|box|info)|print-only|visually-hidden|sr-only|screen-reader/i;
const LINK_BLOCKS = new Set(['ul', 'ol', 'div', 'section', 'table', 'dl', 'p', 'li', 'h2', 'h3', 'h4', 'h5', 'span']);
const NOTICE =
  /^(?:advertisement|advertising|continue reading(?: below)?|related(?: articles?| stories| coverage)?|read more|share this|story continues below)[.:]?$/i;
const MOSTLY = 0.6;

/** A body without what does not belong to its text: itself where there is nothing of the kind, else a copy. */
export function pruneBody(body: PageElement, title: string | null): PageElement {
  const isChinese = isMostlyHan(body);
  if (isChinese && !hasForeignPart(body)) return body;
  const copy = new PageElement(body.name, body.attributes, null, body.order);
  new Pruner(isChinese, title).copyChildren(body, copy);
  return copy;
}

const SAMPLE_LENGTH = 3_000;

function isMostlyHan(body: PageElement): boolean {
  let han = 0;
  let all = 0;
  const sample = (element: PageElement): void => {
    for (const child of element.children) {
      if (all > SAMPLE_LENGTH) return;
      if (child.type === 'tag') {
        if (!INVISIBLE_TAGS.has(child.name)) sample(child);
        continue;
      }
      const { data } = child;
      for (let at = 0; at < data.length && all <= SAMPLE_LENGTH; at++) {
        const code = data.charCodeAt(at);
        if (code <= 32) continue;
        all++;
        if (code >= 0x3400 && code <= 0x9fff) han++;
      }
    }
  };
  sample(body);
  return han * 4 > all;
}

function hasForeignPart(element: PageElement): boolean {
  return element.children.some((child) => child.type === 'tag' && (isForeignToChinese(child) || hasForeignPart(child)));
}

class Pruner {
  constructor(
    private readonly keepsLinks: boolean,
    private readonly title: string | null,
  ) {}

  copyChildren(from: PageElement, to: PageElement): void {
    for (const child of from.children) {
      if (child.type === 'text') {
        to.children.push(new PageText(child.data, to));
        continue;
      }
      if (INVISIBLE_TAGS.has(child.name) || this.isForeign(child)) continue;
      const copy = new PageElement(child.name, child.attributes, to, child.order);
      this.copyChildren(child, copy);
      if (!this.keepsLinks && LINK_BLOCKS.has(child.name) && isLinkList(copy)) continue;
      to.children.push(copy);
    }
  }

  private isForeign(element: PageElement): boolean {
    if (this.keepsLinks) return isForeignToChinese(element);
    if (isHidden(element) || CONTROLS.has(element.name) || element.name === 'figcaption') return true;
    const zone = zoneOf(element);
    if (zone === 'furniture' || zone === 'discussion' || CAPTION.test(hintsOf(element))) return true;
    if (element.name === 'h1') return oneLine(textContent(element)) === this.title;
    return element.children.length <= 1 && NOTICE.test(oneLine(textContent(element)));
  }
}

const CHINESE_FURNITURE = /(?:^|[\s_-])(?:bd)?share|fenxiang|comment|pinglun|qrcode|erweima/i;

/** Switches for readers: the size of letters in any element, the others in elements that stand for themselves. */
const LETTER_SIZE =
  /^[[【(（\s]*(?:[小中大特超]+字号|字[体号]\s*[:：]?|[小中大特超](?:\s+[小中大特超])+|T\s*\|\s*T)[\]】)）\s]*$/;
const READER_CONTROL =
  /^[[【(（\s]*(?:打\s*印(?:本页)?|关\s*闭(?:窗口|本页)?|分享(?:到|至)?\s*[:：]?|收藏(?:本页)?|返回顶部|我要纠错|扫一扫.{0,14})[\]】)）\s]*$/;
const CONTROL_TAGS = new Set(['a', 'div', 'li', 'button', 'label']);
const LONGEST_CONTROL = 20;

function isReaderControl({ name, children }: PageElement): boolean {
  const [only] = children;
  if (children.length !== 1 || only?.type !== 'text' || only.data.length > LONGEST_CONTROL) return false;
  return LETTER_SIZE.test(only.data) || (CONTROL_TAGS.has(name) && READER_CONTROL.test(only.data));
}

function isForeignToChinese(element: PageElement): boolean {
  if (isReaderControl(element)) return true;
  if (element.name === 'nav' || element.name === 'footer' || CONTROLS.has(element.name)) return element.name !== 'form';
  return CHINESE_FURNITURE.test(hintsOf(element));
}

interface LinkCount {
  text: number;
  linked: number;
  isKept: boolean;
}

/** Nearly only links, and none of them to a file: teasers and lists of other pages. */
function isLinkList(element: PageElement): boolean {
  const count: LinkCount = { text: 0, linked: 0, isKept: false };
  countLinks(element, false, count);
  return count.text > 0 && !count.isKept && count.linked / count.text > MOSTLY;
}

function countLinks(element: PageElement, inLink: boolean, count: LinkCount): void {
  for (const child of element.children) {
    if (child.type === 'text') {
      const { length } = child.data.trim();
      count.text += length;
      if (inLink) count.linked += length;
      continue;
    }
    if (child.name === 'blockquote' || (child.name === 'img' && !inLink)) count.isKept = true;
    if (child.name === 'a' && isFileUrl(attribute(child, 'href') ?? '')) count.isKept = true;
    countLinks(child, inLink || child.name === 'a', count);
  }
}
