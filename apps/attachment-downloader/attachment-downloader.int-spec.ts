import { openQueueBackend } from '@govcrawler/queue';
import { describeDownloader } from './attachment-downloader.conformance.js';
import { attachmentQueueOptions } from './attachment-queue.js';
import { openTestCluster } from './samples/cluster.conformance.js';

describeDownloader('MariaDB and Redis', async () => {
  const cluster = await openTestCluster();
  const { database, redisUrl: url, prefix } = cluster;
  const queue = await openQueueBackend(attachmentQueueOptions({ kind: 'redis', url, prefix }));
  return {
    database,
    queue,
    close: async () => {
      await queue.close();
      await cluster.close();
    },
  };
});
