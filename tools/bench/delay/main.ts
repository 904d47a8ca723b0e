import { join } from 'node:path';
import { chinaDay, comparePolicies, DAY_MS, replaySpan, type PolicyResult, type Traces } from '@govcrawler/core';
import {
  generateTrace,
  loadCalendar,
  RANDOM_KINDS,
  randomTrace,
  seededRandom,
  STRANGE_KINDS,
  strangeTrace,
  TRACE_KINDS,
} from '@govcrawler/scheduler';

/*
 * How late each policy finds documents at equal cost, over publishers of many kinds whose habits are drawn at random.
 * A trace has several publishers of one kind, or (kinds with ~) is one that a stranger might bring: one or a few
 * sources, some of them short or without any habit; the last line has one publisher of every kind together.
 */
const SEEDS = Number(process.argv[2] ?? 5);
/** The constants of the policy were chosen on seeds below this one: the figures come from others. */
const FIRST_SEED = 100;
const DAYS = Number(process.argv[3] ?? 150);
const ONLY = process.argv[4]?.split(',') ?? null;
const PER_TRACE = 4;
const TOGETHER = 'all kinds together';
const START = new Date('2025-03-01T00:00:00+08:00');
const calendar = loadCalendar(join(process.cwd(), 'config/calendar/china.json'));

type Publisher = { kind: string; times: (key: string) => number[] };
const PUBLISHERS: Publisher[] = [
  ...TRACE_KINDS.map((kind) => ({
    kind: `${kind}*`,
    times: (key: string) => generateTrace(kind, START, DAYS, seededRandom(key), calendar),
  })),
  ...RANDOM_KINDS.map((kind) => ({
    kind,
    times: (key: string) => randomTrace(kind, START, DAYS, seededRandom(key), calendar),
  })),
];

interface Comparison {
  ours: PolicyResult;
  checksPerDay: number;
  /** Ours over the other one: median and p95 against equal distances, then against S2 as written. */
  ratios: number[];
}

function compare(traces: Traces): Comparison {
  const { policies } = comparePolicies(traces, calendar);
  const of = (name: string) => policies.find(({ policy }) => policy === name)!;
  const ours = of('ours');
  const span = replaySpan(traces);
  const ratios = [of('fixed_cron@equal_checks'), of('s2@equal_checks')].flatMap((other) => [
    ours.medianDelaySec / other.medianDelaySec,
    ours.p95DelaySec / other.p95DelaySec,
  ]);
  return { ours, checksPerDay: ours.checks / traces.size / ((span.end - span.start) / DAY_MS), ratios };
}

function row(kind: string, seeds: Comparison[]): string {
  const mean = (value: (one: Comparison) => number) => seeds.reduce((sum, one) => sum + value(one), 0) / seeds.length;
  const ratios = [0, 1, 2, 3].map((column) => {
    const values = seeds.map((one) => one.ratios[column]!);
    const typical = Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
    return `${typical.toFixed(2)} (${Math.max(...values).toFixed(2)})`;
  });
  const hours = (value: (one: Comparison) => number) => (mean(value) / 3600).toFixed(2);
  const ours = [hours(({ ours }) => ours.medianDelaySec), hours(({ ours }) => ours.p95DelaySec)];
  return `| ${[kind, mean(({ checksPerDay }) => checksPerDay).toFixed(1), ...ours, ...ratios].join(' | ')} |`;
}

const seeds = Array.from({ length: SEEDS }, (_, n) => FIRST_SEED + n);
console.log('| publishers | checks/day | median h | p95 h | median/equal | p95/equal | median/S2 | p95/S2 |');
console.log('| --- | --: | --: | --: | --: | --: | --: | --: |');
for (const { kind, times } of PUBLISHERS.filter((publisher) => !ONLY || ONLY.includes(publisher.kind))) {
  const sources = Array.from({ length: PER_TRACE }, (_, n) => n);
  const traces = seeds.map((seed) => new Map(sources.map((n) => [`${kind}${n}`, times(`${seed}/${kind}/${n}`)])));
  console.log(row(kind, traces.map(compare)));
}
for (const kind of STRANGE_KINDS.filter((strange) => !ONLY || ONLY.includes(`~${strange}`))) {
  const scene = { calendar, firstDay: chinaDay(START.getTime()), days: DAYS };
  const traces = seeds.map((seed) => strangeTrace(kind, { ...scene, random: seededRandom(`${seed}/${kind}`) }));
  console.log(row(`~${kind}`, traces.map(compare)));
}
if (!ONLY || ONLY.includes('together')) {
  const traces = seeds.map(
    (seed) => new Map(PUBLISHERS.map(({ kind, times }) => [kind, times(`${seed}/mixed/${kind}`)])),
  );
  console.log(row(TOGETHER, traces.map(compare)));
}
