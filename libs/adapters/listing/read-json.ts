import { type FetchedPage } from '@govcrawler/contracts';
import { decodePage } from '@govcrawler/parser';

/** A JSON object of unknown content. */
export type JsonObject = Readonly<Record<string, unknown>>;

const JSONP = /^\s*(?:\/\*[\s\S]*?\*\/\s*)?[\w$.]+\s*\(([\s\S]*)\)\s*;?\s*$/;
/** Gateways wrap JSON into a JSON string once; more would be a mistake of ours. */
const MAX_WRAPPINGS = 3;

/** What browsers show for a data file: the text in a page of their own. */
const BROWSER_VIEW = /^\s*<html\b[^>]*>.*?<pre\b[^>]*>(.*)<\/pre>/is;

/** The JSON of an answer, taken out of a JSONP call or out of a JSON string that holds it; undefined when it is none. */
export function readJson(page: FetchedPage): unknown {
  const { text } = decodePage(page.body, page.charsetHint);
  const fromBrowser = page.strategy === 'browser' || page.strategy === 'browserless';
  const shown = fromBrowser ? BROWSER_VIEW.exec(text)?.[1] : undefined;
  return parseJson(shown === undefined ? text : unescape(shown));
}

/** In a text node a browser escapes just these. */
function unescape(html: string): string {
  return html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&nbsp;', '\u00a0').replaceAll('&amp;', '&');
}

/** `readJson` for text. */
export function parseJson(text: string): unknown {
  let value: unknown = text.replace(/^\ufeff/, '');
  for (let depth = 0; depth < MAX_WRAPPINGS && typeof value === 'string'; depth++) {
    value = tryParse(value) ?? (depth === 0 ? tryParse(JSONP.exec(value)?.[1] ?? '') : undefined);
  }
  return typeof value === 'string' ? undefined : value;
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Is this an object with keys? */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path such as `result.data.list`, undefined where it breaks off. */
export function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), value);
}

/** The objects of an array; null when there is no array. */
export function objectsAt(value: unknown, path: string): JsonObject[] | null {
  const found = path === '' ? value : valueAt(value, path);
  return Array.isArray(found) ? found.filter(isObject) : null;
}

/** The first of the fields that holds text or a number other than zero, trimmed; null when none does. */
export function textField(object: JsonObject, ...names: string[]): string | null {
  for (const name of names) {
    const value = object[name];
    const text =
      typeof value === 'string' ? value.trim() : typeof value === 'number' && value !== 0 ? String(value) : '';
    if (text) return text;
  }
  return null;
}
