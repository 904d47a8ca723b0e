import { SeededRandom } from './seeded-random.js';

describe('SeededRandom', () => {
  it('repeats itself for one key and differs between keys', () => {
    const draw = (key: string) =>
      Array.from(
        { length: 20 },
        (
          (random) => () =>
            random.int(0, 999)
        )(new SeededRandom(key)),
      );
    expect(draw('1/a')).toEqual(draw('1/a'));
    expect(draw('1/a')).not.toEqual(draw('1/b'));
    expect(draw('1/a')).not.toEqual(draw('2/a'));
  });

  it('spreads evenly and keeps its bounds', () => {
    const random = new SeededRandom('even');
    const counts = new Map<number, number>();
    for (let n = 0; n < 10_000; n++) {
      const value = random.int(1, 10);
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    expect([...counts.keys()].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });

  it('samples without repetition and refuses to pick from nothing', () => {
    const random = new SeededRandom('sample');
    expect(random.sample([1, 2, 3, 4, 5], 5).sort()).toEqual([1, 2, 3, 4, 5]);
    expect(random.sample([1, 2], 9)).toHaveLength(2);
    expect(() => random.pick([])).toThrow('at least one choice');
  });
});
