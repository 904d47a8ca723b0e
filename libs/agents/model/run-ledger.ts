import { type RunUsage } from '@govcrawler/contracts';
import { type TokenUsage } from './chat-model.js';
import { type ModelPrices, type RunLimits } from './model-settings.js';

/** Why a run may not ask any more. */
export class RunLimitError extends Error {
  override readonly name = 'RunLimitError';
  constructor(
    readonly limit: 'cost' | 'tokens' | 'time',
    message: string,
  ) {
    super(message);
  }
}

const MILLION = 1_000_000;

/** Counts tokens and money of one run, and refuses the call that could go beyond its limits. */
export class RunLedger {
  /** The first call starts it: what a run waits for before, a crawl of an hour, is not the model's time. */
  private startedAt: number | null = null;
  private calls = 0;
  private failedCalls = 0;
  private promptTokens = 0;
  private completionTokens = 0;
  private largestCall = 0;
  private estimatedCalls = 0;

  constructor(
    readonly prices: ModelPrices,
    private readonly limits: RunLimits,
    /** What earlier parts of the same run used. */
    before: RunUsage | null = null,
    private readonly now: () => number = () => performance.now(),
  ) {
    if (before) this.add(before);
  }

  /** Adds what another part of the same run used. */
  add(usage: RunUsage): void {
    this.calls += usage.calls;
    this.failedCalls += usage.failedCalls;
    this.promptTokens += usage.promptTokens;
    this.completionTokens += usage.completionTokens;
    this.estimatedCalls += usage.estimatedCalls;
    this.largestCall = Math.max(this.largestCall, usage.largestCall);
  }

  get usage(): RunUsage {
    const { calls, failedCalls, promptTokens, completionTokens, largestCall, estimatedCalls } = this;
    const cost = this.costOf({ promptTokens, completionTokens });
    const { currency } = this.prices;
    return { calls, failedCalls, promptTokens, completionTokens, cost, currency, largestCall, estimatedCalls };
  }

  /** Milliseconds until the run must be over. */
  get remainingMs(): number {
    const spent = this.startedAt === null ? 0 : this.now() - this.startedAt;
    return Math.max(0, this.limits.maxMs - spent);
  }

  /** Throws RunLimitError when the call at its dearest (a token per character) would go beyond a limit. */
  assertAffordable(characters: number, maxTokens: number): void {
    this.startedAt ??= this.now();
    if (this.remainingMs === 0) throw this.outOfTime();
    const dearest = {
      promptTokens: this.promptTokens + characters,
      completionTokens: this.completionTokens + maxTokens,
    };
    const tokens = dearest.promptTokens + dearest.completionTokens;
    if (tokens > this.limits.maxTokens) {
      throw new RunLimitError('tokens', `the next call could go beyond ${this.limits.maxTokens} tokens`);
    }
    const { maxCost } = this.limits;
    if (maxCost !== null && this.costOf(dearest) > maxCost) {
      throw new RunLimitError('cost', `the next call could go beyond ${maxCost} ${this.prices.currency}`);
    }
  }

  outOfTime(): RunLimitError {
    return new RunLimitError('time', `the run took its ${this.limits.maxMs / 1000} s`);
  }

  record(call: { characters: number; usage: TokenUsage | null; answered: boolean; answerCharacters: number }): void {
    this.calls += 1;
    if (!call.answered) this.failedCalls += 1;
    this.largestCall = Math.max(this.largestCall, call.characters);
    if (call.usage === null && !call.answered) return;
    if (call.usage === null) this.estimatedCalls += 1;
    this.promptTokens += call.usage?.promptTokens ?? call.characters;
    this.completionTokens += call.usage?.completionTokens ?? call.answerCharacters;
  }

  private costOf({ promptTokens, completionTokens }: TokenUsage): number {
    const cost = (promptTokens * this.prices.input + completionTokens * this.prices.output) / MILLION;
    return Math.round(cost * MILLION) / MILLION;
  }
}
