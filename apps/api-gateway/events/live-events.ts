import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type LiveEvents as Events } from '@govcrawler/contracts';
import { BriefingRows } from '../briefings/briefing-ports.js';
import { PresentBriefing } from '../briefings/present-briefing.js';
import { ListAlerts } from '../alerts/list-alerts.js';
import { GatewayInfrastructure } from '../gateway-infrastructure.js';
import { ListJobs } from '../jobs/list-jobs.js';
import { ChangedJobs, JobChanges, type JobChange } from './job-changes.js';

/** Counting queues and alerts costs more than a look at the jobs. */
const QUEUE_MS = 2_000;
const ALERTS_MS = 15_000;
const ALERT_HOURS = 24;
const LONGEST = 100;
const NEWEST_BRIEFINGS = 10;
const MAX_LISTENERS = 200;

export interface LiveEvent<K extends keyof Events = keyof Events> {
  kind: K;
  data: Events[K];
  /** Where to go on from; null for events that are sent anew anyway. */
  id: number | null;
}

/** How often things are looked at; tests look more often. */
export abstract class EventPace {
  abstract readonly lookMs: number;
  /** Below what proxies take for silence; also how soon an ended session closes its stream. */
  abstract readonly heartbeatMs: number;
}

/** Takes events; must not wait. */
export type Listener = (event: LiveEvent) => void;

/**
 * Tells everybody who listens what happens. The database is what all services and replicas write to, so each replica
 * looks there, once per second for all its listeners together and not at all while nobody listens.
 */
@Injectable()
export class LiveEvents implements OnModuleDestroy {
  private readonly listeners = new Set<Listener>();
  private changes: JobChanges | null = null;
  private timer: NodeJS.Timeout | null = null;
  private looking: Promise<void> | null = null;
  private queue: { said: string; at: number } = { said: '', at: -Infinity };
  private alerts: { said: string; at: number } = { said: '', at: -Infinity };
  private briefings: { said: string; at: number } = { said: '[]', at: -Infinity };

  constructor(
    private readonly jobs: ChangedJobs,
    private readonly listJobs: ListJobs,
    private readonly listAlerts: ListAlerts,
    private readonly briefingRows: BriefingRows,
    private readonly presentBriefing: PresentBriefing,
    private readonly infrastructure: GatewayInfrastructure,
    private readonly pace: EventPace,
  ) {}

  get isFull(): boolean {
    return this.listeners.size >= MAX_LISTENERS;
  }

  /** `since` is the id of the last event that was seen. */
  async listen(listener: Listener, since: number | null): Promise<void> {
    // Listening begins before the past is read: told twice is harmless, missed is not.
    this.listeners.add(listener);
    try {
      this.changes ??= await JobChanges.fromNow(this.jobs);
      listener({ kind: 'hello', data: { resumed: since !== null }, id: null });
      if (since !== null) this.tell(listener, await JobChanges.since(this.jobs, since));
      listener({ kind: 'queue', data: await this.readQueue(), id: null });
      listener({ kind: 'alerts', data: await this.readAlerts(), id: null });
    } catch (error) {
      this.listeners.delete(listener);
      throw error;
    }
    if (this.listeners.size > 0) this.timer ??= setInterval(() => void this.look(), this.pace.lookMs);
  }

  leave(listener: Listener): void {
    this.listeners.delete(listener);
    if (this.listeners.size > 0) return;
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    this.changes = null;
  }

  async onModuleDestroy(): Promise<void> {
    for (const listener of [...this.listeners]) {
      listener({ kind: 'bye', data: { reason: 'shutdown' }, id: null });
      this.leave(listener);
    }
    await this.looking;
  }

  /** One look at a time: a slow database is not asked more often than it answers. */
  private look(): Promise<void> {
    this.looking ??= this.lookOnce()
      .catch((error: unknown) => {
        this.infrastructure.logger.warn({ err: error }, 'Live events: the database was not read');
      })
      .finally(() => {
        this.looking = null;
      });
    return this.looking;
  }

  private async lookOnce(): Promise<void> {
    const changes = await this.changes?.next();
    if (changes !== undefined) for (const listener of this.listeners) this.tell(listener, changes);
    this.briefings = this.announce('briefings', await this.readBriefings(), this.briefings.said);
    const now = performance.now();
    if (now - this.queue.at >= QUEUE_MS) {
      this.queue = this.announce('queue', await this.readQueue(), this.queue.said);
    }
    if (now - this.alerts.at >= ALERTS_MS) {
      this.alerts = this.announce('alerts', await this.readAlerts(), this.alerts.said);
    }
  }

  private tell(listener: Listener, changes: JobChange[] | null): void {
    if (changes === null) listener({ kind: 'reset', data: {}, id: null });
    else for (const { at, job } of changes) listener({ kind: 'job', data: job, id: at });
  }

  private announce<K extends 'queue' | 'alerts' | 'briefings'>(kind: K, data: Events[K], before: string) {
    const said = JSON.stringify(data);
    if (said !== before) for (const listener of this.listeners) listener({ kind, data, id: null });
    return { said, at: performance.now() };
  }

  private async readQueue(): Promise<Events['queue']> {
    const hosts = await this.listJobs.queue();
    return {
      hosts: hosts.length,
      queued: hosts.reduce((sum, { queued }) => sum + queued, 0),
      running: hosts.reduce((sum, { running }) => sum + running, 0),
      longest: hosts.slice(0, LONGEST),
    };
  }

  private async readBriefings(): Promise<Events['briefings']> {
    const newest = await this.briefingRows.list({ before: null, limit: NEWEST_BRIEFINGS });
    return Promise.all(newest.map((briefing) => this.presentBriefing.summary(briefing)));
  }

  private async readAlerts(): Promise<Events['alerts']> {
    const alerts = await this.listAlerts.list(ALERT_HOURS);
    return { count: alerts.length, critical: alerts.filter(({ severity }) => severity === 'critical').length };
  }
}
