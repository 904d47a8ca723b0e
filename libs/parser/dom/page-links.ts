import { attribute, oneLine, textContent } from './page-node.js';
import { baseUrlOf, resolveUrl } from './page-url.js';
import { parseHtml } from './parse-html.js';

/** Where a page leads: an anchor of its body, or a link of its head. */
export interface PageLink {
  element: 'a' | 'link';
  url: string;
  rel: string;
  /** Without parameters, lower case. */
  type: string;
  title: string;
  text: string;
}

/** All links of a page in their order. */
export function pageLinks(html: string, pageUrl: string): PageLink[] {
  const page = parseHtml(html);
  const base = baseUrlOf(page, pageUrl);
  return page.elements.flatMap((element): PageLink[] => {
    if (element.name !== 'a' && element.name !== 'link') return [];
    const url = resolveUrl(attribute(element, 'href'), base);
    if (url === null) return [];
    const said = (name: string) => oneLine(attribute(element, name) ?? '');
    const type = said('type').split(';', 1)[0]!.trim().toLowerCase();
    return [
      { element: element.name, url, rel: said('rel'), type, title: said('title'), text: oneLine(textContent(element)) },
    ];
  });
}
