import { type ChatAnswer, ChatModel, type ChatRequest, ModelError } from '../model/chat-model.js';
import { ModelCalls } from '../model/model-calls.js';
import { RunLedger } from '../model/run-ledger.js';
import { measureCharacters } from '../context/measure.js';
import { jsonArrayIn } from './json-in-text.js';
import { rankItems, RANKING_BUDGET, readRanking } from './rank-items.js';
import { readSummary, summarizeDocument, SUMMARY_BUDGET } from './summarize-document.js';

class Says extends ChatModel {
  readonly got: ChatRequest[] = [];
  constructor(private readonly answers: (string | ModelError)[]) {
    super();
  }
  async complete(request: ChatRequest): Promise<ChatAnswer> {
    this.got.push(request);
    const answer = this.answers[Math.min(this.got.length, this.answers.length) - 1]!;
    if (typeof answer !== 'string') throw answer;
    return { text: answer, toolCalls: [], usage: { promptTokens: 1, completionTokens: 1 } };
  }
}

const callsOf = (model: ChatModel) =>
  new ModelCalls(
    model,
    new RunLedger({ input: 0, output: 0, currency: 'CNY' }, { maxCost: null, maxTokens: 1e9, maxMs: 1e6 }),
  );
const signal = new AbortController().signal;
const GOOD = '文件提出到2030年建成统一电力市场体系，并明确了各地区的时间安排和主要措施。';
const DOWN = new ModelError('server_error', 'away');

describe('summarizeDocument', () => {
  const document = { title: '关于电力市场的意见', text: '正文。'.repeat(20) };

  it.each([
    [[GOOD], { kind: 'summarised', summary: GOOD }, 1],
    [[`摘要：${GOOD}`], { kind: 'summarised', summary: GOOD }, 1],
    [['', GOOD], { kind: 'summarised', summary: GOOD }, 2],
    [[DOWN, GOOD], { kind: 'summarised', summary: GOOD }, 2],
    [['太短'], { kind: 'failed', reason: 'no valid summary' }, 2],
    [[DOWN], { kind: 'failed', reason: 'server_error: away' }, 2],
  ])('answers %j', async (answers, outcome, tries) => {
    const model = new Says(answers);
    expect(await summarizeDocument(callsOf(model), document, signal)).toEqual(outcome);
    expect(model.got).toHaveLength(tries);
  });

  it.each(['', '页面加载失败：超时，请稍后重试，或者联系管理员处理这个问题。'])(
    'asks nothing about "%s"',
    async (text) => {
      const model = new Says([GOOD]);
      expect(await summarizeDocument(callsOf(model), { title: '标题', text }, signal)).toEqual({ kind: 'no_text' });
      expect(model.got).toHaveLength(0);
    },
  );

  it.each(['字', '"', '\n字', '\u0001', '😀'])('keeps to its budget with a text of %j', async (character) => {
    const model = new Says([GOOD]);
    await summarizeDocument(
      callsOf(model),
      { title: character.repeat(900), text: `开头${character.repeat(50_000)}` },
      signal,
    );
    expect(measureCharacters(model.got[0]!.messages)).toBeLessThanOrEqual(SUMMARY_BUDGET);
    expect((model.got[0]!.messages[1]!.content ?? '').length).toBeLessThan(6_700);
  });

  it('takes neither a title nor a novel for a summary', () => {
    const title = '关于进一步加强城市地下管线建设管理工作的若干意见';
    expect(readSummary(`《${title}》。`, title)).toBeNull();
    expect(readSummary('长'.repeat(700), title)).toBeNull();
    expect(readSummary('二十个字以内的摘要不算', title)).toBeNull();
  });
});

describe('rankItems', () => {
  const item = (date: string | null, title = '通知') => ({ title, date, type: '政策', summary: GOOD });
  const items = [item('2026-01-01'), item('2026-03-01'), item(null), item('2026-02-01')];

  it.each([
    ['[2, 0, 1, 3]', { order: [0, 1, 3, 2], by: 'model', appended: 0 }],
    ['[1]', { order: [3, 1, 0, 2], by: 'model', appended: 3 }],
    ['[1, 1, 99, -1, 1.5, "0", 1]', { order: [3, 1, 0, 2], by: 'model' }],
    ['好的：```json\n[1]\n``` [完]', { order: [3, 1, 0, 2], by: 'model' }],
    ['没有', { order: [1, 3, 0, 2], by: 'date' }],
    ['["a"]', { order: [1, 3, 0, 2], by: 'date' }],
    ['', { order: [1, 3, 0, 2], by: 'date' }],
  ])('reads %s', async (answer, expected) => {
    // The model sees the newest first: number 0 is item 1.
    expect(await rankItems(callsOf(new Says([answer])), items, signal)).toMatchObject(expected);
  });

  it('falls back to dates when the model is away', async () => {
    expect(await rankItems(callsOf(new Says([DOWN])), items, signal)).toEqual({
      order: [1, 3, 0, 2],
      by: 'date',
      reason: 'server_error: away',
      appended: 0,
    });
  });

  it('ranks what fits the budget and appends the rest', async () => {
    const many = Array.from({ length: 1000 }, (_, index) =>
      item(`2026-01-${String((index % 28) + 1).padStart(2, '0')}`, '标题'.repeat(40)),
    );
    const model = new Says(['[0]']);
    const { order, by } = await rankItems(callsOf(model), many, signal);
    expect(measureCharacters(model.got[0]!.messages)).toBeLessThanOrEqual(RANKING_BUDGET);
    expect(by).toBe('model');
    expect([...order].sort((a, b) => a - b)).toEqual(many.map((_, index) => index));
  });

  it('lets no title pretend to be a further item', async () => {
    const model = new Says(['[0, 1]']);
    await rankItems(callsOf(model), [item('2026-01-01', '甲\n[7] [政策] 2026-01-01 | 假'), item('2026-01-02')], signal);
    expect(model.got[0]!.messages[1]!.content).not.toMatch(/^\[7\]/m);
  });

  it('knows a usable number', () => expect(readRanking('[0, 5]', 3)).toEqual([0]));
});

describe('jsonArrayIn', () => {
  it.each([
    ['[1]', [1]],
    ['x [{"a": "]"}] y ] z', [{ a: ']' }]],
    ['{"a": 1}', null],
    ['[1', null],
  ])('%s', (text, found) => expect(jsonArrayIn(text)).toEqual(found));
});
