import { TableColumn, TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';
import { Dialect } from '../schema/dialect.js';
import { index, MigrationColumns, nullable } from './migration-columns.js';

const INDICES = [index('ix_attachment_due', 'next_try_at', 'id'), index('ix_attachment_text_due', 'text_due_at', 'id')];

/**
 * The row of an attachment is the truth about its download and the reading of its text, as a job's row is about a
 * crawl: what failed, why, and when it is tried again. A new row is due at once, whoever writes it.
 */
export class AttachmentDownloads1767225720000 implements MigrationInterface {
  name = 'AttachmentDownloads1767225720000';

  /** MySQL commits every change by itself: a run that was cut short goes on where it stopped. */
  async up(runner: QueryRunner): Promise<void> {
    for (const column of columns(runner)) {
      if (!(await runner.hasColumn('attachment', column.name))) await runner.addColumn('attachment', column);
    }
    const present = new Set((await runner.getTable('attachment'))?.indices.map(({ name }) => name));
    for (const one of INDICES) {
      if (!present.has(one.name)) await runner.createIndex('attachment', new TableIndex(one));
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of INDICES) await runner.dropIndex('attachment', name as string);
    for (const column of columns(runner).reverse()) await runner.dropColumn('attachment', column.name);
  }
}

function columns(runner: QueryRunner): TableColumn[] {
  const c = new MigrationColumns(Dialect.of(runner.dataSource), 'attachment');
  return [
    c.int('attempts', 0),
    nullable(c.text('fail_reason')),
    nullable(c.text('fail_message')),
    nullable(c.insertTime('next_try_at')),
    nullable(c.text('text_status')),
    nullable(c.text('text_reason')),
    nullable(c.text('text_path')),
    nullable(c.moment('text_due_at')),
  ].map((options) => new TableColumn(options));
}
