import { type Writable } from 'node:stream';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type FetchFailure, type FetchRequest, type FetchResult } from '@govcrawler/contracts';
import {
  type FetchedFile,
  type HostView,
  OutboundFetcher,
  type RefreshOutcome,
  type RobotsDecision,
  type RobotsQuestion,
} from '@govcrawler/fetch';

const LABELS = ['host_class', 'purpose', 'strategy', 'outcome'] as const;
const HOST_STATES: HostView['state'][] = ['ready', 'cooling', 'open', 'half_open', 'retry_after', 'paused'];

/** Few classes, never single hosts: the number of series must not grow with the web. */
function hostClass(address: string): string {
  if (!URL.canParse(address)) return 'invalid';
  const { hostname } = new URL(address);
  if (/(^|\.)gov\.cn$/.test(hostname)) return 'gov_cn';
  return /\.cn$/.test(hostname) ? 'other_cn' : 'other';
}

/** The door with its figures: how often, how long, how much, and how it ended. */
export class MeteredFetcher extends OutboundFetcher {
  readonly registry = new Registry();
  private readonly total = new Counter({
    name: 'govcrawler_fetch_total',
    help: 'Finished fetches by class of host, purpose, strategy and outcome',
    labelNames: LABELS,
    registers: [this.registry],
  });
  private readonly seconds = new Histogram({
    name: 'govcrawler_fetch_seconds',
    help: 'Duration of fetches with all waiting',
    labelNames: ['host_class', 'strategy'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
    registers: [this.registry],
  });
  private readonly bytes = new Counter({
    name: 'govcrawler_fetch_bytes_total',
    help: 'Decoded bytes of successful fetches',
    labelNames: ['host_class'],
    registers: [this.registry],
  });
  private readonly refreshes = new Counter({
    name: 'govcrawler_credential_refresh_total',
    help: 'Attempts to renew a secret by cause and outcome',
    labelNames: ['cause', 'outcome'],
    registers: [this.registry],
  });
  readonly underway = new Gauge({
    name: 'govcrawler_fetch_underway',
    help: 'Fetches under way, waiting included',
    registers: [this.registry],
  });

  constructor(private readonly door: OutboundFetcher) {
    super();
    new Gauge({
      name: 'govcrawler_fetch_hosts',
      help: 'Known hosts by state',
      labelNames: ['state'],
      registers: [this.registry],
      async collect() {
        // Figures are wanted most when something is down.
        const views = await door.hosts().catch(() => null);
        if (views === null) return this.reset();
        for (const state of HOST_STATES) this.set({ state }, views.filter((view) => view.state === state).length);
      },
    });
  }

  fetch(request: FetchRequest): Promise<FetchResult> {
    return this.measured(
      request,
      () => this.door.fetch(request),
      (result) => (result.ok ? result.body.length : 0),
    );
  }

  fetchToSink(request: FetchRequest, sink: Writable): Promise<FetchedFile | FetchFailure> {
    return this.measured(
      request,
      () => this.door.fetchToSink(request, sink),
      (result) => (result.ok ? result.bytes : 0),
    );
  }

  robotsAllows(url: string, question?: RobotsQuestion): Promise<RobotsDecision | FetchFailure> {
    return this.door.robotsAllows(url, question);
  }

  countRefresh({ cause, outcome }: RefreshOutcome): void {
    this.refreshes.inc({ cause, outcome });
  }

  hosts(): Promise<HostView[]> {
    return this.door.hosts();
  }

  close(): Promise<void> {
    return this.door.close();
  }

  private async measured<R extends FetchResult | FetchedFile>(
    request: FetchRequest,
    work: () => Promise<R>,
    size: (result: R) => number,
  ): Promise<R> {
    this.underway.inc();
    try {
      const result = await work();
      const labels = { host_class: hostClass(request.url), strategy: result.strategy ?? 'none' };
      this.total.inc({ ...labels, purpose: request.purpose, outcome: result.ok ? 'ok' : result.reason });
      this.seconds.observe(labels, result.durationMs / 1000);
      this.bytes.inc({ host_class: labels.host_class }, size(result));
      return result;
    } finally {
      this.underway.dec();
    }
  }
}
