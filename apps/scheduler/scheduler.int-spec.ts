import { siteFileSchema } from '@govcrawler/contracts';
import { openDatabase, type Database } from '@govcrawler/persistence';
import { EmbeddedPostgres } from '@govcrawler/platform';
import { createConnection } from 'mysql2';
import { describeLiveEdits, type OpenedDatabase } from './live-edits.conformance.js';
import { describeManySchedulers, type JobRows } from './many-schedulers.conformance.js';
import { SILENT } from './scheduler-stand.conformance.js';

async function openMariadb(): Promise<OpenedDatabase> {
  const server = process.env.TEST_MYSQL_URL?.replace(/\/$/, '');
  if (!server) throw new Error('TEST_MYSQL_URL must name a MySQL or MariaDB server for these tests');
  const name = `gc_sched_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  const admin = createConnection({ uri: server }).promise();
  await admin.query(`CREATE DATABASE ${name}`);
  const database = await openDatabase({ kind: 'mysql', url: `${server}/${name}` }, SILENT);
  await database.migrate();
  return {
    database,
    close: async () => {
      await database.close();
      await admin.query(`DROP DATABASE ${name}`);
      await admin.end();
    },
  };
}

async function openEmbedded(): Promise<OpenedDatabase> {
  const postgres = await EmbeddedPostgres.open(null);
  const database = await openDatabase({ kind: 'embedded', postgres }, SILENT);
  await database.migrate();
  return { database, close: () => database.close().then(() => postgres.close()) };
}

/** The job table as the gateway uses it, with twenty targets of one site. */
async function jobRows(database: Database, close: () => Promise<void>): Promise<JobRows> {
  const columns = Array.from({ length: 20 }, (_, n) => ({
    column_id: `c${n}`,
    name: `栏目${n}`,
    list_url: `http://www.example.gov.cn/c${n}/`,
  }));
  const site = { site_id: 'demo', site_name: '示例', base_url: 'http://www.example.gov.cn', columns };
  await database.sites.syncFromFile(siteFileSchema.parse(site), 'demo.yaml');
  const targets = await database.targets.listEnabled();
  const idOf = new Map(targets.map(({ code, id }) => [code, id]));
  return {
    targetCodes: [...idOf.keys()],
    create: async (code, tick) => {
      const job = {
        targetId: idOf.get(code)!,
        hostKey: 'www.example.gov.cn',
        trigger: 'cron' as const,
        tick,
        force: false,
        maxItems: null,
      };
      return (await database.jobs.create(job)).kind === 'created';
    },
    all: async () => {
      const jobs: string[] = [];
      for (let offset = 0; ; offset += 200) {
        const { items } = await database.jobs.list({ limit: 200, offset });
        jobs.push(...items.map(({ targetCode, tick }) => `${targetCode} ${tick!.toISOString()}`));
        if (items.length < 200) return jobs;
      }
    },
    close,
  };
}

describe('on MariaDB', () => {
  describeManySchedulers(() => openMariadb().then(({ database, close }) => jobRows(database, close)));
  describeLiveEdits(openMariadb);
});

describe('on the embedded database', () => {
  describeManySchedulers(() => openEmbedded().then(({ database, close }) => jobRows(database, close)));
  describeLiveEdits(openEmbedded);
});
