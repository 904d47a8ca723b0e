import { decodeHTML } from 'entities';

// What Chinese pages are full of; the complete table is only asked for the rest.
const COMMON: Record<string, string> = {
  // A written no-break space is a plain space to every reader of text; a raw U+00A0 in the page stays what it is.
  '&nbsp;': ' ',
  '&#160;': ' ',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&ldquo;': '“',
  '&rdquo;': '”',
  '&lsquo;': '‘',
  '&rsquo;': '’',
  '&mdash;': '—',
  '&middot;': '·',
  '&hellip;': '…',
  '&emsp;': ' ',
  '&ensp;': ' ',
};

const REFERENCE = /&(?:#[0-9]{1,8}|#[xX][0-9a-fA-F]{1,7}|[a-zA-Z][a-zA-Z0-9]{1,31});?/g;

/** Replaces character references the way browsers do, with or without their semicolon. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  // Half of all references on Chinese pages are this one, in runs.
  const rest = text.includes('&nbsp;') ? text.replaceAll('&nbsp;', ' ') : text;
  if (!rest.includes('&')) return rest;
  return rest.replace(REFERENCE, (reference) => COMMON[reference] ?? decodeHTML(reference));
}
