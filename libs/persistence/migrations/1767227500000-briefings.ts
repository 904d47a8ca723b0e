import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { Dialect } from '../schema/dialect.js';
import { foreignKey, index, MigrationColumns, nullable, primary } from './migration-columns.js';

/** Briefings that stay, and summaries of documents, which every source may have. */
export class Briefings1767227500000 implements MigrationInterface {
  name = 'Briefings1767227500000';

  async up(runner: QueryRunner): Promise<void> {
    const dialect = Dialect.of(runner.dataSource);
    const b = new MigrationColumns(dialect, 'briefing');
    await runner.createTable(
      new Table({
        name: 'briefing',
        columns: [
          b.id(),
          b.json('order_json'),
          nullable(b.bigint('errand_id')),
          b.text('state', 'open'),
          nullable(b.json('progress_json')),
          nullable(b.json('items_json')),
          b.int('item_count', 0),
          nullable(b.text('ranked_by')),
          nullable(b.text('error')),
          nullable(b.text('deliver_to')),
          nullable(b.text('delivery_state')),
          b.int('delivery_attempts', 0),
          nullable(b.text('delivery_error')),
          nullable(b.moment('delivery_next_at')),
          nullable(b.moment('delivered_at')),
          b.text('created_by'),
          b.insertTime('created_at'),
          nullable(b.moment('finished_at')),
        ],
        indices: [index('ix_briefing_delivery', 'delivery_state', 'delivery_next_at')],
      }),
      true,
    );
    const s = new MigrationColumns(dialect, 'article_summary');
    await runner.createTable(
      new Table({
        name: 'article_summary',
        columns: [
          primary(s.bigint('article_id')),
          s.text('content_hash'),
          nullable(s.text('summary')),
          nullable(s.text('failure')),
          s.text('model'),
          s.insertTime('created_at'),
        ],
        foreignKeys: [foreignKey('fk_article_summary_article', 'article_id', ['article', 'id'], 'CASCADE')],
      }),
      true,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['article_summary', 'briefing']) await runner.dropTable(table);
  }
}
