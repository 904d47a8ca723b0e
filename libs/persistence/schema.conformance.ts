import { type DataSource } from 'typeorm';
import { type TestDatabase } from './test-database.conformance.js';

/** Migrations and entities agree, and migrations run forth and back. */
export function describeSchema(open: () => Promise<TestDatabase>): void {
  describe('schema', () => {
    let stand: TestDatabase;
    beforeAll(async () => (stand = await open()), 60_000);
    afterAll(() => stand?.close());

    it('has nothing left to change between migrations and entities', async () => {
      const diff = await dataSourceOf(stand).driver.createSchemaBuilder().log();
      expect(diff.upQueries.map(({ query }) => query)).toEqual([]);
    });
  });
}

function dataSourceOf(stand: TestDatabase): DataSource {
  return (stand.database as unknown as { dataSource: DataSource }).dataSource;
}
