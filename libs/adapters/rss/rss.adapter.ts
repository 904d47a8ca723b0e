import { createHash } from 'node:crypto';
import { type CrawlItem, type CrawlPlan, type FetchedPage } from '@govcrawler/contracts';
import { decodePage, htmlToText } from '@govcrawler/parser';
import { z } from 'zod';
import { defineAdapter } from '../define-adapter.js';
import { readParams } from '../listing/adapter-params.js';
import { buildItem } from '../listing/build-item.js';
import { cleanTitle } from '../listing/list-fields.js';
import { asFailure, fetchFor } from '../listing/list-request.js';
import { nativeIdFromUrl } from '../listing/native-id.js';
import { walkList } from '../listing/walk-list.js';
import { readDetail } from '../read-detail.js';
import { feedDate } from './feed-date.js';
import { readFeed, type FeedEntry } from './read-feed.js';

export const rssParamsSchema = z.strictObject({
  full_text: z
    .enum(['content', 'description', 'never', 'on_open'])
    .default('content')
    .describe(
      'What counts as the full text: the content element, also the description, nothing (fetch every page); ' +
        'on_open keeps whatever the feed carries, and the page is read when somebody opens the article',
    ),
  full_text_min_chars: z.int().min(0).default(80).describe('Shorter texts are summaries: the page is fetched'),
});

type RssParams = z.infer<typeof rssParamsSchema>;

/** Feeds: RSS 2.0, Atom, RDF and JSON Feed. Entries that carry their full text need no page. */
export const rssAdapter = defineAdapter({
  id: 'rss',
  title: 'RSS / Atom 订阅源',
  defaultIntervalSec: null,
  paramsSchema: rssParamsSchema,
  defaultSelectors: { list: null, detail: {} },

  list(context) {
    const { plan, now } = context;
    const params = readParams(rssParamsSchema, plan);
    return walkList({
      maxPages: 1,
      load: () => fetchFor(context, { url: plan.target.entryUrl, purpose: 'feed', listHead: true }),
      read: (page) => {
        const feed = readFeed(feedText(page));
        if (feed === null) return asFailure(page, 'blocked_soft', `${page.finalUrl} is not a feed`);
        const items = feed.entries.map((entry) => entryItem(plan, entry, page.finalUrl, params, now()));
        const freshForSec = Math.max(feed.freshForSec ?? 0, maxAgeOf(page.headers)) || null;
        return { items: items.filter((item) => item !== null), totalPages: 1, isLast: true, freshForSec };
      },
    });
  },

  parseDetail: (page, item, plan, now) => readDetail(page, item, plan.column.detail, now),
});

/** `max-age` of Cache-Control in seconds; what may not be kept at all says nothing about the next change. */
function maxAgeOf(headers: Record<string, string>): number {
  const control = headers['cache-control'] ?? '';
  if (/\bno-(?:store|cache)\b/i.test(control)) return 0;
  const age = Number(/\bmax-age\s*=\s*"?(\d{1,9})/i.exec(control)?.[1] ?? 0);
  return Math.max(0, age - Number(/^\d{1,9}$/.exec(headers['age']?.trim() ?? '')?.[0] ?? 0));
}

/** XML names its encoding in the declaration, where page decoding does not look. */
export function feedText({ body, charsetHint }: FetchedPage): string {
  const head = Buffer.from(body.subarray(0, 200)).toString('latin1');
  const declared = /^[^<]*<\?xml[^>]*encoding\s*=\s*["']([\w-]+)["']/i.exec(head)?.[1];
  return decodePage(body, charsetHint ?? declared ?? null).text;
}

function entryItem(plan: CrawlPlan, entry: FeedEntry, feedUrl: string, params: RssParams, now: Date): CrawlItem | null {
  if (entry.link === null || !URL.canParse(entry.link, feedUrl)) return null;
  const url = new URL(entry.link, feedUrl).href;
  const title = cleanTitle(entry.title ?? '') || shortened(entry.summary ?? entry.content ?? '');
  if (!title || !/^https?:/.test(url)) return null;
  return buildItem(plan, {
    url,
    title,
    ...feedDate(entry.date, now),
    nativePostId: nativeIdFromUrl(url, plan.site.baseUrl) ?? entryId(entry.id),
    sourceRaw: entry.author,
    topicWords: entry.categories.length > 0 ? entry.categories.join(' ') : null,
    attachments: entry.enclosures.flatMap(({ url: file, name }) =>
      URL.canParse(file, url) ? [{ url: new URL(file, url).href, name }] : [],
    ),
    bodyHtml: fullText(entry, params),
    metadata: entry.summary === null ? {} : { summary: shortened(entry.summary, 500) },
  });
}

function fullText({ content, summary }: FeedEntry, { full_text, full_text_min_chars }: RssParams): string | null {
  if (full_text === 'on_open') return content ?? summary;
  const candidate = full_text === 'never' ? null : (content ?? (full_text === 'description' ? summary : null));
  if (candidate === null) return null;
  const showsImage = /<img\b/i.test(candidate);
  return showsImage || htmlToText(candidate).length >= full_text_min_chars ? candidate : null;
}

/** Numbers repeat between the feeds of a site; only ids that are made to be unique can stand for a document. */
function entryId(id: string | null): string | null {
  if (id === null || !/^(?:tag:|urn:)|^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(id)) return null;
  return id.length <= 64 ? id : createHash('sha256').update(id).digest('hex');
}

function shortened(html: string, length = 60): string {
  const text = htmlToText(html).replace(/\s+/g, ' ').trim();
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
