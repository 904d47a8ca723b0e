import { EntitySchema, type ColumnType, type EntitySchemaColumnOptions } from 'typeorm';
import { type Sanitiser } from '../sanitise/sanitiser.js';
import { type ColumnForm, type Dialect } from './dialect.js';
import { textLimit } from './text-limits.js';

type ColumnBuilder = (table: string, column: string) => EntitySchemaColumnOptions;

const INT_MAX = 2_147_483_647;
const number = (value: unknown): unknown => (value === null || value === undefined ? value : Number(value));

/** Kinds of columns; each carries its cleaning, so that whatever writes the column writes it clean. */
export class EntityColumns {
  constructor(
    private readonly dialect: Dialect,
    private readonly sanitiser: Sanitiser,
  ) {}

  id(): ColumnBuilder {
    return () => ({ type: 'int', primary: true, generated: 'increment' });
  }

  bigId(): ColumnBuilder {
    return () => ({ type: 'bigint', primary: true, generated: 'increment', transformer: { to: number, from: number } });
  }

  text(): ColumnBuilder {
    return (table, column) => ({
      ...asOptions(this.dialect.text(textLimit(table, column))),
      transformer: { to: (value) => this.sanitiser.text(table, column, value), from: (value) => value },
    });
  }

  json(): ColumnBuilder {
    return (table, column) => ({
      ...asOptions(this.dialect.json()),
      transformer: { to: (value) => this.sanitiser.json(table, column, value), from: (value) => value },
    });
  }

  bytes(): ColumnBuilder {
    return () => asOptions(this.dialect.bytes());
  }

  moment(): ColumnBuilder {
    return (table, column) => ({
      ...asOptions(this.dialect.moment()),
      transformer: { to: (value) => this.sanitiser.moment(table, column, value), from: (value) => value },
    });
  }

  /** The time of insertion, by the database's clock. */
  insertTime(): ColumnBuilder {
    return (table, column) => ({ ...this.moment()(table, column), default: () => this.dialect.insertTime });
  }

  day(): ColumnBuilder {
    return (table, column) => ({
      type: 'date',
      transformer: { to: (value) => this.sanitiser.day(table, column, value), from: (value) => value },
    });
  }

  int(): ColumnBuilder {
    return (table, column) => ({
      type: 'int',
      transformer: { to: (value) => this.sanitiser.integer(table, column, value, INT_MAX), from: number },
    });
  }

  bigint(): ColumnBuilder {
    return (table, column) => ({
      type: 'bigint',
      transformer: {
        to: (value) => this.sanitiser.integer(table, column, value, Number.MAX_SAFE_INTEGER),
        from: number,
      },
    });
  }

  double(): ColumnBuilder {
    return (table, column) => ({
      ...asOptions(this.dialect.double()),
      transformer: { to: (value) => this.sanitiser.double(table, column, value), from: number },
    });
  }

  boolean(byDefault: boolean): ColumnBuilder {
    return () => ({ ...asOptions(this.dialect.boolean()), default: byDefault });
  }
}

/** The same column, where nothing may be said. */
export function nullable(builder: ColumnBuilder): ColumnBuilder {
  return (table, column) => ({ ...builder(table, column), nullable: true });
}

/** The same column as (part of) the primary key. */
export function primary(builder: ColumnBuilder): ColumnBuilder {
  return (table, column) => ({ ...builder(table, column), primary: true });
}

/** The same column with a constant for rows that do not say. */
export function withDefault(builder: ColumnBuilder, value: string | number): ColumnBuilder {
  return (table, column) => ({ ...builder(table, column), default: value });
}

interface EntityKeys<T> {
  uniques?: Record<string, (keyof T & string)[]>;
  indices?: Record<string, (keyof T & string)[]>;
  foreignKeys?: {
    name: string;
    column: keyof T & string;
    references: { name: string };
    referencedColumn?: string;
    onDelete: 'CASCADE' | 'SET NULL' | 'RESTRICT';
  }[];
}

/** Ties a plain class to its table. Properties are camelCase, columns the same name in snake_case. */
export function entityOf<T extends object>(
  target: new () => T,
  table: string,
  columns: { [P in keyof T]-?: ColumnBuilder },
  keys: EntityKeys<T> = {},
): EntitySchema<T> {
  const built = Object.entries<ColumnBuilder>(columns).map(([property, build]) => {
    const name = snakeCase(property);
    return [property, { ...build(table, name), name }];
  });
  return new EntitySchema<T>({
    target,
    name: target.name,
    tableName: table,
    columns: Object.fromEntries(built) as { [P in keyof T]?: EntitySchemaColumnOptions },
    // Unique indexes rather than constraints: MySQL knows no difference, and so both databases report the same.
    indices: [
      ...Object.entries(keys.uniques ?? {}).map(([name, on]) => ({ name, columns: on, unique: true })),
      ...Object.entries(keys.indices ?? {}).map(([name, on]) => ({ name, columns: on })),
    ],
    foreignKeys: (keys.foreignKeys ?? []).map(({ name, column, references, referencedColumn = 'id', onDelete }) => ({
      name,
      target: () => references, // a bare class would be called
      columnNames: [column],
      referencedColumnNames: [referencedColumn],
      onDelete,
    })),
  });
}

export function snakeCase(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function asOptions(form: ColumnForm): { type: ColumnType } & Omit<ColumnForm, 'type'> {
  return { ...form, type: form.type as ColumnType };
}
