import { type ErrandKind, type ErrandPayloads } from '@govcrawler/contracts';
import { type HostFence } from '../crawl-ports.js';

/** One errand while it runs. */
export interface ErrandRun<K extends ErrandKind> {
  errandId: number;
  payload: ErrandPayloads[K];
  fence: HostFence;
  /** The progress that an attempt before this one saved. */
  previous: object | null;
  /** Who asked for it. */
  createdBy: string;
  /** Ends the work at its next step. */
  stop: AbortSignal;
  /** Ends also the fetch under way. */
  signal: AbortSignal;
  /** A person does not want it any more. Otherwise the worker goes away, and another takes the errand up. */
  isCancelled: () => boolean;
  /** Throws when the lease may be somebody else's by now. */
  assertHeld: () => void;
  /** Shown to whoever waits; rare enough by itself. */
  saveProgress: (progress: object) => Promise<void>;
}

/** What came of an errand; `error` says why nothing did. */
export interface ErrandOutcome {
  result: object | null;
  error: string | null;
}

/** Does one kind of errand. Expected failures are outcomes; a TransientError brings the errand back later. */
export abstract class ErrandHandler<K extends ErrandKind> {
  abstract run(run: ErrandRun<K>): Promise<ErrandOutcome>;
}

export type ErrandHandlers = { [K in ErrandKind]: ErrandHandler<K> };
