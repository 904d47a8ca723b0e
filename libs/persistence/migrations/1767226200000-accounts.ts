import { Table, TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';
import { Dialect } from '../schema/dialect.js';
import { index, MigrationColumns, nullable, unique } from './migration-columns.js';

/**
 * Accounts that can be closed, the sessions of people, the keys of programs and failed logins: all replicas must know
 * them, so that what is closed on one is closed on all. Secrets are kept as hashes only.
 */
export class Accounts1767226200000 implements MigrationInterface {
  name = 'Accounts1767226200000';

  async up(runner: QueryRunner): Promise<void> {
    const dialect = Dialect.of(runner.dataSource);
    const user = new MigrationColumns(dialect, 'console_user');
    if (!(await runner.hasColumn('console_user', 'disabled_at'))) {
      await runner.addColumn('console_user', new TableColumn(nullable(user.moment('disabled_at'))));
    }
    const session = new MigrationColumns(dialect, 'console_session');
    await runner.createTable(
      new Table({
        name: 'console_session',
        columns: [
          session.id(),
          session.text('token_hash'),
          session.text('username'),
          session.text('address'),
          session.text('agent'),
          session.insertTime('created_at'),
          session.moment('seen_at'),
          session.moment('expires_at'),
        ],
        indices: [
          unique('uq_console_session_token', 'token_hash'),
          index('ix_console_session_user', 'username', 'id'),
          index('ix_console_session_expiry', 'expires_at'),
        ],
      }),
      true,
    );
    const key = new MigrationColumns(dialect, 'api_key');
    await runner.createTable(
      new Table({
        name: 'api_key',
        columns: [
          key.id('id', 'int'),
          key.text('name'),
          key.text('prefix'),
          key.text('key_hash'),
          key.json('scopes_json'),
          key.text('created_by'),
          key.insertTime('created_at'),
          nullable(key.moment('expires_at')),
          nullable(key.moment('revoked_at')),
          nullable(key.moment('last_used_at')),
        ],
        indices: [unique('uq_api_key_hash', 'key_hash')],
      }),
      true,
    );
    const attempt = new MigrationColumns(dialect, 'login_attempt');
    await runner.createTable(
      new Table({
        name: 'login_attempt',
        columns: [attempt.id(), attempt.text('subject_hash'), attempt.int('attempts', 0), attempt.moment('resets_at')],
        indices: [unique('uq_login_attempt_subject', 'subject_hash'), index('ix_login_attempt_reset', 'resets_at')],
      }),
      true,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('login_attempt');
    await runner.dropTable('api_key');
    await runner.dropTable('console_session');
    await runner.dropColumn('console_user', 'disabled_at');
  }
}
