import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';
import { index } from './migration-columns.js';

const BY_CHANGE = index('ix_crawl_job_updated', 'updated_at', 'id');

/** Live views ask every second which jobs have changed: that must not read the whole history. */
export class JobChanges1767226210000 implements MigrationInterface {
  name = 'JobChanges1767226210000';

  async up(runner: QueryRunner): Promise<void> {
    const present = (await runner.getTable('crawl_job'))?.indices.some(({ name }) => name === BY_CHANGE.name);
    if (!present) await runner.createIndex('crawl_job', new TableIndex(BY_CHANGE));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('crawl_job', BY_CHANGE.name as string);
  }
}
