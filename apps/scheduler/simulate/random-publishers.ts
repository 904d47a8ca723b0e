import { chinaDay, HOUR_MS, MINUTE_MS, startOfChinaDay, weekdayOf, type WorkingCalendar } from '@govcrawler/core';
import { at, between, eachDay, gauss, poisson, times, type RandomSource, type Scene } from './generate-traces.js';

/** Kinds of publishers whose habits differ from seed to seed: hours, weekdays, rates and sizes are drawn anew. */
export type RandomKind = keyof typeof RANDOM_PUBLISHERS;

/** Publication times in milliseconds, oldest first, of one publisher of a kind. */
export function randomTrace(
  kind: RandomKind,
  start: Date,
  days: number,
  random: RandomSource,
  calendar: WorkingCalendar,
): number[] {
  const scene = { random, calendar, firstDay: chinaDay(start.getTime()), days };
  const end = startOfChinaDay(scene.firstDay + days);
  return RANDOM_PUBLISHERS[kind](scene)
    .map(Math.round)
    .filter((time) => time < end)
    .sort((a, b) => a - b);
}

const RANDOM_PUBLISHERS = {
  /** Working days, around one to three hours of the day that are its own. */
  officePeaks,
  /** One weekday, one hour, more or less on time; some weeks are left out. */
  weeklyBulletin: (scene: Scene) => {
    const { random } = scene;
    const [weekday, hour, spread] = [whole(random, 7), between(random, 7, 20), between(random, 0.05, 2)];
    const size = 1 + whole(random, 4);
    return eachDay(scene, (day) =>
      weekdayOf(day) === weekday && random.next() > 0.1
        ? nearby(random, at(day, hour + gauss(random) * spread), size, 20 * MINUTE_MS)
        : [],
    );
  },
  /** A newsroom: fixed hours, every day of the week. */
  severalTimesADay: (scene: Scene) => {
    const { random } = scene;
    const hours = times(2 + whole(random, 5), () => between(random, 6, 23));
    return eachDay(scene, (day) =>
      hours.flatMap((hour) => (random.next() < 0.75 ? [at(day, hour + gauss(random) * 0.3)] : [])),
    );
  },
  /** Silence of unknown length, then a wave, at any hour. */
  burstAfterSilence: (scene: Scene) => {
    const { random } = scene;
    const [silence, length] = [between(random, 2, 12), between(random, 1, 6)];
    return arrivals(scene, 1 / silence).flatMap((begin) =>
      times(4 + whole(random, 25), () => begin + random.next() * length * HOUR_MS),
    );
  },
  /** A wave on some working days, within office hours. */
  officeBursts: (scene: Scene) => {
    const { random } = scene;
    const [share, length] = [between(random, 0.1, 0.6), between(random, 0.3, 3)];
    return onWorkdays(scene, (day) => {
      if (random.next() > share) return [];
      const begin = at(day, between(random, 8.5, 16));
      return times(2 + whole(random, 12), () => begin + random.next() * length * HOUR_MS);
    });
  },
  /** No habit at all: about one in three to ten days. */
  chanceRare: (scene: Scene) => arrivals(scene, between(scene.random, 0.1, 0.35)),
  /** No habit at all: about one or two a day. */
  chance: (scene: Scene) => arrivals(scene, between(scene.random, 0.5, 3)),
  /** No habit at all: many a day. */
  chanceOften: (scene: Scene) => arrivals(scene, between(scene.random, 4, 25)),
  /** A batch a month, around a day of the month, on a working day. */
  monthlyBatch: (scene: Scene) => batches(scene, 1),
  /** A batch a quarter. */
  quarterlyBatch: (scene: Scene) => batches(scene, 3),
  /** A machine that publishes the day's documents five minutes after midnight. */
  nightBatch: (scene: Scene) => {
    const size = between(scene.random, 0.5, 8);
    return eachDay(scene, (day) => nearby(scene.random, at(day, 5 / 60), poisson(scene.random, size), 3 * MINUTE_MS));
  },
  /** Any hour of a weekday, never on weekends. */
  weekendSilent: (scene: Scene) => {
    const perDay = between(scene.random, 0.5, 5);
    return eachDay(scene, (day) =>
      weekdayOf(day) % 6 === 0 ? [] : times(poisson(scene.random, perDay), () => at(day, between(scene.random, 0, 24))),
    );
  },
  /** Every day of the week but public holidays, in the morning. */
  holidaySilent: (scene: Scene) => {
    const [hour, spread] = [between(scene.random, 7, 15), between(scene.random, 0.2, 2)];
    return eachDay(scene, (day) =>
      scene.calendar.kindOf(day) === 'holiday'
        ? []
        : times(1 + poisson(scene.random, 0.7), () => at(day, hour + gauss(scene.random) * spread)),
    );
  },
  /** Another editor takes over in the middle: other hours, another rate. */
  regimeChange: (scene: Scene) => {
    const half = Math.floor(scene.days / 2);
    const [first, second] = [scene, { ...scene, firstDay: scene.firstDay + half }].map((part) =>
      officePeaks({ ...part, days: half }),
    );
    return [...first!, ...second!];
  },
  /** Comes a little later every week. */
  driftingHour: (scene: Scene) => {
    const { random, firstDay, days } = scene;
    const [from, to] = [between(random, 7, 19), between(random, 7, 19)];
    return eachDay(scene, (day) => {
      const hour = from + ((to - from) * (day - firstDay)) / days;
      return random.next() < 0.85 ? [at(day, hour + gauss(random) * 0.3)] : [];
    });
  },
} satisfies Record<string, (scene: Scene) => number[]>;

