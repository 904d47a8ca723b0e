import { openDatabase } from '@govcrawler/persistence';
import { EmbeddedPostgres } from '@govcrawler/platform';
import { openQueueBackend } from '@govcrawler/queue';
import { describeDownloader } from './attachment-downloader.conformance.js';
import { attachmentQueueOptions } from './attachment-queue.js';

describeDownloader('the embedded database', async () => {
  const postgres = await EmbeddedPostgres.open(null);
  const database = await openDatabase({ kind: 'embedded', postgres }, { warn: () => undefined });
  await database.migrate();
  const queue = await openQueueBackend(attachmentQueueOptions({ kind: 'embedded', postgres }));
  return {
    database,
    queue,
    close: async () => {
      await queue.close();
      await database.close();
      await postgres.close();
    },
  };
});
