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

type ParsedFeed = ReturnType<typeof parseFeed<string>>;
type RssItem = NonNullable<Extract<ParsedFeed, { format: 'rss' }>['feed']['items']>[number];
type RdfItem = NonNullable<Extract<ParsedFeed, { format: 'rdf' }>['feed']['items']>[number];
type AtomEntry = NonNullable<Extract<ParsedFeed, { format: 'atom' }>['feed']['entries']>[number];
type JsonItem = NonNullable<Extract<ParsedFeed, { format: 'json' }>['feed']['items']>[number];

/** Characters that XML does not allow, which editors paste all the same. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** The entries of a feed (RSS 2.0, Atom, RDF, JSON Feed) in its order; null when the text is no feed. Never throws. */
export function readFeed(text: string): FeedEntry[] | null {
  const clean = text.replace(FORBIDDEN, '');
  const parsed = tryParse(clean) ?? tryParse(repaired(clean));
  if (parsed === null) return null;
  switch (parsed.format) {
    case 'rss':
      return (parsed.feed.items ?? []).map(rssEntry);
    case 'rdf':
      return (parsed.feed.items ?? []).map(rdfEntry);
    case 'atom':
      return (parsed.feed.entries ?? []).map(atomEntry);
    case 'json':
      return (parsed.feed.items ?? []).map(jsonEntry);
  }
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
