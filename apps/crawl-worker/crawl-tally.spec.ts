import { type FetchFailure } from '@govcrawler/contracts';
import { CrawlTally } from './crawl-tally.js';

const unreachable = { ok: false, reason: 'network_reset', message: 'reset' } as FetchFailure;
const created = {
  kind: 'created',
  attachments: 2,
  publishTime: new Date('2026-02-01T00:00:00Z'),
  emptyReason: null,
} as const;

describe('CrawlTally', () => {
  it('counts what happened to each document', () => {
    const tally = new CrawlTally();
    tally.pageListed({ rows: 5, known: 1, deleted: 0 }, 3);
    tally.articlesAhead(4);
    tally.articleStarted('关于印发通知');
    tally.articleEnded(created);
    tally.articleEnded({ ...created, kind: 'updated', emptyReason: 'content_text_too_short' });
    tally.articleEnded({ kind: 'duplicate' });
    tally.articleEnded({ kind: 'failed', reason: 'http_server_error' });
    expect(tally.progress()).toMatchObject({
      phase: 'articles',
      page: 1,
      pages: 3,
      article: 1,
      articles: 4,
      itemsNew: 1,
    });
    expect(tally.summary(7, false)).toMatchObject({
      itemsSeen: 5,
      itemsNew: 1,
      itemsUpdated: 1,
      itemsKnown: 2,
      itemsFailed: 1,
      attachments: 4,
      failures: { content_text_too_short: 1, http_server_error: 1 },
      nothingNewReason: null,
    });
    expect(tally.lastArticleTime).toEqual(created.publishTime);
  });

  it('always says why nothing is new', () => {
    const reason = (act: (tally: CrawlTally) => void, cancelled = false) => {
      const tally = new CrawlTally();
      act(tally);
      return tally.summary(0, cancelled).nothingNewReason;
    };
    expect(reason((tally) => tally.pageListed({ rows: 0, known: 0, deleted: 0 }, null))).toBe('list_empty');
    expect(reason((tally) => tally.pageListed({ rows: 20, known: 20, deleted: 0 }, null))).toBe('all_known');
    expect(reason((tally) => tally.listFailed(unreachable))).toBe('list_unreachable');
    expect(reason((tally) => tally.pageListed({ rows: 1, known: 0, deleted: 0 }, null), true)).toBe('cancelled');
    expect(
      reason((tally) => {
        tally.pageListed({ rows: 1, known: 0, deleted: 0 }, null);
        tally.articleEnded({ kind: 'failed', reason: 'http_not_found' });
      }),
    ).toBe('all_failed');
  });

  it('calls a list unreachable only when no page of it came', () => {
    const tally = new CrawlTally();
    tally.pageListed({ rows: 20, known: 0, deleted: 0 }, null);
    tally.listFailed(unreachable);
    expect(tally.unreachable).toBeNull();
    expect(tally.summary(0, false).failures).toEqual({ network_reset: 1 });
  });

  it('says how long the rest will take at the pace so far', () => {
    let now = 5000;
    const tally = new CrawlTally(() => now);
    tally.pageListed({ rows: 10, known: 0, deleted: 0 }, null);
    expect(tally.progress().remainingSec).toBeNull();
    tally.articlesAhead(10);
    for (let done = 0; done < 4; done++) {
      tally.articleStarted('t');
      now += 3000;
      tally.articleEnded({ kind: 'unchanged' });
    }
    expect(tally.progress().remainingSec).toBe(18);
  });
});
