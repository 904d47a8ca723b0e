import { type AttachmentLink } from '@govcrawler/contracts';
import { parseFeed } from 'feedsmith';

/** One entry of a feed of any format, with what its format calls by other names. */
export interface FeedEntry {
  title: string | null;
  link: string | null;
  id: string | null;
  date: string | undefined;
  author: string | null;
  categories: string[];
  summary: string | null;
  /** The full text, where the feed carries it. */
  content: string | null;
  enclosures: AttachmentLink[];
}

/** A feed of any format. */
export interface Feed {
  format: 'rss' | 'atom' | 'rdf' | 'json';
  title: string | null;
  /** The publisher says that nothing new comes within so many seconds. */
  freshForSec: number | null;
  entries: FeedEntry[];
}

type ParsedFeed = ReturnType<typeof parseFeed<string>>;
type RssItem = NonNullable<Extract<ParsedFeed, { format: 'rss' }>['feed']['items']>[number];
type RdfItem = NonNullable<Extract<ParsedFeed, { format: 'rdf' }>['feed']['items']>[number];
type AtomEntry = NonNullable<Extract<ParsedFeed, { format: 'atom' }>['feed']['entries']>[number];
type JsonItem = NonNullable<Extract<ParsedFeed, { format: 'json' }>['feed']['items']>[number];

/** Characters that XML does not allow, which editors paste all the same. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** A feed (RSS 2.0, Atom, RDF, JSON Feed) with its entries in its order; null when the text is no feed. Never throws. */
export function readFeed(page: string): Feed | null {
  const clean = page.replace(FORBIDDEN, '');
  const parsed = tryParse(clean) ?? tryParse(repaired(clean));
  if (parsed === null) return null;
  const { format } = parsed;
  switch (parsed.format) {
    case 'rss': {
      const { title, ttl, sy, items = [] } = parsed.feed;
      return { format, title: text(title), freshForSec: statedPause(ttl, sy), entries: items.map(rssEntry) };
    }
    case 'rdf': {
      const { title, sy, items = [] } = parsed.feed;
      return { format, title: text(title), freshForSec: statedPause(undefined, sy), entries: items.map(rdfEntry) };
    }
    case 'atom': {
      const { title, sy, entries = [] } = parsed.feed;
      const freshForSec = statedPause(undefined, sy);
      return { format, title: text(title?.value), freshForSec, entries: entries.map(atomEntry) };
    }
    case 'json': {
      const { title, items = [] } = parsed.feed;
      return { format, title: text(title), freshForSec: null, entries: items.map(jsonEntry) };
    }
  }
}

const PERIOD_SEC: Record<string, number> = {
  hourly: 3600,
  daily: 86_400,
  weekly: 7 * 86_400,
  monthly: 30 * 86_400,
  yearly: 365 * 86_400,
};

/** `ttl` in minutes, or so many updates per period; the longer of both. */
function statedPause(
  ttl: number | undefined,
  sy: { updatePeriod?: string; updateFrequency?: number } | undefined,
): number | null {
  const byTtl = positive((ttl ?? 0) * 60);
  const period = PERIOD_SEC[sy?.updatePeriod?.trim().toLowerCase() ?? ''];
  const byPeriod = period === undefined ? 0 : positive(period / (sy?.updateFrequency || 1));
  return Math.max(byTtl, byPeriod) || null;
}

function positive(seconds: number): number {
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
}

function tryParse(text: string): ParsedFeed | null {
  try {
    return parseFeed(text);
  } catch {
    return null;
  }
}

/** What breaks feeds of small sites: text before the declaration, a bare ampersand. */
function repaired(text: string): string {
  const start = text.search(/<\?xml|<rss|<feed|<rdf:RDF|\{/i);
  return text.slice(Math.max(0, start)).replace(/&(?!#?\w{1,32};)/g, '&amp;');
}

function rssEntry(item: RssItem): FeedEntry {
  const guidLink = item.guid?.isPermaLink === false ? undefined : item.guid?.value;
  const httpGuid = guidLink && /^https?:/i.test(guidLink) ? guidLink : undefined;
  return {
    title: text(item.title),
    link: text(item.link ?? httpGuid ?? item.atom?.links?.[0]?.href),
    id: text(item.guid?.value),
    date: item.pubDate ?? item.dc?.dates?.[0] ?? item.atom?.published ?? item.atom?.updated,
    author: text(item.source?.title ?? item.authors?.[0]?.name ?? item.dc?.creators?.[0]),
    categories: (item.categories ?? []).flatMap(({ name }) => name ?? []),
    summary: text(item.description),
    content: text(item.content?.encoded),
    enclosures: (item.enclosures ?? []).flatMap(({ url }) => (url ? [{ url, name: null }] : [])),
  };
}

function rdfEntry(item: RdfItem): FeedEntry {
  return {
    title: text(item.title),
    link: text(item.link ?? item.rdf?.about),
    id: text(item.rdf?.about),
    date: item.dc?.dates?.[0],
    author: text(item.dc?.creators?.[0]),
    categories: item.dc?.subjects ?? [],
    summary: text(item.description),
    content: text(item.content?.encoded),
    enclosures: [],
  };
}

function atomEntry(entry: AtomEntry): FeedEntry {
  const links = entry.links ?? [];
  const page =
    links.find(({ rel }) => rel === undefined || rel === 'alternate') ?? links.find(({ rel }) => rel !== 'self');
  const isId = entry.id !== undefined && /^https?:/i.test(entry.id);
  return {
    title: text(entry.title?.value),
    link: text(page?.href ?? entry.content?.src ?? (isId ? entry.id : undefined)),
    id: text(entry.id),
    date: entry.published ?? entry.updated ?? entry.dc?.dates?.[0],
    author: text(entry.source?.title?.value ?? entry.authors?.[0]?.name),
    categories: (entry.categories ?? []).flatMap(({ label, term }) => label ?? term ?? []),
    summary: text(entry.summary?.value),
    content: text(entry.content?.value),
    enclosures: links.flatMap(({ rel, href, title }) =>
      rel === 'enclosure' && href ? [{ url: href, name: title ?? null }] : [],
    ),
  };
}

function jsonEntry(item: JsonItem): FeedEntry {
  return {
    title: text(item.title),
    link: text(item.url ?? item.external_url),
    id: text(item.id),
    date: item.date_published ?? item.date_modified,
    author: text(item.authors?.[0]?.name),
    categories: item.tags ?? [],
    summary: text(item.summary),
    content: text(item.content_html) ?? paragraphs(text(item.content_text)),
    enclosures: (item.attachments ?? []).flatMap(({ url, title }) => (url ? [{ url, name: title ?? null }] : [])),
  };
}

function text(value: string | undefined): string | null {
  const trimmed = typeof value === 'string' ? value.trim() : '';
  return trimmed || null;
}

function paragraphs(plain: string | null): string | null {
  if (plain === null) return null;
  const escaped = plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return escaped
    .split(/\n+/)
    .map((line) => `<p>${line}</p>`)
    .join('');
}
