import { openQueueBackend } from '@govcrawler/queue';
import { openEmbeddedStand } from '@govcrawler/testing';
import { describeDownloader } from './attachment-downloader.conformance.js';
import { attachmentQueueOptions } from './attachment-queue.js';

describeDownloader('the embedded database', async () => {
  const { postgres, database, close } = await openEmbeddedStand();
  const queue = await openQueueBackend(attachmentQueueOptions({ kind: 'embedded', postgres }));
  return { database, queue, close: () => queue.close().then(close) };
});
