import { type ChatAnswer, ModelError, type TokenUsage, type ToolCall } from './chat-model.js';

/** What an endpoint may have sent; nothing of it is believed before it was looked at. */
type Loose = Record<string, unknown>;

const MAX_TOOL_CALLS = 50;
/** No model of today reads or writes so much in one call: such a count is a mistake of the endpoint. */
const MAX_TOKENS = 10_000_000;

const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An answer that came in one piece. */
export function readWholeAnswer(body: unknown): ChatAnswer {
  const usage = readUsage(isObject(body) ? body['usage'] : null);
  const choices = isObject(body) ? body['choices'] : null;
  const choice: unknown = Array.isArray(choices) ? choices[0] : null;
  const message = isObject(choice) ? choice['message'] : null;
  if (!isObject(message)) throw new ModelError('malformed', 'the answer has no message', usage);
  if (message['role'] !== undefined && message['role'] !== 'assistant') {
    throw new ModelError('malformed', `the answer speaks as "${String(message['role']).slice(0, 20)}"`, usage);
  }
  return { text: textOf(message['content']), toolCalls: readToolCalls(message['tool_calls']), usage };
}

/** Puts the pieces of a streamed answer together. */
export class StreamedAnswer {
  private text = '';
  private usage: TokenUsage | null = null;
  private isFinished = false;
  private readonly calls = new Map<number, { id: string; name: string; arguments: string }>();

  add(chunk: unknown): void {
    if (!isObject(chunk)) return;
    this.usage = readUsage(chunk['usage']) ?? this.usage;
    const choices = chunk['choices'];
    const choice: unknown = Array.isArray(choices) ? choices[0] : null;
    if (!isObject(choice)) return;
    if (choice['finish_reason'] !== null && choice['finish_reason'] !== undefined) this.isFinished = true;
    const delta = choice['delta'];
    if (!isObject(delta)) return;
    if (delta['role'] !== undefined && delta['role'] !== null && delta['role'] !== 'assistant') {
      throw new ModelError('malformed', `the answer speaks as "${String(delta['role']).slice(0, 20)}"`, this.usage);
    }
    this.text += textOf(delta['content']);
    const calls = delta['tool_calls'];
    if (Array.isArray(calls)) for (const call of calls) this.addCall(call);
  }

  /** Rejects what was cut off: half an answer may say the opposite of the whole. */
  finish(): ChatAnswer {
    if (!this.isFinished) throw new ModelError('malformed', 'the stream ended before the answer did', this.usage);
    const toolCalls = [...this.calls.values()].map(({ id, name, arguments: args }) => asCall(id, name, args));
    return { text: this.text, toolCalls, usage: this.usage };
  }

  private addCall(piece: unknown): void {
    if (!isObject(piece)) return;
    const index = Number.isInteger(piece['index']) ? (piece['index'] as number) : this.calls.size;
    if (!this.calls.has(index) && this.calls.size >= MAX_TOOL_CALLS) return;
    const call = this.calls.get(index) ?? { id: '', name: '', arguments: '' };
    const named = isObject(piece['function']) ? piece['function'] : {};
    call.id ||= textOf(piece['id']);
    call.name += textOf(named['name']);
    call.arguments += textOf(named['arguments']);
    this.calls.set(index, call);
  }
}

function readToolCalls(calls: unknown): ToolCall[] {
  if (!Array.isArray(calls)) return [];
  return calls.slice(0, MAX_TOOL_CALLS).flatMap((call) => {
    const named = isObject(call) && isObject(call['function']) ? call['function'] : null;
    return named ? [asCall(textOf((call as Loose)['id']), textOf(named['name']), textOf(named['arguments']))] : [];
  });
}

function asCall(id: string, name: string, args: string): ToolCall {
  return { id, type: 'function', function: { name: name.slice(0, 100), arguments: args } };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function readUsage(usage: unknown): TokenUsage | null {
  if (!isObject(usage)) return null;
  const [promptTokens, completionTokens] = [usage['prompt_tokens'], usage['completion_tokens']];
  return isCount(promptTokens) && isCount(completionTokens) ? { promptTokens, completionTokens } : null;
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_TOKENS;
}
