import { Table, TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';
import { Dialect } from '../schema/dialect.js';
import { foreignKey, index, MigrationColumns, nullable, unique } from './migration-columns.js';

/**
 * Incremental crawls stop at the first document they know. So that neither a crash nor a failed page leaves a hole
 * below it, documents that were listed and not stored are kept here, and a target remembers whether its last
 * listing came to its end.
 */
export class PendingDocuments1767225660000 implements MigrationInterface {
  name = 'PendingDocuments1767225660000';

  async up(runner: QueryRunner): Promise<void> {
    const dialect = Dialect.of(runner.dataSource);
    const target = new MigrationColumns(dialect, 'crawl_target');
    if (!(await runner.hasColumn('crawl_target', 'listing_complete'))) {
      await runner.addColumn('crawl_target', new TableColumn(target.boolean('listing_complete', false)));
    }
    const c = new MigrationColumns(dialect, 'pending_document');
    await runner.createTable(
      new Table({
        name: 'pending_document',
        columns: [
          c.id(),
          c.int('target_id'),
          c.text('url_hash'),
          c.json('item_json'),
          c.int('attempts', 0),
          nullable(c.text('last_reason')),
          nullable(c.moment('next_try_at')),
          c.insertTime('created_at'),
        ],
        indices: [
          unique('uq_pending_document_url', 'target_id', 'url_hash'),
          index('ix_pending_document_due', 'target_id', 'next_try_at'),
        ],
        foreignKeys: [foreignKey('fk_pending_document_target', 'target_id', ['crawl_target', 'id'], 'CASCADE')],
      }),
      true,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('pending_document');
    await runner.dropColumn('crawl_target', 'listing_complete');
  }
}
