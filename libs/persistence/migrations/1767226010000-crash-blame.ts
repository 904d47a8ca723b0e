import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';
import { Dialect } from '../schema/dialect.js';
import { MigrationColumns, nullable } from './migration-columns.js';

/**
 * Not every attempt that ended without a word was killed by its own job. A job remembers which attempt it was last
 * blamed for, so that a worker that was only cut off can take the blame back, and how far it got in its list, so that
 * deaths which find it further each time do not add up.
 */
export class CrashBlame1767226010000 implements MigrationInterface {
  name = 'CrashBlame1767226010000';

  async up(runner: QueryRunner): Promise<void> {
    for (const column of columns(runner)) {
      if (!(await runner.hasColumn('crawl_job', column.name))) await runner.addColumn('crawl_job', column);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of columns(runner).reverse()) await runner.dropColumn('crawl_job', column.name);
  }
}

function columns(runner: QueryRunner): TableColumn[] {
  const c = new MigrationColumns(Dialect.of(runner.dataSource), 'crawl_job');
  return [nullable(c.bigint('blamed_token')), c.int('farthest_page', 0)].map((options) => new TableColumn(options));
}
