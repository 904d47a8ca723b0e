import { attribute, BLOCK_TAGS, INVISIBLE_TAGS, type PageElement, type PageText } from '../../dom/page-node.js';
import { type Page } from '../../dom/parse-html.js';
import { isFileUrl } from '../attachments.js';
import { isHidden, zoneOf } from './zone-hints.js';

/** Figures of every element, by its place in document order. All but `core` include everything below the element. */
export interface PageMeasures {
  /** Running text: whole sentences outside of links and page furniture. */
  prose: Float64Array;
  /** Text that speaks against an article: links, furniture, discussion. */
  noise: Float64Array;
  /** The rest: short lines, labels, table cells. */
  short: Float64Array;
  /** Prose that hangs together: a paragraph counts fully for the element around it, less for those further out. */
  core: Float64Array;
  /** Elements taken for furniture, with the prose that was not counted because of it. */
  furniture: Map<PageElement, number>;
}

/** A Han character says about as much as two Latin letters. */
const HAN_WEIGHT = 2;
const PROSE_WEIGHT = 80;
const PUNCTUATED_PROSE_WEIGHT = 40;
const CORE_LEVELS = 6;
const START_LENGTH = 60;
/** Running Chinese text has hardly any links; a linked title with the beginning of its text is a teaser. */
const TEASER_LINK = 0.15;
const HAN = /[\u3400-\u9fff]/;
const LONGEST_IMPRINT = 600;
/** The small print of a site. */
export const IMPRINT =
  /版权所有|ICP备|网站标识码|公网安备|(?:主办|承办)单位?\s*[:：]|建议使用.{0,20}(?:分辨率|浏览器)|copyright|all rights reserved/i;
/** The line of facts between headline and text. */
const FACTS =
  /^[^，。；！？]{0,24}?(?:发布(?:时间|日期|机构)?|来源|日期|时间|点击数?|浏览(?:次数)?|阅读|作者|字体|字号|文号|索引号)\s*[:：]/;
/** Elements that are one paragraph: their text counts for the element around them. */
const PARAGRAPH_TAGS = new Set(['p', 'pre', 'blockquote', 'li', 'dd', 'dt', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** Measures a page; `trusted` are elements that are no furniture, whatever they are called. */
export function measurePage(page: Page, trusted: ReadonlySet<PageElement>): PageMeasures {
  return new Measurer(page.elements.length, trusted).measure(page.root);
}

class Measurer {
  private readonly measures: PageMeasures;
  private prose = 0;
  private noise = 0;
  private short = 0;
  /** The text since the last block boundary. */
  private runWeight = 0;
  private runLinked = 0;
  private runMarks = 0;
  private runStart = '';

  constructor(
    size: number,
    private readonly trusted: ReadonlySet<PageElement>,
  ) {
    const figures = (): Float64Array => new Float64Array(size);
    this.measures = { prose: figures(), noise: figures(), short: figures(), core: figures(), furniture: new Map() };
  }

  measure(root: PageElement): PageMeasures {
    this.visitChildren(root, false, null);
    this.endRun(root, null);
    return this.measures;
  }

  private visitChildren(element: PageElement, inLink: boolean, furniture: PageElement | null): void {
    for (const child of element.children) {
      if (child.type === 'text') this.addText(child, inLink);
      else if (!INVISIBLE_TAGS.has(child.name)) this.visit(child, element, inLink, furniture);
    }
  }

  private visit(element: PageElement, parent: PageElement, inLink: boolean, outer: PageElement | null): void {
    const furniture = outer ?? this.furnitureAt(element);
    const isBlock = BLOCK_TAGS.has(element.name) || furniture !== outer;
    if (isBlock) this.endRun(parent, outer);
    const { prose, noise, short } = this;
    if (!isHidden(element)) {
      this.visitChildren(element, inLink || isPageLink(element), furniture);
      if (isBlock) this.endRun(element, furniture);
    }
    const { measures } = this;
    const { order } = element;
    measures.prose[order] = this.prose - prose;
    measures.noise[order] = this.noise - noise;
    measures.short[order] = this.short - short;
  }

  private furnitureAt(element: PageElement): PageElement | null {
    const zone = zoneOf(element);
    return (zone === 'furniture' || zone === 'discussion') && !this.trusted.has(element) ? element : null;
  }

  private addText({ data }: PageText, inLink: boolean): void {
    let weight = 0;
    let marks = 0;
    for (let at = 0; at < data.length; at++) {
      const code = data.charCodeAt(at);
      if (code <= 32 || code === 0xa0 || code === 0x3000) continue;
      if (code >= 0x3400 && code <= 0x9fff) weight += HAN_WEIGHT;
      else {
        weight++;
        if (isMark(code)) marks++;
      }
    }
    if (weight === 0) return;
    this.runWeight += weight;
    if (this.runStart.length < START_LENGTH) this.runStart += data.length > 500 ? data.slice(0, 500) : data;
    if (inLink) this.runLinked += weight;
    else this.runMarks += marks;
  }

  private endRun(block: PageElement, furniture: PageElement | null): void {
    const { runWeight: weight, runLinked: linked, runMarks: marks, runStart: start } = this;
    if (weight === 0) return;
    this.runWeight = 0;
    this.runLinked = 0;
    this.runMarks = 0;
    this.runStart = '';
    const isLinks = linked > weight * 0.5 || (weight < LONGEST_IMPRINT && IMPRINT.test(start));
    const isProse =
      !isLinks &&
      (weight >= PROSE_WEIGHT || (weight >= PUNCTUATED_PROSE_WEIGHT && marks > 0)) &&
      !(weight < LONGEST_IMPRINT && (FACTS.test(start) || (linked > weight * TEASER_LINK && HAN.test(start))));
    if (furniture) {
      this.noise += weight;
      if (isProse)
        this.measures.furniture.set(furniture, (this.measures.furniture.get(furniture) ?? 0) + weight - linked);
    } else if (isLinks) this.noise += weight;
    else if (isProse) {
      this.prose += weight - linked;
      this.addCore(block, 1 + marks + Math.min((weight - linked) / 80, 8));
    } else this.short += weight;
  }

  private addCore(block: PageElement, score: number): void {
    const { core } = this.measures;
    let holder = PARAGRAPH_TAGS.has(block.name) ? block.parent : block;
    for (let level = 0; holder && holder.order >= 0 && level < CORE_LEVELS; level++) {
      const share = level === 0 ? 1 : level === 1 ? 0.5 : 1 / (level * 3);
      core[holder.order] = (core[holder.order] ?? 0) + score * share;
      holder = holder.parent;
    }
  }
}

/** Files belong to a document; links to other pages are mostly not a part of it. */
function isPageLink(element: PageElement): boolean {
  return element.name === 'a' && !isFileUrl(attribute(element, 'href') ?? '');
}

/** Punctuation of sentences: , . ; ! ? and ，。；！？、 */
function isMark(code: number): boolean {
  switch (code) {
    case 0x2c:
    case 0x2e:
    case 0x3b:
    case 0x21:
    case 0x3f:
    case 0xff0c:
    case 0x3002:
    case 0xff1b:
    case 0xff01:
    case 0xff1f:
    case 0x3001:
      return true;
    default:
      return false;
  }
}
