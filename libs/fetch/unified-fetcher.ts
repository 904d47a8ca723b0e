import { type Writable } from 'node:stream';
import { type FetchFailure, type FetchRequest, type FetchResult, type FetchStrategy } from '@govcrawler/contracts';
import { PermanentError, TransientError } from '@govcrawler/core';
import { type FetchLogger } from './fetch-logger.js';
import { type FetchedFile, OutboundFetcher, type RobotsQuestion } from './outbound-fetcher.js';
import { type Clock, systemClock } from './politeness/clock.js';
import { type HostView } from './politeness/host-state.js';
import { type RobotsDecision } from './robots/robots-cache.js';

export interface FetchBackend {
  name: string;
  fetcher: OutboundFetcher;
  /** The door stands in this process: the only kind that `local` may use. */
  inProcess?: boolean;
}

/** A backend that was down is asked again after this time. */
const REST_MS = 15_000;

/**
 * Several doors in order of preference, e.g. the fetch service and then a door in this process: when one is down the
 * next one serves. A failed fetch is an answer and never moves on; only a door that cannot be asked does.
 */
export class UnifiedFetcher extends OutboundFetcher {
  private readonly restsUntil = new Map<FetchBackend, number>();

  constructor(
    private readonly backends: readonly [FetchBackend, ...FetchBackend[]],
    private readonly logger: FetchLogger,
    private readonly clock: Clock = systemClock,
  ) {
    super();
  }

  fetch(request: FetchRequest): Promise<FetchResult> {
    return this.firstOf(
      (fetcher) => fetcher.fetch(request),
      () => true,
      request.strategy,
    );
  }

  /** Moves on only while the sink is untouched: half a file from one door and half from another is no file. */
  fetchToSink(request: FetchRequest, sink: Writable): Promise<FetchedFile | FetchFailure> {
    return this.firstOf(
      (fetcher) => fetcher.fetchToSink(request, sink),
      () => !sink.destroyed,
      request.strategy,
    );
  }

  robotsAllows(url: string, question?: RobotsQuestion): Promise<RobotsDecision | FetchFailure> {
    return this.firstOf((fetcher) => fetcher.robotsAllows(url, question));
  }

  hosts(): Promise<HostView[]> {
    return this.firstOf((fetcher) => fetcher.hosts());
  }

  async close(): Promise<void> {
    await Promise.all(this.backends.map(({ fetcher }) => fetcher.close()));
  }

  private async firstOf<T>(
    work: (fetcher: OutboundFetcher) => Promise<T>,
    mayGoOn = () => true,
    strategy: FetchStrategy = 'auto',
  ): Promise<T> {
    let failure: unknown = new PermanentError('strategy local: there is no fetcher in this process');
    for (const backend of this.inOrder().filter(({ inProcess }) => inProcess || strategy !== 'local')) {
      try {
        const result = await work(backend.fetcher);
        this.restsUntil.delete(backend);
        return result;
      } catch (error) {
        if (!(error instanceof TransientError) || !mayGoOn()) throw error;
        failure = error;
        this.restsUntil.set(backend, this.clock.now() + REST_MS);
        this.logger.warn({ backend: backend.name, err: error }, 'fetch backend is down, the next one serves');
      }
    }
    throw failure;
  }

  /** Resting backends come last: when all rest, they are better than nothing. */
  private inOrder(): FetchBackend[] {
    const rests = (backend: FetchBackend) => (this.restsUntil.get(backend) ?? 0) > this.clock.now();
    return [...this.backends.filter((backend) => !rests(backend)), ...this.backends.filter(rests)];
  }
}
