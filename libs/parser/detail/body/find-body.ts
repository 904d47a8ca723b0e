import { attribute, type PageElement } from '../../dom/page-node.js';
import { type Page } from '../../dom/parse-html.js';
import { measurePage, type PageMeasures } from './measure-page.js';
import { zoneOf } from './zone-hints.js';

/** A wider element is taken when it brings this share of prose more ... */
const MUCH_MORE = 0.5;
/** ... and so much of what it brings is prose; when it brings less, nearly all of it must be. */
const PURE_ENOUGH = 0.65;
const NEARLY_PURE = 0.75;
const EDITOR_BONUS = 1.5;
const ARTICLE_BONUS = 1.15;
/** About sixty Han characters: a page with less prose is a notice made of a table, an image, a file. */
const HARDLY_ANY_PROSE = 120;

const NOTHING: ReadonlySet<PageElement> = new Set();

/** The element that holds the article, or null when the page shows nothing. */
export function findBody(page: Page): PageElement | null {
  let measures = measurePage(page, NOTHING);
  let best = proseBody(page, measures);
  const misnamed = misnamedFurniture(measures, best);
  if (misnamed) {
    measures = measurePage(page, new Set([misnamed]));
    best = proseBody(page, measures);
  }
  if (best && (measures.prose[best.order] ?? 0) >= HARDLY_ANY_PROSE) return best;
  return editorBody(page, measures) ?? best ?? plainBody(page, measures);
}

/** An element that holds more prose than the best body found without it is no furniture, but badly named. */
function misnamedFurniture({ prose, furniture }: PageMeasures, best: PageElement | null): PageElement | null {
  let found: PageElement | null = null;
  let most = Math.max(HARDLY_ANY_PROSE, 1.5 * (best ? (prose[best.order] ?? 0) : 0));
  for (const [element, amount] of furniture) {
    if (amount > most && zoneOf(element) === 'furniture') {
      found = element;
      most = amount;
    }
  }
  return found;
}

function proseBody(page: Page, measures: PageMeasures): PageElement | null {
  const { prose, noise, core } = measures;
  let best: PageElement | null = null;
  let most = 0;
  for (const element of page.elements) {
    const { order } = element;
    const hanging = core[order] ?? 0;
    if (hanging * EDITOR_BONUS <= most) continue;
    const share = (prose[order] ?? 0) / Math.max(1, (prose[order] ?? 0) + (noise[order] ?? 0));
    const value = hanging * share * bonusOf(element);
    if (value > most) {
      best = element;
      most = value;
    }
  }
  return best && widen(best, measures);
}

function bonusOf(element: PageElement): number {
  const zone = zoneOf(element);
  return zone === 'editor' ? EDITOR_BONUS : zone === 'article' ? ARTICLE_BONUS : 1;
}

/** Texts in several parts: takes the elements around the best one in, as long as what they add is mostly prose. */
function widen(core: PageElement, { prose, noise, short }: PageMeasures): PageElement {
  let best = core;
  for (let above = core.parent; above && above.order >= 0 && above.name !== 'html'; above = above.parent) {
    const addedProse = (prose[above.order] ?? 0) - (prose[best.order] ?? 0);
    const addedNoise = (noise[above.order] ?? 0) - (noise[best.order] ?? 0);
    const addedShort = (short[above.order] ?? 0) - (short[best.order] ?? 0);
    const isEditor = zoneOf(above) === 'editor' && addedNoise <= 0.3 * (addedProse + addedShort);
    const purity = addedProse / Math.max(1, addedProse + addedNoise + addedShort);
    const isMuch = addedProse >= MUCH_MORE * (prose[best.order] ?? 0);
    if (isEditor || (addedProse > 0 && purity >= (isMuch ? PURE_ENOUGH : NEARLY_PURE))) best = above;
  }
  return best;
}

/** Without prose: the node of an editor that shows anything, the fullest one. */
function editorBody(page: Page, { prose, short }: PageMeasures): PageElement | null {
  let best: PageElement | null = null;
  let most = 0;
  for (const element of page.elements) {
    if (zoneOf(element) !== 'editor') continue;
    const amount = 1 + (prose[element.order] ?? 0) + (short[element.order] ?? 0) + 50 * countPictures(element);
    if (amount > most) {
      best = element;
      most = amount;
    }
  }
  return most > 1 ? best : null;
}

/** Without prose and without a known name: the element with the most text that is no link, for the least that is. */
function plainBody(page: Page, { prose, noise, short }: PageMeasures): PageElement | null {
  let best: PageElement | null = null;
  let most = 0;
  for (const element of page.elements) {
    const { order } = element;
    const value = (prose[order] ?? 0) + (short[order] ?? 0) - 2 * (noise[order] ?? 0);
    if (value > most || (value === most && value > 0)) {
      best = element;
      most = value;
    }
  }
  return best;
}

function countPictures(element: PageElement): number {
  let count = 0;
  for (const child of element.children) {
    if (child.type === 'text') continue;
    if (child.name === 'img' && attribute(child, 'src') !== undefined) count++;
    count += countPictures(child);
  }
  return count;
}
