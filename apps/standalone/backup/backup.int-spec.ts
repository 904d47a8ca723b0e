import { openMariadbStand } from '@govcrawler/testing';
import { describeBackup } from './backup.conformance.js';

describe('MySQL or MariaDB to another one', () => {
  describeBackup(openMariadbStand, openMariadbStand);
});
