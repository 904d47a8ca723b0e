import { createHash, randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type StoredEvidence } from '@govcrawler/persistence';

const compress = promisify(gzip);
const CRLF = '\r\n';
/** The stored bytes are the decoded body: what spoke of its form on the wire is kept under another name. */
const WIRE_HEADERS = new Set(['content-encoding', 'transfer-encoding', 'content-length', 'connection']);
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The record that a WARC file begins with. */
export function warcInfo(filename: string, at: Date): Promise<Buffer> {
  const fields = {
    software: 'GovCrawler',
    format: 'WARC File Format 1.1',
    description: 'Pages as they were collected',
  };
  return record({
    type: 'warcinfo',
    at,
    headers: { 'WARC-Filename': filename, 'Content-Type': 'application/warc-fields' },
    block: Buffer.from(
      Object.entries(fields)
        .map(([name, value]) => `${name}: ${value}${CRLF}`)
        .join(''),
    ),
  });
}

/**
 * One document. What plain HTTP brought is a response; a page that a browser had built, or one of which no headers were
 * kept, is a resource: nobody answered with exactly these bytes.
 */
export function warcDocument(evidence: StoredEvidence, body: Buffer): Promise<Buffer> {
  const { url, finalUrl, fetchedAt, httpStatus, responseHeaders, fetchStrategy } = evidence;
  const payload = { 'WARC-Payload-Digest': digest('sha256', body) };
  const target = { 'WARC-Target-URI': uri(finalUrl ?? url) };
  if (responseHeaders === null || fetchStrategy !== 'httpx') {
    const headers = { ...target, ...payload, 'Content-Type': responseHeaders?.['content-type'] ?? 'text/html' };
    return record({ type: 'resource', at: fetchedAt, headers, block: body });
  }
  const head = httpHead(httpStatus ?? 200, responseHeaders, body.length);
  return record({
    type: 'response',
    at: fetchedAt,
    headers: { ...target, ...payload, 'Content-Type': 'application/http;msgtype=response' },
    block: Buffer.concat([Buffer.from(head, 'utf8'), body]),
  });
}

/** Each record is compressed by itself, so that readers can begin at any. */
function record({
  type,
  at,
  headers,
  block,
}: {
  type: string;
  at: Date;
  headers: Record<string, string>;
  block: Buffer;
}): Promise<Buffer> {
  const fields = {
    'WARC-Type': type,
    'WARC-Record-ID': `<urn:uuid:${randomUUID()}>`,
    'WARC-Date': at.toISOString(),
    'WARC-Block-Digest': digest('sha1', block),
    ...headers,
    'Content-Length': String(block.length),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${oneLine(value)}${CRLF}`);
  const head = Buffer.from(`WARC/1.1${CRLF}${lines.join('')}${CRLF}`, 'utf8');
  return compress(Buffer.concat([head, block, Buffer.from(CRLF + CRLF)]));
}

function httpHead(status: number, headers: Record<string, string>, length: number): string {
  const lines = Object.entries(headers).map(([name, value]) => {
    const kept = WIRE_HEADERS.has(name) ? `x-archive-orig-${name}` : name;
    return `${kept}: ${oneLine(value)}${CRLF}`;
  });
  const reason = STATUS_CODES[status] ?? '';
  return `HTTP/1.1 ${status} ${reason}${CRLF}${lines.join('')}content-length: ${length}${CRLF}${CRLF}`;
}

/** A header ends where its line does, whatever a server or a list of links says. */
function oneLine(value: string): string {
  return value.replace(/[\r\n\0]+/g, ' ');
}

function uri(address: string): string {
  return URL.canParse(address) ? new URL(address).href : encodeURI(address);
}

function digest(algorithm: 'sha1' | 'sha256', data: Buffer): string {
  return `${algorithm}:${base32(createHash(algorithm).update(data).digest())}`;
}

function base32(bytes: Buffer): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += BASE32[(held >> (bits - 5)) & 31];
  }
  if (bits > 0) text += BASE32[(held << (5 - bits)) & 31];
  return text.padEnd(Math.ceil(text.length / 8) * 8, '=');
}
