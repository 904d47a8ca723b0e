import { openDatabase } from '@govcrawler/persistence';
import { EmbeddedPostgres } from '@govcrawler/platform';
import { describeCrawlTarget } from './crawl-target.conformance.js';
import { describeFollowSource } from './follow-source.conformance.js';

async function openEmbedded() {
  const postgres = await EmbeddedPostgres.open(null);
  const database = await openDatabase({ kind: 'embedded', postgres }, { warn: () => undefined });
  await database.migrate();
  const close = async () => {
    await database.close();
    await postgres.close();
  };
  return { database, close };
}

describeCrawlTarget(openEmbedded);
describeFollowSource(openEmbedded);