export const RANDOM_KINDS = Object.keys(RANDOM_PUBLISHERS) as RandomKind[];

function officePeaks(scene: Scene): number[] {
  const { random } = scene;
  const peaks = times(1 + whole(random, 3), () => ({
    hour: between(random, 8.5, 18),
    spread: between(random, 0.1, 1.5),
  }));
  const perDay = between(random, 0.4, 6);
  return onWorkdays(scene, (day) =>
    times(poisson(random, perDay), () => {
      const { hour, spread } = peaks[whole(random, peaks.length)]!;
      return at(day, hour + gauss(random) * spread);
    }),
  );
}

function onWorkdays(scene: Scene, publish: (day: number) => number[]): number[] {
  return eachDay(scene, (day) => (scene.calendar.kindOf(day) === 'workday' ? publish(day) : []));
}

/** Moments of pure chance at a rate per day. */
function arrivals({ random, firstDay, days }: Scene, perDay: number): number[] {
  const moments: number[] = [];
  const end = startOfChinaDay(firstDay + days);
  const wait = () => (-Math.log(1 - random.next()) / perDay) * 24 * HOUR_MS;
  for (let time = startOfChinaDay(firstDay) + wait(); time < end; time += wait()) moments.push(time);
  return moments;
}

function batches(scene: Scene, everyMonths: number): number[] {
  const { random, calendar } = scene;
  const [dayOfMonth, hour, size] = [1 + whole(random, 25), between(random, 8.5, 17), 1 + whole(random, 12)];
  return eachDay(scene, (day) => {
    const date = new Date(startOfChinaDay(day) + 12 * HOUR_MS);
    if (date.getUTCDate() !== dayOfMonth || date.getUTCMonth() % everyMonths !== 0) return [];
    let worked = day + whole(random, 4);
    while (calendar.kindOf(worked) !== 'workday') worked += 1;
    return nearby(random, at(worked, hour + gauss(random)), size, HOUR_MS);
  });
}

function nearby(random: RandomSource, begin: number, size: number, withinMs: number): number[] {
  return times(size, () => begin + random.next() * withinMs);
}

function whole(random: RandomSource, below: number): number {
  return Math.floor(random.next() * below);
}
