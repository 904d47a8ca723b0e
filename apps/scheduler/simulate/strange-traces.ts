import { DAY_MS, HOUR_MS, MINUTE_MS, startOfChinaDay, weekdayOf } from '@govcrawler/core';
import { at, between, eachDay, gauss, poisson, times, type RandomSource, type Scene } from './generate-traces.js';

/** Traces as somebody else would write them, by simpler rules than ours: one or a few sources, some of them short. */
export type StrangeKind = keyof typeof STRANGE_TRACES;

/** Publication times in milliseconds by source, oldest first. Sources without any are left out. */
export function strangeTrace(kind: StrangeKind, scene: Scene): Map<string, number[]> {
  const sources = STRANGE_TRACES[kind](scene).map((source) => source.map(Math.round).sort((a, b) => a - b));
  return new Map(sources.flatMap((source, n) => (source.length > 0 ? [[`${kind}${n}`, source] as const] : [])));
}

const STRANGE_TRACES = {
  /** One office, Monday to Friday from nine to six, whatever the calendar says. */
  plainOffice: (scene: Scene) => [office(scene, between(scene.random, 1, 8))],
  /** The same for a few weeks. */
  shortOffice: (scene: Scene) => [office(weeks(scene, 3), between(scene.random, 1, 5))],
  /** Offices in the morning and the afternoon, with a lunch break. */
  twoPeaks: (scene: Scene) =>
    several(scene, 3, (part) =>
      onWeekdays(part, () =>
        times(poisson(part.random, 3), () => (part.random.next() < 0.5 ? 10 : 15.5) + gauss(part.random) * 0.5),
      ),
    ),
  /** Every Monday at ten. */
  mondayTen: (scene: Scene) => [onWeekday(scene, 1, () => [10 + gauss(scene.random) * 0.25])],
  /** The same for ten weeks. */
  shortWeekly: (scene: Scene) => [
    onWeekday(weeks(scene, 10), 1 + whole(scene.random, 5), () =>
      times(1 + whole(scene.random, 3), () => 15 + gauss(scene.random) * 0.5),
    ),
  ],
  /** Bursts of five to twenty documents within the hour, at moments of pure chance. */
  chanceBursts: (scene: Scene) => [bursts(scene, between(scene.random, 0.3, 1))],
  /** The same for five weeks. */
  shortBursts: (scene: Scene) => [bursts(weeks(scene, 5), between(scene.random, 0.3, 1))],
  /** Daily, but silent in the weeks around the national holidays. */
  silentWeeks: (scene: Scene) => [
    eachDay(scene, (day) => {
      const label = new Date(startOfChinaDay(day) + 12 * HOUR_MS).toISOString().slice(5, 10);
      if ((label >= '05-01' && label <= '05-05') || (label >= '10-01' && label <= '10-08')) return [];
      return weekdayOf(day) % 6 === 0 ? [] : hours(day, scene, poisson(scene.random, 4), 9, 17);
    }),
  ],
  /** A machine that publishes within some minutes after midnight. */
  afterMidnight: (scene: Scene) => [
    eachDay(scene, (day) => times(1 + poisson(scene.random, 2), () => at(day, scene.random.next() * 0.2))),
  ],
  /** Around midnight, on either side. */
  aroundMidnight: (scene: Scene) => [
    eachDay(scene, (day) => times(poisson(scene.random, 2), () => at(day, 24 + gauss(scene.random) * 0.4))),
  ],
  /** Days only: every document is stamped 00:00. */
  midnightStamps: (scene: Scene) => [eachDay(scene, (day) => times(poisson(scene.random, 1.5), () => at(day, 0)))],
  /** No habit, one source for a month. */
  shortChance: (scene: Scene) => [chance(weeks(scene, 4), between(scene.random, 1, 6))],
  /** No habit, one source. */
  loneChance: (scene: Scene) => [chance(scene, between(scene.random, 0.5, 6))],
  /** No habit, one lively source. */
  loneOften: (scene: Scene) => [chance(scene, between(scene.random, 10, 40))],
  /** No habit, at very different rates. */
  chanceMixture: (scene: Scene) => [0.1, 0.5, 2, 10].map((perDay) => chance(scene, perDay)),
  /** No habit: one lively source among many that are not. */
  oneLively: (scene: Scene) => [12, 1, 1, 1, 1, 1, 1, 1].map((perDay) => chance(scene, perDay)),
  /** Offices at very different rates. */
  officeMixture: (scene: Scene) => [0.2, 1, 5, 20].map((perDay) => office(scene, perDay)),
  /** All the classical habits, one source each. */
  zoo: (scene: Scene) => [
    office(scene, 4),
    onWeekday(scene, 4, () => [16 + gauss(scene.random) * 0.5]),
    bursts(scene, 0.4),
    eachDay(scene, (day) => times(1 + poisson(scene.random, 1), () => at(day, 24 + gauss(scene.random) * 0.3))),
    chance(scene, 2),
  ],
  /** At nine in the morning for a month, then at four in the afternoon. */
  movedHour: (scene: Scene) => [
    eachDay(scene, (day) => {
      const hour = day - scene.firstDay < 30 ? 9 : 16;
      return times(poisson(scene.random, 2), () => at(day, hour + gauss(scene.random) * 0.4));
    }),
  ],
  /** A little later every day, around the clock in two months. */
  aroundTheClock: (scene: Scene) => [
    eachDay(scene, (day) =>
      times(1 + poisson(scene.random, 1), () => at(day, 8 + (day - scene.firstDay) * 0.4 + gauss(scene.random) * 0.3)),
    ),
  ],
  /** A source that begins in the middle beside one that ends there. */
  startAndStop: (scene: Scene) => {
    const half = Math.floor(scene.days / 2);
    return [
      office({ ...scene, days: half }, 4),
      office({ ...scene, firstDay: scene.firstDay + half, days: scene.days - half }, 4),
    ];
  },
  /** A rate that doubles every three weeks. */
  growing: (scene: Scene) => [
    eachDay(scene, (day) => hours(day, scene, poisson(scene.random, 0.3 * 2 ** ((day - scene.firstDay) / 21)), 0, 24)),
  ],
  /** On the hour, several times a day, to the minute. */
  clockwork: (scene: Scene) => [
    eachDay(scene, (day) => [8, 12, 18].map((hour) => at(day, hour) + scene.random.next() * MINUTE_MS)),
  ],
  /** Every six hours and a bit, so that the hour moves on. */
  metronome: (scene: Scene) => {
    const gap = between(scene.random, 5, 30) * HOUR_MS;
    const begin = startOfChinaDay(scene.firstDay);
    return [
      times(Math.floor((scene.days * DAY_MS) / gap), () => 0).map(
        (_, n) => begin + n * gap + 5 * MINUTE_MS * gauss(scene.random),
      ),
    ];
  },
  /** A handful of documents in all. */
  sparse: (scene: Scene) => [times(6, () => at(scene.firstDay, between(scene.random, 0, 24 * scene.days)))],
} satisfies Record<string, (scene: Scene) => number[][]>;

