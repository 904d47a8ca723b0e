import { proposeSelectors } from '@govcrawler/agents';
import {
  type CrawlPlan,
  type DetailSelectors,
  type ListSelectors,
  PageFetcher,
  type Pagination,
  type ParserOverride,
  type SelectorProposal,
  type StoredDocument,
} from '@govcrawler/contracts';
import { writeSiteFile } from '@govcrawler/platform';
import {
  checkDetailSelectors,
  checkSelectors,
  decodePage,
  inferPagination,
  proposeDetailSelectors,
  type SamplePage,
  type SelectorCheck,
} from '@govcrawler/parser';
import { type CrawlPlans } from '../crawl-ports.js';
import { type ErrandOutcome, ErrandHandler, type ErrandRun } from '../errands/errand-handler.js';
import { type AgentRuns } from './agent-runs.js';
import { findListSelectors } from './find-list-selectors.js';

export abstract class AuthoredDocuments {
  abstract newest(targetId: number, limit: number): Promise<StoredDocument[]>;
}

export abstract class StoredPages {
  abstract read(path: string): Promise<Uint8Array | null>;
}

const SAMPLES = 6;
const LEAST_PAGES = 3;

interface Found<T> {
  by: 'inference' | 'model';
  selectors: T;
}

/**
 * Proposes selectors for a target: by inference first, by the model where that is not enough. A proposal is accepted
 * only if it reads at least three stored pages with all fields; it is shown, and never put to use by itself.
 */
export class AuthorSelectors extends ErrandHandler<'target.author'> {
  constructor(
    private readonly agents: AgentRuns | null,
    private readonly plans: CrawlPlans,
    private readonly documents: AuthoredDocuments,
    private readonly pages: StoredPages,
    private readonly door: PageFetcher,
    private readonly now: () => Date = () => new Date(),
  ) {
    super();
  }

  async run(run: ErrandRun<'target.author'>): Promise<ErrandOutcome> {
    const resolved = await this.plans.resolve(run.payload.targetCode);
    if (!resolved) return { result: null, error: 'target_gone: the target was deleted' };
    const { plan } = resolved;
    const problems: string[] = [];
    const list = await this.authorList(plan, run, problems);
    const samples = await this.samples(plan.target.id);
    const detail = await this.authorDetail(samples, run);
    const complete = detail.checks.filter(isComplete).length;
    if (samples.length < LEAST_PAGES)
      problems.push(`只保存了 ${samples.length} 篇可用的页面，至少需要 ${LEAST_PAGES} 篇`);
    else if (complete < LEAST_PAGES) problems.push(`只有 ${complete} 篇页面能读出全部字段，至少需要 ${LEAST_PAGES} 篇`);
    const parser: ParserOverride = {
      ...(list ? { list_selector: list.selectors, pagination: list.pagination } : {}),
      ...(detail.found ? { detail: detail.found.selectors } : {}),
    };
    const proposal: SelectorProposal = {
      targetCode: plan.target.code,
      accepted: list !== null && complete >= LEAST_PAGES,
      listBy: list?.by ?? null,
      detailBy: detail.found?.by ?? null,
      parser,
      yaml: yamlOf(plan, parser),
      listRows: list?.rows ?? 0,
      checks: detail.checks,
      problems,
    };
    return { result: proposal, error: null };
  }

  private async authorList(plan: CrawlPlan, run: ErrandRun<'target.author'>, problems: string[]) {
    run.assertHeld();
    const { site, target } = plan;
    const answer = await this.door.fetch({
      url: target.entryUrl,
      purpose: 'list',
      ...(site.respectRobots ? { robots: { onError: site.robotsOnError } } : { robotsBypass: true }),
      signal: run.signal,
    });
    if (!answer.ok) {
      problems.push(`列表页无法打开：${answer.reason}`);
      return null;
    }
    const html = decodePage(answer.body, answer.charsetHint).text;
    const url = answer.finalUrl;
    const { pagination } = inferPagination(html, url);
    const found = await findListSelectors({ html, url }, this.startCalls(run), this.now(), run.signal);
    if (found === null) problems.push('没有找到能读出列表的选择器');
    return found && { ...found, pagination: pagination satisfies Pagination };
  }

  private startCalls({ errandId }: ErrandRun<'target.author'>) {
    const { agents } = this;
    return agents && (() => agents.start({ errandId }));
  }

  private async authorDetail(samples: readonly SamplePage[], run: ErrandRun<'target.author'>) {
    const inferred = proposeDetailSelectors(samples, this.now());
    const checks = checkDetailSelectors(samples, inferred, this.now());
    const best = { found: { by: 'inference' as const, selectors: inferred } as Found<DetailSelectors>, checks };
    if (checks.filter(isComplete).length >= LEAST_PAGES || samples.length < LEAST_PAGES) return best;
    const start = this.startCalls(run);
    const said = start && (await proposeSelectors(start(), 'detail', samples[0]!.html, run.signal));
    if (!said) return best;
    // What inference found stays where the model says nothing better.
    const { title = inferred.title, publish_time = inferred.publish_time, content = inferred.content } = said;
    const selectors = { ...(title && { title }), ...(publish_time && { publish_time }), ...(content && { content }) };
    if (checkSelectors(selectors).length > 0) return best;
    const tried = checkDetailSelectors(samples, selectors, this.now());
    if (tried.filter(isComplete).length <= checks.filter(isComplete).length) return best;
    return { found: { by: 'model' as const, selectors } as Found<DetailSelectors>, checks: tried };
  }

  private async samples(targetId: number): Promise<SamplePage[]> {
    const samples: SamplePage[] = [];
    for (const { rawHtmlPath, url, finalUrl, title, publishDate } of await this.documents.newest(
      targetId,
      SAMPLES * 3,
    )) {
      const raw = rawHtmlPath === null ? null : await this.pages.read(rawHtmlPath);
      if (raw === null || publishDate === null || samples.length >= SAMPLES) continue;
      const html = decodePage(raw, null).text;
      // A file, or a body that came with its list, is no page to try selectors on.
      if (/<html[\s>]/i.test(html)) samples.push({ html, url: finalUrl ?? url, title, publishDate });
    }
    return samples;
  }
}

function isComplete({ title, publishTime, content }: SelectorCheck): boolean {
  return title && publishTime && content;
}

function yamlOf({ site, target }: CrawlPlan, { list_selector, pagination, detail }: ParserOverride): string {
  return writeSiteFile(null, {
    comment: `proposed for ${target.code}; look at it before it is used`,
    site_id: site.code,
    site_name: site.name,
    base_url: site.baseUrl,
    adapter: 'yaml',
    columns: [
      {
        column_id: target.code.split('__').at(-1)!,
        name: target.name,
        list_url: target.entryUrl,
        ...(list_selector ? { list_selector: list_selector as ListSelectors } : {}),
        ...(pagination ? { pagination } : {}),
        ...(detail ? { detail } : {}),
      },
    ],
  });
}
