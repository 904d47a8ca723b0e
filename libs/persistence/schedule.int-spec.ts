import { describeSchedule } from './conformance/schedule.conformance.js';
import { openMariadb, type TestDatabase } from './conformance/test-database.conformance.js';

describe('on the MySQL or MariaDB server', () => {
  let stand: TestDatabase;
  beforeAll(async () => {
    stand = await openMariadb();
  }, 120_000);
  afterAll(() => stand?.close());

  describeSchedule(() => stand);
});
