import { setTimeout as sleep } from 'node:timers/promises';
import { type ModelCalls, rankItems } from '@govcrawler/agents';
import { type BriefingItemView, type BriefingOrder, type BriefingProgress } from '@govcrawler/contracts';
import { type HostFence } from '../crawl-ports.js';
import { type ErrandOutcome, ErrandHandler, type ErrandRun } from '../errands/errand-handler.js';
import { type AgentRuns, noUsage } from './agent-runs.js';
import { type CollectTarget } from './collect-target.js';
import { summariseAll, type Summaries } from './summarize-articles.js';

interface BriefedDocument {
  id: number;
  title: string;
  url: string;
  publishDate: string | null;
  contentText: string | null;
  contentHash: string;
  contentCategory: string | null;
  metadataJson: Record<string, unknown> | null;
  siteName: string;
}

/** Where briefings are kept. */
export abstract class Briefings {
  abstract find(id: number): Promise<{ orderJson: BriefingOrder; state: string } | null>;
  abstract documents(order: BriefingOrder): Promise<BriefedDocument[]>;
  abstract finish(
    id: number,
    outcome: {
      state: 'done' | 'failed' | 'cancelled';
      items: BriefingItemView[];
      rankedBy: 'model' | 'date' | null;
      progress: BriefingProgress;
      error: string | null;
    },
    fence: HostFence,
  ): Promise<void>;
}

const TELL_EVERY_MS = 500;
const MAX_NOTES = 50;

/**
 * Writes one briefing: collect, summarise, rank, keep. Each phase may fail by itself and is then left out: documents
 * that cannot be collected now may be stored already, one without a summary is listed without, and without a ranking
 * the newest come first.
 */
export class RunBriefing extends ErrandHandler<'briefing.run'> {
  constructor(
    private readonly agents: AgentRuns | null,
    private readonly briefings: Briefings,
    private readonly summaries: Summaries,
    private readonly collectTarget: CollectTarget,
  ) {
    super();
  }

  async run(run: ErrandRun<'briefing.run'>): Promise<ErrandOutcome> {
    const { briefingId } = run.payload;
    const briefing = await this.briefings.find(briefingId);
    if (!briefing) return { result: null, error: 'briefing_gone: the briefing was deleted' };
    if (briefing.state !== 'open') return { result: null, error: null };
    if (!this.agents) {
      const progress = new BriefingTally(null, null, briefing.orderJson, run).progress;
      const error = '没有配置大模型服务（MODEL_BASE_URL），无法生成简报';
      const outcome = { state: 'failed' as const, items: [], rankedBy: null, progress, error };
      await this.briefings.finish(briefingId, outcome, run.fence);
      return { result: null, error };
    }
    const previous = run.previous as BriefingProgress | null;
    const calls = this.agents.start({ errandId: run.errandId, briefingId }, previous?.booked ?? null);
    const tally = new BriefingTally(calls, previous, briefing.orderJson, run);
    return this.write(briefingId, briefing.orderJson, calls, this.agents.modelName, tally, run);
  }

  private async write(
    id: number,
    order: BriefingOrder,
    calls: ModelCalls,
    model: string,
    tally: BriefingTally,
    run: ErrandRun<'briefing.run'>,
  ): Promise<ErrandOutcome> {
    const { fence, stop, signal, isCancelled, assertHeld } = run;
    if (order.collect) await this.collect(id, order, calls, tally, run);

    const documents = stop.aborted ? [] : await this.briefings.documents(order);
    tally.set({ phase: 'summarising', items: documents.length });
    await tally.tell();
    const work = { calls, model, documents, summaries: this.summaries, fence, stop, signal, assertHeld };
    const { summaries, count } = await summariseAll(work, ({ summarised, failed, skipped }) => {
      tally.set({ summarised, summariesFailed: failed, summariesSkipped: skipped });
      return tally.tell(true);
    });
    const { summarised, failed, skipped, stoppedBy } = count;
    tally.set({ summarised, summariesFailed: failed, summariesSkipped: skipped });
    if (stoppedBy !== null) tally.note(`其余文章未生成摘要：${stoppedBy}`);

    tally.set({ phase: 'ranking' });
    await tally.tell();
    const entries = documents.map((document) => ({
      ...document,
      date: document.publishDate,
      type: typeOf(document),
      summary: summaries.get(document.id) ?? null,
    }));
    const ranking = stop.aborted ? null : await rankItems(calls, entries, signal);
    if (ranking?.reason) tally.note(`按日期排序：${ranking.reason}`);
    // Called away: the next worker goes on, and knows what was spent. Cancelled: it ends here.
    if (stop.aborted && !isCancelled()) {
      await tally.tell();
      return { result: null, error: null };
    }
    assertHeld();
    const items = (ranking?.order ?? []).map((index, place): BriefingItemView => {
      const { id: articleId, title, url, publishDate, type, siteName, summary } = entries[index]!;
      return { position: place + 1, articleId, title, url, publishDate, type, siteName, summary };
    });
    tally.set({ phase: 'finished' });
    const { progress } = tally;
    const state = stop.aborted ? 'cancelled' : 'done';
    const rankedBy = ranking?.by ?? null;
    await this.briefings.finish(id, { state, items, rankedBy, progress, error: null }, fence);
    return { result: progress, error: null };
  }

