import { createHash } from 'node:crypto';
import { chinaDay, HOUR_MS, startOfChinaDay, weekdayOf, type WorkingCalendar } from '@govcrawler/core';

/** Numbers in [0, 1) that depend on the key alone. */
export interface RandomSource {
  next(): number;
}

/** A sequence that is the same for the same key, on every machine. */
export function seededRandom(key: string): RandomSource {
  let state = createHash('sha256').update(key).digest().readUInt32BE(0) | 1;
  return {
    next: () => {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return (state >>> 0) / 2 ** 32;
    },
  };
}

/** Kinds of publishers; each gives the publication times of one source. */
export type TraceKind = keyof typeof PUBLISHERS;

/** The days that a publisher is asked for. */
export interface Scene {
  random: RandomSource;
  calendar: WorkingCalendar;
  firstDay: number;
  days: number;
}

/** Publication times in milliseconds, oldest first. */
export function generateTrace(
  kind: TraceKind,
  start: Date,
  days: number,
  random: RandomSource,
  calendar: WorkingCalendar,
): number[] {
  const times = PUBLISHERS[kind]({ random, calendar, firstDay: chinaDay(start.getTime()), days });
  return times.map(Math.round).sort((a, b) => a - b);
}

const PUBLISHERS = {
  /** A department that publishes some documents on working days between nine and half past five. */
  office: (scene: Scene) =>
    eachDay(scene, (day) =>
      scene.calendar.kindOf(day) === 'workday'
        ? times(poisson(scene.random, 3), () => at(day, between(scene.random, 9, 17.5)))
        : [],
    ),
  /** A bulletin every Thursday around four. */
  weekly: (scene: Scene) =>
    eachDay(scene, (day) => (weekdayOf(day) === 4 ? [at(day, 16 + gauss(scene.random) * 0.4)] : [])),
  /** Silence for days, then a wave within two hours. */
  bursty: (scene: Scene) =>
    eachDay(scene, (day) => {
      if (scene.random.next() > 0.25) return [];
      const begin = at(day, between(scene.random, 8, 20));
      return times(3 + Math.floor(scene.random.next() * 10), () => begin + scene.random.next() * 2 * HOUR_MS);
    }),
  /** Publishes daily at ten, but never on a public holiday. */
  holidaySilent: (scene: Scene) =>
    eachDay(scene, (day) =>
      scene.calendar.kindOf(day) === 'holiday'
        ? []
        : times(1 + poisson(scene.random, 0.6), () => at(day, 10 + gauss(scene.random) * 0.7)),
    ),
  /** A machine that publishes around midnight. */
  midnight: (scene: Scene) =>
    eachDay(scene, (day) => times(1 + poisson(scene.random, 0.5), () => at(day, 24 + gauss(scene.random) * 0.5))),
} satisfies Record<string, (scene: Scene) => number[]>;

export const TRACE_KINDS = Object.keys(PUBLISHERS) as TraceKind[];

export function eachDay({ firstDay, days }: Scene, publish: (day: number) => number[]): number[] {
  return Array.from({ length: days }, (_, n) => publish(firstDay + n)).flat();
}

export function at(day: number, hour: number): number {
  return startOfChinaDay(day) + hour * HOUR_MS;
}

export function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}

export function between(random: RandomSource, low: number, high: number): number {
  return low + random.next() * (high - low);
}

export function gauss(random: RandomSource): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}

export function poisson(random: RandomSource, mean: number): number {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random.next(); product > limit; product *= random.next()) count += 1;
  return count;
}
