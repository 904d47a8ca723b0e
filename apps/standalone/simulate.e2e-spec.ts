import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateTrace, loadCalendar, seededRandom, TRACE_KINDS } from '@govcrawler/scheduler';
import { runProgram } from '@govcrawler/testing';

interface Policy {
  policy: string;
  checks: number;
  medianDelaySec: number;
  p95DelaySec: number;
}

const START = new Date('2025-08-01T00:00:00+08:00');
const calendar = loadCalendar('config/calendar/china.json');

describe('govcrawler schedule simulate', () => {
  const folder = mkdtempSync(join(tmpdir(), 'govcrawler-traces-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** What the command prints for as many sources of each kind. */
  const simulate = async (kinds: readonly (typeof TRACE_KINDS)[number][], seed: string, days: number, each: number) => {
    const lines = kinds.flatMap((kind) =>
      Array.from({ length: each }, (_, n) =>
        generateTrace(kind, START, days, seededRandom(`${seed}/${kind}/${n}`), calendar).map((at) =>
          JSON.stringify({ source: `${kind}${n}`, publishedAt: new Date(at).toISOString() }),
        ),
      ).flat(),
    );
    const file = join(folder, `${kinds.join('-')}.jsonl`);
    writeFileSync(file, `${lines.join('\n')}\n`);
    const { code, stdout } = await runProgram([
      'dist/apps/standalone/main.js',
      'schedule',
      'simulate',
      '--trace',
      file,
      '--json',
    ]);
    expect(code).toBe(0);
    const { policies } = JSON.parse(stdout) as { policies: Policy[] };
    return (name: string) => policies.find(({ policy }) => policy === name)!;
  };

  const expectOursToWin = (of: (name: string) => Policy) => {
    const ours = of('ours');
    for (const name of ['fixed_cron@equal_checks', 's2@equal_checks']) {
      const other = of(name);
      expect(other.checks).toBeGreaterThanOrEqual(ours.checks);
      expect([name, ours.medianDelaySec < other.medianDelaySec]).toEqual([name, true]);
      expect([name, ours.p95DelaySec < other.p95DelaySec]).toEqual([name, true]);
    }
  };

  // Several sources for some months: the worst twentieth of a few waves is luck.
  it.each(TRACE_KINDS)('finds documents sooner at equal cost: %s publisher', async (kind) => {
    expectOursToWin(await simulate([kind], 'some', 120, 4));
  });

  it('finds documents sooner at equal cost over all publishers together', async () => {
    expectOursToWin(await simulate(TRACE_KINDS, 'all', 60, 1));
  });
});
