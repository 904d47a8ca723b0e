import { isObject, objectsAt, textField, type JsonObject } from '../listing/read-json.js';

/** One column of the platform's catalogue. */
export interface GkmlptColumn {
  id: number;
  name: string;
  /** Names from the root down to this column. */
  path: string[];
  postCount: number | null;
}

/** What a page of the platform says of itself in `window._CONFIG`. */
export interface GkmlptConfig {
  sid: string | null;
  /** Columns that list documents: the leaves of TREE that lead nowhere else. */
  columns: GkmlptColumn[];
  /** The document of a detail page, null on other pages. */
  detail: JsonObject | null;
}

/**
 * Reads `window._CONFIG` of a page: a script's object literal (unquoted keys, single quotes) of which only the values
 * of TREE and DETAIL are JSON. Never throws; what cannot be read is missing.
 */
export function readGkmlptConfig(html: string): GkmlptConfig {
  const tree = jsonAfter(html, /\bTREE["']?\s*[:=]\s*(?=[[{])/);
  const detail = jsonAfter(html, /\bDETAIL["']?\s*[:=]\s*(?=\{)/);
  return {
    sid: /\bSID["']?\s*[:=]\s*["']?(\w+)/.exec(html)?.[1] ?? null,
    columns: leaves(Array.isArray(tree) ? tree : [tree], []),
    detail: isObject(detail) ? detail : detailContent(html),
  };
}

function leaves(nodes: readonly unknown[], path: readonly string[]): GkmlptColumn[] {
  return nodes.filter(isObject).flatMap((node) => {
    const name = textField(node, 'name');
    const id = Number(node.id);
    const own = name === null ? [...path] : [...path, name];
    const children = objectsAt(node, 'children') ?? [];
    if (children.length > 0) return leaves(children, own);
    if (name === null || !Number.isInteger(id) || textField(node, 'jump_url') !== null) return [];
    const postCount = Number(node.post_count ?? NaN);
    return [{ id, name, path: own, postCount: Number.isInteger(postCount) ? postCount : null }];
  });
}

/** The JSON value that begins where the expression ends. */
function jsonAfter(text: string, start: RegExp): unknown {
  const match = start.exec(text);
  if (!match) return undefined;
  const from = match.index + match[0].length;
  const end = endOfValue(text, from);
  try {
    return end === null ? undefined : (JSON.parse(text.slice(from, end)) as unknown);
  } catch {
    return undefined;
  }
}

/** Where the brackets that open at `from` are closed again; brackets inside strings do not count. */
function endOfValue(text: string, from: number): number | null {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === '"') at = endOfString(text, at);
    else if (char === '{' || char === '[') depth++;
    else if ((char === '}' || char === ']') && --depth === 0) return at + 1;
  }
  return null;
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

/** The body alone, for a DETAIL that is no clean JSON as a whole. */
function detailContent(html: string): JsonObject | null {
  const at = html.search(/\bDETAIL["']?\s*[:=]/);
  const literal = at < 0 ? null : /["']?content["']?\s*:\s*("(?:[^"\\]|\\.)*")/.exec(html.slice(at))?.[1];
  if (!literal) return null;
  try {
    return { content: JSON.parse(literal) as unknown };
  } catch {
    return null;
  }
}
