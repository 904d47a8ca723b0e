import { openEmbeddedStand } from '@govcrawler/testing';
import { describeCrawlTarget } from './crawl-target.conformance.js';
import { describeFollowSource } from './follow-source.conformance.js';

describeCrawlTarget(openEmbeddedStand);
describeFollowSource(openEmbeddedStand);
