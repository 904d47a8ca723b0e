import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { Dialect } from '../schema/dialect.js';
import { foreignKey, index, MigrationColumns, nullable, unique } from './migration-columns.js';

/**
 * A deleted article used to come back whenever a crawl happened to look at its row of the list. What people deleted is
 * remembered, so that it stays away until a forced crawl is asked for it.
 */
export class DeletedDocuments1767227800000 implements MigrationInterface {
  name = 'DeletedDocuments1767227800000';

  async up(runner: QueryRunner): Promise<void> {
    const c = new MigrationColumns(Dialect.of(runner.dataSource), 'deleted_document');
    await runner.createTable(
      new Table({
        name: 'deleted_document',
        columns: [
          c.id(),
          c.int('site_id'),
          nullable(c.int('target_id')),
          c.text('url_hash'),
          nullable(c.text('native_post_id')),
          nullable(c.day('publish_date')),
          c.insertTime('deleted_at'),
        ],
        indices: [
          unique('uq_deleted_document_url', 'url_hash'),
          index('ix_deleted_document_native', 'site_id', 'native_post_id'),
        ],
        foreignKeys: [
          foreignKey('fk_deleted_document_site', 'site_id', ['crawl_site', 'id'], 'CASCADE'),
          foreignKey('fk_deleted_document_target', 'target_id', ['crawl_target', 'id'], 'SET NULL'),
        ],
      }),
      true,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('deleted_document');
  }
}
