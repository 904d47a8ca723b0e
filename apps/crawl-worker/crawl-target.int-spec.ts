import { openMariadbStand } from '@govcrawler/testing';
import { describeCrawlTarget } from './crawl-target.conformance.js';

describeCrawlTarget(openMariadbStand);
