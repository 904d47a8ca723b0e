import { atMoment, publishedAt, type PublishedAt } from '../listing/list-fields.js';

const ENGLISH_MONTH = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;
const ZONE = /(?:[+-]\d{2}:?\d{2}|\b(?:GMT|UTC|UT|Z|[ECMP][SD]T))\s*(?:\([^)]*\))?$/i;

/** A date of a feed in any of the forms in use; a time without a zone is Shanghai's, and so is CST. */
export function feedDate(text: string | undefined, now: Date): PublishedAt {
  const trimmed = text?.trim() ?? '';
  if (!ENGLISH_MONTH.test(trimmed)) return publishedAt(trimmed || null, now);
  const local = trimmed.replace(/\bCST\b/i, '+0800').replace(/^[a-z]+,\s*/i, '');
  const time = new Date(ZONE.test(local) ? local : `${local} +0800`);
  return Number.isNaN(time.getTime()) ? publishedAt(trimmed, now) : atMoment(time);
}
