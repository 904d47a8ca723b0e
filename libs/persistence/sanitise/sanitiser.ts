import { textLimit } from '../schema/text-limits.js';
import { cleanJson } from './clean-json.js';
import { shortenCode, stripForColumn, stripUnstorable, truncate } from './clean-text.js';

/** What this library needs of a logger. */
export interface PersistenceLogger {
  warn(fields: object, message: string): void;
}

/**
 * Cleans every value on its way into the database, so that dirty pages cost a warning and never an article.
 * It is built into the columns of the entities: no repository can write around it.
 */
export class Sanitiser {
  constructor(private readonly logger: PersistenceLogger) {}

  text(table: string, column: string, value: unknown): unknown {
    if (value === null || value === undefined) return value;
    const { kind, limit } = textLimit(table, column);
    const stripped = stripForColumn(String(value));
    const short = kind === 'code' ? shortenCode(stripped.text, limit) : truncate(stripped.text, limit);
    if (stripped.removed > 0 || short.cut > 0) {
      this.report(table, column, { removed: stripped.removed, cut: short.cut, limit, excerpt: excerpt(short.text) });
    }
    return short.text;
  }

  json(table: string, column: string, value: unknown): unknown {
    if (value === null || value === undefined) return value;
    const { value: clean, changes } = cleanJson(value);
    if (Object.values(changes).some(Boolean)) this.report(table, column, changes);
    return clean;
  }

  /** A moment that no calendar has, or that a database cannot hold, is left out rather than losing its row. */
  moment(table: string, column: string, value: unknown): unknown {
    if (value === null || value === undefined) return value;
    const date = new Date(value as Date | string | number);
    const year = Number.isNaN(date.getTime()) ? 0 : date.getUTCFullYear();
    if (year >= 1000 && year <= 9999) return date;
    this.report(table, column, { removed: 1, invalid: excerpt(String(value)) });
    return null;
  }

  /** YYYY-MM-DD; a day that does not exist is left out. */
  day(table: string, column: string, value: unknown): unknown {
    if (value === null || value === undefined) return value;
    const text = String(value);
    const exists = /^[1-9]\d{3}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
    if (exists) return text;
    this.report(table, column, { removed: 1, invalid: excerpt(text) });
    return null;
  }

  integer(table: string, column: string, value: unknown, max: number): unknown {
    if (value === null || value === undefined) return value;
    const whole = Math.round(Number(value));
    if (Number.isFinite(whole) && Math.abs(whole) <= max) return whole;
    this.report(table, column, { removed: 1, invalid: excerpt(String(value)) });
    return null;
  }

  double(table: string, column: string, value: unknown): unknown {
    if (value === null || value === undefined) return value;
    if (Number.isFinite(Number(value))) return Number(value);
    this.report(table, column, { removed: 1, invalid: excerpt(String(value)) });
    return null;
  }

  private report(table: string, field: string, what: object): void {
    this.logger.warn({ table, field, ...what }, 'sanitize: value changed before it was stored');
  }
}

function excerpt(text: string): string {
  return truncate(stripUnstorable(text).text, 60).text;
}
