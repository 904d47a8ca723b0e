import { openClusterStand, openMariadbStand } from '@govcrawler/testing';
import { describeBackupCommand } from './backup-command.conformance.js';
import { describeBackup } from './backup.conformance.js';

describe('MySQL or MariaDB to another one', () => {
  describeBackup(openMariadbStand, openMariadbStand);
  describeBackupCommand(async () => {
    const [source, target] = [await openClusterStand(), await openClusterStand()];
    const close = async () => {
      await source.close();
      await target.close();
    };
    return { source: source.env, target: target.env, close };
  });
});
