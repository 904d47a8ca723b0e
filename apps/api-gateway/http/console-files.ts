import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { type NextFunction, type Request, type Response } from 'express';
import { ProblemException } from './problem.js';
import { styleNonce } from './security-headers.js';

/** Stands in the built page where each answer puts its own nonce. */
export const NONCE_PLACEHOLDER = '__STYLE_NONCE__';
const BASE = '/admin/';

/** Serves the built console under /admin/. Its addresses are all the same page; /admin/api is not part of it. */
export function serveConsole(app: NestExpressApplication, folder: string | null): void {
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (request.path === '/' || request.path === '/admin') response.redirect(302, BASE);
    else next();
  });
  const page = readPage(folder);
  // Before the files: the page must never go out without its nonce.
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (!isConsoleAddress(request)) return next();
    if (page === null) return next(new ProblemException('console_not_built', { detail: '请先运行 npm run build' }));
    response
      .set('Cache-Control', 'no-cache')
      .type('html')
      .send(page.replaceAll(NONCE_PLACEHOLDER, styleNonce(response)));
  });
  if (folder !== null) {
    app.useStaticAssets(folder, { prefix: BASE, index: false, redirect: false, setHeaders: cacheByName });
  }
}

function readPage(folder: string | null): string | null {
  const file = folder === null ? null : join(folder, 'index.html');
  return file !== null && existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** Built files carry a hash in their name, so they never change. */
function cacheByName(response: Response, path: string): void {
  const forever = /[\\/]assets[\\/]/.test(path);
  response.set('Cache-Control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
}

/** A missing script must be a 404, not the page: so only addresses without a file ending. */
function isConsoleAddress({ method, path }: Request): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    path.startsWith(BASE) &&
    !/^\/admin\/api(\/|$)/i.test(path) &&
    (path === `${BASE}index.html` || !/\.[a-z0-9]+$/i.test(path))
  );
}
