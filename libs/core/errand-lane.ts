import { type ErrandKind } from '@govcrawler/contracts';

/** Where an errand queues, and whose lease it runs under. */
export interface ErrandLane {
  /** One errand of a lane runs at a time. */
  lane: string;
  leaseKey: string;
}

const PREFIXES: Record<ErrandKind, string> = {
  'article.fetch_fulltext': 'fulltext',
  'site.discover': 'discover',
  'page.inspect': 'inspect',
  'source.discover': 'feeds',
  'target.reparse': 'reparse',
  'briefing.run': 'briefing',
  'articles.summarize': 'summarize',
  'target.author': 'author',
};

/**
 * The lane of an errand; `place` is the host it visits or the target it works on. Errands of a single page run beside
 * a crawl of their host, and the fetch door paces their requests; one that walks through a host runs instead of a crawl.
 */
export function errandLane(kind: ErrandKind, place: string): ErrandLane {
  const lane = `${PREFIXES[kind]}~${place}`;
  return { lane, leaseKey: leaseKeyOf(lane) };
}

/** The lease that the lane's errands run under. */
export function leaseKeyOf(lane: string): string {
  const walk = `${PREFIXES['site.discover']}~`;
  return lane.startsWith(walk) ? lane.slice(walk.length) : lane;
}
