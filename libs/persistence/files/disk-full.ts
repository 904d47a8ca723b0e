import { DiskFullError } from '@govcrawler/core';

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

/** Whether this, or what caused it, says that the disk takes no more. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error instanceof DiskFullError || FULL.has((error as NodeJS.ErrnoException).code ?? '') || isDiskFull(error.cause)
  );
}

/** The same error in words that name what to do, where it is that. */
export function nameDiskFull(error: unknown, folder: string): unknown {
  if (!isDiskFull(error)) return error;
  return new DiskFullError(`disk_full: there is no room left on the disk of ${folder}`, { cause: error });
}
