import { ENDLESS, MISBEHAVIOURS, type ModelServer, startModelServer } from '@govcrawler/testing';
import { ModelCalls } from '../model/model-calls.js';
import { OpenAiModel } from '../model/openai-model.js';
import { RunLedger } from '../model/run-ledger.js';
import { rankItems } from './rank-items.js';
import { summarizeDocument } from './summarize-document.js';

const LIMIT_MS = 150;
const PATIENT_MS = 20_000;
const signal = new AbortController().signal;
const items = Array.from({ length: 12 }, (_, index) => ({
  title: `第${index}号通知`,
  date: `2026-01-${String(index + 1).padStart(2, '0')}`,
  type: '通知',
  summary: null,
}));

describe('summaries and rankings of an endpoint that is wrong', () => {
  let server: ModelServer;
  let calls: ModelCalls;
  beforeAll(async () => {
    server = await startModelServer({ slowMs: 20 });
  });
  const open = async (timeoutMs: number) => {
    server.reset();
    const endpoint = { baseUrl: server.baseUrl, apiKey: null, model: 'm', timeoutMs, retries: 0 };
    const model = await OpenAiModel.open({ ...endpoint, stream: false, limitField: 'max_tokens' });
    const ledger = new RunLedger(
      { input: 1, output: 1, currency: 'CNY' },
      { maxCost: null, maxTokens: 1e9, maxMs: 1e6 },
    );
    calls = new ModelCalls(model, ledger);
  };
  afterAll(() => server.close());

  it.each(MISBEHAVIOURS)('%s: ends in time with something of use, and counts what it was told', async (kind) => {
    await open(ENDLESS.has(kind) ? LIMIT_MS : PATIENT_MS);
    server.misbehave({ kind });
    const started = performance.now();
    const text = '市政府决定在全市范围内开展专项行动，明确了目标、措施和时间安排。'.repeat(3);
    const summary = await summarizeDocument(calls, { title: '关于专项行动的通知', text }, signal);
    const ranking = await rankItems(calls, items, signal);
    if (summary.kind === 'summarised') expect(summary.summary.length).toBeGreaterThan(20);
    expect([...ranking.order].sort((a, b) => a - b)).toEqual(items.map((_, index) => index));
    if (ranking.by === 'date') expect(ranking.order[0]).toBe(11);
    expect(performance.now() - started).toBeLessThan(PATIENT_MS);
    expect(server.calls.length).toBeLessThanOrEqual(3);
    const { promptTokens, completionTokens, estimatedCalls } = calls.ledger.usage;
    if (estimatedCalls === 0) expect({ promptTokens, completionTokens }).toEqual(server.told);
  });
});
