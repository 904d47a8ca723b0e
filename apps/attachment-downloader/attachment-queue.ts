import { type QueueBackendOptions } from '@govcrawler/queue';

/** Attachments have a doorbell of their own beside that of crawls: neither worker is woken for the other's jobs. */
export function attachmentQueueOptions(crawls: QueueBackendOptions): QueueBackendOptions {
  return { ...crawls, doorbell: 'attachment-doorbell' };
}