  /** One target after the other; a crawl that was made before an interruption is the same crawl. */
  private async collect(
    id: number,
    order: BriefingOrder,
    calls: ModelCalls,
    tally: BriefingTally,
    { stop, isCancelled }: ErrandRun<'briefing.run'>,
  ): Promise<void> {
    for (const code of order.targetCodes) {
      if (stop.aborted) return;
      if (tally.progress.jobs[code] !== undefined) continue;
      const crawl = await this.collectTarget.start(code, `briefing:${id}:${code}`);
      if (crawl === null) {
        tally.note(`采集目标 ${code} 不存在或已停用，使用已有文章`);
        continue;
      }
      tally.set({ jobId: crawl.jobId });
      for (;;) {
        const job = await crawl.look();
        tally.set({ documentsNew: tally.documentsBefore + job.documentsNew });
        await tally.tell(true, job.usage);
        if (job.isOver) {
          if (job.usage) calls.ledger.add(job.usage);
          for (const note of job.notes) tally.note(note);
          if (job.error !== null) tally.note(`采集目标 ${code}：${job.error}`);
          tally.jobEnded(code, crawl.jobId, job.documentsNew);
          break;
        }
        if (stop.aborted) {
          // The crawl of a worker that goes away goes on elsewhere, and the next attempt finds it.
          if (isCancelled()) await crawl.stop();
          return;
        }
        await sleep(TELL_EVERY_MS, undefined, { signal: stop }).catch(() => undefined);
      }
      await tally.tell();
    }
  }
}

/** What the model took it for, else the kind of column it came from. */
function typeOf({ metadataJson, contentCategory }: BriefedDocument): string | null {
  const type = metadataJson?.['type'];
  return typeof type === 'string' ? type : contentCategory;
}

/** How far a briefing is, for whoever looks. */
class BriefingTally {
  documentsBefore: number;
  private state: Omit<BriefingProgress, 'usage' | 'booked'>;
  private toldAt = -Infinity;
  private crawlUsage: BriefingProgress['usage'] | null = null;

  constructor(
    private readonly calls: ModelCalls | null,
    previous: BriefingProgress | null,
    order: BriefingOrder,
    private readonly run: Pick<ErrandRun<'briefing.run'>, 'saveProgress'>,
  ) {
    this.documentsBefore = previous?.documentsNew ?? 0;
    this.state = {
      phase: 'collecting',
      targets: order.collect ? order.targetCodes.length : 0,
      targetsDone: Object.keys(previous?.jobs ?? {}).length,
      jobId: null,
      jobs: previous?.jobs ?? {},
      documentsNew: this.documentsBefore,
      items: 0,
      summarised: 0,
      summariesFailed: 0,
      summariesSkipped: 0,
      notes: previous?.notes ?? [],
    };
  }

  get progress(): BriefingProgress {
    const booked = this.calls?.ledger.usage ?? noUsage();
    return { ...this.state, booked, usage: this.crawlUsage ? sum(booked, this.crawlUsage) : booked };
  }

  set(values: Partial<Omit<BriefingProgress, 'usage' | 'booked'>>): void {
    this.state = { ...this.state, ...values };
  }

  note(text: string): void {
    const { notes } = this.state;
    if (notes.length < MAX_NOTES && !notes.includes(text)) this.set({ notes: [...notes, text.slice(0, 500)] });
  }

  jobEnded(code: string, jobId: number, documentsNew: number): void {
    this.documentsBefore += documentsNew;
    this.crawlUsage = null;
    const jobs = { ...this.state.jobs, [code]: jobId };
    this.set({ jobId: null, jobs, targetsDone: Object.keys(jobs).length });
  }

  /** `mayWait`: soon enough with the next one. `crawlUsage` is what the crawl under way used, which is not booked yet. */
  async tell(mayWait = false, crawlUsage: BriefingProgress['usage'] | null = null): Promise<void> {
    this.crawlUsage = crawlUsage;
    if (mayWait && performance.now() - this.toldAt < TELL_EVERY_MS) return;
    this.toldAt = performance.now();
    await this.run.saveProgress(this.progress);
  }
}

function sum(a: BriefingProgress['usage'], b: BriefingProgress['usage']): BriefingProgress['usage'] {
  return {
    calls: a.calls + b.calls,
    failedCalls: a.failedCalls + b.failedCalls,
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
    cost: Math.round((a.cost + b.cost) * 1e6) / 1e6,
    currency: a.currency,
    largestCall: Math.max(a.largestCall, b.largestCall),
    estimatedCalls: a.estimatedCalls + b.estimatedCalls,
  };
}
