import { type QueueBackendOptions } from './queue-backend.js';

/** Errands have a doorbell of their own beside that of crawls, and lanes named by kind: nobody waits behind a crawl. */
export function errandQueueOptions(crawls: QueueBackendOptions): QueueBackendOptions {
  return { ...crawls, doorbell: 'errand-doorbell' };
}
