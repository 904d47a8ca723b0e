import { type EmbeddedPostgres } from '@govcrawler/platform';
import { DataSource } from 'typeorm';
import { allEntities } from '../entities/all-entities.js';
import { ALL_MIGRATIONS } from '../migrations/all-migrations.js';
import { type Sanitiser } from '../sanitise/sanitiser.js';
import { Dialect } from '../schema/dialect.js';

/** TypeORM on the PostgreSQL inside this process. */
export function embeddedDataSource(postgres: EmbeddedPostgres, sanitiser: Sanitiser): DataSource {
  const pool = postgres.pool();
  return new DataSource({
    type: 'postgres',
    driver: {
      Pool: class {
        constructor() {
          return pool;
        }
      },
    },
    entities: allEntities(new Dialect('postgres'), sanitiser),
    migrations: ALL_MIGRATIONS,
    migrationsTableName: 'schema_migration',
    synchronize: false,
    // TypeORM would otherwise create the uuid extension, which nothing here uses.
    installExtensions: false,
  });
}
