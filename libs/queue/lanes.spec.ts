import { EmbeddedPostgres } from '@govcrawler/platform';
import { openQueueBackend } from './index.js';
import { describeLanes } from './lanes.conformance.js';

let postgres: EmbeddedPostgres;
beforeAll(async () => {
  postgres = await EmbeddedPostgres.openInMemory();
}, 60_000);
afterAll(() => postgres.close());

// One session runs every statement: an enqueue can fall between far fewer steps than on Redis, and each costs 20 ms.
const ROUNDS = 150;

const openBackend = async () => {
  const backend = await openQueueBackend({ kind: 'embedded', postgres });
  await postgres.pool('bullmq').query('TRUNCATE job, meta, dedup, dedup_next, event CASCADE');
  return backend;
};

describeLanes('the embedded database', openBackend, ROUNDS);
