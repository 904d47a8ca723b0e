import { type Pace } from '@govcrawler/contracts';

/** Protective default when neither the target nor its adapter says how fast a host may be asked. */
export const DEFAULT_HOST_INTERVAL_SEC = 5;

/** The interval chain: target row, then adapter default, then the host default. */
export function resolvePace(
  target: { intervalSec: number | null; intervalJitterSec: number | null },
  adapterDefaultSec: number | null,
): Pace {
  return {
    intervalSec: target.intervalSec ?? adapterDefaultSec ?? DEFAULT_HOST_INTERVAL_SEC,
    jitterSec: target.intervalJitterSec ?? 0,
  };
}

/** Attachments follow the target's pace, but never wait longer than the cap for one file. */
export function attachmentPace(pace: Pace, capSec: number): Pace {
  const intervalSec = Math.min(pace.intervalSec, capSec);
  return { intervalSec, jitterSec: Math.min(pace.jitterSec, capSec - intervalSec) };
}
