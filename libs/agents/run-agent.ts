import { z } from 'zod';
import { cutText } from './context/measure.js';
import { fitBudget, pruneSavedArguments, pruneUsedPage } from './context/prune.js';
import { type ChatMessage, ModelError, type ToolCall, type ToolDefinition } from './model/chat-model.js';
import { type AgentPhase, type ModelCalls } from './model/model-calls.js';
import { RunLimitError } from './model/run-ledger.js';

export interface ToolOutcome {
  /** What the model is told. */
  content: string;
  /** Results that were saved by this call. */
  saved?: number;
  /** The page they came from is of no more use. */
  usesUpPage?: boolean;
  /** The agent is done. */
  ends?: boolean;
  /** Nothing came of the call. */
  failed?: boolean;
}

/** Something an agent may do. Its arguments are checked before `run` sees them. */
export interface AgentTool {
  name: string;
  description: string;
  parameters: z.ZodType;
  /** Throws only what must end the agent. */
  run(args: never): Promise<ToolOutcome>;
}

export interface AgentOrder {
  calls: ModelCalls;
  phase: AgentPhase;
  systemPrompt: string;
  userMessage: string;
  tools: readonly AgentTool[];
  maxTurns?: number;
  /** Characters of every call, tools included. */
  maxCharacters?: number;
  enablePruning?: boolean;
  onProgress?: (progress: AgentProgress) => void;
  /** Cancels at once, also the call under way. */
  signal: AbortSignal;
}

export interface AgentProgress {
  turn: number;
  maxTurns: number;
  saved: number;
  /** The tool that is used now; null while the model is asked. */
  tool: string | null;
}

export type AgentEnd =
  'finished' | 'max_turns' | 'silent' | 'stuck' | 'cancelled' | 'over_limit' | 'over_budget' | 'model_failed';

export interface AgentResult {
  endedBy: AgentEnd;
  turns: number;
  saved: number;
  /** Why it ended early. */
  error: string | null;
}

const DEFAULT_TURNS = 15;
const DEFAULT_CHARACTERS = 20_000;
const ANSWER_TOKENS = 8_000;
const MAX_CALLS_PER_TURN = 10;
/** Of words beside tool calls, which nobody reads. */
const MAX_WORDS = 500;
const MAX_ARGUMENT_CHARACTERS = 60_000;
/** Turns in a row without any use. */
const PATIENCE = 3;

/**
 * Lets a model work with tools until it is done or a limit is reached. All limits are here and not in the prompt:
 * turns, characters per call, calls per turn, the run's ledger. Ends for every reason with a result; rejects never.
 */
export async function runAgent(order: AgentOrder): Promise<AgentResult> {
  return new Agent(order).run();
}

class Agent {
  private readonly messages: ChatMessage[];
  private readonly definitions: ToolDefinition[];
  private readonly maxTurns: number;
  private saved = 0;
  private turn = 0;
  private useless = 0;
  private silent = 0;

  constructor(private readonly order: AgentOrder) {
    const { systemPrompt, userMessage, tools, maxTurns = DEFAULT_TURNS } = order;
    this.maxTurns = maxTurns;
    this.messages = [
      { role: 'system', content: systemPrompt },
      { role: 'user', content: userMessage },
    ];
    this.definitions = tools.map(({ name, description, parameters }) => {
      const { $schema: _schema, ...schema } = z.toJSONSchema(parameters) as Record<string, unknown>;
      return { type: 'function', function: { name, description, parameters: schema } };
    });
  }

  async run(): Promise<AgentResult> {
    try {
      while (this.turn < this.maxTurns) {
        this.turn += 1;
        if (this.order.signal.aborted) return this.end('cancelled');
        const ended = await this.takeTurn();
        if (ended) return ended;
      }
      return this.end('max_turns', `no end after ${this.maxTurns} turns`);
    } catch (error) {
      if (this.order.signal.aborted) return this.end('cancelled');
      if (error instanceof RunLimitError) return this.end('over_limit', error.message);
      const message = error instanceof Error ? error.message : String(error);
      return this.end('model_failed', error instanceof ModelError ? `${error.failure}: ${message}` : message);
    }
  }

