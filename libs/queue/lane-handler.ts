/** One job while it runs on its host. */
export interface RunningJob {
  jobId: number;
  hostKey: string;
  /** Fencing token of the host's lease: every write of this run carries it. */
  token: number;
  /** Aborted when the lease is lost, the job is cancelled or the process stops; `reason` says which. */
  signal: AbortSignal;
  /** Aborted only when the host may pass to somebody else: then nothing may go on, not even to wind down. */
  lost: AbortSignal;
  /** Whether the host is certainly still ours, by the clock. Ask before each request: a signal can be late. */
  isHeld(): boolean;
}

/**
 * Runs one crawl. `finished`: the job's row is final, also when it failed or was cancelled in an expected way.
 * `retryInMs`: not now, and the row still says queued; 0 puts the job back to the head of the lane. A handler must
 * answer `finished` for a row that is final already: after a crash or a reconcile a job may come twice.
 * What it throws is kept on the lane as a failed job and reported.
 */
export type LaneHandler = (run: RunningJob) => Promise<'finished' | { retryInMs: number }>;

/** How a run ended, as the lane sees it. */
export type LaneOutcome = 'finished' | 'retry_later' | 'failed' | 'put_back' | 'lease_lost';

/** What a dispatcher tells about itself, for metrics and logs. */
export type LaneEvent =
  | { kind: 'started'; hostKey: string; jobId: number; token: number; waitedMs: number }
  | { kind: 'ended'; hostKey: string; jobId: number; token: number; outcome: LaneOutcome; durationMs: number }
  | { kind: 'handler_failed'; hostKey: string; jobId: number; token: number; error: Error }
  | { kind: 'lease_lost'; hostKey: string; jobId: number; token: number; error: Error }
  /** Jobs that a dead worker left behind are back on their lane. */
  | { kind: 'recovered'; hostKey: string; jobs: number }
  /** Something that heals by itself or by the reconciler, worth a log line. */
  | { kind: 'trouble'; where: string; error: Error };
