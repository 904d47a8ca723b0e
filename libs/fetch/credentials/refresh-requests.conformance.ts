import { type RefreshOutcome, type RefreshRequests } from './refresh-requests.js';

/** What every list of refresh requests must do. */
export function describeRefreshRequests(
  name: string,
  open: () => Promise<{ one: RefreshRequests; other: RefreshRequests; close(): Promise<void> }>,
): void {
  describe(`refresh requests: ${name}`, () => {
    let stand: Awaited<ReturnType<typeof open>>;
    beforeEach(async () => void (stand = await open()));
    afterEach(() => stand.close());
    const outcome = (over: Partial<RefreshOutcome>): RefreshOutcome => ({
      name: 'portal',
      cause: 'expired',
      outcome: 'renewed',
      message: '',
      at: new Date(0),
      durationMs: 1,
      failures: 0,
      ...over,
    });

    it('collects the requests of all replicas, each secret once, the oldest first', async () => {
      const { one, other } = stand;
      await one.request('portal', 'expired');
      await other.request('portal', 'rejected');
      await other.request('feed', 'unknown');
      expect([await one.take(), await other.take(), await one.take()]).toEqual([
        { name: 'portal', cause: 'expired' },
        { name: 'feed', cause: 'unknown' },
        null,
      ]);
    });

    it('takes no second request while a secret is being renewed, nor right after', async () => {
      const { one, other } = stand;
      await one.request('portal', 'expired');
      await one.take();
      await other.request('portal', 'rejected');
      expect(await other.take()).toBeNull();
      await one.settle(outcome({}));
      await other.request('portal', 'rejected');
      expect(await other.take()).toBeNull();
    });

    it('shows the last outcome of each secret to all', async () => {
      const { one, other } = stand;
      await one.settle(outcome({ outcome: 'failed', failures: 1 }));
      await one.settle(outcome({ message: 'by its hook itself' }));
      expect(await other.outcomes()).toEqual([outcome({ message: 'by its hook itself' })]);
    });
  });
}