export const STRANGE_KINDS = Object.keys(STRANGE_TRACES) as StrangeKind[];

function office(scene: Scene, perDay: number): number[] {
  return eachDay(scene, (day) =>
    weekdayOf(day) % 6 === 0 ? [] : hours(day, scene, poisson(scene.random, perDay), 9, 18),
  );
}

function onWeekdays(scene: Scene, hoursOf: () => number[]): number[] {
  return eachDay(scene, (day) => (weekdayOf(day) % 6 === 0 ? [] : hoursOf().map((hour) => at(day, hour))));
}

function onWeekday(scene: Scene, weekday: number, hoursOf: () => number[]): number[] {
  return eachDay(scene, (day) => (weekdayOf(day) === weekday ? hoursOf().map((hour) => at(day, hour)) : []));
}

function hours(day: number, { random }: Scene, count: number, from: number, to: number): number[] {
  return times(count, () => at(day, between(random, from, to)));
}

function chance(scene: Scene, perDay: number): number[] {
  return eachDay(scene, (day) => hours(day, scene, poisson(scene.random, perDay), 0, 24));
}

function bursts(scene: Scene, perDay: number): number[] {
  return chance(scene, perDay).flatMap((begin) =>
    times(5 + whole(scene.random, 16), () => begin + scene.random.next() * HOUR_MS),
  );
}

function weeks(scene: Scene, count: number): Scene {
  return { ...scene, days: 7 * count };
}

function several(scene: Scene, count: number, make: (scene: Scene) => number[]): number[][] {
  return times(count, () => make(scene));
}

function whole(random: RandomSource, below: number): number {
  return Math.floor(random.next() * below);
}
