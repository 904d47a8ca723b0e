import { ConfigError, TransientError, type GovCrawlerError } from '@govcrawler/core';
import { type DataSource } from 'typeorm';

interface DriverError {
  code?: string;
  errno?: number;
  message?: string;
}

const DUPLICATE = new Set(['23505', 'ER_DUP_ENTRY']);
// Two transactions stood in each other's way; the database ended one of them and asks to repeat it.
const CONFLICT = new Set(['40001', '40P01', 'ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT', 'ER_CHECKREAD']);
const CONFIGURATION = new Set([
  'ER_ACCESS_DENIED_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_BAD_DB_ERROR',
  'ER_NOT_SUPPORTED_AUTH_MODE',
  'ENOTFOUND',
]);

// The server went away, takes nobody in or has no room on its disk; the same statement may work later.
const UNAVAILABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'PROTOCOL_CONNECTION_LOST',
  'ER_CON_COUNT_ERROR',
  'ER_SERVER_SHUTDOWN',
  'ER_CONNECTION_KILLED',
  'ER_CLIENT_INTERACTION_TIMEOUT',
  '53100',
  'ER_DISK_FULL',
  'ER_RECORD_FILE_FULL',
]);

export function isDuplicateKey(error: unknown): boolean {
  return DUPLICATE.has(codeOf(error));
}

export function isTransactionConflict(error: unknown): boolean {
  return CONFLICT.has(codeOf(error));
}

/** Says which database could not be opened, and whether it is the operator or only time that can help. */
export function openFailure(address: string, cause: unknown): GovCrawlerError {
  const reason = (cause as Error).message || codeOf(cause);
  const message = `Cannot open the database ${address}: ${reason}`;
  return CONFIGURATION.has(codeOf(cause))
    ? new ConfigError(`${message}. Check DATABASE_URL.`, { cause })
    : new TransientError(message, { cause });
}

/** Makes every statement of `dataSource` that loses its server fail with TransientError, so that callers know to wait. */
export function translateLostConnections(dataSource: DataSource): void {
  const create = dataSource.createQueryRunner.bind(dataSource);
  dataSource.createQueryRunner = (mode) => {
    const runner = create(mode);
    const query = runner.query.bind(runner) as (...args: unknown[]) => Promise<unknown>;
    runner.query = (async (...args: unknown[]) => {
      try {
        return await query(...args);
      } catch (cause) {
        if (!UNAVAILABLE.has(codeOf(cause))) throw cause;
        throw new TransientError(`The database is not available: ${(cause as Error).message}`, { cause });
      }
    }) as typeof runner.query;
    return runner;
  };
}

function codeOf(error: unknown): string {
  const outer = error as { driverError?: DriverError } & DriverError;
  return outer?.driverError?.code ?? outer?.code ?? '';
}
