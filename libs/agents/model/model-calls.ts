import { measureCharacters } from '../context/measure.js';
import { type ChatAnswer, type ChatModel, type ChatRequest, ModelError } from './chat-model.js';
import { type RunLedger } from './run-ledger.js';

export type AgentPhase = 'navigate' | 'section' | 'summary' | 'ranking' | 'selectors';

/** What is written down of every call. */
export interface CallRecord {
  phase: AgentPhase;
  /** Of messages and tools, as they are sent. */
  characters: number;
  budget: number;
  promptTokens: number | null;
  completionTokens: number | null;
  durationMs: number;
  /** Null: it was answered. */
  failure: string | null;
}

/** A request larger than its budget was about to be sent: a mistake of the caller, never of a page. */
export class OverBudgetError extends Error {
  override readonly name = 'OverBudgetError';
}

/** The one way to the model within a run: measured before, counted and written down after. */
export class ModelCalls {
  constructor(
    private readonly model: ChatModel,
    readonly ledger: RunLedger,
    private readonly onCall: (record: CallRecord) => void = () => undefined,
  ) {}

  /** Rejects with ModelError, RunLimitError or OverBudgetError; in the last two cases nothing was sent. */
  async call(phase: AgentPhase, budget: number, request: ChatRequest): Promise<ChatAnswer> {
    const characters = measureCharacters(request.messages, request.tools);
    if (characters > budget) throw new OverBudgetError(`${phase}: ${characters} characters, ${budget} allowed`);
    this.ledger.assertAffordable(characters, request.maxTokens);
    const started = performance.now();
    const limit = AbortSignal.timeout(Math.ceil(this.ledger.remainingMs));
    const signal = AbortSignal.any([request.signal, limit]);
    try {
      const answer = await this.model.complete({ ...request, signal });
      const answerCharacters = answer.text.length + JSON.stringify(answer.toolCalls).length;
      this.ledger.record({ characters, usage: answer.usage, answered: true, answerCharacters });
      this.write(phase, characters, budget, answer.usage, started, null);
      return answer;
    } catch (error) {
      const known = error instanceof ModelError ? error : null;
      this.ledger.record({ characters, usage: known?.usage ?? null, answered: false, answerCharacters: 0 });
      const failure = known ? `${known.failure}: ${known.message}` : String(error);
      this.write(phase, characters, budget, known?.usage ?? null, started, failure);
      // The run's time ended within the call: that is the run's limit, not a fault of the endpoint.
      throw limit.aborted && !request.signal.aborted ? this.ledger.outOfTime() : error;
    }
  }

  private write(
    phase: AgentPhase,
    characters: number,
    budget: number,
    usage: ChatAnswer['usage'],
    started: number,
    failure: string | null,
  ): void {
    const { promptTokens = null, completionTokens = null } = usage ?? {};
    const durationMs = Math.round(performance.now() - started);
    this.onCall({ phase, characters, budget, promptTokens, completionTokens, durationMs, failure });
  }
}
