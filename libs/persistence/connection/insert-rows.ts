import {
  type DataSource,
  type EntityManager,
  type EntityMetadata,
  type EntityTarget,
  type ObjectLiteral,
} from 'typeorm';
import { Statement } from './statement.js';

/** Values for an insert or update; a function gives SQL of our own. */
export type RowValues<T> = { [P in keyof T]?: T[P] | (() => string) };

const MAX_STATEMENT_LENGTH = 1_000_000;
const MAX_STATEMENT_ROWS = 200;

/**
 * Inserts rows that cannot be there yet. The statement is put together here, because documents go in by the thousand
 * and TypeORM's builder would be most of the work; every value still passes its column's own cleaning.
 */
export async function insertRows<T extends ObjectLiteral>(
  manager: EntityManager,
  entity: EntityTarget<T>,
  rows: RowValues<T>[],
): Promise<void> {
  for (const part of partsOf(rows)) {
    const statement = new Statement(manager);
    await statement.rows(insertOf(manager.dataSource, entity, part, statement));
  }
}

/** The same, and returns some columns of the rows as they are stored; MySQL, unlike its relatives, cannot do it. */
export async function insertRowsReturning<T extends ObjectLiteral>(
  manager: EntityManager,
  entity: EntityTarget<T>,
  rows: RowValues<T>[],
  columns: string,
): Promise<Record<string, unknown>[]> {
  const inserted: Record<string, unknown>[] = [];
  for (const part of partsOf(rows)) {
    const statement = new Statement(manager);
    const sql = insertOf(manager.dataSource, entity, part, statement);
    inserted.push(...(await statement.rows(`${sql} RETURNING ${columns}`)));
  }
  return inserted;
}

function insertOf<T extends ObjectLiteral>(
  dataSource: DataSource,
  entity: EntityTarget<T>,
  rows: RowValues<T>[],
  statement: Statement,
): string {
  const { driver } = dataSource;
  const { tablePath, columns } = dataSource.getMetadata(entity);
  const used = columns.filter(({ propertyName }) => rows.some((row) => row[propertyName] !== undefined));
  const sqlOf = (value: unknown, column: EntityMetadata['columns'][number]): string => {
    if (value === undefined) return 'DEFAULT';
    if (typeof value === 'function') return String(value());
    return statement.value(driver.preparePersistentValue(value, column));
  };
  const tuples = rows.map((row) => `(${used.map((column) => sqlOf(row[column.propertyName], column)).join(', ')})`);
  const names = used.map(({ databaseName }) => driver.escape(databaseName)).join(', ');
  return `INSERT INTO ${driver.escape(tablePath)} (${names}) VALUES ${tuples.join(', ')}`;
}

/** Few rows per statement where rows are large: MySQL refuses packets over its limit (16 MB on MariaDB). */
function* partsOf<T>(rows: RowValues<T>[]): Generator<RowValues<T>[]> {
  let part: RowValues<T>[] = [];
  let length = 0;
  for (const row of rows) {
    const added = lengthOf(row);
    if (part.length === MAX_STATEMENT_ROWS || (part.length > 0 && length + added > MAX_STATEMENT_LENGTH)) {
      yield part;
      [part, length] = [[], 0];
    }
    part.push(row);
    length += added;
  }
  if (part.length > 0) yield part;
}

function lengthOf(row: object): number {
  let length = 0;
  for (const value of Object.values(row)) {
    if (typeof value === 'string') length += value.length;
    else if (typeof value === 'object' && value !== null && !(value instanceof Date))
      length += JSON.stringify(value).length;
    else length += 8;
  }
  return length;
}
