import { findOverlaps, intervalKept } from './judge.js';
import { type OriginRequest } from './origin.js';

const asked = (
  startedAt: number,
  column: number,
  document: number | null,
  endedAt = startedAt + 10,
): OriginRequest => ({
  host: 'a.test',
  column,
  document,
  startedAt,
  endedAt,
});

describe('the judge of the fault run', () => {
  it('finds nothing in attempts one after the other, also when one died and came again', () => {
    const requests = [
      ...[asked(0, 1, null), asked(20, 1, 1)],
      ...[asked(40, 2, null), asked(60, 2, 1), asked(80, 2, 2)],
      ...[asked(100, 1, null), asked(120, 1, 1), asked(140, 1, 2)],
    ];
    expect(findOverlaps(requests)).toEqual([]);
  });

  it.each([
    ['two requests at the same time', [asked(0, 1, null, 50), asked(20, 2, null)]],
    ['a request after the next attempt began', [asked(0, 1, null), asked(20, 2, null), asked(40, 1, 1)]],
    ['two attempts of the same job', [asked(0, 1, null), asked(20, 1, null), asked(40, 1, 1), asked(60, 1, 1)]],
  ])('finds %s', (_what, requests) => {
    expect(findOverlaps(requests)).toHaveLength(1);
  });

  it('counts the pairs that kept their distance', () => {
    expect(intervalKept([asked(0, 1, null), asked(200, 1, 1), asked(300, 1, 2)], 200)).toEqual({ pairs: 2, kept: 1 });
  });
});
