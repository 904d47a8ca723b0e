import { randomBytes } from 'node:crypto';
import { type NextFunction, type Request, type Response } from 'express';
import helmet from 'helmet';

/**
 * Nothing inline, nothing from another origin. The console's component library writes <style> elements at run time;
 * they are let in by a nonce that only the console's page of this very answer knows.
 */
export function securityHeaders() {
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", (_request, response) => `'nonce-${styleNonce(response as Response)}'`],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        // Stored pages are shown in a frame; they come sandboxed.
        frameSrc: ["'self'"],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    // A LAN installation is reached over plain http: it must not be told to come back by https.
    strictTransportSecurity: false,
    // Only meaningful on https or localhost; elsewhere browsers log an error for every page.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
  });
  return (request: Request, response: Response, next: NextFunction): void => {
    response.locals.styleNonce = randomBytes(16).toString('base64url');
    protect(request, response, next);
  };
}

/** The nonce that this answer's policy allows. */
export function styleNonce(response: Response): string {
  return String(response.locals.styleNonce);
}
