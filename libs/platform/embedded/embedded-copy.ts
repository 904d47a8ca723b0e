import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { EmbeddedPostgres } from './embedded-postgres.js';

/**
 * A database in memory, for tests, as `prepare` leaves a blank one. That takes seconds and copying it a fraction of
 * that, so the first of a test run keeps its result in the file `template` (null: made anew each time).
 */
export async function openEmbeddedCopy(
  template: string | null,
  prepare: (blank: EmbeddedPostgres) => Promise<void>,
): Promise<EmbeddedPostgres> {
  if (template !== null && existsSync(template)) {
    return EmbeddedPostgres.openInMemory(new Blob([readFileSync(template)]));
  }
  const postgres = await EmbeddedPostgres.openInMemory();
  await prepare(postgres);
  if (template !== null) {
    const aside = `${template}.${process.pid}`;
    writeFileSync(aside, await postgres.dump());
    renameSync(aside, template);
  }
  return postgres;
}
