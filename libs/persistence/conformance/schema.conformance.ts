import { ConfigError } from '@govcrawler/core';
import { allEntities } from '../entities/all-entities.js';
import { ALL_MIGRATIONS } from '../migrations/all-migrations.js';
import { Sanitiser } from '../sanitise/sanitiser.js';
import { Dialect } from '../schema/dialect.js';
import { TEXT_LIMITS } from '../schema/text-limits.js';
import { type TestDatabase } from './test-database.conformance.js';

/** Migrations and entities agree, and migrations run forth and back. */
export function describeSchema(open: () => Promise<TestDatabase>): void {
  describe('schema', () => {
    let stand: TestDatabase;
    beforeAll(async () => {
      stand = await open();
    }, 120_000);
    afterAll(() => stand?.close());

    const difference = async () => {
      const diff = await stand.dataSource.driver.createSchemaBuilder().log();
      return diff.upQueries.map(({ query }) => query);
    };
    const names = ALL_MIGRATIONS.map(({ name }) => name);

    it('has nothing left to change between migrations and entities', async () => {
      expect(await difference()).toEqual([]);
    });

    // A test that fails half-way must not fail the next one.
    beforeEach(async () => {
      await stand.database.migrate();
    });

    it('notices a difference, so that the test above can fail', async () => {
      await stand.dataSource.query('ALTER TABLE crawl_log DROP COLUMN error_msg');
      expect((await difference()).join()).toContain('error_msg');
      await revertAll(stand);
      await stand.database.migrate();
    });

    it('goes back to an empty database and forth again', async () => {
      await expect(stand.database.assertCurrentSchema()).resolves.toBeUndefined();
      await revertAll(stand);
      const schema = stand.dataSource.options.type === 'postgres' ? 'current_schema()' : 'DATABASE()';
      const tables = `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ${schema}`;
      expect(await stand.dataSource.query(tables)).toEqual([{ name: 'schema_migration' }]);
      expect(await stand.database.pendingMigrations()).toEqual(names);
      const refusal = await stand.database.assertCurrentSchema().catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(ConfigError);
      for (const name of names) expect((refusal as Error).message).toContain(name);
      expect((refusal as Error).message).toContain('run: npx govcrawler migrate');
      expect(await stand.database.migrate()).toEqual(names);
      expect(await stand.database.migrate()).toEqual([]);
      expect(await difference()).toEqual([]);
    });

    it('only ever adds, so that the version before still runs on it', async () => {
      const schema = stand.dataSource.options.type === 'postgres' ? 'current_schema()' : 'DATABASE()';
      const columns = async () => {
        const rows = (await stand.dataSource.query(
          `SELECT table_name AS tab, column_name AS col, is_nullable AS nullable, column_default AS def
           FROM information_schema.columns WHERE table_schema = ${schema}`,
        )) as { tab: string; col: string; nullable: string; def: string | null }[];
        return new Map(rows.map(({ tab, col, ...how }) => [`${tab}.${col}`, { tab, ...how }]));
      };
      let newer = await columns();
      for (const name of [...names].reverse()) {
        await stand.dataSource.undoLastMigration();
        const older = await columns();
        const tables = new Set([...older.values()].map(({ tab }) => tab));
        const troubles = [
          ...[...older.keys()].filter((column) => !newer.has(column)).map((column) => `${name} removes ${column}`),
          ...[...newer].flatMap(([column, { tab, nullable, def }]) =>
            tables.has(tab) && !older.has(column) && nullable === 'NO' && def === null
              ? [`${name} adds ${column}, which older versions do not fill`]
              : [],
          ),
        ];
        expect(troubles).toEqual([]);
        newer = older;
      }
      await stand.database.migrate();
    });

    it('goes on where a migration was cut short', async () => {
      await stand.dataSource.query('DELETE FROM schema_migration');
      await stand.dataSource.query('DROP TABLE source_stats');
      await stand.dataSource.query('DELETE FROM change_counter');
      expect(await stand.database.migrate()).toEqual(names);
      expect(await difference()).toEqual([]);
      expect(await stand.dataSource.query('SELECT id FROM change_counter')).toHaveLength(1);
    });

    it('migrates once when several processes start at the same moment', async () => {
      await revertAll(stand);
      const others = await Promise.all([stand.reopen(), stand.reopen(), stand.reopen()]);
      // One embedded session has one user; there the three come one after the other.
      const ran: string[][] = [];
      if (stand.dataSource.options.type === 'postgres') {
        for (const other of others) ran.push(await other.migrate());
      } else {
        ran.push(...(await Promise.all(others.map((other) => other.migrate()))));
      }
      expect(ran.flat().sort()).toEqual([...names].sort());
      expect(await difference()).toEqual([]);
    });

    it('compares codes by their bytes', async () => {
      // 𠮷 and 𠮶 are one letter to many collations, as are é and e, A and a, and a trailing space and none.
      const codes = ['a', 'A', 'a ', 'é', 'e', '𠮷', '𠮶', 'ß', 'ss'];
      for (const code of codes) await stand.database.settings.set(`bytes-${code}`, code);
      for (const code of codes) expect(await stand.database.settings.get(`bytes-${code}`)).toBe(code);
    });

    it('keeps moments in UTC to the millisecond', async () => {
      const at = new Date('2026-03-01T01:02:03.456Z');
      const insert = stand.dataSource.createQueryBuilder().insert().into('SourceStatsEntity');
      await insert.values({ sourceId: 'utc', nextDueAt: at }).execute();
      const row = await stand.dataSource
        .createQueryBuilder('SourceStatsEntity', 'stats')
        .where("stats.sourceId = 'utc'")
        .getOneOrFail();
      expect(row.nextDueAt).toEqual(at);
      expect(Math.abs(Date.now() - (row.createdAt as Date).getTime())).toBeLessThan(60_000);
      const asText = stand.dataSource.options.type === 'postgres' ? `(next_due_at AT TIME ZONE 'UTC')` : 'next_due_at';
      const sql = `SELECT CAST(${asText} AS CHAR(23)) AS stored FROM source_stats WHERE source_id = 'utc'`;
      expect(await stand.dataSource.query(sql)).toEqual([{ stored: '2026-03-01 01:02:03.456' }]);
    });

    it('cleans every text and JSON column, and has a limit for each text', () => {
      const sanitiser = new Sanitiser({ warn: () => undefined });
      const seen = new Map<string, string[]>();
      for (const entity of allEntities(Dialect.of(stand.dataSource), sanitiser)) {
        const { tableName = '', columns } = entity.options;
        for (const column of Object.values(columns)) {
          const type = String(column?.type);
          if (!/char|text|json/.test(type)) continue;
          const transformer = column?.transformer as { to(value: unknown): unknown };
          const cleaned = transformer.to(type.startsWith('json') ? { a: 'x\u0000y' } : 'x\u0000y');
          expect(JSON.stringify(cleaned)).toContain('xy');
          if (!type.startsWith('json')) seen.set(tableName, [...(seen.get(tableName) ?? []), column!.name!].sort());
        }
      }
      const limits = Object.entries(TEXT_LIMITS).map(([table, fields]) => [table, Object.keys(fields).sort()]);
      expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(limits));
    });
  });
}

async function revertAll({ dataSource }: TestDatabase): Promise<void> {
  for (let left = ALL_MIGRATIONS.length; left > 0; left -= 1) await dataSource.undoLastMigration();
}
