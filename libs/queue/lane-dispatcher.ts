import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { DelayedError, UnrecoverableError, WaitingError, type Job, type Worker } from 'bullmq';
import { HeldLease } from './held-lease.js';
import { type HostLeases } from './host-leases.js';
import { type Lane } from './lane.js';
import { type LaneEvent, type LaneHandler } from './lane-handler.js';
import { LaneRun } from './lane-run.js';
import { parseBellMessage } from './messages.js';
import { type QueueBackend } from './queue-backend.js';
import { COMMAND_TIMEOUT_MS } from './queue-options.js';
import { within } from './within.js';

/** What a dispatcher needs and how it behaves. */
export interface LaneDispatcherOptions {
  backend: QueueBackend;
  leases: HostLeases;
  handler: LaneHandler;
  /** How many hosts this process serves at the same time. */
  concurrency: number;
  /** For metrics and logs. */
  onEvent?: (event: LaneEvent) => void;
  /** How long a host stays claimed after the last sign of life of its holder. */
  leaseTtlMs?: number;
  /** How soon to ask again for a host that somebody else holds. */
  busyHostRetryMs?: number;
  bellLockMs?: number;
  bellStalledCheckMs?: number;
}

const DEFAULT_LEASE_TTL_MS = 30_000;
const DEFAULT_BUSY_HOST_RETRY_MS = 2_000;
const CLOSE_TIMEOUT_MS = 5_000;

/**
 * Serves the lanes: answers a bell, claims the host, runs ONE job, gives the host back and rings again if there is
 * more. So hosts take turns, a process runs at most `concurrency` of them, and idle hosts cost nothing.
 */
