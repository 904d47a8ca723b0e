import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether an `authorization` value carries the internal token; takes equally long for every wrong one. */
export function carriesToken(authorization: string | undefined, token: string): boolean {
  const offered = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(offered), digest(token)) && token !== '';
}
