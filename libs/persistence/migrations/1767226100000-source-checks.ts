import {
  Table,
  TableColumn,
  TableForeignKey,
  TableIndex,
  type MigrationInterface,
  type QueryRunner,
  type TableOptions,
} from 'typeorm';
import { Dialect } from '../schema/dialect.js';
import { foreignKey, index, MigrationColumns, nullable, primary } from './migration-columns.js';

const STATS_INDEX = index('ix_source_stats_open_job', 'open_job_id');
const STATS_TARGET = foreignKey('fk_source_stats_target', 'target_id', ['crawl_target', 'id'], 'CASCADE');
const STATS_TARGET_INDEX = index('ix_source_stats_target', 'target_id');
const JOB_INDEX = index('ix_crawl_job_host_time', 'host_key', 'created_at');

/**
 * Every source is a target: its statistics go with it, know the crawl that is under way and say why the next one is
 * when it is. What every check found is kept apart (source_check), and so is what its last answer was
 * (source_state), which workers write and schedulers only read.
 */
export class SourceChecks1767226100000 implements MigrationInterface {
  name = 'SourceChecks1767226100000';

  /** MySQL commits every change by itself: a run that was cut short goes on where it stopped. */
  async up(runner: QueryRunner): Promise<void> {
    for (const column of statsColumns(runner)) {
      if (!(await runner.hasColumn('source_stats', column.name))) await runner.addColumn('source_stats', column);
    }
    const targetOf = `SELECT t.id FROM crawl_target t WHERE CONCAT('target:', t.target_code) = source_stats.source_id`;
    await runner.query(`UPDATE source_stats SET target_id = (${targetOf})`);
    await runner.query(`UPDATE source_stats SET source_type = 'custom' WHERE source_type = 'target'`);
    await addIndex(runner, 'source_stats', STATS_INDEX);
    await addIndex(runner, 'source_stats', STATS_TARGET_INDEX);
    await addIndex(runner, 'crawl_job', JOB_INDEX);
    const stats = await runner.getTable('source_stats');
    if (!stats?.foreignKeys.some(({ name }) => name === STATS_TARGET.name)) {
      await runner.createForeignKey('source_stats', new TableForeignKey(STATS_TARGET));
    }
    const dialect = Dialect.of(runner.dataSource);
    await runner.createTable(new Table(sourceCheck(dialect)), true);
    await runner.createTable(new Table(sourceState(dialect)), true);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('source_state');
    await runner.dropTable('source_check');
    await runner.dropIndex('crawl_job', JOB_INDEX.name!);
    await runner.dropForeignKey('source_stats', STATS_TARGET.name!);
    await runner.dropIndex('source_stats', STATS_TARGET_INDEX.name!);
    await runner.dropIndex('source_stats', STATS_INDEX.name!);
    for (const column of statsColumns(runner).reverse()) await runner.dropColumn('source_stats', column.name);
  }
}

async function addIndex(runner: QueryRunner, table: string, wanted: ReturnType<typeof index>): Promise<void> {
  const present = (await runner.getTable(table))?.indices.some(({ name }) => name === wanted.name);
  if (!present) await runner.createIndex(table, new TableIndex(wanted));
}

function statsColumns(runner: QueryRunner): TableColumn[] {
  const c = new MigrationColumns(Dialect.of(runner.dataSource), 'source_stats');
  return [
    nullable(c.int('target_id')),
    nullable(c.bigint('open_job_id')),
    nullable(c.text('due_reason')),
    nullable(c.text('due_why')),
    nullable(c.double('due_expected')),
  ].map((options) => new TableColumn(options));
}

function sourceCheck(dialect: Dialect): TableOptions {
  const c = new MigrationColumns(dialect, 'source_check');
  return {
    name: 'source_check',
    columns: [
      c.id(),
      c.int('target_id'),
      nullable(c.bigint('job_id')),
      nullable(c.moment('due_at')),
      c.moment('settled_at'),
      c.text('reason'),
      nullable(c.text('why')),
      nullable(c.double('expected')),
      c.text('outcome'),
      c.int('items_new', 0),
      nullable(c.text('error')),
      nullable(c.moment('next_due_at')),
      c.text('next_reason'),
      nullable(c.text('next_why')),
    ],
    indices: [index('ix_source_check_target', 'target_id', 'id'), index('ix_source_check_time', 'settled_at')],
    foreignKeys: [foreignKey('fk_source_check_target', 'target_id', ['crawl_target', 'id'], 'CASCADE')],
  };
}

function sourceState(dialect: Dialect): TableOptions {
  const c = new MigrationColumns(dialect, 'source_state');
  return {
    name: 'source_state',
    columns: [
      primary(c.text('source_id')),
      c.int('target_id'),
      nullable(c.text('plan_hash')),
      nullable(c.text('etag')),
      nullable(c.text('last_modified')),
      nullable(c.text('body_sha256')),
      nullable(c.moment('read_at')),
      nullable(c.moment('fresh_until')),
      nullable(c.moment('unchanged_at')),
      c.int('unchanged_count', 0),
      nullable(c.text('moved_to')),
      nullable(c.moment('moved_since')),
      c.int('moved_count', 0),
      c.int('missing_count', 0),
      nullable(c.moment('gone_at')),
      c.insertTime('updated_at'),
    ],
    indices: [index('ix_source_state_target', 'target_id')],
    foreignKeys: [foreignKey('fk_source_state_target', 'target_id', ['crawl_target', 'id'], 'CASCADE')],
  };
}
