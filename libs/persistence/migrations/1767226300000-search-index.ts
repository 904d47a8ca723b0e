import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { Dialect } from '../schema/dialect.js';
import { index, MigrationColumns, nullable, primary } from './migration-columns.js';

/**
 * Full-text search in the database itself: for each pair of characters the documents that have it, kept up to date
 * from the change log. Articles that are there already are taken in by a scan that starts at id 0.
 */
export class SearchIndex1767226300000 implements MigrationInterface {
  name = 'SearchIndex1767226300000';

  async up(runner: QueryRunner): Promise<void> {
    const dialect = Dialect.of(runner.dataSource);
    const posting = new MigrationColumns(dialect, 'search_posting');
    await runner.createTable(
      new Table({
        name: 'search_posting',
        columns: [primary(posting.text('term')), primary(posting.int('segment')), posting.bytes('docs')],
      }),
      true,
    );
    const document = new MigrationColumns(dialect, 'search_document');
    await runner.createTable(
      new Table({
        name: 'search_document',
        columns: [
          primary(document.bigint('article_id')),
          nullable(document.text('doc_no_key')),
          document.bytes('body'),
        ],
        indices: [index('ix_search_document_doc_no', 'doc_no_key')],
      }),
      true,
    );
    const state = new MigrationColumns(dialect, 'search_state');
    await runner.createTable(
      new Table({
        name: 'search_state',
        columns: [primary(state.int('id')), state.bigint('seq'), nullable(state.bigint('scanned_to'))],
      }),
      true,
    );
    if (((await runner.query('SELECT id FROM search_state')) as unknown[]).length > 0) return;
    // In one statement: what is stored after this moment has a higher number in the change log.
    await runner.query(
      `INSERT INTO search_state (id, seq, scanned_to)
       SELECT 1, last_seq, CASE WHEN EXISTS (SELECT 1 FROM article) THEN 0 ELSE NULL END FROM change_counter WHERE id = 1`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['search_state', 'search_document', 'search_posting']) await runner.dropTable(table);
  }
}
