import { htmlToText } from '../text/html-to-text.js';
import { sanitizeBodyHtml } from '../text/sanitize-body-html.js';
import { readabilityBody } from './readability-engine.js';

/** The body of an unknown site's page by Readability, safe to show and with absolute addresses; null when it has none. */
export function readFullText(html: string, pageUrl: string): string | null {
  const body = readabilityBody(html);
  if (body === null) return null;
  const safe = sanitizeBodyHtml(body, pageUrl);
  return /[^\s\p{C}]/u.test(htmlToText(safe)) ? safe : null;
}
