import { type InspectedPages, PageFetcher } from '@govcrawler/contracts';
import { decodePage, inferList } from '@govcrawler/parser';
import { type ErrandOutcome, ErrandHandler, type ErrandRun } from '../errands/errand-handler.js';

/** Four pages together stay below what a row takes. */
const MAX_CHARACTERS = 400_000;
const MAX_BYTES = 3 * 1024 * 1024;
const ARTICLES = 3;

/** Fetches a list page and the first documents it links, for a person who looks at how they read. */
export class InspectPage extends ErrandHandler<'page.inspect'> {
  constructor(
    private readonly door: PageFetcher,
    private readonly now: () => Date = () => new Date(),
  ) {
    super();
  }

  async run(run: ErrandRun<'page.inspect'>): Promise<ErrandOutcome> {
    const { url } = run.payload;
    const page = await this.fetch(url, 'list', run);
    if (!page.ok) return { result: null, error: `${page.reason}: ${page.message}` };
    const html = text(page);
    const result: InspectedPages = { url, finalUrl: page.finalUrl, html, articles: [] };
    const { rows } = inferList(html, page.finalUrl, this.now());
    for (const row of rows.filter(({ isFile }) => !isFile).slice(0, ARTICLES)) {
      if (run.stop.aborted) break;
      await run.saveProgress({ pagesFetched: result.articles.length + 1, currentUrl: row.url });
      const article = await this.fetch(row.url, 'detail', run);
      result.articles.push({
        url: article.ok ? article.finalUrl : row.url,
        title: row.title,
        publishDate: row.publishDate,
        html: article.ok ? text(article) : null,
        failure: article.ok ? null : `${article.reason}: ${article.message}`,
      });
    }
    return { result, error: null };
  }

  private fetch(url: string, purpose: 'list' | 'detail', run: ErrandRun<'page.inspect'>) {
    run.assertHeld();
    const robots = { onError: 'allow' as const };
    return this.door.fetch({ url, purpose, robots, maxBytes: MAX_BYTES, signal: run.signal });
  }
}

function text(page: { body: Uint8Array; charsetHint: string | null }): string {
  return decodePage(page.body, page.charsetHint).text.slice(0, MAX_CHARACTERS);
}
