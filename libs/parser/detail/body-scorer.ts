import { attribute, BLOCK_TAGS, INVISIBLE_TAGS, textContent, type PageElement } from '../dom/page-node.js';
import { type Page } from '../dom/parse-html.js';

interface Stats {
  text: number;
  linkText: number;
  marks: number;
}

const UNLIKELY =
  /comment|share|related|recommend|sidebar|footer|header|nav|menu|breadcrumb|copyright|banner|advert|(?:^|[-_\s])ad(?:s|$|[-_\s])|login|search|toolbar|qrcode|hot|rank/i;
const LIKELY = /article|content|zoom|trs_|editor|detail|news_txt|post|entry|main|body|text|zhengwen|ucap/i;

/** The element that holds the article, or null when the page has no running text. */
export function findBody(page: Page): PageElement | null {
  const scores = new Map<PageElement, number>();
  const stats = new Map<PageElement, Stats>();
  measure(page.root, stats, scores, false);
  let best: PageElement | null = null;
  let bestScore = 0;
  for (const [element, score] of scores) {
    const { text, linkText } = stats.get(element) ?? { text: 1, linkText: 0 };
    const final = score * (1 - linkText / Math.max(1, text)) * hintWeight(element);
    if (final > bestScore) {
      best = element;
      bestScore = final;
    }
  }
  return best;
}

function hintWeight(element: PageElement): number {
  const hints = `${attribute(element, 'class') ?? ''} ${attribute(element, 'id') ?? ''}`;
  return (LIKELY.test(hints) ? 1.3 : 1) * (UNLIKELY.test(hints) ? 0.4 : 1);
}

function measure(
  element: PageElement,
  stats: Map<PageElement, Stats>,
  scores: Map<PageElement, number>,
  inLink: boolean,
): Stats {
  const own: Stats = { text: 0, linkText: 0, marks: 0 };
  let direct = '';
  for (const child of element.children) {
    if (child.type === 'text') {
      direct += child.data;
      continue;
    }
    if (INVISIBLE_TAGS.has(child.name)) continue;
    if (!BLOCK_TAGS.has(child.name) && child.name !== 'a') direct += textContent(child);
    const inner = measure(child, stats, scores, inLink || child.name === 'a');
    own.text += inner.text;
    own.linkText += inner.linkText;
    own.marks += inner.marks;
  }
  let length = 0;
  let marks = 0;
  for (const child of element.children) {
    if (child.type !== 'text') continue;
    const plain = child.data.replace(/\s+/g, '');
    length += plain.length;
    marks += plain.match(/[，。；！？、：,.;!?]/g)?.length ?? 0;
  }
  own.text += length;
  own.marks += marks;
  if (inLink) own.linkText = own.text;
  stats.set(element, own);
  if (!inLink && direct.length > 20 && BLOCK_TAGS.has(element.name)) {
    const plain = direct.replace(/\s+/g, '');
    const score = Math.min(plain.length / 40, 8) + (plain.match(/[，。；！？、,.;!?]/g)?.length ?? 0);
    let share = 1;
    for (
      let above = element.name === 'p' ? element.parent : element, depth = 0;
      above && depth < 3;
      above = above.parent, depth++
    ) {
      scores.set(above, (scores.get(above) ?? 0) + score * share);
      share *= depth === 0 ? 0.5 : 0.4;
    }
  }
  return own;
}
