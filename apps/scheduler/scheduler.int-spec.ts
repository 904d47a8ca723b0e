import { siteFileSchema } from '@govcrawler/contracts';
import { type Database } from '@govcrawler/persistence';
import { openEmbeddedStand, openMariadbStand } from '@govcrawler/testing';
import { describeLiveEdits } from './live-edits.conformance.js';
import { describeManySchedulers, type JobRows } from './many-schedulers.conformance.js';

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
  describeManySchedulers(() => openMariadbStand().then(({ database, close }) => jobRows(database, close)));
  describeLiveEdits(openMariadbStand);
});

describe('on the embedded database', () => {
  describeManySchedulers(() => openEmbeddedStand().then(({ database, close }) => jobRows(database, close)));
  describeLiveEdits(openEmbeddedStand);
});
