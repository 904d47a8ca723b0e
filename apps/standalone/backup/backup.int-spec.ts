import { openDatabase } from '@govcrawler/persistence';
import { createLogger } from '@govcrawler/platform';
import { createConnection } from 'mysql2';
import { describeBackup } from './backup.conformance.js';

describe('MySQL or MariaDB to another one', () => {
  let number = 0;
  const open = async () => {
    const server = process.env.TEST_MYSQL_URL?.replace(/\/$/, '');
    const name = `gc_backup_${process.pid}_${(number += 1)}`;
    const admin = createConnection({ uri: server! }).promise();
    await admin.query(`CREATE DATABASE ${name}`);
    const database = await openDatabase({ kind: 'mysql', url: `${server}/${name}` }, createLogger('test', 'silent'));
    await database.migrate();
    const close = async () => {
      await database.close();
      await admin.query(`DROP DATABASE ${name}`);
      await admin.end();
    };
    return { database, close };
  };
  describeBackup(open, open);
});
