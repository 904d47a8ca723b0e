import { type ChatModel, ModelCalls, type ModelSetup, OpenAiModel, RunLedger } from '@govcrawler/agents';
import { type RunUsage } from '@govcrawler/contracts';
import { type Logger } from '@govcrawler/platform';

/** Opens runs with the model of this installation: each has a ledger of its own, and every call is logged. */
export class AgentRuns {
  private constructor(
    private readonly model: ChatModel,
    private readonly setup: ModelSetup,
    private readonly logger: Logger,
  ) {}

  static async open(setup: ModelSetup, logger: Logger): Promise<AgentRuns> {
    return new AgentRuns(await OpenAiModel.open(setup.endpoint), setup, logger);
  }

  get modelName(): string {
    return this.setup.endpoint.model;
  }

  get summarisesAll(): boolean {
    return this.setup.summariseAll;
  }

  /** `before` is what the same run used already, in an attempt that was interrupted. */
  start(facts: Record<string, unknown>, before: RunUsage | null = null): ModelCalls {
    const logger = this.logger.child(facts);
    const ledger = new RunLedger(this.setup.prices, this.setup.limits, before);
    return new ModelCalls(this.model, ledger, (call) => logger.info({ ...call }, 'model called'));
  }
}

/** What a run that was never started used. */
export function noUsage(currency = 'CNY'): RunUsage {
  return {
    calls: 0,
    failedCalls: 0,
    promptTokens: 0,
    completionTokens: 0,
    cost: 0,
    currency,
    largestCall: 0,
    estimatedCalls: 0,
  };
}
