import { type FetchedArticle, type FetchedPage } from '@govcrawler/contracts';
import { decodePage, extractDetail } from '@govcrawler/parser';

/** Where in a page its head may be, at most. */
const HEAD_CHARS = 64 * 1024;

/** The article of a fetched page; null for what is not HTML. */
export function readArticle(page: FetchedPage, now: Date): FetchedArticle | null {
  const type = page.headers['content-type'] ?? 'text/html';
  if (!/html/i.test(type)) return null;
  const html = decodePage(page.body, page.charsetHint).text;
  const { title, contentHtml, contentText, source, publisher, publishTime } = extractDetail(html, page.finalUrl, now);
  return {
    title,
    content: contentHtml,
    textContent: contentText,
    imageUrl: firstImage(contentHtml) ?? absolute(metaContent(html, 'og:image'), page.finalUrl),
    // Government pages name an office where others name a person.
    author: metaContent(html, 'author') ?? source ?? publisher,
    publishedAt: publishTime,
    fetchDuration: page.durationMs,
  };
}

/** The HTML was written by our own sanitiser: one spelling, absolute addresses. */
function firstImage(contentHtml: string): string | null {
  return /<img [^>]*?\bsrc="([^"]+)"/.exec(contentHtml)?.[1]?.replaceAll('&amp;', '&') ?? null;
}

function metaContent(html: string, name: string): string | null {
  for (const [tag] of html.slice(0, HEAD_CHARS).matchAll(/<meta\s[^>]*>/gi)) {
    const named = /\b(?:name|property)\s*=\s*["']?([^"'\s>]+)/i.exec(tag)?.[1];
    const content = /\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag);
    if (named?.toLowerCase() === name) return (content?.[1] ?? content?.[2] ?? '').trim() || null;
  }
  return null;
}

function absolute(href: string | null, base: string): string | null {
  return href !== null && URL.canParse(href, base) ? new URL(href, base).href : null;
}
