import { attribute, holds, type PageElement } from '../../dom/page-node.js';
import { type Page } from '../../dom/parse-html.js';
import { isFileUrl } from '../attachments.js';
import { measurePage, type PageMeasures } from './measure-page.js';
import { zoneOf } from './zone-hints.js';

/** A wider element is taken when it brings this share of prose more ... */
const MUCH_MORE = 0.5;
/** ... and so much of what it brings is prose; when it brings less, nearly all of it must be. */
const PURE_ENOUGH = 0.65;
const NEARLY_PURE = 0.75;
const EDITOR_BONUS = 1.5;
const ARTICLE_BONUS = 1.15;
/** What stands above the headline introduces the site. */
const ABOVE_TITLE = 0.4;
/** About sixty Han characters: a page with less prose is a notice made of a table, an image, a file. */
const HARDLY_ANY_PROSE = 120;

/** Wrappers with unlucky names lie in each other. */
const MISNAMED_LEVELS = 5;

/** The element that holds the article, or null when the page shows nothing. */
export function findBody(page: Page, title: PageElement | null): PageElement | null {
  const trusted = new Set<PageElement>();
  let measures = measurePage(page, trusted);
  let best = proseBody(page, measures, title);
  for (let round = 0; round < MISNAMED_LEVELS; round++) {
    const misnamed = misnamedFurniture(measures, best);
    if (!misnamed) break;
    trusted.add(misnamed);
    measures = measurePage(page, trusted);
    best = proseBody(page, measures, title);
  }
  if (best && (measures.prose[best.order] ?? 0) >= HARDLY_ANY_PROSE) return best;
  const things = shownThings(page);
  return editorBody(page, measures, things) ?? plainBody(page, measures, things, title) ?? best;
}

/** An element that holds more prose than the best body found without it is no furniture, but badly named. */
function misnamedFurniture({ prose, furniture }: PageMeasures, best: PageElement | null): PageElement | null {
  const alreadyFound = best ? (prose[best.order] ?? 0) : 0;
  let found: PageElement | null = null;
  let most = Math.max(HARDLY_ANY_PROSE, 1.5 * alreadyFound);
  for (const [element, amount] of furniture) {
    // Readers may well write more than the author; but not when the author wrote nothing.
    if (amount > most && (zoneOf(element) === 'furniture' || alreadyFound < HARDLY_ANY_PROSE)) {
      found = element;
      most = amount;
    }
  }
  return found;
}

function proseBody(page: Page, measures: PageMeasures, title: PageElement | null): PageElement | null {
  const { prose, noise, core } = measures;
  let best: PageElement | null = null;
  let most = 0;
  for (const element of page.elements) {
    const { order } = element;
    const hanging = core[order] ?? 0;
    if (hanging * EDITOR_BONUS <= most) continue;
    const share = (prose[order] ?? 0) / Math.max(1, (prose[order] ?? 0) + (noise[order] ?? 0));
    let value = hanging * share * bonusOf(element);
    if (value > most && isAbove(element, title)) value *= ABOVE_TITLE;
    if (value > most) {
      best = element;
      most = value;
    }
  }
  return best && widen(best, measures);
}

function isAbove(element: PageElement, title: PageElement | null): boolean {
  return title !== null && element.order < title.order && !holds(element, title);
}

function bonusOf(element: PageElement): number {
  const zone = zoneOf(element);
  return zone === 'editor' ? EDITOR_BONUS : zone === 'article' ? ARTICLE_BONUS : 1;
}

/** Texts in several parts: takes the elements around the best one in, as long as what they add is mostly prose. */
function widen(core: PageElement, { prose, noise, short }: PageMeasures): PageElement {
  const inEditor = zoneOf(core) === 'editor';
  let best = core;
  for (let above = core.parent; above && above.order >= 0 && above.name !== 'html'; above = above.parent) {
    const addedProse = (prose[above.order] ?? 0) - (prose[best.order] ?? 0);
    const addedNoise = (noise[above.order] ?? 0) - (noise[best.order] ?? 0);
    const addedShort = (short[above.order] ?? 0) - (short[best.order] ?? 0);
    // A table or a picture beside the prose, in the node of the editor around both.
    const isEditor = !inEditor && zoneOf(above) === 'editor' && addedNoise <= 0.3 * (addedProse + addedShort);
    const purity = addedProse / Math.max(1, addedProse + addedNoise + addedShort);
    const isMuch = addedProse >= MUCH_MORE * (prose[best.order] ?? 0);
    if (isEditor || (addedProse > 0 && purity >= (isMuch ? PURE_ENOUGH : NEARLY_PURE))) best = above;
  }
  return best;
}

/** Without prose: the node of an editor that shows anything, the fullest one. */
function editorBody(page: Page, { prose, short, noise }: PageMeasures, things: Float64Array): PageElement | null {
  let best: PageElement | null = null;
  let most = 0;
  for (const element of page.elements) {
    if (zoneOf(element) !== 'editor') continue;
    const { order } = element;
    const amount = (prose[order] ?? 0) + (short[order] ?? 0) + (things[order] ?? 0) - (noise[order] ?? 0) / 2;
    if (amount > most) {
      best = element;
      most = amount;
    }
  }
  return best;
}

/** Without prose and without a known name: what stands below the headline and shows the most for the least links. */
function plainBody(
  page: Page,
  { prose, noise, short }: PageMeasures,
  things: Float64Array,
  title: PageElement | null,
): PageElement | null {
  let best: PageElement | null = null;
  let most = 0;
  for (const element of page.elements) {
    const { order } = element;
    if (title && (order <= title.order || holds(title, element))) continue;
    if (!PLAIN_TAGS.has(element.name)) continue;
    const text = (prose[order] ?? 0) + (short[order] ?? 0) - 2 * (noise[order] ?? 0);
    if (text < 0) continue;
    const value = text + (things[order] ?? 0);
    // Of elements around the same things the innermost: it comes last.
    if (value > 0 && value >= most) {
      best = element;
      most = value;
    }
  }
  return best;
}

const PLAIN_TAGS = new Set(['div', 'td', 'section', 'article', 'main', 'table', 'center', 'body', 'ul', 'dl']);
const PICTURE_WEIGHT = 60;
const FILE_WEIGHT = 60;
const SMALL_PICTURE = 60;

/** What counts instead of words: pictures and files, by element. */
function shownThings({ elements }: Page): Float64Array {
  const weights = new Float64Array(elements.length);
  for (let at = elements.length - 1; at >= 0; at--) {
    const element = elements[at] as PageElement;
    const above = element.parent?.order ?? -1;
    const zone = zoneOf(element);
    if (above < 0 || zone === 'furniture' || zone === 'discussion') continue;
    weights[above] = (weights[above] ?? 0) + (weights[at] ?? 0) + ownWeight(element);
  }
  return weights;
}

function ownWeight(element: PageElement): number {
  if (element.name === 'img') return isSmall(element) ? 0 : PICTURE_WEIGHT;
  return element.name === 'a' && isFileUrl(attribute(element, 'href') ?? '') ? FILE_WEIGHT : 0;
}

function isSmall(image: PageElement): boolean {
  const width = Number.parseInt(attribute(image, 'width') ?? '', 10);
  return width < SMALL_PICTURE;
}
