import { openEmbeddedStand } from '@govcrawler/testing';
import { describeBackupCommand } from './backup-command.conformance.js';
import { describeBackup } from './backup.conformance.js';

describe('embedded to embedded', () => {
  describeBackup(openEmbeddedStand, openEmbeddedStand);
  describeBackupCommand(async () => ({ source: {}, target: {}, close: async () => undefined }));
});
