import { setTimeout as sleep } from 'node:timers/promises';
import { type DataSource, type EntityManager, type EntityTarget, type ObjectLiteral } from 'typeorm';
import { isDuplicateKey, isTransactionConflict } from './database-errors.js';
import { type RowValues } from './insert-rows.js';

const ATTEMPTS = 8;

/**
 * Runs `work` in one transaction and repeats it when the database ended it for the sake of another one.
 * Inside, only the given manager may be used: the embedded database has a single session.
 */
export async function inTransaction<T>(
  dataSource: DataSource,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await dataSource.transaction(work);
    } catch (error) {
      if (!(error instanceof RepeatTransaction) && !isTransactionConflict(error)) throw error;
      if (attempt === ATTEMPTS) throw error;
      await sleep(Math.random() * 10 * 2 ** attempt);
    }
  }
}

/** Thrown inside a transaction that met a row which vanished under its hands: start again. */
export class RepeatTransaction extends Error {}

/** Inserts one row and returns its generated id, or null when a unique key says that it is there already. */
export async function insertIfAbsent<T extends ObjectLiteral>(
  manager: EntityManager,
  entity: EntityTarget<T>,
  row: RowValues<T>,
): Promise<{ id: number } | null> {
  if (manager.dataSource.options.type === 'postgres') {
    const result = await insertQuery(manager, entity, row).orIgnore().returning(primaryKey(manager, entity)).execute();
    const [inserted] = result.raw as Record<string, unknown>[];
    return inserted ? { id: Number(Object.values(inserted)[0]) } : null;
  }
  try {
    // Not INSERT IGNORE, which also swallows foreign key errors and cuts texts.
    const result = await insertQuery(manager, entity, row).execute();
    return { id: Number((result.raw as { insertId: number | string }).insertId) };
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}

function insertQuery<T extends ObjectLiteral>(manager: EntityManager, entity: EntityTarget<T>, row: RowValues<T>) {
  return manager
    .createQueryBuilder()
    .insert()
    .into(entity)
    .values(row as never) // TypeORM's own type rejects JSON columns of unknown content
    .updateEntity(false); // no second statement that reads the defaults back
}

/** Changes the rows that `where` selects, and says how many. */
export async function updateRows<T extends ObjectLiteral>(
  manager: EntityManager,
  entity: EntityTarget<T>,
  values: RowValues<T>,
  where: string,
  parameters: ObjectLiteral,
): Promise<number> {
  const query = manager
    .createQueryBuilder()
    .update(entity)
    .set(values as never);
  const result = await query.where(where, parameters).updateEntity(false).execute();
  return result.affected ?? 0;
}

function primaryKey<T extends ObjectLiteral>(manager: EntityManager, entity: EntityTarget<T>): string[] {
  return manager.dataSource.getMetadata(entity).primaryColumns.map(({ propertyName }) => propertyName);
}
