import { EmbeddedPostgres } from '@govcrawler/platform';
import { openQueueBackend } from './index.js';
import { describeLanes } from './lanes.conformance.js';

describeLanes('the embedded database', async () => {
  const postgres = await EmbeddedPostgres.open(null);
  const backend = await openQueueBackend({ kind: 'embedded', postgres });
  return {
    backend,
    close: async () => {
      await backend.close();
      await postgres.close();
    },
  };
});
