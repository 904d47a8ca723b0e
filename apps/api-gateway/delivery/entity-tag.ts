import { type Request, type Response } from 'express';

/** Tags the answer; true when the caller has it already, and then the answer is an empty 304. */
export function answerCached(request: Request, response: Response, tag: string): boolean {
  response.set({ ETag: `"${tag}"`, 'Cache-Control': 'private, no-cache' });
  if (!request.fresh) return false;
  response.status(304);
  return true;
}
