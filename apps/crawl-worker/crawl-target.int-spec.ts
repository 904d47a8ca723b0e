import { openDatabase } from '@govcrawler/persistence';
import { openClusterStand } from '@govcrawler/testing';
import { describeCrawlTarget } from './crawl-target.conformance.js';

describeCrawlTarget(async () => {
  const stand = await openClusterStand();
  const database = await openDatabase({ kind: 'mysql', url: stand.env.DATABASE_URL }, { warn: () => undefined });
  await database.migrate();
  const close = async () => {
    await database.close();
    await stand.close();
  };
  return { database, close };
});
