import { openMariadbStand } from '@govcrawler/testing';
import { describeReparse } from './reparse-target.conformance.js';

describeReparse('MariaDB', openMariadbStand);
