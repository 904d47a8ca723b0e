import { believableRatios } from './believable-ratios.js';

describe('believableRatios', () => {
  it('takes what chance explains for no difference at all', () => {
    const ratios = believableRatios([12, 9, 11, 8, 13, 10, 7], [10, 10, 10, 10, 10, 10, 10]);
    for (const ratio of ratios) expect(Math.abs(ratio - 1)).toBeLessThan(0.02);
  });

  it('believes a weekday that publishes alone, and that the others do not', () => {
    const ratios = believableRatios([0, 0, 0, 8, 0, 0, 0], Array<number>(7).fill(8 / 7));
    expect(ratios[3]).toBeGreaterThan(4);
    expect(ratios[0]).toBeLessThan(0.4);
  });

  it('believes less where events come together', () => {
    const [seen, expected] = [
      [40, 8],
      [24, 24],
    ];
    expect(believableRatios(seen, expected)[0]).toBeGreaterThan(1.4);
    expect(believableRatios(seen, expected, { dispersion: 12 })[0]).toBeLessThan(1.1);
  });

  it('expects what is typical sooner than anything else, but only if it explains what came', () => {
    const typical = [1.15, 0.4];
    const few = { seen: [10, 2], expected: [8.5, 3.5] };
    const taught = believableRatios(few.seen, few.expected, { typical });
    expect(taught[1]).toBeLessThan(believableRatios(few.seen, few.expected)[1]!);
    expect(believableRatios([85, 35], [85, 35], { typical })[1]).toBeCloseTo(1, 1);
  });

  it('survives groups that nobody watched', () => {
    expect([...believableRatios([3, 0], [3, 0])].every(Number.isFinite)).toBe(true);
  });
});
