import sanitizeHtml from 'sanitize-html';
import { parseHtml } from '../dom/parse-html.js';
import { writeBodyHtml } from './body-html.js';

const ALLOWED_TAGS = (
  'p div span br hr h1 h2 h3 h4 h5 h6 strong b em i u s del ins sub sup blockquote pre code ul ol li dl dt dd table caption ' +
  'thead tbody tfoot tr td th a img figure figcaption section article center'
).split(' ');

/** Longer bodies are cut: nobody reads them on a page, and the sanitiser is slow. */
const MAX_CHARACTERS = 1_000_000;

/**
 * Makes foreign HTML safe to show: an allow-list of tags and attributes, http(s) links only and absolute, no scripts,
 * styles, handlers, frames or form controls. Our own writer goes first, so that the sanitiser only meets well-formed,
 * shallow markup.
 */
export function sanitizeBodyHtml(html: string, baseUrl: string): string {
  const clean = writeBodyHtml(parseHtml(html).root.children, baseUrl).slice(0, MAX_CHARACTERS);
  return sanitizeHtml(clean, {
    allowedTags: ALLOWED_TAGS,
    allowedAttributes: {
      a: ['href', 'title'],
      img: ['src', 'alt', 'title'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan'],
    },
    allowedSchemes: ['http', 'https'],
    allowProtocolRelative: false,
    nestingLimit: 300,
  });
}
