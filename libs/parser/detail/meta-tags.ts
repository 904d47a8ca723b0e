import { attribute, oneLine } from '../dom/page-node.js';
import { type Page } from '../dom/parse-html.js';

/** Meta tags of a page by lower-case name, property or itemprop; the first of a name counts. */
export type MetaTags = ReadonlyMap<string, string>;

export function readMetaTags(page: Page): MetaTags {
  const tags = new Map<string, string>();
  for (const element of page.elements) {
    if (element.name !== 'meta') continue;
    const content = oneLine(attribute(element, 'content') ?? '');
    if (!content) continue;
    for (const key of ['name', 'property', 'itemprop']) {
      const name = attribute(element, key)?.trim().toLowerCase();
      if (name && !tags.has(name)) tags.set(name, content);
    }
  }
  return tags;
}

/** The first of several names that a page carries. */
export function firstMeta(tags: MetaTags, names: readonly string[]): string | null {
  for (const name of names) {
    const value = tags.get(name);
    if (value) return value;
  }
  return null;
}
