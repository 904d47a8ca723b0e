import { type Response } from 'express';

/**
 * What came from elsewhere leaves as from an origin of its own that may do nothing: no script, no form, no request.
 * Only our own console may show it in a frame.
 */
export function sandboxed(response: Response): Response {
  return response.set({
    'Content-Security-Policy': `sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: 'self'; frame-ancestors 'self'`,
    'X-Frame-Options': 'SAMEORIGIN',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
  });
}
