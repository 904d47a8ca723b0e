import { z } from 'zod';
import { measureCharacters } from './context/measure.js';
import { type ChatAnswer, ChatModel, type ChatRequest, ModelError } from './model/chat-model.js';
import { ModelCalls, type CallRecord } from './model/model-calls.js';
import { type RunLimits } from './model/model-settings.js';
import { RunLedger } from './model/run-ledger.js';
import { type AgentOrder, type AgentTool, runAgent } from './run-agent.js';

const PRICES = { input: 2, output: 8, currency: 'CNY' };
const WIDE: RunLimits = { maxCost: null, maxTokens: 1e9, maxMs: 60_000 };

/** Answers by a function of the request, and remembers what it got. */
class FakeModel extends ChatModel {
  readonly got: ChatRequest[] = [];
  constructor(private readonly answer: (request: ChatRequest, turn: number) => Partial<ChatAnswer>) {
    super();
  }
  async complete(request: ChatRequest): Promise<ChatAnswer> {
    this.got.push(structuredClone({ ...request, signal: undefined }) as unknown as ChatRequest);
    const usage = { promptTokens: 1000, completionTokens: 100 };
    return { text: '', toolCalls: [], usage, ...this.answer(request, this.got.length) };
  }
}

const use = (name: string, args: unknown) => ({
  toolCalls: [
    {
      id: '',
      type: 'function' as const,
      function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
    },
  ],
});
const PAGE = '页'.repeat(9000);
const tools: AgentTool[] = [
  { name: 'browse', description: '', parameters: z.object({ url: z.string() }), run: async () => ({ content: PAGE }) },
  {
    name: 'save',
    description: '',
    parameters: z.object({ items: z.array(z.string()) }),
    run: async ({ items }: { items: string[] }) => ({
      content: `saved ${items.length}`,
      saved: items.length,
      usesUpPage: true,
    }),
  },
  {
    name: 'save_one',
    description: '',
    parameters: z.object({}),
    run: async () => ({ content: 'saved 1', saved: 1 }),
  },
  { name: 'finish', description: '', parameters: z.object({}), run: async () => ({ content: 'ok', ends: true }) },
];

function start(model: ChatModel, more: Partial<AgentOrder> = {}, limits = WIDE) {
  const log: CallRecord[] = [];
  const ledger = new RunLedger(PRICES, limits);
  const calls = new ModelCalls(model, ledger, (record) => log.push(record));
  const order: AgentOrder = {
    calls,
    phase: 'section',
    systemPrompt: '系统',
    userMessage: '开始',
    tools,
    signal: new AbortController().signal,
    ...more,
  };
  return { log, ledger, done: runAgent(order) };
}

