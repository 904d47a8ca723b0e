import { type SchedulableTarget } from '@govcrawler/core';

/** The time, so that tests can move it. */
export abstract class Clock {
  abstract now(): Date;
}

export class SystemClock extends Clock {
  override now(): Date {
    return new Date();
  }
}

export interface ScheduledRow extends SchedulableTarget {
  id: number;
  hostKey: string;
  adapter: string;
  lastCrawledAt: Date | null;
}

/** What the scheduler reads of targets; the schedule repository is one. */
export abstract class ScheduledTargets {
  /** Enabled targets of enabled sites, some thousand at a time. */
  abstract enabledPages(): AsyncIterable<readonly ScheduledRow[]>;
  abstract planFor(targetCode: string): Promise<{ siteEnabled: boolean; targetEnabled: boolean } | null>;
}

/**
 * How the gateway answered: `accepted` a job was made, `known` this tick already has its job, `refused` the target is
 * disabled or gone, `unreachable` nobody answered (or only with trouble), `denied` our credentials are wrong.
 */
export type RunAnswer = 'accepted' | 'known' | 'refused' | 'unreachable' | 'denied';

export interface RunReply {
  answer: RunAnswer;
  /** Of the job that this tick has. */
  jobId: number | null;
}

/** The gateway's run entry; the scheduler has no other way to start a crawl. */
export abstract class RunRequests {
  abstract run(targetCode: string, tick: Date): Promise<RunReply>;
}
