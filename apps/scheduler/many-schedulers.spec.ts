import { describeManySchedulers } from './many-schedulers.conformance.js';

describe('many schedulers on a unique key in memory', () => {
  describeManySchedulers(async () => {
    const made = new Set<string>();
    let twice = 0;
    return {
      targetCodes: Array.from({ length: 20 }, (_, n) => `t${n}`),
      create: async (code, tick) => {
        const key = `${code} ${tick.toISOString()}`;
        if (made.has(key)) {
          twice += 1;
          return false;
        }
        made.add(key);
        return true;
      },
      all: async () => {
        expect(twice).toBeGreaterThan(1000); // both really asked for the same ticks
        return [...made];
      },
      close: async () => {},
    };
  });
});
