import { type DetailSelectors } from '@govcrawler/contracts';
import { parseChineseDate } from '../dates/chinese-date.js';
import { attribute, oneLine, textContent, type PageElement } from '../dom/page-node.js';
import { parseHtml, type Page } from '../dom/parse-html.js';
import { compileSelector } from '../selectors/compile-selector.js';
import { extractDetail } from './generic-detail.js';
import { parseDetail } from './parse-detail.js';

/** A document page with what is known of it from elsewhere: its list, or its stored row. */
export interface SamplePage {
  html: string;
  url: string;
  title: string;
  /** YYYY-MM-DD */
  publishDate: string | null;
}

/** Which fields selectors read rightly from one page. */
export interface SelectorCheck {
  url: string;
  title: boolean;
  publishTime: boolean;
  content: boolean;
}

interface Sample extends SamplePage {
  page: Page;
  /** What the generic engine takes for the body, without white space. */
  body: string;
}

const MOST_CANDIDATES = 12;
const LONGEST_TIME = 120;
const LEAST_BODY = 60;
const NAME = /^[A-Za-z_][\w-]*$/;
const META_TITLE = 'meta[name="ArticleTitle"]::attr(content)';
const META_TIME = 'meta[name="PubDate"]::attr(content)';

const squeeze = (text: string) => text.replace(/\s+/g, '');

/** Selectors for title, time and body that fit most of the pages; a field without any is left out. */
export function proposeDetailSelectors(pages: readonly SamplePage[], now: Date): DetailSelectors {
  const samples = readSamples(pages, now);
  const best = (candidates: (sample: Sample) => string[], isRight: (sample: Sample, selector: string) => boolean) => {
    const tried = [...new Set(samples.flatMap((sample) => candidates(sample).slice(0, MOST_CANDIDATES)))];
    const scored = tried.map((selector) => ({
      selector,
      score: samples.filter((one) => isRight(one, selector)).length,
    }));
    // A stable sort: of equals, the one that was named first.
    return scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score)[0]?.selector;
  };
  const title = best(titleCandidates, (sample, selector) => isTitle(sample, selector));
  const publish_time = best(
    (sample) => timeCandidates(sample, now),
    (sample, selector) => isTime(sample, selector, now),
  );
  const content = best(contentCandidates, (sample, selector) => isContent(sample, selector, now));
  return { ...(title ? { title } : {}), ...(publish_time ? { publish_time } : {}), ...(content ? { content } : {}) };
}

/** Reads every page by the selectors alone. Throws SelectorError for a selector that cannot be used. */
export function checkDetailSelectors(
  pages: readonly SamplePage[],
  selectors: DetailSelectors,
  now: Date,
): SelectorCheck[] {
  return readSamples(pages, now).map((sample) => ({
    url: sample.url,
    title: selectors.title !== undefined && isTitle(sample, selectors.title),
    publishTime: selectors.publish_time !== undefined && isTime(sample, selectors.publish_time, now),
    content: selectors.content !== undefined && isContent(sample, selectors.content, now),
  }));
}

function readSamples(pages: readonly SamplePage[], now: Date): Sample[] {
  return pages.map((one) => ({
    ...one,
    page: parseHtml(one.html),
    body: squeeze(extractDetail(one.html, one.url, now).contentText),
  }));
}

function isTitle({ page, title }: Sample, selector: string): boolean {
  const found = compileSelector(selector).firstValue(page.elements, page.root);
  return found !== null && squeeze(found) === squeeze(title);
}

function isTime({ page, publishDate }: Sample, selector: string, now: Date): boolean {
  const found = compileSelector(selector).firstValue(page.elements, page.root);
  return found !== null && publishDate !== null && parseChineseDate(found, now)?.date === publishDate;
}

/** The body without the page around it; what is no words (an image, a file) must be there all the same. */
function isContent({ html, url, body }: Sample, selector: string, now: Date): boolean {
  const fields = parseDetail(html, url, { content: selector }, { now });
  if (fields.usedFallback) return false;
  const found = squeeze(fields.contentText);
  if (body.length < LEAST_BODY) return found.length <= body.length * 2 + 100;
  const isWhole = found.includes(body.slice(0, 40)) && found.includes(body.slice(-40));
  return isWhole && found.length <= body.length * 1.3 + 100;
}

function titleCandidates({ page, title }: Sample): string[] {
  const wanted = squeeze(title);
  const named = page.elements
    .filter((element) => element.name !== 'title' && squeeze(textContent(element)) === wanted)
    .flatMap((element) => selectorsOf(element).map((selector) => `${selector}::text`));
  return hasMeta(page, 'ArticleTitle') ? [META_TITLE, ...named] : named;
}

function timeCandidates({ page, publishDate }: Sample, now: Date): string[] {
  const named = page.elements
    .map((element) => ({ element, text: oneLine(textContent(element)) }))
    .filter(({ text }) => text.length <= LONGEST_TIME && /\d{4}/.test(text))
    .filter(({ text }) => publishDate !== null && parseChineseDate(text, now)?.date === publishDate)
    .sort((a, b) => a.text.length - b.text.length)
    .flatMap(({ element }) => selectorsOf(element).map((selector) => `${selector}::text`));
  return hasMeta(page, 'PubDate') ? [META_TIME, ...named] : named;
}

function contentCandidates({ page, body }: Sample): string[] {
  if (body.length < LEAST_BODY) return [];
  return page.elements
    .map((element) => ({ element, text: squeeze(textContent(element)) }))
    .filter(({ text }) => text.length <= body.length * 2 + 500 && text.includes(body.slice(0, 40)))
    .filter(({ text }) => text.includes(body.slice(-40)))
    .sort((a, b) => a.text.length - b.text.length)
    .flatMap(({ element }) => selectorsOf(element));
}

function hasMeta(page: Page, name: string): boolean {
  return page.elements.some((element) => element.name === 'meta' && attribute(element, 'name') === name);
}

/** By id, by classes, by the parent's: the speaking ones first. Ids with numbers are made anew for every page. */
function selectorsOf(element: PageElement): string[] {
  if (!NAME.test(element.name)) return [];
  const own = [byId(element), byClass(element)].filter((selector) => selector !== null);
  const { parent } = element;
  const above = parent && NAME.test(parent.name) ? (byId(parent) ?? byClass(parent)) : null;
  if (above !== null) own.push(`${above} > ${byClass(element) ?? element.name}`);
  return element.name === 'h1' ? [...own, 'h1'] : own;
}

function byId(element: PageElement): string | null {
  const id = attribute(element, 'id');
  return id !== undefined && NAME.test(id) && !/\d{3}/.test(id) ? `${element.name}#${id}` : null;
}

function byClass(element: PageElement): string | null {
  const classes = (attribute(element, 'class') ?? '').split(/\s+/).filter((name) => NAME.test(name));
  return classes.length > 0 ? element.name + classes.map((name) => `.${name}`).join('') : null;
}
