import { createHash } from 'node:crypto';
import { PermanentError } from './errors.js';

/** Query parameters that only track the visitor: two addresses that differ in them alone show one document. */
const TRACKING_PARAMETER = /^(utm_[a-z]+|spm)(=|$)/i;

/**
 * One spelling for every address of the same document: scheme and host in lower case, default port, credentials,
 * fragment and tracking parameters dropped, everything else kept to the letter. The rest of the query is never
 * re-serialised (it may carry GBK escapes), and `index.html` stays: on many sites `/` and `/index.html` differ.
 * Throws PermanentError when the input is no absolute http(s) URL.
 */
export function normalizeUrl(input: string): string {
  const url = URL.canParse(input.trim()) ? new URL(input.trim()) : null;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new PermanentError(`Not an absolute http(s) address: "${input.slice(0, 200)}"`);
  }
  url.hash = '';
  url.username = '';
  url.password = '';
  url.hostname = url.hostname.replace(/\.$/, '');
  const query = url.search.replace(/^\?/, '').split('&');
  url.search = query.filter((pair) => pair !== '' && !TRACKING_PARAMETER.test(pair)).join('&');
  return url.toString();
}

/** Identity of a document: 64 hex digits of sha256 over its normalised address. */
export function urlHash(input: string): string {
  return createHash('sha256').update(normalizeUrl(input)).digest('hex');
}
