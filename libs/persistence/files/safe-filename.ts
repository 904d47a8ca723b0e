import { createHash } from 'node:crypto';
import sanitize from 'sanitize-filename';
import { stripUnstorable } from '../sanitise/clean-text.js';

const MAX_BYTES = 255;
const MAX_EXTENSION_BYTES = 20;
// Reserved on Windows with any extension; sanitize-filename would empty them.
const DEVICE = /^((con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³]) *)(?=\.|$)/i;
// Invisible signs, among them those that turn the reading direction and so hide an extension.
const INVISIBLE = /\p{Cf}/gu;

/**
 * A name that is one harmless path segment on every system: Chinese stays, long names keep their extension,
 * nothing ever becomes empty.
 */
export function safeFilename(name: string, fallback = 'file'): string {
  const visible = stripUnstorable(name).text.normalize('NFC').replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
  // Fitted first: sanitize-filename would cut the extension off.
  const fitted = fitBytes(visible.replace(DEVICE, '_$1'));
  const segment = sanitize(fitted, { replacement: '_' }).replace(/^[-.~ ]+/, '_');
  return /[^_ .]/.test(segment) ? segment : fallback;
}

/** A code as folder name; one that had to be changed carries a digest, so that two codes never share a folder. */
export function safeFolderName(code: string): string {
  const safe = safeFilename(code);
  return safe === code ? safe : safeFilename(`${safe.slice(0, 60)}~${digestOf(code)}`);
}

function fitBytes(name: string): string {
  if (Buffer.byteLength(name) <= MAX_BYTES) return name;
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 ? name.slice(dot) : '';
  const extension = Buffer.byteLength(ending) <= MAX_EXTENSION_BYTES ? ending : '';
  // Two long names with the same beginning stay two files.
  const tail = `~${digestOf(name)}${extension}`;
  const room = MAX_BYTES - Buffer.byteLength(tail);
  let stem = '';
  let bytes = 0;
  for (const point of name.slice(0, name.length - extension.length)) {
    bytes += Buffer.byteLength(point);
    if (bytes > room) break;
    stem += point;
  }
  return `${stem}${tail}`;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
