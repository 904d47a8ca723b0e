import { type Misbehaviour, type ModelServer, startModelServer } from '@govcrawler/testing';
import { type ChatRequest, ModelError, type ModelFailure } from './chat-model.js';
import { OpenAiModel } from './openai-model.js';

const LIMIT_MS = 250;
const PATIENT_MS = 10_000;
const request = (signal = new AbortController().signal): ChatRequest => ({
  messages: [
    { role: 'system', content: '你是测试' },
    { role: 'user', content: '你好' },
  ],
  maxTokens: 100,
  signal,
});

describe.each([false, true])('an endpoint, streaming %s', (stream) => {
  let server: ModelServer;
  let model: OpenAiModel;
  beforeAll(async () => {
    server = await startModelServer({
      scenario: () => ({ text: '好'.repeat(100), toolCalls: [{ name: 'finish', arguments: '{"done": true}' }] }),
      slowMs: 50,
    });
    model = await open(PATIENT_MS);
  });
  beforeEach(() => server.reset());
  afterAll(() => server.close());

  const open = (timeoutMs: number) => {
    const endpoint = { baseUrl: server.baseUrl, apiKey: 'secret', model: 'm', timeoutMs, retries: 1 };
    return OpenAiModel.open({ ...endpoint, stream, limitField: 'max_tokens' });
  };
  /** Only what never ends is to meet its limit. */
  const timeoutOf = (failure: ModelFailure) => (failure === 'timeout' ? LIMIT_MS : PATIENT_MS);

  it('gives words, tool calls and the counts of the endpoint', async () => {
    const answer = await model.complete(request());
    expect(answer).toMatchObject({ text: '好'.repeat(100) });
    expect(answer.toolCalls).toEqual([
      { id: 'call_0', type: 'function', function: { name: 'finish', arguments: '{"done": true}' } },
    ]);
    expect(answer.usage).toEqual(server.told);
    expect(server.calls).toMatchObject([
      { authorization: 'Bearer secret', body: { model: 'm', max_tokens: 100, messages: request().messages } },
    ]);
  });

  const FAILURES: [Misbehaviour, ModelFailure, number][] = [
    ['hang', 'timeout', 2],
    ['hang_after_headers', 'timeout', 2],
    ['too_many_requests', 'throttled', 2],
    ['server_error', 'server_error', 2],
    ['bad_gateway_page', 'server_error', 2],
    ['connection_reset', 'unreachable', 2],
    ['unauthorized', 'refused', 1],
    ['context_too_long', 'refused', 1],
    ['redirect', 'unreachable', 2],
    ['malformed_json', 'malformed', 1],
    ['truncated', 'malformed', 1],
    ['no_choices', 'malformed', 1],
    ['wrong_role', 'malformed', 1],
    ['huge_answer', 'too_large', 1],
    ['endless_drip', 'timeout', 2],
    ['page_instead_of_json', 'malformed', 1],
    ['error_with_status_200', stream ? 'server_error' : 'malformed', stream ? 2 : 1],
    ['longer_than_sent', 'unreachable', 2],
    ['compressed_bomb', 'too_large', 1],
  ];

  it.each(FAILURES)('%s is told as %s', async (kind, failure, tries) => {
    server.misbehave({ kind });
    const started = performance.now();
    const model = await open(timeoutOf(failure));
    const error = await model.complete(request()).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ModelError);
    expect((error as ModelError).failure).toBe(failure);
    expect(server.calls).toHaveLength(tries);
    expect(performance.now() - started).toBeLessThan(tries * (timeoutOf(failure) + 1500));
  });

  it.each(['slow', 'too_many_requests', 'server_error'] as const)('gets over one %s', async (kind) => {
    server.misbehave({ kind, times: 1 });
    expect((await model.complete(request())).usage).toEqual(server.told);
  });

  it.each(['no_usage', 'wrong_usage'] as const)('believes no count that cannot be (%s)', async (kind) => {
    server.misbehave({ kind });
    expect((await model.complete(request())).usage).toBeNull();
  });

  it('stops at once when the run is stopped', async () => {
    server.misbehave({ kind: 'hang' });
    const stop = new AbortController();
    const pending = model.complete(request(stop.signal)).catch((reason: unknown) => reason);
    setTimeout(() => stop.abort(), 20);
    expect(await pending).toMatchObject({ failure: 'aborted' });
    expect(server.calls.length).toBeLessThanOrEqual(1);
  });
});
