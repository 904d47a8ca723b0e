import { type DetailFields, type DetailSelectors } from '@govcrawler/contracts';
import { INVISIBLE_TAGS, walkElements, type PageElement } from '../dom/page-node.js';
import { baseUrlOf } from '../dom/page-url.js';
import { parseHtml, type Page } from '../dom/parse-html.js';
import { compileSelector } from '../selectors/compile-selector.js';
import { nodesToText } from '../text/html-to-text.js';
import { collectAttachments } from './attachments.js';
import { assembleDetail, type DetailOptions, type SelectedFields } from './assemble-detail.js';
import { genericBody } from './generic-detail.js';

/** Below this a body counts as missing, unless it shows an image, a table or a file. */
const SHORT_BODY = 100;

/**
 * Reads a detail page: the site's selectors first, then meta tags, label tables and `<title>`, and the generic engines
 * where the selected body is missing. Never throws for a page; throws SelectorError for a selector that cannot be used.
 */
export function parseDetail(
  html: string,
  pageUrl: string,
  selectors: DetailSelectors,
  options: DetailOptions,
): DetailFields {
  const page = parseHtml(html);
  const selected: SelectedFields = {
    title: valueOf(page, selectors.title),
    publishTime: valueOf(page, selectors.publish_time),
    source: valueOf(page, selectors.source),
  };
  const chosenAttachments =
    selectors.attachment_css === undefined
      ? []
      : compileSelector(selectors.attachment_css).allMatches(page.elements, page.root);
  const body = selectedBody(page, pageUrl, selectors.content);
  if (body.length > 0) {
    return assembleDetail(page, pageUrl, { nodes: body, elements: body, chosenAttachments }, selected, options);
  }
  const generic = genericBody(html, page);
  const fields = assembleDetail(
    page,
    pageUrl,
    { nodes: generic.nodes, elements: generic.element ? [generic.element] : [], chosenAttachments },
    selected,
    options,
  );
  return { ...fields, usedFallback: true, fallbackEngine: generic.engine };
}

function valueOf(page: Page, selector: string | undefined): string | null {
  return selector === undefined ? null : compileSelector(selector).firstValue(page.elements, page.root);
}

/** Matches of the first alternative that holds a body; none when all of them are short and show nothing. */
function selectedBody(page: Page, pageUrl: string, selector: string | undefined): PageElement[] {
  if (selector === undefined) return [];
  const baseUrl = baseUrlOf(page, pageUrl);
  for (const found of compileSelector(selector).matchesByAlternative(page.elements, page.root)) {
    const parts = outermostSiblings(found);
    if (isLongText(parts) || parts.some((part) => showsSomething(part, baseUrl))) return parts;
  }
  return [];
}

/** Most bodies are long: counting stops as soon as that is clear. */
function isLongText(parts: readonly PageElement[]): boolean {
  let length = 0;
  const count = (element: PageElement): void => {
    for (const child of element.children) {
      if (length >= SHORT_BODY * 2) return;
      if (child.type === 'text') length += child.data.replace(/\s+/g, '').length;
      else if (!INVISIBLE_TAGS.has(child.name)) count(child);
    }
  };
  parts.forEach(count);
  return length >= SHORT_BODY * 2 || (length > 0 && nodesToText(parts).length >= SHORT_BODY);
}

/** A selector may match every paragraph of a body: matches beside the first one belong to it, nested ones are in it. */
function outermostSiblings(found: readonly PageElement[]): PageElement[] {
  const [first] = found;
  return first ? found.filter((element) => element.parent === first.parent) : [];
}

function showsSomething(element: PageElement, baseUrl: string): boolean {
  let shows = false;
  walkElements(element, (inner) => {
    if (inner.name === 'img' || inner.name === 'table') shows = true;
    return !shows;
  });
  return shows || collectAttachments(element, baseUrl, []).length > 0;
}
