import { stripUnstorable, truncate } from './clean-text.js';

/** MariaDB's JSON functions refuse documents nested deeper than 32. */
const MAX_DEPTH = 30;
// Together below MariaDB's default packet of 16 MB; a feed's document with its body fits.
const MAX_STRING = 1_000_000;
const MAX_SIZE = 2_000_000;
const MAX_STRING_IF_TOO_LARGE = 1000;

export interface JsonChanges {
  removed: number;
  cut: number;
  tooDeep: number;
  renamedKeys: number;
  /** Set when the whole value was too large and had its long strings shortened further or was replaced. */
  tooLarge: boolean;
}

/** Makes a value storable as JSON in every database: strings and keys clean, depth and size bounded. */
export function cleanJson(value: unknown): { value: unknown; changes: JsonChanges } {
  const changes: JsonChanges = { removed: 0, cut: 0, tooDeep: 0, renamedKeys: 0, tooLarge: false };
  let clean = cleanValue(value, 0, MAX_STRING, changes);
  if (sizeOf(clean) > MAX_SIZE) {
    changes.tooLarge = true;
    clean = cleanValue(clean, 0, MAX_STRING_IF_TOO_LARGE, changes);
    const size = sizeOf(clean);
    if (size > MAX_SIZE) clean = { _tooLarge: size };
  }
  return { value: clean, changes };
}

function cleanValue(value: unknown, depth: number, maxString: number, changes: JsonChanges): unknown {
  if (typeof value === 'string') return cleanString(value, maxString, changes);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (typeof value !== 'object' || value === null) return typeof value === 'boolean' ? value : null;
  if (depth >= MAX_DEPTH) {
    changes.tooDeep += 1;
    return null;
  }
  if (Array.isArray(value)) return value.map((entry) => cleanValue(entry, depth + 1, maxString, changes));
  const entries = new Map<string, unknown>();
  for (const [key, entry] of Object.entries(value)) {
    if (entry === undefined || typeof entry === 'function') continue;
    let name = cleanString(key, maxString, changes);
    if (entries.has(name)) {
      // Two keys that differ only in what was removed: both values stay.
      let number = 2;
      while (entries.has(`${name}~${number}`)) number += 1;
      name = `${name}~${number}`;
      changes.renamedKeys += 1;
    }
    entries.set(name, cleanValue(entry, depth + 1, maxString, changes));
  }
  return Object.fromEntries(entries);
}

function cleanString(text: string, limit: number, changes: JsonChanges): string {
  const stripped = stripUnstorable(text);
  const short = truncate(stripped.text, limit);
  changes.removed += stripped.removed;
  changes.cut += short.cut;
  return short.text;
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}
