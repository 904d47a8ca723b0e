import { describeSchedule } from './conformance/schedule.conformance.js';
import { openEmbedded, type TestDatabase } from './conformance/test-database.conformance.js';

describe('on the embedded PostgreSQL', () => {
  let stand: TestDatabase;
  beforeAll(async () => {
    stand = await openEmbedded();
  }, 120_000);
  afterAll(() => stand?.close());

  describeSchedule(() => stand);
});
