import { setTimeout as sleep } from 'node:timers/promises';
import type OpenAI from 'openai';
import { type ChatAnswer, ChatModel, type ChatRequest, ModelError, type ModelFailure } from './chat-model.js';
import { AnswerTooLargeError, limitedFetch } from './limited-fetch.js';
import { type ModelEndpoint } from './model-settings.js';
import { readWholeAnswer, StreamedAnswer } from './read-answer.js';

const FIRST_RETRY_MS = 250;
/** An endpoint that asks for more patience than this is as good as away. */
const LONGEST_WAIT_MS = 30_000;
const PASSING: ReadonlySet<ModelFailure> = new Set(['timeout', 'throttled', 'server_error', 'unreachable']);

type Package = typeof import('openai');

/**
 * An OpenAI-compatible endpoint. The package speaks the protocol; patience, retries and what counts as an answer are
 * ours, so that a call never takes longer than its limit and never costs more tries than the settings say.
 */
export class OpenAiModel extends ChatModel {
  private constructor(
    private readonly sdk: Package,
    private readonly client: OpenAI,
    private readonly endpoint: ModelEndpoint,
  ) {
    super();
  }

  /** The package is loaded here: a process without an endpoint never needs it. */
  static async open(endpoint: ModelEndpoint): Promise<OpenAiModel> {
    const sdk = await import('openai');
    const client = new sdk.default({
      baseURL: endpoint.baseUrl,
      apiKey: endpoint.apiKey ?? 'none',
      organization: null,
      project: null,
      webhookSecret: null,
      adminAPIKey: null,
      maxRetries: 0,
      logLevel: 'off',
      fetch: limitedFetch,
    });
    return new OpenAiModel(sdk, client, endpoint);
  }

  async complete(request: ChatRequest): Promise<ChatAnswer> {
    for (let attempt = 0; ; attempt++) {
      // One limit for the whole exchange: an endpoint that drips is as slow as one that says nothing.
      const limit = AbortSignal.timeout(this.endpoint.timeoutMs);
      try {
        return await this.attempt(request, AbortSignal.any([request.signal, limit]));
      } catch (error) {
        const failure = this.explain(error, request.signal, limit);
        if (attempt >= this.endpoint.retries || !PASSING.has(failure.failure)) throw failure;
        const wait = this.patience(error, attempt);
        if (wait > LONGEST_WAIT_MS) throw failure;
        await sleep(wait, undefined, { signal: request.signal }).catch(() => {
          throw new ModelError('aborted', 'the run was stopped');
        });
      }
    }
  }

  private async attempt({ messages, tools, maxTokens }: ChatRequest, signal: AbortSignal): Promise<ChatAnswer> {
    const { model, timeoutMs, stream, limitField } = this.endpoint;
    const body = {
      model,
      messages: messages as OpenAI.ChatCompletionMessageParam[],
      ...(tools && tools.length > 0 ? { tools: tools as OpenAI.ChatCompletionTool[] } : {}),
      [limitField]: maxTokens,
    };
    const options = { signal, timeout: timeoutMs, maxRetries: 0 };
    if (!stream) return readWholeAnswer(await this.client.chat.completions.create(body, options));
    const streamed = { ...body, stream: true as const, stream_options: { include_usage: true } };
    const answer = new StreamedAnswer();
    for await (const chunk of await this.client.chat.completions.create(streamed, options)) answer.add(chunk);
    // The package ends a stream silently when its signal is aborted.
    signal.throwIfAborted();
    return answer.finish();
  }

  private explain(error: unknown, signal: AbortSignal, limit: AbortSignal): ModelError {
    if (error instanceof ModelError) return error;
    if (signal.aborted) return new ModelError('aborted', 'the run was stopped', null, { cause: error });
    const failed = (failure: ModelFailure, message: string) => new ModelError(failure, message, null, { cause: error });
    if (causes(error).some((cause) => cause instanceof AnswerTooLargeError)) {
      return failed('too_large', 'the answer is too long');
    }
    const { APIConnectionTimeoutError, APIConnectionError, APIError } = this.sdk;
    if (error instanceof APIConnectionTimeoutError || limit.aborted) {
      return failed('timeout', `no answer within ${this.endpoint.timeoutMs} ms`);
    }
    if (error instanceof APIConnectionError) return failed('unreachable', rootMessage(error));
    if (error instanceof APIError) {
      const status = error.status as number | undefined;
      if (status === 429) return failed('throttled', 'the endpoint asks to wait (429)');
      if (status === undefined || status >= 500)
        return failed('server_error', `the endpoint answered ${status ?? '?'}`);
      return failed('refused', `the endpoint refused the call (${status}): ${error.message.slice(0, 300)}`);
    }
    if ((error as Error | null)?.name === 'SyntaxError') return failed('malformed', 'the answer is no JSON');
    return failed('unreachable', rootMessage(error));
  }

  private patience(error: unknown, attempt: number): number {
    const asked = error instanceof this.sdk.APIError ? Number(error.headers?.get('retry-after') ?? NaN) : NaN;
    return Number.isFinite(asked) && asked >= 0 ? asked * 1000 : FIRST_RETRY_MS * 2 ** attempt;
  }
}

function causes(error: unknown): unknown[] {
  const found: unknown[] = [];
  for (let next = error; next instanceof Error && found.length < 10; next = next.cause) found.push(next);
  return found;
}

function rootMessage(error: unknown): string {
  const root = causes(error).at(-1);
  return root instanceof Error ? root.message.slice(0, 300) : String(error).slice(0, 300);
}
