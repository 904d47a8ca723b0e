import { describeArticles } from './conformance/articles.conformance.js';
import { describeEdits } from './conformance/edits.conformance.js';
import { describeFeed } from './conformance/feed.conformance.js';
import { describeErrands } from './conformance/errands.conformance.js';
import { describeHostileText } from './conformance/hostile-text.conformance.js';
import { describeJobs } from './conformance/jobs.conformance.js';
import { describeListings } from './conformance/listings.conformance.js';
import { describeSearch } from './conformance/search.conformance.js';
import { describeSites } from './conformance/sites.conformance.js';
import { openMariadb, type TestDatabase } from './conformance/test-database.conformance.js';

describe('on the MySQL or MariaDB server', () => {
  let stand: TestDatabase;
  beforeAll(async () => {
    stand = await openMariadb();
  }, 120_000);
  afterAll(() => stand?.close());

  describeArticles(() => stand);
  describeJobs(() => stand);
  describeListings(() => stand);
  describeSites(() => stand);
  describeSearch(() => stand);
  describeEdits(() => stand);
  describeFeed(() => stand);
  describeErrands(() => stand);
  describeHostileText(() => stand);
});
