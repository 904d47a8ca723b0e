import { type Clock } from './clock.js';
import { type CoolingCause, type HostStateStore, type TurnAsk, type TurnOutcome } from './host-state.js';

export type Entry =
  | { kind: 'go'; leave(outcome: TurnOutcome, sinceArrivalMs?: number): Promise<void> }
  | { kind: 'cooling'; cause: CoolingCause; ms: number }
  | { kind: 'aborted' };

/** Callers of this process waiting for one host: only the first of them asks the store. */
interface Line {
  waiting: number;
  tail: Promise<void>;
  /** Ends the nap of the first in line because a slot came free. */
  wake: (() => void) | null;
}

/** Lets requests through to a host one by one, in the order they came, as the shared host state allows. */
export class HostGate {
  private readonly lines = new Map<string, Line>();

  constructor(
    private readonly store: HostStateStore,
    private readonly clock: Clock,
    /** A Retry-After up to this long is slept through; a longer one is handed back to the caller. */
    private readonly patienceMs: number,
  ) {}

  async enter(host: string, ask: TurnAsk, signal?: AbortSignal): Promise<Entry> {
    if (signal?.aborted) return { kind: 'aborted' };
    const unpaced = ask.gapMs === 0 && ask.concurrency === null && ask.requestsPerSec === null;
    if (unpaced) return this.takeTurn(host, ask, null, signal);
    const line = this.lineOf(host);
    line.waiting += 1;
    const before = line.tail;
    let step!: () => void;
    line.tail = new Promise((resolve) => (step = resolve));
    try {
      await untilAborted(before, signal);
      if (signal?.aborted) return { kind: 'aborted' };
      return await this.takeTurn(host, ask, line, signal);
    } finally {
      // An aborted waiter in mid-line must not let those behind it overtake those before it.
      void before.then(step);
      line.waiting -= 1;
      if (line.waiting === 0) this.lines.delete(host);
    }
  }

  private async takeTurn(host: string, ask: TurnAsk, line: Line | null, signal?: AbortSignal): Promise<Entry> {
    for (;;) {
      const answer = await this.store.begin(host, ask);
      if (answer.kind === 'go') {
        return {
          kind: 'go',
          leave: (outcome, sinceArrivalMs) => this.leave(host, answer.turn, outcome, sinceArrivalMs),
        };
      }
      const tooLong = answer.kind === 'cooling' && (answer.cause !== 'retry_after' || answer.ms > this.patienceMs);
      if (tooLong) return answer;
      await this.nap(answer.ms, line, signal);
      if (signal?.aborted) return { kind: 'aborted' };
    }
  }

  private async leave(host: string, turn: string, outcome: TurnOutcome, sinceArrivalMs?: number): Promise<void> {
    // A page that was fetched is not lost because its host state could not be written: the turn's lease ends by itself.
    await this.store.end(host, turn, outcome, sinceArrivalMs).catch(() => undefined);
    this.lines.get(host)?.wake?.();
  }

  private async nap(ms: number, line: Line | null, signal?: AbortSignal): Promise<void> {
    const alarm = new AbortController();
    const ring = () => alarm.abort();
    signal?.addEventListener('abort', ring, { once: true });
    if (line) line.wake = ring;
    await this.clock.sleep(ms, alarm.signal);
    if (line) line.wake = null;
    signal?.removeEventListener('abort', ring);
  }

  private lineOf(host: string): Line {
    let line = this.lines.get(host);
    if (!line) this.lines.set(host, (line = { waiting: 0, tail: Promise.resolve(), wake: null }));
    return line;
  }
}

/** Resolves with `before`, or at once when the signal fires. */
export async function untilAborted(before: Promise<void>, signal?: AbortSignal): Promise<void> {
  if (!signal) return before;
  if (signal.aborted) return;
  let stop!: () => void;
  const aborted = new Promise<void>((resolve) => (stop = resolve));
  signal.addEventListener('abort', stop, { once: true });
  await Promise.race([before, aborted]);
  signal.removeEventListener('abort', stop);
}
