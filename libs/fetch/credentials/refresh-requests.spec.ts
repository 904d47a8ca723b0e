import { describeRefreshRequests } from './refresh-requests.conformance.js';
import { InProcessRefreshRequests, pauseAfter } from './refresh-requests.js';

describeRefreshRequests('in process', async () => {
  const one = new InProcessRefreshRequests();
  return { one, other: one, close: async () => undefined };
});

describe('after an attempt', () => {
  it('a secret is left alone for a minute, and twice as long after every further failure', async () => {
    expect([0, 1, 2, 3, 20].map((failures) => pauseAfter({ failures }) / 60_000)).toEqual([1, 1, 2, 4, 60]);
    let now = 0;
    const requests = new InProcessRefreshRequests(() => now);
    const failed = { name: 'portal', cause: 'expired', outcome: 'failed', message: '', durationMs: 1 } as const;
    await requests.settle({ ...failed, at: new Date(0), failures: 2 });
    now = 119_999;
    await requests.request('portal', 'expired');
    expect(await requests.take()).toBeNull();
    now = 120_000;
    await requests.request('portal', 'expired');
    expect(await requests.take()).toEqual({ name: 'portal', cause: 'expired' });
  });
});
