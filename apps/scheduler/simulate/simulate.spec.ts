import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { comparePolicies, type PolicyResult, type Traces } from '@govcrawler/core';
import { loadCalendar } from '../load-calendar.js';
import { renderSimulation, simulateTraces } from '../simulate-traces.js';
import { generateTrace, seededRandom, type TraceKind } from './generate-traces.js';
import { randomTrace } from './random-publishers.js';
import { readTraces } from './read-traces.js';

const calendar = loadCalendar(join(import.meta.dirname, '../../../config/calendar/china.json'));
const START = new Date('2025-08-01T00:00:00+08:00');

/** One source of each kind. */
function traces(kinds: readonly TraceKind[], seed: string, days: number): Traces {
  const times = (kind: TraceKind) => generateTrace(kind, START, days, seededRandom(`${seed}/${kind}/0`), calendar);
  return new Map(kinds.map((kind) => [kind, times(kind)]));
}

function byName(policies: PolicyResult[]): Record<string, PolicyResult> {
  return Object.fromEntries(policies.map((policy) => [policy.policy, policy]));
}

// Who wins at equal cost is shown on the command itself (simulate.e2e-spec): loops run ten times slower inside Jest.
describe('comparePolicies', () => {
  it('is about as good as equal distances where there is no habit to learn', () => {
    const times = randomTrace('chance', START, 120, seededRandom('chance'), calendar);
    const { ours, ...others } = byName(comparePolicies(new Map([['chance', times]]), calendar).policies);
    const equal = others['fixed_cron@equal_checks']!;
    expect(ours!.medianDelaySec).toBeLessThan(1.1 * equal.medianDelaySec);
    expect(ours!.p95DelaySec).toBeLessThan(1.15 * equal.p95DelaySec);
  });

  it('spends fewer checks than the rules as written', () => {
    const { ours, s2 } = byName(comparePolicies(traces(['office', 'holidaySilent'], 'cost', 60), calendar).policies);
    expect(ours!.checks).toBeLessThan(0.5 * s2!.checks);
    expect(ours!.hitRate).toBeGreaterThan(s2!.hitRate);
  });

  it('answers the same for the same traces', () => {
    const small = traces(['bursty'], 'again', 30);
    expect(comparePolicies(small, calendar)).toEqual(comparePolicies(small, calendar));
  });

  it('copes with a single publication and with many in one moment', () => {
    const at = START.getTime();
    const result = comparePolicies(
      new Map([
        ['a', [at]],
        ['b', [at, at, at]],
      ]),
      calendar,
    );
    for (const policy of result.policies) expect(policy.checks).toBeGreaterThan(0);
  });
});

describe('simulateTraces', () => {
  it('reads lines of publications and renders a table', () => {
    const folder = mkdtempSync(join(tmpdir(), 'traces-'));
    try {
      const file = join(folder, 'trace.jsonl');
      const times = traces(['office'], 'file', 20).get('office')!;
      const lines = times.map((at) => JSON.stringify({ source: 'gd', publishedAt: new Date(at).toISOString() }));
      writeFileSync(file, `${lines.reverse().join('\n')}\n\n`);
      const result = simulateTraces(file, calendar);
      expect(result.policies.map(({ policy }) => policy)).toContain('ours');
      expect(Object.keys(result.policies[0]!).sort()).toEqual([
        'checks',
        'hitRate',
        'medianDelaySec',
        'p95DelaySec',
        'policy',
      ]);
      expect(renderSimulation(result).split('\n')[0]).toMatch(/policy +checks +median delay +p95 delay +hit rate/);
      expect(() => simulateTraces(join(folder, 'none.jsonl'), calendar)).toThrow('none.jsonl cannot be read');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('takes times as people write them, unsorted, and the zone of China where none is named', () => {
    const times = ['2025-01-02', '2025/1/1 10:00', '2025-01-01 09:00:30', '2025-01-01T00:30:00Z', 1735689600000];
    const lines = times.map((publishedAt) => JSON.stringify({ source: 'a', publishedAt }));
    const read = readTraces(`\ufeff${lines.join('\r\n')}\r\n\r\n`, 't.jsonl').get('a')!;
    expect(read.map((at) => new Date(at).toISOString())).toEqual([
      '2025-01-01T00:00:00.000Z',
      '2025-01-01T00:30:00.000Z',
      '2025-01-01T01:00:30.000Z',
      '2025-01-01T02:00:00.000Z',
      '2025-01-01T16:00:00.000Z',
    ]);
  });

  it.each([1735689600, '0001-01-01', '9999-12-31'])('refuses %j, which would make the replay last for ever', (at) => {
    const line = JSON.stringify({ source: 'a', publishedAt: at });
    expect(() => readTraces(line, 't.jsonl')).toThrow(/line 1: "publishedAt" must lie between 1990 and 2100/);
  });

  it('names the lines that are wrong', () => {
    const text = '{"source":"a","publishedAt":"2025-01-01"}\nnope\n{"source":"a"}\n{"publishedAt":1}\n';
    expect(() => readTraces(text, 't.jsonl')).toThrow(
      /line 2: is no JSON\n.*line 3: "publishedAt" must be a time.*\n.*line 4: "source"/,
    );
    expect(() => readTraces('\n', 't.jsonl')).toThrow('holds no publications');
  });
});
