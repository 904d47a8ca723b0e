import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { Dialect } from '../schema/dialect.js';
import { foreignKey, index, MigrationColumns, nullable, unique } from './migration-columns.js';

/** Troubles that rules found, where they are told, and what became of each message. */
export class Alerts1767226700000 implements MigrationInterface {
  name = 'Alerts1767226700000';

  async up(runner: QueryRunner): Promise<void> {
    const dialect = Dialect.of(runner.dataSource);
    const i = new MigrationColumns(dialect, 'alert_incident');
    await runner.createTable(
      new Table({
        name: 'alert_incident',
        columns: [
          i.id(),
          i.text('rule'),
          i.text('subject'),
          nullable(i.text('open_key')),
          i.text('severity'),
          i.text('title'),
          i.text('message'),
          i.int('seen', 1),
          i.insertTime('first_at'),
          i.insertTime('last_at'),
          nullable(i.moment('recovered_at')),
          nullable(i.moment('acknowledged_at')),
          nullable(i.text('acknowledged_by')),
        ],
        indices: [unique('uq_alert_incident_open', 'open_key'), index('ix_alert_incident_last', 'last_at')],
      }),
      true,
    );
    const c = new MigrationColumns(dialect, 'alert_channel');
    await runner.createTable(
      new Table({
        name: 'alert_channel',
        columns: [
          c.id('id', 'int'),
          c.text('name'),
          c.text('kind'),
          c.text('url'),
          nullable(c.text('secret')),
          c.boolean('enabled', true),
          c.text('min_severity'),
          c.insertTime('created_at'),
        ],
      }),
      true,
    );
    const d = new MigrationColumns(dialect, 'alert_delivery');
    await runner.createTable(
      new Table({
        name: 'alert_delivery',
        columns: [
          d.id(),
          d.int('channel_id'),
          d.text('kind'),
          d.text('title'),
          d.text('text'),
          d.json('incidents_json'),
          d.text('state', 'pending'),
          d.int('attempts', 0),
          nullable(d.int('http_status')),
          nullable(d.text('error')),
          d.insertTime('created_at'),
          nullable(d.insertTime('next_try_at')),
          nullable(d.moment('sent_at')),
        ],
        indices: [index('ix_alert_delivery_due', 'next_try_at')],
        foreignKeys: [foreignKey('fk_alert_delivery_channel', 'channel_id', ['alert_channel', 'id'], 'CASCADE')],
      }),
      true,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['alert_delivery', 'alert_channel', 'alert_incident']) await runner.dropTable(table);
  }
}
