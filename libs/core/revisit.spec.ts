import { isRevisitDue, isWorthRevisiting } from './revisit.js';

const now = new Date('2026-11-16T04:00:00Z');
const policy = { everyDays: 7, recentDays: 30 };

describe('isRevisitDue', () => {
  it('is due when the list was never walked, or a week ago', () => {
    expect(isRevisitDue(policy, null, now)).toBe(true);
    expect(isRevisitDue(policy, new Date('2026-11-09T04:00:00Z'), now)).toBe(true);
    expect(isRevisitDue(policy, new Date('2026-11-09T04:00:01Z'), now)).toBe(false);
  });

  it('is never due when it is switched off', () => {
    expect(isRevisitDue({ ...policy, everyDays: 0 }, null, now)).toBe(false);
  });
});

describe('isWorthRevisiting', () => {
  const worth = (listedDate: string | null, storedDate: string | null) =>
    isWorthRevisiting(policy, { listedDate, storedDate }, now);

  it('takes recent documents by the date of the list, else by the stored one', () => {
    expect(worth('2026-10-20', '2026-10-20')).toBe(true);
    expect(worth('2026-10-01', '2026-10-01')).toBe(false);
    expect(worth(null, '2026-11-15')).toBe(true);
    expect(worth(null, null)).toBe(false);
  });

  it('takes old documents that are listed under a newer date', () => {
    expect(worth('2026-05-02', '2026-05-01')).toBe(true);
    expect(worth('2026-05-01', '2026-05-02')).toBe(false);
  });
});
