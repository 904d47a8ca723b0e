import { type DetailFields, type FallbackEngine } from '@govcrawler/contracts';
import { type PageElement, type PageNode } from '../dom/page-node.js';
import { parseHtml, type Page } from '../dom/parse-html.js';
import { nodesToText } from '../text/html-to-text.js';
import { pruneBody } from './body/prune-body.js';
import { findBody } from './body/find-body.js';
import { assembleDetail } from './assemble-detail.js';
import { readMetaTags } from './meta-tags.js';
import { readabilityBody } from './readability-engine.js';
import { findTitle } from './title.js';

/** A body found without selectors. */
export interface GenericBody {
  nodes: readonly PageNode[];
  /** The element it was taken from, in the page's own tree. */
  element: PageElement | null;
  engine: FallbackEngine;
}

const ENOUGH_CHARACTERS = 50;

/** Finds the body with our own scorer; where that gives next to nothing, Readability has a try. */
export function genericBody(html: string, page: Page): GenericBody {
  const element = findBody(page);
  const title = element && findTitle(page, readMetaTags(page), element);
  const own: GenericBody = {
    nodes: element ? [pruneBody(element, title?.text ?? null)] : [],
    element,
    engine: 'generic',
  };
  if (nodesToText(own.nodes).length >= ENOUGH_CHARACTERS) return own;
  const second = readabilityBody(html);
  if (second === null) return own;
  const nodes = parseHtml(second).root.children;
  return nodesToText(nodes).length > nodesToText(own.nodes).length
    ? { nodes, element: null, engine: 'readability' }
    : own;
}

/** Reads a detail page of an unknown site. */
export function extractDetail(html: string, pageUrl: string, now: Date): DetailFields & { engine: FallbackEngine } {
  const page = parseHtml(html);
  const body = genericBody(html, page);
  const fields = assembleDetail(
    page,
    pageUrl,
    { nodes: body.nodes, elements: body.element ? [body.element] : [], chosenAttachments: [] },
    {},
    { now },
  );
  return { ...fields, usedFallback: true, fallbackEngine: body.engine, engine: body.engine };
}