describe('runAgent', () => {
  it('works with tools until the model finishes, and counts what it cost', async () => {
    const progress: unknown[] = [];
    const model = new FakeModel((_request, turn) =>
      turn === 1 ? use('browse', { url: 'u' }) : turn === 2 ? use('save', { items: ['a', 'b'] }) : use('finish', {}),
    );
    const { done, ledger, log } = start(model, { onProgress: (one) => progress.push(one) });
    expect(await done).toEqual({ endedBy: 'finished', turns: 3, saved: 2, error: null });
    expect(ledger.usage).toMatchObject({ calls: 3, promptTokens: 3000, completionTokens: 300, cost: 0.0084 });
    expect(log.map(({ characters }) => characters)).toEqual(
      model.got.map(({ messages, tools: sent }) => measureCharacters(messages, sent)),
    );
    expect(progress).toContainEqual({ turn: 2, maxTurns: 15, saved: 0, tool: 'save' });
  });

  it('replaces the page that was used by one line when it prunes', async () => {
    const script = (_request: ChatRequest, turn: number) =>
      turn === 1 ? use('browse', { url: 'u' }) : turn === 2 ? use('save', { items: ['a', 'b'] }) : use('finish', {});
    for (const enablePruning of [true, false]) {
      const model = new FakeModel(script);
      await start(model, { enablePruning }).done;
      const last = JSON.stringify(model.got[2]?.messages);
      expect(last.includes('提取了2条结果')).toBe(enablePruning);
      expect(last.includes(PAGE)).toBe(!enablePruning);
    }
  });

  it('keeps a page whose rows are saved one by one, and short results always', async () => {
    const short = { ...tools[0]!, run: async () => ({ content: '短'.repeat(2000) }) };
    const model = new FakeModel((_request, turn) =>
      turn === 1 ? use('browse', { url: 'u' }) : turn === 2 ? use('save_one', {}) : use('finish', {}),
    );
    await start(model, { enablePruning: true }).done;
    expect(JSON.stringify(model.got[2]?.messages)).toContain(PAGE);
    const batch = new FakeModel((_request, turn) =>
      turn === 1 ? use('browse', { url: 'u' }) : turn === 2 ? use('save', { items: ['a'] }) : use('finish', {}),
    );
    await start(batch, { enablePruning: true, tools: [short, ...tools.slice(1)] }).done;
    expect(JSON.stringify(batch.got[2]?.messages)).toContain('短'.repeat(2000));
  });

  it('never sends more than its budget, however much the tools say', async () => {
    const model = new FakeModel(() => use('browse', { url: 'u'.repeat(300) }));
    const { done } = start(model, { maxCharacters: 20_000 });
    expect(await done).toMatchObject({ endedBy: 'max_turns', turns: 15 });
    const sizes = model.got.map(({ messages, tools: sent }) => measureCharacters(messages, sent));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(20_000);
    expect(Math.max(...sizes)).toBeGreaterThan(15_000);
    const huge = await start(model, { systemPrompt: '长'.repeat(30_000) }).done;
    expect(huge.endedBy).toBe('over_budget');
    expect(model.got).toHaveLength(15);
  });

  it.each([
    ['an unknown tool', () => use('download_file', {}), 'stuck'],
    ['arguments that are no JSON', () => use('browse', '{"url'), 'stuck'],
    ['arguments of another shape', () => use('save', { items: [1] }), 'stuck'],
    ['words only', () => ({ text: '我完成了' }), 'silent'],
    ['nothing at all', () => ({}), 'silent'],
  ])('ends soon with %s', async (_name, answer, endedBy) => {
    const model = new FakeModel(answer);
    expect(await start(model).done).toMatchObject({ endedBy, saved: 0 });
    expect(model.got.length).toBeLessThanOrEqual(3);
  });

  it('survives two answers that nobody can read, and not a third', async () => {
    const broken = (times: number) =>
      new FakeModel((_request, turn) => {
        if (turn <= times) throw new ModelError('malformed', 'no JSON');
        return use('finish', {});
      });
    expect(await start(broken(2)).done).toMatchObject({ endedBy: 'finished' });
    expect(await start(broken(3)).done).toMatchObject({ endedBy: 'model_failed', error: 'malformed: no JSON' });
  });

  it('asks no more when the next call could cost too much', async () => {
    const model = new FakeModel(() => use('browse', { url: 'u' }));
    const { done, ledger } = start(model, {}, { ...WIDE, maxCost: 0.12 });
    expect(await done).toMatchObject({ endedBy: 'over_limit' });
    expect(ledger.usage.cost).toBeLessThanOrEqual(0.12);
    expect(model.got.length).toBeGreaterThan(0);
    expect(await start(model, {}, { ...WIDE, maxTokens: 100 }).done).toMatchObject({ endedBy: 'over_limit' });
  });

  it('is over when its time is, whatever the endpoint does', async () => {
    const model = new FakeModel(() => use('browse', { url: 'u' }));
    model.complete = ({ signal }) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new ModelError('aborted', 'the run was stopped'))),
      );
    const { done } = start(model, {}, { ...WIDE, maxMs: 30 });
    expect(await done).toMatchObject({ endedBy: 'over_limit', turns: 1, error: 'the run took its 0.03 s' });
  });

  it('counts its time from the first call', async () => {
    let now = 0;
    const ledger = new RunLedger(PRICES, { ...WIDE, maxMs: 1000 }, null, () => now);
    now = 3_600_000;
    expect(ledger.remainingMs).toBe(1000);
    ledger.assertAffordable(1, 1);
    now += 1000;
    expect(() => ledger.assertAffordable(1, 1)).toThrow('the run took its 1 s');
  });

  it('stops when it is cancelled', async () => {
    const stop = new AbortController();
    const model = new FakeModel(() => {
      stop.abort();
      return use('browse', { url: 'u' });
    });
    expect(await start(model, { signal: stop.signal }).done).toMatchObject({ endedBy: 'cancelled', turns: 1 });
  });
});
