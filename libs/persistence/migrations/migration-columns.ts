import { type TableColumnOptions, type TableForeignKeyOptions, type TableIndexOptions } from 'typeorm';
import { type Dialect } from '../schema/dialect.js';
import { textLimit } from '../schema/text-limits.js';

/** Column shapes for migrations, one call per column, so that a table reads as a list of its columns. */
export class MigrationColumns {
  constructor(
    private readonly dialect: Dialect,
    private readonly table: string,
  ) {}

  id(name = 'id', type: 'int' | 'bigint' = 'bigint'): TableColumnOptions {
    return { name, type, isPrimary: true, isGenerated: true, generationStrategy: 'increment' };
  }

  /** Its length comes from the table of limits. */
  text(name: string, byDefault?: string): TableColumnOptions {
    const form = this.dialect.text(textLimit(this.table, name));
    return { name, ...form, ...(byDefault === undefined ? {} : { default: `'${byDefault}'` }) };
  }

  json(name: string): TableColumnOptions {
    return { name, ...this.dialect.json() };
  }

  bytes(name: string): TableColumnOptions {
    return { name, ...this.dialect.bytes() };
  }

  moment(name: string): TableColumnOptions {
    return { name, ...this.dialect.moment() };
  }

  insertTime(name: string): TableColumnOptions {
    return { ...this.moment(name), default: this.dialect.insertTime };
  }

  day(name: string): TableColumnOptions {
    return { name, type: 'date' };
  }

  int(name: string, byDefault?: number): TableColumnOptions {
    return { name, type: 'int', ...(byDefault === undefined ? {} : { default: String(byDefault) }) };
  }

  bigint(name: string): TableColumnOptions {
    return { name, type: 'bigint' };
  }

  double(name: string): TableColumnOptions {
    return { name, ...this.dialect.double() };
  }

  boolean(name: string, byDefault: boolean): TableColumnOptions {
    return { name, ...this.dialect.boolean(), default: String(byDefault) };
  }
}

export const nullable = (column: TableColumnOptions): TableColumnOptions => ({ ...column, isNullable: true });
export const primary = (column: TableColumnOptions): TableColumnOptions => ({ ...column, isPrimary: true });

export const unique = (name: string, ...columnNames: string[]): TableIndexOptions => ({
  name,
  columnNames,
  isUnique: true,
});
export const index = (name: string, ...columnNames: string[]): TableIndexOptions => ({ name, columnNames });

export function foreignKey(
  name: string,
  column: string,
  [referencedTableName, referencedColumn]: [string, string],
  onDelete: 'CASCADE' | 'SET NULL' | 'RESTRICT',
): TableForeignKeyOptions {
  // MariaDB says RESTRICT where nothing is said, PostgreSQL and MySQL say NO ACTION: so it is said.
  const onUpdate = 'NO ACTION';
  return {
    name,
    columnNames: [column],
    referencedTableName,
    referencedColumnNames: [referencedColumn],
    onDelete,
    onUpdate,
  };
}
