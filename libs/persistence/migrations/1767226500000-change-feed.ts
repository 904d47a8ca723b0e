import { Table, TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';
import { Dialect } from '../schema/dialect.js';
import { MigrationColumns, nullable, primary } from './migration-columns.js';

/**
 * The change log becomes a feed with named consumers. Its entries say by themselves which site, department and
 * category they belong to, and articles keep the headers their page came with, as evidence.
 */
export class ChangeFeed1767226500000 implements MigrationInterface {
  name = 'ChangeFeed1767226500000';

  /** MySQL commits every change by itself: a run that was cut short goes on where it stopped. */
  async up(runner: QueryRunner): Promise<void> {
    const c = new MigrationColumns(Dialect.of(runner.dataSource), 'feed_consumer');
    await runner.createTable(
      new Table({
        name: 'feed_consumer',
        columns: [
          primary(c.text('name')),
          c.bigint('cursor_seq'),
          c.int('epoch', 0),
          nullable(c.json('filter_json')),
          c.text('created_by'),
          c.insertTime('created_at'),
          nullable(c.moment('last_ack_at')),
          nullable(c.text('webhook_url')),
          nullable(c.text('webhook_secret')),
          c.boolean('webhook_enabled', false),
          c.int('webhook_failures', 0),
          nullable(c.moment('webhook_next_at')),
          nullable(c.text('webhook_error')),
        ],
      }),
      true,
    );
    for (const [table, column] of addedColumns(runner)) {
      if (!(await runner.hasColumn(table, column.name))) await runner.addColumn(table, column);
    }
    await runner.query(
      ['site_code', 'dept_id', 'content_category'].reduce(
        (sql, column, at) => `${sql}${at === 0 ? '' : ','} ${column} = (${currentValue(column)})`,
        'UPDATE article_change SET',
      ) + ' WHERE site_code IS NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, column] of addedColumns(runner).reverse()) await runner.dropColumn(table, column.name);
    await runner.dropTable('feed_consumer');
  }
}

/** What the article says today, for entries written before they said it themselves. */
function currentValue(column: string): string {
  const from = 'FROM article a JOIN crawl_site s ON s.id = a.site_id WHERE a.id = article_change.article_id';
  return `SELECT ${column === 'site_code' ? 's' : 'a'}.${column} ${from}`;
}

function addedColumns(runner: QueryRunner): [string, TableColumn][] {
  const dialect = Dialect.of(runner.dataSource);
  const change = new MigrationColumns(dialect, 'article_change');
  const headers = nullable(new MigrationColumns(dialect, 'article').json('response_headers_json'));
  return [
    ['article_change', new TableColumn(nullable(change.text('site_code')))],
    ['article_change', new TableColumn(nullable(change.int('dept_id')))],
    ['article_change', new TableColumn(nullable(change.text('content_category')))],
    ['article', new TableColumn(headers)],
    ['article_revision', new TableColumn(headers)],
  ];
}
