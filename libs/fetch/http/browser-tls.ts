import { type RequestOptions } from 'node:https';
import { hooks } from 'got-scraping';
import { USER_AGENT } from './browser-headers.js';

/** The TLS hello of the browser that our headers name, as got-scraping knows it. */
export function browserTls(): RequestOptions {
  const asked = {
    headers: { 'user-agent': USER_AGENT },
    https: {} as RequestOptions & { signatureAlgorithms?: string },
    _unixOptions: {} as RequestOptions,
  };
  hooks.tlsHook(asked as unknown as Parameters<typeof hooks.tlsHook>[0]);
  const { signatureAlgorithms: sigalgs, ...https } = asked.https;
  return { ...https, ...(sigalgs === undefined ? {} : { sigalgs }), ...asked._unixOptions };
}
