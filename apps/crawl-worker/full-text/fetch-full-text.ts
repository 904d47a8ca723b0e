import { type FetchedPage, PageFetcher, readPersistedSettings, UI_SETTINGS_KEY } from '@govcrawler/contracts';
import { decodePage, readFullText } from '@govcrawler/parser';
import { type ErrandOutcome, ErrandHandler, type ErrandRun } from '../errands/errand-handler.js';
import { type HostFence } from '../crawl-ports.js';
import { isSafeExternalUrl } from './safe-external-url.js';

/** Where full texts are kept. */
export abstract class FullTexts {
  abstract sourceOf(articleId: number): Promise<{
    url: string;
    hasFullText: boolean;
    respectRobots: boolean;
    robotsOnError: 'allow' | 'deny';
    credential?: string;
  } | null>;
  abstract saveFullText(articleId: number, found: { html: string; sourceUrl: string }, fence: HostFence): Promise<void>;
  abstract saveFailure(articleId: number, reason: string, fence: HostFence): Promise<void>;
}

export abstract class StoredSettings {
  abstract get<T>(key: string): Promise<T | null>;
}

const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const TIMEOUT_MS = 20_000;

/**
 * Fetches the page of one article and keeps its full text beside the body that the feed carried. By plain HTTP only:
 * a page that needs a browser or a login stays as the feed shows it, and the reason is kept.
 */
export class FetchFullText extends ErrandHandler<'article.fetch_fulltext'> {
  constructor(
    private readonly texts: FullTexts,
    private readonly settings: StoredSettings,
    private readonly door: PageFetcher,
  ) {
    super();
  }

  async run({ payload, fence, signal, assertHeld }: ErrandRun<'article.fetch_fulltext'>): Promise<ErrandOutcome> {
    const { articleId } = payload;
    const source = await this.texts.sourceOf(articleId);
    if (!source) return { result: null, error: 'article_gone: the article was deleted' };
    if (source.hasFullText) return { result: null, error: null };
    const fail = async (reason: string): Promise<ErrandOutcome> => {
      await this.texts.saveFailure(articleId, reason, fence);
      return { result: null, error: reason };
    };
    if (!isSafeExternalUrl(source.url)) return fail(`refused_address: ${source.url}`);

    assertHeld();
    const { rss } = readPersistedSettings(await this.settings.get(UI_SETTINGS_KEY));
    const userAgent = rss.userAgent ?? (await this.settings.get<string>('rss_user_agent'));
    const page = await this.door.fetch({
      url: source.url,
      purpose: 'detail',
      strategy: 'http',
      headers: { accept: ACCEPT, ...(userAgent ? { 'user-agent': userAgent } : {}) },
      maxBytes: rss.fullTextMaxBytes,
      timeoutMs: TIMEOUT_MS,
      credential: source.credential,
      ...(source.respectRobots ? { robots: { onError: source.robotsOnError } } : { robotsBypass: true }),
      signal,
    });
    // Cancelled or called away: that says nothing about the page.
    if (!page.ok && page.reason === 'aborted') return { result: null, error: 'aborted' };
    if (!page.ok) return fail(`${page.reason}: ${page.message}`);
    if (!isSafeExternalUrl(page.finalUrl)) return fail(`refused_address: redirected to ${page.finalUrl}`);
    if (!isHtml(page)) return fail(`not_html: ${page.headers['content-type'] ?? 'no content type'}`);
    const html = readFullText(decodePage(page.body, page.charsetHint).text, page.finalUrl);
    if (html === null) return fail('no_article: no running text was found on the page');
    await this.texts.saveFullText(articleId, { html, sourceUrl: page.finalUrl }, fence);
    return { result: { characters: html.length, sourceUrl: page.finalUrl }, error: null };
  }
}

/** Some servers name no type; then the page itself says what it is. */
function isHtml({ headers, body }: FetchedPage): boolean {
  const type = headers['content-type'];
  if (type) return /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(type);
  return /^\s*<(?:!doctype html|html)/i.test(Buffer.from(body.subarray(0, 200)).toString('latin1'));
}
