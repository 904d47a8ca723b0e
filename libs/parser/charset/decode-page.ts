import { isAscii, isUtf8, transcode } from 'node:buffer';
import { canonicalCharset, declaredCharset } from './declared-charset.js';

/** A page as text, and the encoding that read it. */
export interface DecodedPage {
  text: string;
  charset: string;
}

/** The commonest characters of written Chinese, simplified and traditional: real text is full of them, garbage is not. */
const COMMON_HAN = new Set(
  '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年過後裡為國們這來時會個說對於與發們政府市工作通知公告月日',
);
const SAMPLE_BYTES = 200_000;
const ESCAPE = 0x1b;

/**
 * Bytes to text: byte order mark, strict UTF-8, the declared encoding (header, then meta; every gb* is read as
 * GB18030, of which the others are subsets), GB18030, Big5. A declaration that the bytes contradict is not believed.
 */
export function decodePage(body: Uint8Array, charsetHint?: string | null): DecodedPage {
  const header = headerCharset(charsetHint);
  const marked = byByteOrderMark(body) ?? byZeroBytes(body, header);
  if (marked !== null) return marked;
  // The one encoding that is valid UTF-8 and yet not meant so: it escapes into Japanese with plain ASCII bytes.
  if (body.includes(ESCAPE) && declaredBy(body, header) === 'iso-2022-jp') return decodeAs(body, 'iso-2022-jp');
  const utf8 = strictUtf8(body);
  if (utf8 !== null) return { text: utf8, charset: 'utf-8' };
  const declared = declaredBy(body, header);
  if (declared === 'utf-8') return believableUtf8(body) ? decodeAs(body, 'utf-8') : undeclared(body);
  if (declared === null || declared === 'iso-2022-jp') return undeclared(body);
  if (declared === 'gb18030' && isBrokenUtf8(body)) return decodeAs(body, 'utf-8');
  return decodeAs(body, declared);
}

function headerCharset(hint: string | null | undefined): string | null {
  if (!hint) return null;
  const label = /charset\s*=\s*["']?([^\s"';]+)/i.exec(hint)?.[1] ?? hint;
  return canonicalCharset(label.replace(/^["'\s]+|["'\s]+$/g, ''));
}

function declaredBy(body: Uint8Array, fromHeader: string | null): string | null {
  const fromPage = declaredCharset(body);
  // Servers announce a Latin default for everything they serve; what the page says of itself is better then.
  if (fromHeader === 'windows-1252' && fromPage !== null) return fromPage;
  return fromHeader !== null && !/^utf-(?:16|32)/.test(fromHeader) ? fromHeader : fromPage;
}

function decodeAs(body: Uint8Array, charset: string): DecodedPage {
  return { text: new TextDecoder(charset).decode(body), charset };
}

/** Most pages are UTF-8. Checked and widened as a whole, they take a seventh of the time that TextDecoder needs. */
function strictUtf8(body: Uint8Array): string | null {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (isAscii(bytes)) return bytes.toString('latin1');
  return isUtf8(bytes) ? transcode(bytes, 'utf8', 'utf16le').toString('utf16le') : null;
}

function byByteOrderMark(body: Uint8Array): DecodedPage | null {
  const [a, b, c, d] = body;
  if (a === 0xef && b === 0xbb && c === 0xbf) return decodeAs(body, 'utf-8');
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return decodeUtf32(body.subarray(4), 'utf-32le');
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return decodeUtf32(body.subarray(4), 'utf-32be');
  // Two bytes alone mark nothing.
  if (c === undefined) return null;
  if (a === 0xff && b === 0xfe) return decodeAs(body, 'utf-16le');
  if (a === 0xfe && b === 0xff) return decodeAs(body, 'utf-16be');
  return null;
}

/** UTF-16 and UTF-32 without a mark: the zero bytes of ASCII characters give the width and the order away. */
function byZeroBytes(body: Uint8Array, header: string | null): DecodedPage | null {
  const head = body.subarray(0, 1_024);
  if (!head.includes(0)) return null;
  const isWide = header !== null && /^utf-16/.test(header);
  if (head.length < 4) return isWide ? decodeAs(body, header) : null;
  const zeros = [0, 0, 0, 0];
  head.forEach((byte, index) => {
    if (byte === 0) zeros[index % 4] = (zeros[index % 4] ?? 0) + 1;
  });
  const quarter = Math.floor(head.length / 4);
  const [z0 = 0, z1 = 0, z2 = 0, z3 = 0] = zeros.map((count) => count / Math.max(1, quarter));
  if (z0 > 0.9 && z1 > 0.9 && z2 > 0.9 && z3 < 0.1) return decodeUtf32(body, 'utf-32be');
  if (z1 > 0.9 && z2 > 0.9 && z3 > 0.9 && z0 < 0.1) return decodeUtf32(body, 'utf-32le');
  const share = isWide ? 0.2 : 0.4;
  if ((z0 + z2) / 2 > share && (z1 + z3) / 2 < 0.05) return decodeAs(body, 'utf-16be');
  if ((z1 + z3) / 2 > share && (z0 + z2) / 2 < 0.05) return decodeAs(body, 'utf-16le');
  return null;
}

function decodeUtf32(body: Uint8Array, charset: 'utf-32le' | 'utf-32be'): DecodedPage {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const parts: string[] = [];
  for (let at = 0; at + 4 <= body.byteLength; at += 4) {
    const code = view.getUint32(at, charset === 'utf-32le');
    parts.push(code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? '\ufffd' : String.fromCodePoint(code));
  }
  return { text: parts.join(''), charset };
}

interface Utf8Quality {
  good: number;
  bad: number;
}

/** Counts multi-byte characters that are right and bytes that are not. */
function utf8Quality(body: Uint8Array): Utf8Quality {
  const text = new TextDecoder('utf-8').decode(body.subarray(0, SAMPLE_BYTES));
  let good = 0;
  let bad = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0xfffd) bad++;
    else if (code > 0x7f) good++;
  }
  return { good, bad };
}

/** Said to be UTF-8 and not valid: cut or patched UTF-8 has few faults among many good characters, GBK has only faults. */
function believableUtf8(body: Uint8Array): boolean {
  const { good, bad } = utf8Quality(body);
  if (good > bad * 2) return true;
  return commonHan(new TextDecoder('gb18030').decode(body.subarray(0, SAMPLE_BYTES))) < 3;
}

/** Said to be GBK, but nearly all of it is good UTF-8. */
function isBrokenUtf8(body: Uint8Array): boolean {
  const { good, bad } = utf8Quality(body);
  return good >= 20 && bad * 20 < good;
}

function commonHan(text: string): number {
  let count = 0;
  for (const char of text) if (COMMON_HAN.has(char)) count++;
  return count;
}

function undeclared(body: Uint8Array): DecodedPage {
  if (isBrokenUtf8(body)) return decodeAs(body, 'utf-8');
  const sample = body.subarray(0, SAMPLE_BYTES);
  const simplified = commonHan(new TextDecoder('gb18030').decode(sample));
  const traditional = commonHan(new TextDecoder('big5').decode(sample));
  return decodeAs(body, traditional > simplified ? 'big5' : 'gb18030');
}
