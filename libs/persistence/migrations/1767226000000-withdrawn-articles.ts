import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';
import { Dialect } from '../schema/dialect.js';
import { MigrationColumns, nullable } from './migration-columns.js';

/**
 * A document that its site took back is marked and kept. One listing without it proves little, so an article counts
 * the whole listings in a row that lacked it, and a target remembers when its list was last walked to the end.
 */
export class WithdrawnArticles1767226000000 implements MigrationInterface {
  name = 'WithdrawnArticles1767226000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column] of columns(runner)) {
      if (!(await runner.hasColumn(table, column.name))) await runner.addColumn(table, column);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, column] of columns(runner).reverse()) await runner.dropColumn(table, column.name);
  }
}

function columns(runner: QueryRunner): [string, TableColumn][] {
  const dialect = Dialect.of(runner.dataSource);
  const article = new MigrationColumns(dialect, 'article');
  const target = new MigrationColumns(dialect, 'crawl_target');
  return [
    ['article', new TableColumn(article.int('missed_listings', 0))],
    ['article', new TableColumn(nullable(article.moment('withdrawn_at')))],
    ['crawl_target', new TableColumn(nullable(target.moment('last_walked_at')))],
  ];
}