export class LaneDispatcher {
  readonly holder = `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
  private readonly runs = new Map<string, LaneRun>();
  private readonly leaseTtlMs: number;
  private readonly busyHostRetryMs: number;
  private bells: Worker | undefined;
  private stopping = false;
  private stopped: Promise<void> | undefined;

  constructor(private readonly options: LaneDispatcherOptions) {
    this.leaseTtlMs = options.leaseTtlMs ?? DEFAULT_LEASE_TTL_MS;
    this.busyHostRetryMs = options.busyHostRetryMs ?? DEFAULT_BUSY_HOST_RETRY_MS;
  }

  /** Starts to take work; resolves when it is listening. */
  async start(): Promise<void> {
    const { backend, concurrency, bellLockMs, bellStalledCheckMs } = this.options;
    this.bells = backend.bellWorker((bell, token) => this.answer(bell, token as string), {
      concurrency,
      lockMs: bellLockMs,
      stalledCheckMs: bellStalledCheckMs,
    });
    this.bells.on('failed', (_bell, error) => this.report('doorbell', error));
    await within(COMMAND_TIMEOUT_MS, 'Listening for bells', this.bells.waitUntilReady());
    this.bells.run().catch((error: Error) => this.report('doorbell', error));
  }

  /**
   * Runs the next job of one lane without its bell, for a process that came for that host alone and was not started.
   * `busy`: somebody else has the host; `idle`: nothing on the lane is due.
   */
  async serveOnce(hostKey: string): Promise<'busy' | 'idle' | 'ran'> {
    const lease = await this.claim(hostKey);
    if (!lease) return 'busy';
    return (await this.serve(this.options.backend.lane(hostKey), lease)) === 'ran' ? 'ran' : 'idle';
  }

  /** What runs here now. */
  running(): { hostKey: string; jobId: number; token: number }[] {
    return [...this.runs.values()].map(({ hostKey, jobId, token }) => ({ hostKey, jobId, token }));
  }

  /** Aborts the job's signal if it runs in this process; its handler then ends it. */
  cancel(jobId: number, reason: Error): boolean {
    const run = [...this.runs.values()].find((candidate) => candidate.jobId === jobId);
    run?.abort('cancelled', reason);
    return run !== undefined;
  }

  /**
   * Takes no new work, aborts the signals of what runs and waits up to `graceMs` for it to wind down. What is not
   * finished goes back to the head of its lane; a handler that does not return keeps its host claimed until it does
   * or the process ends. Closing adds up to 6 s when the queue does not answer.
   */
  stop({ graceMs }: { graceMs: number }): Promise<void> {
    this.stopped ??= this.windDown(this.bells, graceMs);
    return this.stopped;
  }

  private async windDown(bells: Worker | undefined, graceMs: number): Promise<void> {
    this.stopping = true;
    await bells?.pause(true);
    for (const run of this.runs.values()) run.abort('stopping', new Error('The dispatcher is stopping'));
    // BullMQ's orderly close waits for a lost server without end.
    const force = bells !== undefined && !(await this.options.backend.isReachable());
    const closed = Promise.resolve(bells?.close(force)).catch((error: Error) => this.report('doorbell', error));
    const settled = Promise.all([...this.runs.values()].map((run) => run.settled));
    await Promise.race([settled, sleep(graceMs, undefined, { ref: false })]);
    for (const run of this.runs.values()) run.abandon();
    await within(CLOSE_TIMEOUT_MS, 'Closing the doorbell', closed).catch((error: Error) =>
      this.report('doorbell', error),
    );
  }

  /** One bell, from claim to release. What it throws makes BullMQ ring the bell again a little later. */
  private async answer(bell: Job, bellToken: string): Promise<void> {
    const hostKey = this.hostOf(bell);
    // The embedded database answers without leaving the current turn of the event loop: without this, a long row of
    // short jobs would keep timers and sockets waiting.
    await setImmediate();
    if (this.stopping) {
      await bell.moveToWait(bellToken);
      throw new WaitingError();
    }
    if (this.runs.has(hostKey)) return this.sleepUntil(Date.now() + this.busyHostRetryMs, bell, bellToken);
    const lease = await this.claim(hostKey);
    if (!lease) return this.sleepUntil(Date.now() + this.busyHostRetryMs, bell, bellToken);

    const lane = this.options.backend.lane(hostKey);
    const dueAt = await this.serve(lane, lease);
    if (typeof dueAt !== 'number') return;
    // A job that came between the pull and the sleep had its ring kept for after this bell, which sleeps now:
    // so look once more, and wake the bell if something waits.
    await bell.moveToDelayed(dueAt, bellToken);
    if ((await lane.depth()).waiting > 0) await this.options.backend.ring(hostKey);
    throw new DelayedError();
  }

  private claim(hostKey: string): Promise<HeldLease | null> {
    return HeldLease.acquire({
      leases: this.options.leases,
      hostKey,
      holder: this.holder,
      ttlMs: this.leaseTtlMs,
      onError: (error) => this.report(`lease of ${hostKey}`, error),
    });
  }

  /** Runs one job of the lane under the lease; the moment to come back if there is none before. */
  private async serve(lane: Lane, lease: HeldLease): Promise<'ran' | 'empty' | number> {
    const token = `${this.holder}-${lease.token}`;
    let run: LaneRun | undefined;
    let more: boolean;
    try {
      const pulled = await this.pull(lane, lease, token);
      if (pulled.kind === 'empty') return 'empty';
      if (pulled.kind === 'later') return pulled.dueAt;
      run = new LaneRun(lane, pulled.job, token, lease, (event) => this.emit(event));
      this.runs.set(lane.hostKey, run);
      // Stopped between claim and pull for longer than the lease? Then the host may be somebody else's already.
      if (lease.isHeld() && !this.stopping) await run.execute(this.options.handler);
      else await run.giveBack();
      // Looked at while the host is still ours: what looks running now was left behind, and needs a bell too.
      more = await within(COMMAND_TIMEOUT_MS, `Looking into the lane of ${lane.hostKey}`, lane.hasWork());
    } finally {
      this.runs.delete(lane.hostKey);
      if (run?.handlerStillRuns) void run.handlerReturned.then(() => lease.release());
      else await lease.release();
    }
    if (more) await within(COMMAND_TIMEOUT_MS, `Ringing for ${lane.hostKey}`, this.options.backend.ring(lane.hostKey));
    return 'ran';
  }

  private async pull(lane: Lane, lease: HeldLease, token: string): ReturnType<Lane['pull']> {
    const what = `Pulling from the lane of ${lane.hostKey}`;
    const recovered = await within(
      COMMAND_TIMEOUT_MS,
      what,
      lane.putBackAbandoned(() => lease.isHeld()),
    );
    if (recovered > 0) this.emit({ kind: 'recovered', hostKey: lane.hostKey, jobs: recovered });
    return within(COMMAND_TIMEOUT_MS, what, lane.pull(token), (late) => {
      // The command was sent when the server came back, and nobody waits for its job any more.
      if (late.kind === 'job') {
        lane
          .putBack(late.job.id as string, token)
          .then(() => this.options.backend.ring(lane.hostKey))
          .catch((error: Error) => this.report(what, error));
      }
    });
  }

  private async sleepUntil(moment: number, bell: Job, bellToken: string): Promise<never> {
    await bell.moveToDelayed(moment, bellToken);
    throw new DelayedError();
  }

  private hostOf(bell: Job): string {
    try {
      return parseBellMessage(bell.data).hostKey;
    } catch (error) {
      this.report('doorbell', error as Error);
      throw new UnrecoverableError((error as Error).message);
    }
  }

  private emit(event: LaneEvent): void {
    try {
      this.options.onEvent?.(event);
    } catch (error) {
      // A broken metric must not cost a job.
      if (event.kind !== 'trouble') this.report(`observer of ${event.kind}`, error as Error);
    }
  }

  private report(where: string, error: Error): void {
    this.emit({ kind: 'trouble', where, error });
  }
}
