import { decodePercent, repairMojibake } from './mojibake.js';

/**
 * The file name of a Content-Disposition header, however the server wrote it: RFC 5987 (also with a Chinese charset),
 * RFC 2047 words, percent signs or raw bytes in the plain parameter, with or without quotes. Null: it names none.
 */
export function dispositionName(header: string | null): string | null {
  if (!header) return null;
  const extended = /(?:^|[;\s])filename\*\s*=\s*"?([\w-]*)'[^']*'([^;"]*)"?/i.exec(header);
  const fromExtended = extended ? decodeExtended(extended[1] ?? '', extended[2] ?? '') : null;
  if (fromExtended) return fromExtended;
  const plain = /(?:^|[;\s])filename\s*=\s*("(?:[^"\\]|\\.)*"?|[^;]*)/i.exec(header)?.[1]?.trim();
  if (!plain) return null;
  const unquoted = plain.replace(/^"|"$/g, '').replace(/\\(["\\])/g, '$1');
  const name = /=\?[\w-]+\?[bq]\?/i.test(unquoted) ? decodeWords(unquoted) : decodePercent(repairMojibake(unquoted));
  // Some browsers' and servers' full paths: only the last part is a name.
  return name.split(/[/\\]/).at(-1)?.trim() || null;
}

function decodeExtended(charset: string, value: string): string | null {
  const bytes = percentBytes(value.trim());
  return decodeBytes(charset, bytes);
}

/** RFC 2047: `=?GBK?B?...?=`, several of them in a row. */
function decodeWords(text: string): string {
  return text
    .replace(/(\?=)\s+(=\?)/g, '$1$2')
    .replace(/=\?([\w-]+)\?([bq])\?([^?]*)\?=/gi, (word, charset: string, kind: string, value: string) => {
      const bytes =
        kind.toLowerCase() === 'b'
          ? Buffer.from(value, 'base64')
          : percentBytes(value.replace(/_/g, ' ').replace(/=([0-9a-f]{2})/gi, '%$1'));
      return decodeBytes(charset, bytes) ?? word;
    });
}

function percentBytes(text: string): Buffer {
  const latin1 = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(latin1, 'latin1');
}

function decodeBytes(charset: string, bytes: Buffer): string | null {
  const encoding = /^gb/i.test(charset) ? 'gb18030' : charset || 'utf-8';
  for (const attempt of [encoding, 'utf-8', 'gb18030']) {
    try {
      return new TextDecoder(attempt, { fatal: true }).decode(bytes);
    } catch {
      // An unknown charset, or bytes that are not in it: the next one.
    }
  }
  return null;
}