  private async takeTurn(): Promise<AgentResult | null> {
    const { calls, phase, maxCharacters = DEFAULT_CHARACTERS, signal } = this.order;
    this.tell(null);
    if (!fitBudget(this.messages, this.definitions, maxCharacters)) {
      return this.end('over_budget', `the talk does not fit ${maxCharacters} characters`);
    }
    const request = { messages: this.messages, tools: this.definitions, maxTokens: ANSWER_TOKENS, signal };
    const answer = await calls.call(phase, maxCharacters, request).catch((error: unknown) => {
      // One answer nobody can read may be followed by a good one.
      if (error instanceof ModelError && error.failure === 'malformed' && ++this.useless < PATIENCE) return null;
      throw error;
    });
    if (answer === null) return null;
    if (answer.toolCalls.length === 0) return this.hearWords(answer.text);
    return this.useTools(answer.text, answer.toolCalls);
  }

  /** Words instead of a tool: reminded once, then taken as the end. */
  private hearWords(text: string): AgentResult | null {
    this.silent += 1;
    if (this.silent >= 2) return this.end('silent', 'the model used no tool');
    this.messages.push({ role: 'assistant', content: cutText(text, MAX_WORDS) });
    this.messages.push({ role: 'user', content: '请调用工具继续；如果已经采集完成，请调用 finish。' });
    return null;
  }

  private async useTools(text: string, asked: readonly ToolCall[]): Promise<AgentResult | null> {
    // Ids are ours: endpoints leave them out or repeat them.
    const toolCalls = asked.slice(0, MAX_CALLS_PER_TURN).map((call, index) => ({
      ...call,
      id: `call_${this.turn}_${index}`,
      function: { ...call.function, arguments: cutText(call.function.arguments, MAX_ARGUMENT_CHARACTERS) },
    }));
    this.messages.push({ role: 'assistant', content: cutText(text, MAX_WORDS) || null, tool_calls: toolCalls });
    let wasUseful = false;
    let ends = false;
    for (const call of toolCalls) {
      if (this.order.signal.aborted) return this.end('cancelled');
      this.tell(call.function.name);
      const outcome = await this.useTool(call);
      this.messages.push({ role: 'tool', tool_call_id: call.id, content: outcome.content });
      wasUseful ||= !outcome.failed;
      ends ||= outcome.ends ?? false;
      if (outcome.saved) this.afterSaving(call.id, outcome.saved, outcome.usesUpPage ?? false);
      else if (outcome.failed) pruneSavedArguments(this.messages, call.id, 0);
    }
    if (ends) return this.end('finished');
    this.useless = wasUseful ? 0 : this.useless + 1;
    return this.useless >= PATIENCE ? this.end('stuck', `nothing came of ${PATIENCE} turns in a row`) : null;
  }

  private async useTool({ function: { name, arguments: text } }: ToolCall): Promise<ToolOutcome> {
    const tool = this.order.tools.find((one) => one.name === name);
    if (!tool) {
      const known = this.order.tools.map((one) => one.name).join('、');
      return { content: `错误：没有名为 ${cutText(name, 40)} 的工具。可用工具：${known}`, failed: true };
    }
    const json = parseJson(text);
    if (json === undefined) return { content: '错误：工具参数不是合法的 JSON。', failed: true };
    const parsed = tool.parameters.safeParse(json);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return { content: `错误：参数不正确（${issue?.path.join('.') ?? ''}：${issue?.message ?? ''}）。`, failed: true };
    }
    return tool.run(parsed.data as never);
  }

  private afterSaving(callId: string, saved: number, usesUpPage: boolean): void {
    this.saved += saved;
    if (!this.order.enablePruning) return;
    pruneSavedArguments(this.messages, callId, saved);
    if (usesUpPage) pruneUsedPage(this.messages, saved);
  }

  private tell(tool: string | null): void {
    this.order.onProgress?.({ turn: this.turn, maxTurns: this.maxTurns, saved: this.saved, tool });
  }

  private end(endedBy: AgentEnd, error: string | null = null): AgentResult {
    return { endedBy, turns: this.turn, saved: this.saved, error };
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.trim() === '' ? '{}' : text);
  } catch {
    return undefined;
  }
}
