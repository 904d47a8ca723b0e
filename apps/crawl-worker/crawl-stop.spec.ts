import { setTimeout as sleep } from 'node:timers/promises';
import { CrawlStop } from './crawl-stop.js';

describe('CrawlStop', () => {
  const stopOf = (finishDocumentMs = 10_000) => {
    const leaving = new AbortController();
    const lost = new AbortController();
    return { leaving, lost, stop: new CrawlStop(leaving.signal, lost.signal, finishDocumentMs) };
  };

  it('lets a worker that leaves finish its document, but not for ever', async () => {
    const { leaving, stop } = stopOf(30);
    const { soft, hard } = stop;
    leaving.abort();
    expect([soft.aborted, hard.aborted]).toEqual([true, false]);
    await sleep(60);
    expect(hard.aborted).toBe(true);
    stop.end();
  });

  it('ends at once what runs on a lost host, also while the worker leaves', () => {
    const { leaving, lost, stop } = stopOf();
    const { soft, hard } = stop;
    leaving.abort();
    lost.abort();
    expect([soft.aborted, hard.aborted]).toEqual([true, true]);
    stop.end();
  });

  it('ends at once what an operator cancelled', () => {
    const { stop } = stopOf();
    const { soft, hard } = stop;
    stop.cancel();
    expect([soft.aborted, hard.aborted, stop.isCancelled]).toEqual([true, true, true]);
    stop.end();
  });

  it('waits for nothing once the crawl is over', async () => {
    const { leaving, stop } = stopOf(10);
    const { hard } = stop;
    stop.end();
    leaving.abort();
    await sleep(30);
    expect(hard.aborted).toBe(false);
  });
});
