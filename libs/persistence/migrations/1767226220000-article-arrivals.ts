import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';
import { index } from './migration-columns.js';

const BY_ARRIVAL = index('ix_article_created', 'created_at', 'site_id');

/** What arrived today and on each of the last days is asked for all the time: it must not read every article. */
export class ArticleArrivals1767226220000 implements MigrationInterface {
  name = 'ArticleArrivals1767226220000';

  async up(runner: QueryRunner): Promise<void> {
    const present = (await runner.getTable('article'))?.indices.some(({ name }) => name === BY_ARRIVAL.name);
    if (!present) await runner.createIndex('article', new TableIndex(BY_ARRIVAL));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('article', BY_ARRIVAL.name as string);
  }
}
