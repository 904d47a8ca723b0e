import { openEmbeddedStand } from '@govcrawler/testing';
import { describeBackup } from './backup.conformance.js';

describe('embedded to embedded', () => {
  describeBackup(openEmbeddedStand, openEmbeddedStand);
});
