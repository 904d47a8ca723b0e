import { type ModelCalls, RunLimitError, summarizeDocument } from '@govcrawler/agents';
import { type SummariesProgress } from '@govcrawler/contracts';
import { type HostFence } from '../crawl-ports.js';
import { type ErrandOutcome, ErrandHandler, type ErrandRun } from '../errands/errand-handler.js';
import { type AgentRuns } from './agent-runs.js';

export interface DocumentToSummarise {
  id: number;
  title: string;
  contentText: string | null;
  contentHash: string;
}

/** Where summaries are kept. */
export abstract class Summaries {
  abstract documents(articleIds: readonly number[]): Promise<DocumentToSummarise[]>;
  abstract of(documents: readonly { id: number; contentHash: string }[]): Promise<Map<number, string>>;
  abstract save(
    summary: { articleId: number; contentHash: string; summary: string | null; failure: string | null; model: string },
    fence: HostFence,
  ): Promise<void>;
}

const AT_A_TIME = 3;

export interface SummaryCount {
  summarised: number;
  failed: number;
  skipped: number;
  /** Why the rest was left out; null: nothing was. */
  stoppedBy: string | null;
}

/**
 * Summarises documents that have no valid summary, three at a time, each in a talk of its own. One that fails is
 * noted and holds up nobody. What is done is saved at once: an attempt that dies is taken up where it was.
 */
export async function summariseAll(
  order: {
    calls: ModelCalls;
    model: string;
    documents: readonly DocumentToSummarise[];
    summaries: Summaries;
    fence: HostFence;
    stop: AbortSignal;
    signal: AbortSignal;
    assertHeld: () => void;
  },
  onProgress: (count: SummaryCount) => Promise<void>,
): Promise<{ summaries: Map<number, string>; count: SummaryCount }> {
  const { calls, model, documents, fence, stop, signal, assertHeld } = order;
  const found = await order.summaries.of(documents);
  const waiting = documents.filter(({ id }) => !found.has(id));
  const count: SummaryCount = { summarised: 0, failed: 0, skipped: found.size, stoppedBy: null };
  const work = async () => {
    for (let next = waiting.shift(); next && !stop.aborted && count.stoppedBy === null; next = waiting.shift()) {
      const { id, title, contentText, contentHash } = next;
      try {
        const outcome = await summarizeDocument(calls, { title, text: contentText ?? '' }, signal);
        if (signal.aborted) return;
        assertHeld();
        const summary = outcome.kind === 'summarised' ? outcome.summary : null;
        const failure = outcome.kind === 'failed' ? outcome.reason : outcome.kind === 'no_text' ? 'no_text' : null;
        await order.summaries.save({ articleId: id, contentHash, summary, failure, model }, fence);
        if (summary !== null) found.set(id, summary);
        count[outcome.kind === 'summarised' ? 'summarised' : outcome.kind === 'failed' ? 'failed' : 'skipped'] += 1;
        await onProgress(count);
      } catch (error) {
        if (!(error instanceof RunLimitError)) throw error;
        count.stoppedBy = error.message;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return { summaries: found, count };
}

/** Summaries that somebody asked for, or that the settings ask for. */
export class SummarizeArticles extends ErrandHandler<'articles.summarize'> {
  constructor(
    private readonly agents: AgentRuns | null,
    private readonly summaries: Summaries,
  ) {
    super();
  }

  async run(run: ErrandRun<'articles.summarize'>): Promise<ErrandOutcome> {
    const { errandId, payload, fence, stop, signal, assertHeld, saveProgress } = run;
    if (!this.agents) return { result: null, error: 'model_not_configured: 没有配置大模型服务' };
    const previous = run.previous as SummariesProgress | null;
    const calls = this.agents.start({ errandId }, previous?.usage ?? null);
    const documents = await this.summaries.documents(payload.articleIds);
    const progress = ({ summarised, failed, skipped }: SummaryCount): SummariesProgress => ({
      total: documents.length,
      summarised,
      failed,
      skipped,
      usage: calls.ledger.usage,
    });
    const { count } = await summariseAll(
      {
        calls,
        model: this.agents.modelName,
        documents,
        summaries: this.summaries,
        fence,
        stop,
        signal,
        assertHeld,
      },
      (soFar) => saveProgress(progress(soFar)),
    );
    return { result: progress(count), error: count.stoppedBy };
  }
}
