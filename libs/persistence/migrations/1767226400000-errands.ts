import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { Dialect } from '../schema/dialect.js';
import { index, MigrationColumns, nullable, unique } from './migration-columns.js';

/**
 * Work for workers that is no crawl of a target: the full text of one article, the columns of a new site. It has a
 * table of its own, because a crawl's row belongs to a target and these may come before there is one.
 */
export class Errands1767226400000 implements MigrationInterface {
  name = 'Errands1767226400000';

  async up(runner: QueryRunner): Promise<void> {
    const c = new MigrationColumns(Dialect.of(runner.dataSource), 'errand');
    await runner.createTable(
      new Table({
        name: 'errand',
        columns: [
          c.id(),
          c.text('kind'),
          c.text('subject_key'),
          nullable(c.text('active_key')),
          c.text('lane'),
          c.text('lease_key'),
          c.json('payload_json'),
          c.text('state', 'queued'),
          c.boolean('stop_requested', false),
          c.int('attempts', 0),
          c.int('crashes', 0),
          nullable(c.text('worker_id')),
          nullable(c.bigint('lease_token')),
          nullable(c.json('progress_json')),
          nullable(c.json('result_json')),
          nullable(c.text('error')),
          c.text('created_by'),
          c.insertTime('created_at'),
          nullable(c.moment('started_at')),
          nullable(c.moment('finished_at')),
          c.insertTime('updated_at'),
        ],
        indices: [
          unique('uq_errand_active', 'active_key'),
          index('ix_errand_state', 'state', 'id'),
          index('ix_errand_subject', 'kind', 'subject_key', 'id'),
        ],
      }),
      true,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('errand');
  }
}
