import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { Dialect } from '../schema/dialect.js';
import { index, MigrationColumns, nullable } from './migration-columns.js';

/**
 * Who changed what, with the values before and after. Nothing refers to other tables: an entry outlives the person
 * and the thing that it speaks of.
 */
export class AuditLog1767225780000 implements MigrationInterface {
  name = 'AuditLog1767225780000';

  async up(runner: QueryRunner): Promise<void> {
    const c = new MigrationColumns(Dialect.of(runner.dataSource), 'audit_log');
    await runner.createTable(
      new Table({
        name: 'audit_log',
        columns: [
          c.id(),
          c.insertTime('occurred_at'),
          c.text('actor'),
          c.text('action'),
          c.text('subject_kind'),
          c.text('subject_key'),
          nullable(c.json('before_json')),
          nullable(c.json('after_json')),
          nullable(c.text('request_id')),
        ],
        indices: [
          index('ix_audit_log_subject', 'subject_kind', 'subject_key', 'id'),
          index('ix_audit_log_actor', 'actor', 'id'),
        ],
      }),
      true,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('audit_log');
  }
}
