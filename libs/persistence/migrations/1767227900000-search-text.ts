import { Table, TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';
import { Dialect } from '../schema/dialect.js';
import { MigrationColumns, nullable, primary } from './migration-columns.js';

/**
 * Folded texts that the database itself can look into: whether a longer word is in ten thousand documents is then one
 * answer of a few numbers. They are filled in by a scan, which begins because `text_seq` says that they follow nothing.
 */
export class SearchText1767227900000 implements MigrationInterface {
  name = 'SearchText1767227900000';

  async up(runner: QueryRunner): Promise<void> {
    const dialect = Dialect.of(runner.dataSource);
    const text = new MigrationColumns(dialect, 'search_text');
    await runner.createTable(
      new Table({ name: 'search_text', columns: [primary(text.bigint('article_id')), text.bytes('folded')] }),
      true,
    );
    // Kept as it is: unpacking is what would take the time.
    if (dialect.isPostgres) await runner.query('ALTER TABLE search_text ALTER COLUMN folded SET STORAGE EXTERNAL');
    const state = new MigrationColumns(dialect, 'search_state');
    if (!(await runner.hasColumn('search_state', 'text_seq'))) {
      await runner.addColumn('search_state', new TableColumn(nullable(state.bigint('text_seq'))));
    }
    // Nothing is missing where nothing is.
    await runner.query('UPDATE search_state SET text_seq = seq WHERE NOT EXISTS (SELECT 1 FROM article)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('search_state', 'text_seq');
    await runner.dropTable('search_text');
  }
}
