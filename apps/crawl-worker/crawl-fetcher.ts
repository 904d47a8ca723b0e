import { createHash } from 'node:crypto';
import { ownCredential } from '@govcrawler/core';
import { type CrawlPlan, type FetchRequest, type FetchResult, PageFetcher, type Pace } from '@govcrawler/contracts';

/** What names one answer of a server among all its answers. */
export interface ListHead {
  etag: string | null;
  lastModified: string | null;
  sha256: string | null;
}

/** The fetch port as one crawl uses it: pace, strategy, robots rule and cancellation are the target's, not the caller's. */
export class CrawlFetcher extends PageFetcher {
  /** How the head of the list was answered; null while it was not asked for. */
  headResult: FetchResult | null = null;
  /** What that answer was, unless it was the one that is known. */
  newHead: ListHead | null = null;
  /** The first answer that was not a document's. */
  firstAnswer: FetchResult | null = null;

  constructor(
    private readonly door: PageFetcher,
    private readonly plan: CrawlPlan,
    readonly pace: Pace,
    readonly signal: AbortSignal,
    private readonly assertHeld: () => void,
  ) {
    super();
  }

  /** The answer that needs no second reading; null: whatever comes is read. */
  knownHead: ListHead | null = null;

  /** Rejects when the host is no longer ours: a process that was frozen may come here before it hears of it. */
  async fetch({ listHead, ...request }: FetchRequest): Promise<FetchResult> {
    this.assertHeld();
    const { column, site, target } = this.plan;
    const send = (headers: Record<string, string>) =>
      this.door.fetch({
        strategy: site.fetchStrategy === 'browser' ? 'browser' : 'auto',
        ...(site.respectRobots ? { robots: { onError: site.robotsOnError } } : { robotsBypass: true }),
        ...ownCredential(request.url, column.credential, [site.baseUrl, target.entryUrl]),
        ...request,
        headers: { ...request.headers, ...headers },
        pace: this.pace,
        signal: this.signal,
      });
    if (request.purpose === 'detail') return send({});
    const result = await (listHead ? this.fetchHead(send) : send({}));
    this.firstAnswer ??= result;
    return result;
  }

  private async fetchHead(send: (headers: Record<string, string>) => Promise<FetchResult>): Promise<FetchResult> {
    this.headResult = this.compared(await send(validatorsOf(this.knownHead)));
    return this.headResult;
  }

  private compared(result: FetchResult): FetchResult {
    if (!result.ok) return result;
    const sha256 = createHash('sha256').update(result.body).digest('hex');
    const { etag = null, 'last-modified': lastModified = null } = result.headers;
    if (sha256 !== this.knownHead?.sha256) {
      this.newHead = { etag, lastModified, sha256 };
      return result;
    }
    const { body: _body, headers: _headers, charsetHint: _charset, article: _article, ...facts } = result;
    const message = 'the very same content as last time';
    return { ...facts, ok: false, reason: 'http_not_modified', message, retryAfterSec: null };
  }
}

function validatorsOf(head: ListHead | null): Record<string, string> {
  return {
    ...(head?.etag ? { 'if-none-match': head.etag } : {}),
    ...(head?.lastModified ? { 'if-modified-since': head.lastModified } : {}),
  };
}
