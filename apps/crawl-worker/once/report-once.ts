import { type OnceResult } from './run-once.js';

const OK = 0;
const FAILED = 1;
const USAGE = 2;
const DISABLED = 3;
/** EX_TEMPFAIL of sysexits.h: the same command may work later. */
const TRY_LATER = 75;

/** The process's exit code and what it prints. */
export interface OnceReport {
  exitCode: number;
  text: string;
  json: Record<string, unknown>;
}

/** Says how the crawl of `target` came out, for people, programs and the caller's shell. */
export function reportOnce(target: string, result: OnceResult): OnceReport {
  switch (result.kind) {
    case 'unknown_target':
      return refused(target, USAGE, 'unknown_target', `There is no target ${target}`);
    case 'disabled':
      return refused(target, DISABLED, `${result.what}_disabled`, `Not crawled: the ${result.what} is disabled`);
    case 'left_in_queue': {
      const { id } = result.job;
      const text = `Interrupted: job ${id} of ${target} is back in the queue`;
      return { exitCode: TRY_LATER, text, json: { target, jobId: id, state: 'queued', exitCode: TRY_LATER } };
    }
    case 'ended': {
      const { id, state, error, summaryJson: summary } = result.job;
      const exitCode = state === 'done' ? OK : error?.startsWith('cooling_') ? TRY_LATER : FAILED;
      const lines = [`Job ${id} of ${target}: ${state}${error ? ` (${error})` : ''}`];
      if (summary) {
        lines.push(
          `new ${summary.itemsNew}, updated ${summary.itemsUpdated}, known ${summary.itemsKnown}, ` +
            `failed ${summary.itemsFailed}, list pages ${summary.pages}, ${(summary.durationMs / 1000).toFixed(1)} s`,
        );
        if (summary.itemsDeleted)
          lines.push(`left out, deleted by people: ${summary.itemsDeleted} (--force collects them)`);
        if (summary.nothingNewReason) lines.push(`nothing new: ${summary.nothingNewReason}`);
      }
      return { exitCode, text: lines.join('\n'), json: { target, jobId: id, state, error, summary, exitCode } };
    }
  }
}

function refused(target: string, exitCode: number, reason: string, text: string): OnceReport {
  return { exitCode, text, json: { target, jobId: null, state: null, error: reason, summary: null, exitCode } };
}
