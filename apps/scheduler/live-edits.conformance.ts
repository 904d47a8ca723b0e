import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { siteFileSchema } from '@govcrawler/contracts';
import { type Database } from '@govcrawler/persistence';
import { NestFactory } from '@nestjs/core';
import { FakeClock, RecordingGateway, SILENT } from './scheduler-stand.conformance.js';
import { SchedulerModule } from './scheduler.module.js';

/** A migrated database of one kind. */
export interface OpenedDatabase {
  database: Database;
  close(): Promise<void>;
}

const START = Date.parse('2025-03-03T12:00:00+08:00');
const MINUTE = 60_000;
const OPERATOR = { username: 'operator', requestId: null };

/** The running service follows what people change, without a restart. */
export function describeLiveEdits(open: () => Promise<OpenedDatabase>): void {
  it('follows a toggle and a new cron within the reconcile time', async () => {
    const { database, close } = await open();
    const clock = new FakeClock(START);
    const gateway = new RecordingGateway();
    const columns = ['a', 'b'].map((id) => ({
      column_id: id,
      name: id,
      list_url: `http://www.example.gov.cn/${id}/`,
      schedule: '30 * * * *',
    }));
    const site = { site_id: 'demo', site_name: '示例', base_url: 'http://www.example.gov.cn', columns };
    await database.sites.syncFromFile(siteFileSchema.parse(site), 'demo.yaml');
    const module = SchedulerModule.forRoot({
      targets: database.schedule,
      sources: database.sourceSchedule,
      gateway,
      logger: SILENT,
      reconcileSec: 300,
      missedTicks: 'once',
      clock,
    });
    const app = await NestFactory.createApplicationContext(module, { logger: false });
    /** Moves the clock by the reconcile time, again and again; the service's own timer does the rest. */
    const passUntil = async (time: string) => {
      while (clock.at < Date.parse(time)) {
        clock.at += 5 * MINUTE;
        await sleep(1_100);
      }
      return gateway.runs.splice(0).toSorted();
    };
    try {
      await sleep(1_500);
      expect(await passUntil('2025-03-03T12:30:00+08:00')).toEqual([
        'demo__a 2025-03-03T04:30:00.000Z',
        'demo__b 2025-03-03T04:30:00.000Z',
      ]);
      await database.targetEdits.setEnabled('demo__a', false, OPERATOR);
      const edit = await database.targetEdits.update('demo__b', null, { scheduleCron: '50 * * * *' }, OPERATOR);
      expect(edit.kind).toBe('done');
      expect(await passUntil('2025-03-03T12:50:00+08:00')).toEqual(['demo__b 2025-03-03T04:50:00.000Z']);
      await database.targetEdits.setEnabled('demo__a', true, OPERATOR);
      expect(await passUntil('2025-03-03T13:30:00+08:00')).toEqual(['demo__a 2025-03-03T05:30:00.000Z']);
    } finally {
      await app.close();
      await close();
    }
  }, 90_000);
}
