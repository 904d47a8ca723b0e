import { type DataSource, type EntityManager } from 'typeorm';

type Value = string | number | boolean | Date | Buffer | null;

/**
 * A statement of our own with its values, for the few places where rows go in and out by the thousand and TypeORM's
 * builder would be most of the work. Column and table names are ours; everything else must go through `value`.
 */
export class Statement {
  private readonly values: unknown[] = [];
  private readonly isPostgres: boolean;

  constructor(private readonly connection: DataSource | EntityManager) {
    const { options } = 'dataSource' in connection ? connection.dataSource : connection;
    this.isPostgres = options.type === 'postgres';
  }

  value(value: Value): string {
    this.values.push(value);
    return this.isPostgres ? `$${this.values.length}` : '?';
  }

  oneOf(column: string, values: readonly (string | number)[]): string {
    if (values.length === 0) return '1 = 0';
    this.values.push(values);
    return this.isPostgres ? `${column} = ANY($${this.values.length})` : `${column} IN (?)`;
  }

  /** Whether a column of bytes has these in it. */
  contains(column: string, bytes: Buffer): string {
    const place = this.value(bytes);
    return this.isPostgres ? `position(${place}::bytea in ${column}) > 0` : `LOCATE(${place}, ${column}) > 0`;
  }

  rows<T = Record<string, unknown>>(sql: string): Promise<T[]> {
    return this.connection.query(sql, this.values) as Promise<T[]>;
  }
}

const PER_STATEMENT_BYTES = 1_000_000;
const PER_STATEMENT_ROWS = 5_000;

/** Writes rows whose first `keys` columns are the primary key, whether they are there already or not. */
export async function upsertRows(
  manager: EntityManager,
  table: string,
  columns: { name: string; postgres: 'text' | 'int' | 'bigint' | 'bytea' }[],
  keys: number,
  rows: readonly Value[][],
): Promise<void> {
  const names = columns.map(({ name }) => name);
  const changed = names.slice(keys);
  for (const part of partsOf(rows)) {
    if (manager.dataSource.options.type === 'postgres') {
      const arrays = columns.map(({ postgres }, n) => `$${n + 1}::${postgres}[]`).join(', ');
      const set = changed.map((name) => `${name} = EXCLUDED.${name}`).join(', ');
      await manager.query(
        `INSERT INTO ${table} (${names.join(', ')}) SELECT * FROM unnest(${arrays})
         ON CONFLICT (${names.slice(0, keys).join(', ')}) DO UPDATE SET ${set}`,
        columns.map((_, n) => part.map((row) => row[n])),
      );
    } else {
      const set = changed.map((name) => `${name} = VALUES(${name})`).join(', ');
      await manager.query(`INSERT INTO ${table} (${names.join(', ')}) VALUES ? ON DUPLICATE KEY UPDATE ${set}`, [part]);
    }
  }
}

/** Few rows per statement where rows are large. */
function* partsOf(rows: readonly Value[][]): Generator<Value[][]> {
  let part: Value[][] = [];
  let bytes = 0;
  for (const row of rows) {
    part.push(row);
    for (const value of row) bytes += Buffer.isBuffer(value) ? value.length * 2 : 16;
    if (bytes >= PER_STATEMENT_BYTES || part.length === PER_STATEMENT_ROWS) {
      yield part;
      [part, bytes] = [[], 0];
    }
  }
  if (part.length > 0) yield part;
}
