import { type InspectedPages, PageFetcher } from '@govcrawler/contracts';
import { decodePage, inferList, parseList } from '@govcrawler/parser';
import { type AgentRuns } from '../agents/agent-runs.js';
import { findListSelectors } from '../agents/find-list-selectors.js';
import { type ErrandOutcome, ErrandHandler, type ErrandRun } from '../errands/errand-handler.js';

/** Four pages together stay below what a row takes. */
const MAX_CHARACTERS = 400_000;
const MAX_BYTES = 3 * 1024 * 1024;
const ARTICLES = 3;

/** Fetches a list page and the first documents it links, for a person who looks at how they read. */
export class InspectPage extends ErrandHandler<'page.inspect'> {
  constructor(
    private readonly door: PageFetcher,
    private readonly agents: Pick<AgentRuns, 'start'> | null = null,
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
    const rows = await this.rowsOf(result, run);
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

  /** A list that inference does not see at all may be one that a model can point at; a person looks at it anyway. */
  private async rowsOf(result: InspectedPages, run: ErrandRun<'page.inspect'>) {
    const page = { html: result.html, url: result.finalUrl };
    const { rows } = inferList(page.html, page.url, this.now());
    const { agents } = this;
    if (rows.length > 0 || !agents) return rows;
    const start = () => agents.start({ errandId: run.errandId });
    const found = await findListSelectors(page, start, this.now(), run.signal);
    if (!found) return rows;
    result.proposedList = found.selectors;
    return parseList(page.html, page.url, found.selectors, this.now());
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
