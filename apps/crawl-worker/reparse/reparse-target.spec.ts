import { openEmbeddedStand } from '@govcrawler/testing';
import { describeReparse } from './reparse-target.conformance.js';

describeReparse('the embedded database', openEmbeddedStand);
