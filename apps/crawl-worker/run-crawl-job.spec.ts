import { jest } from '@jest/globals';
import { type CrawlProgress } from '@govcrawler/contracts';
import { LeaseLostError, TransientError } from '@govcrawler/core';
import { createLogger } from '@govcrawler/platform';
import { type ClaimedJob, type CrawlJobs, type CrawlPlans, type TargetPlan } from './crawl-ports.js';
import { type CrawlCommand, type CrawlResult, type CrawlTarget } from './crawl-target.js';
import { RunCrawlJob } from './run-crawl-job.js';

const away = () => Promise.reject(new TransientError('The database is not available'));
const run = { jobId: 7, hostKey: 'www.gov.cn', token: 3 };
const CLAIMED = {
  id: 7,
  targetCode: 'a__b',
  forceFull: false,
  maxItems: null,
  crashes: 0,
  farthestPage: 0,
} as ClaimedJob;
const progress = (changes: Partial<CrawlProgress>) => ({ phase: 'articles', article: 0, ...changes }) as CrawlProgress;

function stand(crawl: (command: CrawlCommand) => Promise<CrawlResult>, hostKey = run.hostKey) {
  const jobs = {
    claim: jest.fn<CrawlJobs['claim']>(async () => CLAIMED),
    saveProgress: jest.fn(async () => undefined),
    stoppedAmong: jest.fn(async () => []),
    finish: jest.fn(async () => undefined),
    requeue: jest.fn<CrawlJobs['requeue']>(async () => undefined),
  };
  const plans: CrawlPlans = { resolve: async () => ({ hostKey }) as TargetPlan };
  const crawlTarget = { run: crawl } as unknown as CrawlTarget;
  const useCase = new RunCrawlJob(jobs, plans, crawlTarget, 'w1', createLogger('test', 'silent'));
  const start = (jobId = run.jobId) => {
    const { signal } = new AbortController();
    return useCase.run({ ...run, jobId, signal, lost: signal, isHeld: () => true });
  };
  return { jobs, start };
}

describe('RunCrawlJob', () => {
  afterEach(() => jest.useRealTimers());

  it.each([
    ['the database is away', () => new TransientError('gone'), { retryInMs: 5000 }],
    ['the lease was lost', () => new LeaseLostError('gone'), { retryInMs: 0 }],
  ])('gives the job back when %s, and says so as soon as the row can be reached', async (_why, error, verdict) => {
    jest.useFakeTimers();
    const { jobs, start } = stand(() => Promise.reject(error()));
    jobs.requeue.mockImplementationOnce(away).mockImplementationOnce(away);
    expect(await start()).toEqual(verdict);
    expect(jobs.requeue).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(20_000);
    expect(jobs.requeue.mock.calls).toEqual([
      [7, 3],
      [7, 3],
      [7, 3],
    ]);
    expect(jobs.finish).not.toHaveBeenCalled();
  });

  it('sends a job whose list has moved to the lane of its new host, without asking that host for anything', async () => {
    const crawl = jest.fn<(command: CrawlCommand) => Promise<CrawlResult>>();
    const { jobs, start } = stand(crawl, 'new.gov.cn');
    expect(await start()).toBe('finished');
    expect(jobs.requeue.mock.calls).toEqual([[7, 3, 'new.gov.cn']]);
    expect(crawl).not.toHaveBeenCalled();
    expect(jobs.finish).not.toHaveBeenCalled();
  });

  it('runs jobs that died before one at a time, each until it gets further than it did', async () => {
    const reports: ((progress: CrawlProgress) => Promise<void>)[] = [];
    let end = (): void => undefined;
    const ended = new Promise<CrawlResult>(
      (resolve) => (end = () => resolve({ summary: {} as CrawlResult['summary'], failure: null })),
    );
    const { jobs, start } = stand(({ onProgress }) => {
      reports.push(onProgress);
      return ended;
    });
    const crashesOf = new Map([
      [1, 1],
      [2, 2],
      [3, 0],
    ]);
    jobs.claim.mockImplementation(async (id) => ({ ...CLAIMED, id, crashes: crashesOf.get(id)!, farthestPage: 1 }));
    const runs = [start(1)];
    const later = { retryInMs: 2000 };
    expect(await start(2)).toEqual(later);
    expect(jobs.requeue.mock.calls).toEqual([[2, 3]]);
    runs.push(start(3)); // beyond suspicion
    await reports[0]!(progress({ phase: 'listing', page: 1 }));
    expect(await start(2)).toEqual(later);
    await reports[0]!(progress({ article: 1, page: 1 }));
    runs.push(start(2));
    await new Promise(setImmediate);
    expect(reports).toHaveLength(3);
    end();
    expect(await Promise.all(runs)).toEqual(['finished', 'finished', 'finished']);
  });

  it('tells the first document and the end at once, and the rest once a second', async () => {
    const { jobs, start } = stand(async ({ onProgress }) => {
      await onProgress(progress({ phase: 'listing' }));
      for (let article = 1; article <= 50; article += 1) await onProgress(progress({ article }));
      await onProgress(progress({ phase: 'finished', article: 50 }));
      return { summary: {} as CrawlResult['summary'], failure: null };
    });
    expect(await start()).toBe('finished');
    const told = (jobs.saveProgress.mock.calls as unknown as [number, number, CrawlProgress][]).map(
      ([, , { phase, article }]) => [phase, article],
    );
    expect(told.slice(0, 2)).toEqual([
      ['listing', 0],
      ['articles', 1],
    ]);
    expect(told.at(-1)).toEqual(['finished', 50]);
    expect(told.length).toBeLessThan(10);
  });
});
