import { htmlToText, normalizeDocNo, parseChineseDate } from '@govcrawler/parser';

/** When something was published, in the two forms of a CrawlItem. */
export interface PublishedAt {
  publishTime: Date | null;
  publishDate: string | null;
}

const SHANGHAI_OFFSET_MS = 8 * 3_600_000;

/** A title of an API, which may hold markup (<em>, <br/>, <font>) and references, on one line. */
export function cleanTitle(title: string): string {
  return htmlToText(title.replace(/<br\s*\/?>/gi, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

/** The document number in the usual spelling, or as printed where it has an unusual form. */
export function cleanDocNo(text: string | null): string | null {
  return text === null ? null : (normalizeDocNo(text) ?? (text.trim() || null));
}

/** Reads what APIs use for moments: seconds or milliseconds since 1970, or a printed date. */
export function publishedAt(value: string | null, now: Date): PublishedAt {
  if (value === null) return { publishTime: null, publishDate: null };
  if (/^\d{9,13}$/.test(value) && !/^(?:19|20)\d{6}(?:\d{4,6})?$/.test(value)) {
    return atMoment(new Date(value.length >= 12 ? Number(value) : Number(value) * 1_000));
  }
  // 11/16/2026 09:30:00, as NetEase writes it.
  const parsed = parseChineseDate(value.replace(/^(\d{2})\/(\d{2})\/(\d{4})\b/, '$3-$1-$2'), now);
  if (parsed === null) return { publishTime: null, publishDate: null };
  // Databases print the midnight of a day when they know no more than the day.
  const isDayOnly = /[\sT]0?0:00(?::00(?:\.0+)?)?$/.test(value);
  return { publishTime: isDayOnly ? null : parsed.time, publishDate: parsed.date };
}

/** Both forms of a known moment. */
export function atMoment(time: Date): PublishedAt {
  return { publishTime: time, publishDate: new Date(time.getTime() + SHANGHAI_OFFSET_MS).toISOString().slice(0, 10) };
}
