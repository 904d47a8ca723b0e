import { type DataSource, type EntityTarget, type ObjectLiteral } from 'typeorm';

const CHUNK = 5_000;

/** Removes rows by their ids, some thousand at a time so that nobody waits for it; returns how many. */
export async function deleteInChunks<T extends ObjectLiteral & { id: number }>(
  dataSource: DataSource,
  entity: EntityTarget<T>,
  where: string,
  parameters: ObjectLiteral = {},
): Promise<number> {
  for (let removed = 0; ;) {
    const rows = await dataSource
      .createQueryBuilder(entity, 'entry')
      .select('entry.id')
      .where(where, parameters)
      .limit(CHUNK)
      .getMany();
    if (rows.length > 0) await dataSource.manager.delete(entity, rows.map(({ id }) => id) as number[]);
    removed += rows.length;
    if (rows.length < CHUNK) return removed;
  }
}
