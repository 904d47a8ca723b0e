import { attribute } from './page-node.js';
import { type Page } from './parse-html.js';

const NO_ADDRESS = /^(?:#|(?:javascript|mailto|tel|data|about|vbscript|blob|file):)/i;

/** Absolute http(s) address of a link on a page, or null when it leads nowhere (javascript:, mailto:, empty, broken). */
export function resolveUrl(href: string | undefined, pageUrl: string): string | null {
  const trimmed = href?.trim();
  if (!trimmed || NO_ADDRESS.test(trimmed)) return null;
  const url = parseUrl(trimmed, pageUrl);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : null;
}

function parseUrl(href: string, base: string): URL | null {
  if (URL.canParse(href, base)) return new URL(href, base);
  return URL.canParse(href) ? new URL(href) : null;
}

/** What relative links of a page refer to: its own address, unless it says otherwise. */
export function baseUrlOf(page: Page, pageUrl: string): string {
  const base = page.elements.find((element) => element.name === 'base' && attribute(element, 'href') !== undefined);
  return (base && resolveUrl(attribute(base, 'href'), pageUrl)) ?? pageUrl;
}

/** Address of an image, looking behind the placeholders of lazy loading. */
export function imageSource(image: Parameters<typeof attribute>[0]): string | undefined {
  const source = attribute(image, 'src')?.trim();
  const isPlaceholder =
    !source || source.startsWith('data:') || /(?:blank|spacer|loading|placeholder)[^/]*\.\w+$/i.test(source);
  if (!isPlaceholder) return source;
  for (const name of [
    'data-src',
    'data-original',
    'data-lazy-src',
    'data-url',
    'original',
    '_src',
    'lazysrc',
    'file',
  ]) {
    const lazy = attribute(image, name)?.trim();
    if (lazy) return lazy;
  }
  return source;
}
