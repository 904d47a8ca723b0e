import { type DataSource, type EntityMetadata, type QueryRunner } from 'typeorm';
import { insertRows } from '../connection/insert-rows.js';

/** Tables that are made from others: they are made again instead of being kept. */
const DERIVED = new Set(['search_posting', 'search_document', 'search_text', 'search_state']);
const PER_READ = 500;

/** One table, row by row, in a form that every database reads back. */
export interface TableDump {
  table: string;
  rows: AsyncIterable<string>;
}

/** The tables of a backup, in an order that has no meaning. */
export function dumpedTables(dataSource: DataSource): EntityMetadata[] {
  return dataSource.entityMetadatas.filter(({ tableName }) => !DERIVED.has(tableName));
}

/** All tables as they are at one moment, while writers go on. */
export async function dumpTables(dataSource: DataSource, take: (dump: TableDump) => Promise<void>): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    await beginSnapshot(runner);
    for (const metadata of dumpedTables(dataSource)) {
      await take({ table: metadata.tableName, rows: rowsOf(runner, metadata) });
    }
    await runner.query('COMMIT');
  } catch (error) {
    await runner.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    await runner.release();
  }
}

/** Puts rows of a dump into an empty table. */
export async function loadTable(dataSource: DataSource, table: string, lines: AsyncIterable<string>): Promise<number> {
  const metadata = dumpedTables(dataSource).find(({ tableName }) => tableName === table);
  if (!metadata) throw new Error(`This version has no table ${table}`);
  const marked = markedColumns(metadata);
  return withoutForeignKeys(dataSource, async (runner) => {
    await runner.query(`DELETE FROM ${table}`); // rows that migrations put in
    let rows: object[] = [];
    let loaded = 0;
    const flush = async () => {
      await insertRows(runner.manager, metadata.target, rows as never);
      loaded += rows.length;
      rows = [];
    };
    for await (const line of lines) {
      if (line === '') continue;
      rows.push(rowOf(line, marked));
      if (rows.length === PER_READ) await flush();
    }
    if (rows.length > 0) await flush();
    const generated = metadata.columns.find(({ isGenerated }) => isGenerated);
    if (generated && dataSource.options.type === 'postgres') {
      const column = generated.databaseName;
      await runner.query(
        `SELECT setval(pg_get_serial_sequence('${table}', '${column}'), COALESCE((SELECT MAX(${column}) FROM ${table}), 0) + 1, false)`,
      );
    }
    return loaded;
  });
}

async function beginSnapshot(runner: QueryRunner): Promise<void> {
  if (runner.dataSource.options.type === 'postgres') {
    await runner.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return;
  }
  await runner.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
  await runner.query('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
}

async function* rowsOf(runner: QueryRunner, metadata: EntityMetadata): AsyncGenerator<string> {
  const keys = metadata.primaryColumns;
  const [key] = keys;
  const query = () => {
    const all = runner.manager.createQueryBuilder(metadata.target, 'row');
    for (const { propertyName } of keys) all.addOrderBy(`row.${propertyName}`);
    return all;
  };
  if (keys.length !== 1 || !key) {
    for (const row of await query().getMany()) yield lineOf(row);
    return;
  }
  for (let after: unknown = undefined; ;) {
    const part = query().limit(PER_READ);
    if (after !== undefined) part.where(`row.${key.propertyName} > :after`, { after });
    const rows = (await part.getMany()) as Record<string, unknown>[];
    for (const row of rows) yield lineOf(row);
    if (rows.length < PER_READ) return;
    after = rows.at(-1)![key.propertyName];
  }
}

/** Moments and bytes are marked; everything else is JSON already. */
function lineOf(row: object): string {
  const marked = Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (value instanceof Date) return [name, { $moment: value.toISOString() }];
      if (Buffer.isBuffer(value)) return [name, { $bytes: value.toString('base64') }];
      return [name, value];
    }),
  );
  return JSON.stringify(marked);
}

/** Columns whose values are marked. What stands in JSON is whatever it is, even where it looks like a mark. */
function markedColumns({ columns }: EntityMetadata): Set<string> {
  return new Set(columns.filter(({ type }) => !/json/i.test(String(type))).map(({ propertyName }) => propertyName));
}

function rowOf(line: string, marked: ReadonlySet<string>): object {
  const row = JSON.parse(line) as Record<string, unknown>;
  for (const [name, value] of Object.entries(row)) if (marked.has(name)) row[name] = unmarked(value);
  return row;
}

function unmarked(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  const { $moment, $bytes } = value as { $moment?: unknown; $bytes?: unknown };
  if (typeof $moment === 'string') return new Date($moment);
  return typeof $bytes === 'string' ? Buffer.from($bytes, 'base64') : value;
}

async function withoutForeignKeys<T>(dataSource: DataSource, work: (runner: QueryRunner) => Promise<T>): Promise<T> {
  const runner = dataSource.createQueryRunner();
  const postgres = dataSource.options.type === 'postgres';
  await runner.connect();
  await runner.startTransaction();
  try {
    // Only in this transaction or on this connection: the rows of a backup fit together, their order need not.
    await runner.query(postgres ? 'SET LOCAL session_replication_role = replica' : 'SET FOREIGN_KEY_CHECKS = 0');
    const result = await work(runner);
    await runner.commitTransaction();
    return result;
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  } finally {
    if (!postgres) await runner.query('SET FOREIGN_KEY_CHECKS = 1').catch(() => undefined);
    await runner.release();
  }
}
