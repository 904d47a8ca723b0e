import { type Request, type Response } from 'express';
import { SESSION_SECONDS } from './sessions.js';

const NAME = 'govcrawler_session';

/** The session token that the browser sent, if any. */
export function readSessionCookie(request: Request): string | null {
  for (const pair of (request.get('cookie') ?? '').split(';')) {
    const [name, value] = pair.split('=', 2);
    if (name?.trim() === NAME && value) return value.trim();
  }
  return null;
}

/** `Secure` only where the page came by https: an installation on a LAN speaks plain http. */
export function writeSessionCookie(request: Request, response: Response, token: string): void {
  response.cookie(NAME, token, { ...cookieScope(request), maxAge: SESSION_SECONDS * 1000 });
}

export function clearSessionCookie(request: Request, response: Response): void {
  response.clearCookie(NAME, cookieScope(request));
}

function cookieScope(request: Request) {
  return { httpOnly: true, sameSite: 'strict', secure: request.secure, path: '/' } as const;
}
