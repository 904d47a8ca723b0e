import { randomBytes } from 'node:crypto';
import { openDatabase } from '@govcrawler/persistence';
import { openQueueBackend } from '@govcrawler/queue';
import { openClusterStand } from '@govcrawler/testing';
import { describeDownloader } from './attachment-downloader.conformance.js';
import { attachmentQueueOptions } from './attachment-queue.js';

describeDownloader('MariaDB and Redis', async () => {
  const cluster = await openClusterStand();
  const database = await openDatabase({ kind: 'mysql', url: cluster.env.DATABASE_URL }, { warn: () => undefined });
  await database.migrate();
  const prefix = `test-${randomBytes(4).toString('hex')}`;
  const queue = await openQueueBackend(attachmentQueueOptions({ kind: 'redis', url: cluster.env.VALKEY_URL, prefix }));
  return {
    database,
    queue,
    close: async () => {
      await queue.close();
      await database.close();
      await cluster.close();
    },
  };
});
