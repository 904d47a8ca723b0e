import { type CrawlProgress, type CrawlSummary } from '@govcrawler/contracts';
import { LeaseLostError } from '@govcrawler/core';
import { sampleTarget, type SampleTarget } from './samples.conformance.js';
import { type TestDatabase } from './test-database.conformance.js';

const progress: CrawlProgress = {
  phase: 'articles',
  page: 2,
  pages: 5,
  article: 3,
  articles: 20,
  itemsNew: 1,
  itemsFailed: 0,
  currentTitle: '关于做好2026年防汛工作的通知',
};
const summary: CrawlSummary = {
  itemsSeen: 20,
  itemsNew: 1,
  itemsUpdated: 0,
  itemsKnown: 19,
  itemsFailed: 0,
  attachments: 0,
  attachmentsFailed: 0,
  pages: 5,
  durationMs: 1234,
  failures: {},
  nothingNewReason: null,
};

/** Job rows and host leases: one worker at a time, and no job is lost or run for ever. */
export function describeJobs(stand: () => TestDatabase): void {
  const jobs = () => stand().database.jobs;
  const leases = () => stand().database.leases;
  const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
  let target: SampleTarget;
  beforeEach(async () => {
    target = await sampleTarget(stand().database);
  });

  const create = async (overrides: object = {}) => {
    const { targetId, hostKey } = target;
    const created = await jobs().create({
      targetId,
      hostKey,
      trigger: 'manual',
      tick: null,
      force: false,
      maxItems: null,
      ...overrides,
    });
    return created.job;
  };
  const acquire = async (ttlMs = 60_000) => {
    const { token } = (await leases().acquire(target.hostKey, 'worker', ttlMs))!;
    return { hostKey: target.hostKey, token };
  };
  /** The host changes hands because its holder died. */
  const takeOver = async () => {
    await stand().dataSource.query(
      `UPDATE host_lease SET expires_at = acquired_at WHERE host_key = '${target.hostKey}'`,
    );
    return acquire();
  };

  describe('host leases', () => {
    it('go to one of 50 who ask at once', async () => {
      const asked = await Promise.all(
        Array.from({ length: 50 }, (_, number) => leases().acquire(target.hostKey, `worker-${number}`, 60_000)),
      );
      const won = asked.filter((lease) => lease !== null);
      expect(won).toHaveLength(1);
      expect(won[0]!.token).toBe(1);
      expect(Math.abs(won[0]!.expiresAt.getTime() - Date.now() - 60_000)).toBeLessThan(10_000);
    });

    it('go to one of 50 again after they ran out, with a higher token', async () => {
      await leases().acquire(target.hostKey, 'first', 1);
      await pause(20);
      const asked = await Promise.all(
        Array.from({ length: 50 }, (_, number) => leases().acquire(target.hostKey, `worker-${number}`, 60_000)),
      );
      expect(asked.filter((lease) => lease !== null)).toMatchObject([{ token: 2 }]);
    });

    it('are kept by renewing and lost by somebody else taking them', async () => {
      const first = (await leases().acquire(target.hostKey, 'one', 40))!;
      expect(await leases().acquire(target.hostKey, 'one', 60_000)).toBeNull();
      expect(await leases().renew(target.hostKey, first.token, 40)).toBe(true);
      await pause(80);
      expect(await leases().renew(target.hostKey, first.token, 40)).toBe(true);
      await pause(80);
      const second = (await leases().acquire(target.hostKey, 'two', 60_000))!;
      expect(second.token).toBeGreaterThan(first.token);
      expect(await leases().renew(target.hostKey, first.token, 60_000)).toBe(false);
      expect(await leases().release(target.hostKey, first.token)).toBe(false);
      expect(await leases().acquire(target.hostKey, 'three', 60_000)).toBeNull();
    });

    it('are free after release, and their token still grows', async () => {
      const tokens: number[] = [];
      for (let round = 0; round < 3; round += 1) {
        const { token } = (await leases().acquire(target.hostKey, 'one', 60_000))!;
        tokens.push(token);
        expect(await leases().release(target.hostKey, token)).toBe(true);
        expect(await leases().renew(target.hostKey, token, 60_000)).toBe(false);
      }
      expect(tokens).toEqual([1, 2, 3]);
    });

    it('can all be freed by the only process there is', async () => {
      const { token } = (await leases().acquire(target.hostKey, 'dead', 60_000))!;
      await leases().releaseAll();
      expect(await leases().renew(target.hostKey, token, 60_000)).toBe(false);
      expect(await leases().acquire(target.hostKey, 'alive', 60_000)).toMatchObject({ token: token + 1 });
    });
  });

  describe('crawl jobs', () => {
    it('exist once per target and tick, however many ask', async () => {
      const tick = new Date('2026-03-01T02:00:00Z');
      const { targetId, hostKey } = target;
      const order = { targetId, hostKey, trigger: 'cron', tick, force: false, maxItems: null } as const;
      const asked = await Promise.all(Array.from({ length: 20 }, () => jobs().create(order)));
      expect(asked.filter(({ kind }) => kind === 'created')).toHaveLength(1);
      expect(new Set(asked.map(({ job }) => job.id)).size).toBe(1);
      expect(asked[0]!.job).toMatchObject({ state: 'queued', tick, targetCode: target.targetCode, attempts: 0 });
      const manual = [await create(), await create({ force: true, maxItems: 5 })];
      expect(new Set([...manual, asked[0]!.job].map(({ id }) => id)).size).toBe(3);
      expect(manual[1]).toMatchObject({ forceFull: true, maxItems: 5, triggerKind: 'manual', tick: null });
    });

    it('run, report and end', async () => {
      const { id } = await create();
      const lease = await acquire();
      expect(await jobs().claim(id, lease, 'w1')).toMatchObject({
        state: 'running',
        attempts: 1,
        crashes: 0,
        workerId: 'w1',
        targetCode: target.targetCode,
        siteCode: target.siteCode,
      });
      expect(await jobs().claim(id, lease, 'w1')).toBeNull();
      await jobs().saveProgress(id, lease.token, progress);
      expect((await jobs().find(id))!.progressJson).toEqual(progress);
      await jobs().finish(id, lease.token, { state: 'done', summary, error: null });
      expect(await jobs().find(id)).toMatchObject({
        state: 'done',
        summaryJson: summary,
        startedAt: expect.any(Date),
        finishedAt: expect.any(Date),
      });
      expect(await jobs().claim(id, lease, 'w1')).toBeNull();
      await expect(jobs().finish(id, lease.token, { state: 'failed', summary: null, error: 'late' })).rejects.toThrow();
      expect((await jobs().find(id))!.state).toBe('done');
    });

    it('are claimed by one of 20 deliveries', async () => {
      const { id } = await create();
      const lease = await acquire();
      const claims = await Promise.all(Array.from({ length: 20 }, () => jobs().claim(id, lease, 'w')));
      expect(claims.filter((job) => job !== null)).toHaveLength(1);
      expect((await jobs().find(id))!.attempts).toBe(1);
    });

    it('are out of reach for an attempt whose host went to somebody else', async () => {
      const { id } = await create();
      const stale = await acquire();
      await jobs().claim(id, stale, 'w1');
      const fresh = await takeOver();
      // Before the new holder has claimed the job, and after.
      for (const claimed of [false, true]) {
        if (claimed) await jobs().claim(id, fresh, 'w2');
        await expect(jobs().saveProgress(id, stale.token, progress)).rejects.toThrow(LeaseLostError);
        await expect(jobs().finish(id, stale.token, { state: 'done', summary: null, error: null })).rejects.toThrow(
          LeaseLostError,
        );
        await expect(jobs().claim(id, stale, 'w1')).rejects.toThrow(LeaseLostError);
      }
      expect(await jobs().find(id)).toMatchObject({ state: 'running', workerId: 'w2', attempts: 2, crashes: 1 });
    });

    it('need a lease of their own host', async () => {
      const { id } = await create();
      const { token } = (await leases().acquire('other.gov.cn', 'w', 60_000))!;
      expect(await jobs().claim(id, { hostKey: 'other.gov.cn', token }, 'w')).toBeNull();
      await leases().release('other.gov.cn', token);
    });

    it('are parked with their reason after three attempts died', async () => {
      const { id } = await create();
      expect(await jobs().claim(id, await acquire(), 'w1')).not.toBeNull();
      expect(await jobs().claim(id, await takeOver(), 'w2')).toMatchObject({ attempts: 2, crashes: 1 });
      expect(await jobs().claim(id, await takeOver(), 'w3')).toMatchObject({ attempts: 3, crashes: 2 });
      expect(await jobs().claim(id, await takeOver(), 'w4')).toBeNull();
      expect(await jobs().find(id)).toMatchObject({
        state: 'failed',
        crashes: 3,
        error: 'The worker died 3 times while running this job (last: w3)',
        finishedAt: expect.any(Date),
      });
    });

    it('survive any number of deaths that found them further on', async () => {
      const { id } = await create();
      let lease = await acquire();
      await jobs().claim(id, lease, 'w1');
      const dies = async (reached: Partial<CrawlProgress> | null) => {
        if (reached) await jobs().saveProgress(id, lease.token, { ...progress, ...reached });
        lease = await takeOver();
        return (await jobs().claim(id, lease, 'w2'))?.crashes ?? 'parked';
      };
      const listing = (page: number) => dies({ phase: 'listing', page, article: 0 });
      for (const page of [1, 2, 3, 4]) expect(await listing(page)).toBe(0);
      expect(await listing(4)).toBe(1);
      expect(await dies(null)).toBe(2);
      expect(await dies({ article: 1 })).toBe(0);
      expect(await dies({ article: 1 })).toBe(0);
      // What an earlier attempt reached does not speak for this one.
      expect([await dies(null), await listing(2), await dies(null)]).toEqual([1, 2, 'parked']);
    });

    it('are not blamed for a worker that was only cut off, however late it says so', async () => {
      const { id } = await create();
      const state = async () => {
        const job = (await jobs().find(id))!;
        return [job.state, job.crashes, job.error];
      };
      const first = await acquire();
      await jobs().claim(id, first, 'w1');
      const second = await takeOver();
      // Before somebody else claimed the job: it simply waits again.
      await jobs().requeue(id, first.token);
      expect(await state()).toEqual(['queued', 0, null]);
      // After that: the count is taken back, once.
      await jobs().claim(id, second, 'w1');
      const third = await takeOver();
      expect(await jobs().claim(id, third, 'w2')).toMatchObject({ crashes: 1 });
      for (let time = 0; time < 2; time += 1) await jobs().requeue(id, second.token);
      expect(await state()).toEqual(['running', 0, null]);
      // Even from the car park.
      for (let time = 0; time < 2; time += 1) await jobs().claim(id, await takeOver(), 'w3');
      const last = (await jobs().find(id))!.leaseToken!;
      expect(await jobs().claim(id, await takeOver(), 'w4')).toBeNull();
      expect((await state())[0]).toBe('failed');
      await jobs().requeue(id, last);
      expect(await state()).toEqual(['queued', 2, null]);
    });

    it('do not count giving back as a crash', async () => {
      const { id } = await create();
      for (let round = 1; round <= 5; round += 1) {
        const lease = await acquire();
        expect(await jobs().claim(id, lease, 'w')).toMatchObject({ attempts: round, crashes: 0 });
        await jobs().requeue(id, lease.token);
        expect(await jobs().find(id)).toMatchObject({ state: 'queued', finishedAt: null });
        await leases().release(target.hostKey, lease.token);
      }
    });

    it('go to another lane when they are given back with its host', async () => {
      const { id } = await create();
      const lease = await acquire();
      await jobs().claim(id, lease, 'w');
      await jobs().requeue(id, lease.token, 'moved.gov.cn');
      expect(await jobs().find(id)).toMatchObject({ state: 'queued', hostKey: 'moved.gov.cn' });
      expect(await jobs().claim(id, lease, 'w')).toBeNull(); // the old lane has no right to it any more
      await jobs().requestStop(id);
    });

    it('are cancelled at once while waiting, and at their end while running', async () => {
      const waiting = await create();
      expect(await jobs().requestStop(waiting.id)).toBe('cancelled');
      expect(await jobs().find(waiting.id)).toMatchObject({ state: 'cancelled', finishedAt: expect.any(Date) });
      const running = await create();
      const lease = await acquire();
      await jobs().claim(running.id, lease, 'w');
      expect(await jobs().stoppedAmong([running.id])).toEqual([]);
      expect(await jobs().requestStop(running.id)).toBe('stopping');
      expect(await jobs().stoppedAmong([running.id])).toEqual([running.id]);
      await jobs().finish(running.id, lease.token, { state: 'done', summary, error: null });
      expect(await jobs().find(running.id)).toMatchObject({ state: 'cancelled', summaryJson: summary });
      expect(await jobs().requestStop(running.id)).toBe('finished');
      expect(await jobs().requestStop(999_999_999)).toBe('unknown');
      expect(await jobs().stoppedAmong([999_999_999])).toEqual([999_999_999]);
    });

    it('end as cancelled when they are given back after a stop, or die after one', async () => {
      const given = await create();
      const lease = await acquire();
      await jobs().claim(given.id, lease, 'w');
      await jobs().requestStop(given.id);
      await jobs().requeue(given.id, lease.token);
      expect(await jobs().find(given.id)).toMatchObject({ state: 'cancelled', finishedAt: expect.any(Date) });
      const died = await create();
      await jobs().claim(died.id, lease, 'w');
      await jobs().requestStop(died.id);
      expect(await jobs().claim(died.id, await takeOver(), 'w2')).toBeNull();
      expect(await jobs().find(died.id)).toMatchObject({ state: 'cancelled' });
    });

    it('show the reconciler what waits and what was orphaned, not what runs', async () => {
      const mine = async () =>
        (await jobs().unfinished())
          .filter(({ hostKey }) => hostKey === target.hostKey)
          .map(({ id, state }) => [id, state]);
      const waiting = await create();
      const running = await create();
      const done = await create();
      const lease = await acquire();
      await jobs().claim(running.id, lease, 'w');
      await jobs().claim(done.id, lease, 'w');
      await jobs().finish(done.id, lease.token, { state: 'done', summary: null, error: null });
      expect(await mine()).toEqual([[waiting.id, 'queued']]);
      await leases().release(target.hostKey, lease.token);
      expect(await mine()).toEqual([
        [waiting.id, 'queued'],
        [running.id, 'running'],
      ]);
      const next = await acquire();
      expect(await mine()).toHaveLength(2);
      await jobs().claim(running.id, next, 'w2');
      expect(await mine()).toEqual([[waiting.id, 'queued']]);
      await stand().dataSource.query(
        `UPDATE host_lease SET expires_at = acquired_at WHERE host_key = '${target.hostKey}'`,
      );
      expect(await mine()).toHaveLength(2);
    });

    it('are listed newest first and counted by host', async () => {
      const [one, two, three] = [await create(), await create(), await create()];
      await jobs().claim(one.id, await acquire(), 'w');
      const { hostKey, targetCode } = target;
      expect(await jobs().list({ targetCode, limit: 2, offset: 0 })).toMatchObject({
        count: 2,
        total: 3,
        items: [{ id: three.id }, { id: two.id, targetCode, siteCode: target.siteCode }],
      });
      expect(await jobs().list({ hostKey, state: 'running', limit: 10, offset: 0 })).toMatchObject({
        items: [{ id: one.id }],
      });
      expect(await jobs().list({ targetCode: '\u0000', limit: 10, offset: 0 })).toMatchObject({ total: 0 });
      const queue = (await jobs().queueByHost()).find((host) => host.hostKey === hostKey);
      expect(queue).toEqual({ hostKey, queued: 2, running: 1, oldestQueuedAt: expect.any(Date) });
    });
  });

  describe('the history', () => {
    const end = async (state: 'done' | 'failed', error: string | null = null) => {
      const job = await create();
      const lease = await acquire();
      await jobs().claim(job.id, lease, 'worker');
      await jobs().finish(job.id, lease.token, { state, summary, error });
      await leases().release(lease.hostKey, lease.token);
      return job.id;
    };
    const found = async (text?: string) => {
      const { targetCode } = target;
      const page = await jobs().list({ ...(text === undefined ? {} : { text }), targetCode, limit: 200, offset: 0 });
      return page.items.map(({ id }) => id);
    };

    it('keeps the newest finished jobs of a target and everything unfinished', async () => {
      const waiting = await create();
      const ended = [await end('done'), await end('failed'), await end('done')];
      expect(await jobs().prune(2)).toBeGreaterThanOrEqual(1);
      expect(await found()).toEqual([ended[2], ended[1], waiting.id]);
    });

    it('finds jobs by a part of their error or of the names, wildcards taken literally', async () => {
      const id = await end('failed', 'cooling_host: 100% LEFT alone');
      expect(await found('100% left')).toEqual([id]);
      expect(await found('coolingxhost')).toEqual([]);
      expect(await found('cooling%alone')).toEqual([]);
      expect(await found(target.targetCode.toUpperCase())).toEqual([id]);
    });
  });
}
