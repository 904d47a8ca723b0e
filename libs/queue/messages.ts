import { type CrawlJobMessage } from '@govcrawler/contracts';
import { PermanentError } from '@govcrawler/core';

/** What a bell carries: the lane's name cannot be read back by everyone, the host can. */
export interface BellMessage {
  schemaVersion: 1;
  hostKey: string;
}

/** Checks what is about to enter a lane or just came out of one. */
export function parseCrawlJobMessage(data: unknown): CrawlJobMessage {
  const { schemaVersion, jobId } = (data ?? {}) as Partial<CrawlJobMessage>;
  if (schemaVersion !== 1 || !Number.isSafeInteger(jobId) || (jobId as number) <= 0) {
    throw new PermanentError(`Not a crawl job message of version 1: ${JSON.stringify(data)}`);
  }
  return { schemaVersion, jobId: jobId as number };
}

/** Checks a bell on its way in and out. */
export function parseBellMessage(data: unknown): BellMessage {
  const { schemaVersion, hostKey } = (data ?? {}) as Partial<BellMessage>;
  if (schemaVersion !== 1 || typeof hostKey !== 'string' || hostKey === '') {
    throw new PermanentError(`Not a bell message of version 1: ${JSON.stringify(data)}`);
  }
  return { schemaVersion, hostKey };
}
