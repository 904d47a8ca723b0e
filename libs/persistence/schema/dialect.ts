import { type DataSource } from 'typeorm';
import { type TextLimit } from './text-limits.js';

export type DialectName = 'postgres' | 'mariadb' | 'mysql';

/** What a column is in one database, in the words that entities and migrations of TypeORM share. */
export interface ColumnForm {
  type: string;
  length?: string;
  precision?: number;
  charset?: string;
  collation?: string;
}

/**
 * The only place that knows the databases apart. All texts compare by their bytes, trailing spaces included, so
 * that a unique key means the same everywhere.
 */
export class Dialect {
  private readonly comparison: Pick<ColumnForm, 'charset' | 'collation'>;

  constructor(readonly name: DialectName) {
    const collation = { postgres: '', mariadb: 'utf8mb4_nopad_bin', mysql: 'utf8mb4_0900_bin' }[name];
    this.comparison = collation ? { charset: 'utf8mb4', collation } : {};
  }

  static of(dataSource: DataSource): Dialect {
    return new Dialect(dataSource.options.type as DialectName);
  }

  get isPostgres(): boolean {
    return this.name === 'postgres';
  }

  text({ kind, limit }: TextLimit): ColumnForm {
    if (kind === 'code' || kind === 'line') return { type: 'varchar', length: String(limit), ...this.comparison };
    return { type: kind === 'long' && !this.isPostgres ? 'longtext' : 'text', ...this.comparison };
  }

  json(): ColumnForm {
    return { type: this.isPostgres ? 'jsonb' : 'json' };
  }

  /** Up to 16 MB on MySQL. */
  bytes(): ColumnForm {
    return { type: this.isPostgres ? 'bytea' : 'mediumblob' };
  }

  /** A moment in UTC, to the millisecond. */
  moment(): ColumnForm {
    return { type: this.isPostgres ? 'timestamptz' : 'datetime', precision: 3 };
  }

  double(): ColumnForm {
    return { type: this.isPostgres ? 'double precision' : 'double' };
  }

  boolean(): ColumnForm {
    return { type: 'boolean' };
  }

  /** Default of columns that hold the time of insertion. */
  get insertTime(): string {
    return this.isPostgres ? 'now()' : 'CURRENT_TIMESTAMP(3)';
  }

  /** The database's clock at this statement, not at the start of the transaction. */
  get now(): string {
    return this.isPostgres ? 'clock_timestamp()' : 'UTC_TIMESTAMP(3)';
  }

  nowPlus(milliseconds: number): string {
    const whole = Math.round(milliseconds);
    if (!Number.isSafeInteger(whole)) throw new RangeError(`Not a number of milliseconds: ${milliseconds}`);
    return this.isPostgres
      ? `${this.now} + ${whole} * interval '1 millisecond'`
      : `TIMESTAMPADD(MICROSECOND, ${whole * 1000}, ${this.now})`;
  }

  /** Tells whether a JSON column changed, without reading it. */
  digest(column: string): string {
    return `MD5(CAST(${column} AS ${this.isPostgres ? 'text' : 'char'}))`;
  }

  /** The day in Asia/Shanghai (which has no summer time) of a moment, YYYY-MM-DD. */
  beijingDay(column: string): string {
    return this.isPostgres
      ? `to_char((${column} AT TIME ZONE 'UTC') + interval '8 hours', 'YYYY-MM-DD')`
      : `DATE_FORMAT(${column} + INTERVAL 8 HOUR, '%Y-%m-%d')`;
  }

  /** The month of a day, YYYY-MM. */
  month(column: string): string {
    return this.isPostgres ? `to_char(${column}, 'YYYY-MM')` : `DATE_FORMAT(${column}, '%Y-%m')`;
  }

  /** Ends a SELECT whose rows may be read by all and changed by nobody until the transaction ends. */
  get lockForReading(): string {
    return this.name === 'mariadb' ? 'LOCK IN SHARE MODE' : 'FOR SHARE';
  }

  /** Whether an INSERT can return what it wrote. */
  get hasReturning(): boolean {
    return this.name !== 'mysql';
  }

  /** `column` contains the pattern parameter, whatever the case of its letters. */
  contains(column: string, parameter: string): string {
    return `LOWER(${column}) LIKE LOWER(:${parameter}) ESCAPE '!'`;
  }
}

/** A LIKE pattern that finds `text` literally, for `Dialect.contains`. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[!%_]/g, '!$&')}%`;
}
