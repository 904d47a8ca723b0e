import { ConfigError } from '@govcrawler/core';
import { type EmbeddedPostgres } from '@govcrawler/platform';
import { MigrationExecutor, type DataSource } from 'typeorm';
import { openFailure, translateLostConnections } from './connection/database-errors.js';
import { embeddedDataSource } from './connection/embedded-data-source.js';
import { alone } from './connection/migration-lock.js';
import { mysqlDataSource, parseMysqlUrl } from './connection/mysql-data-source.js';
import { ApiKeyRepository } from './repositories/api-key.repository.js';
import { dumpedTables, dumpTables, loadTable, type TableDump } from './backup/table-dump.js';
import { AlertRepository } from './repositories/alert.repository.js';
import { ArticleDeletionRepository } from './repositories/article-deletion.repository.js';
import { ArticleRepository } from './repositories/article.repository.js';
import { AttachmentRepository } from './repositories/attachment.repository.js';
import { AuditRepository } from './repositories/audit.repository.js';
import { BriefingRepository } from './repositories/briefing.repository.js';
import { ChangeRepository } from './repositories/change.repository.js';
import { CrawlJobRepository } from './repositories/crawl-job.repository.js';
import { CrawlLogRepository } from './repositories/crawl-log.repository.js';
import { DeliveryRepository } from './repositories/delivery.repository.js';
import { DepartmentRepository } from './repositories/department.repository.js';
import { FeedConsumerRepository } from './repositories/feed-consumer.repository.js';
import { ErrandRepository } from './repositories/errand.repository.js';
import { FullTextRepository } from './repositories/full-text.repository.js';
import { HostLeaseRepository } from './repositories/host-lease.repository.js';
import { ListingRepository } from './repositories/listing.repository.js';
import { LoginAttemptRepository } from './repositories/login-attempt.repository.js';
import { PendingDocumentRepository } from './repositories/pending-document.repository.js';
import { ReparseRepository } from './repositories/reparse.repository.js';
import { ScheduleRepository } from './repositories/schedule.repository.js';
import { SessionRepository } from './repositories/session.repository.js';
import { SettingsRepository } from './repositories/settings.repository.js';
import { SiteEditRepository } from './repositories/site-edit.repository.js';
import { SiteRepository } from './repositories/site.repository.js';
import { SourceScheduleRepository } from './repositories/source-schedule.repository.js';
import { SourceStateRepository } from './repositories/source-state.repository.js';
import { SourceRepository } from './repositories/source.repository.js';
import { StatisticsRepository } from './repositories/statistics.repository.js';
import { StoredDocumentRepository } from './repositories/stored-document.repository.js';
import { SummaryRepository } from './repositories/summary.repository.js';
import { TargetEditRepository } from './repositories/target-edit.repository.js';
import { TargetRepository } from './repositories/target.repository.js';
import { UserRepository } from './repositories/user.repository.js';
import { ArticleFinder } from './search/article-finder.js';
import { SearchIndexer, type ReadTextFile } from './search/search-indexer.js';
import { Dialect } from './schema/dialect.js';
import { Sanitiser, type PersistenceLogger } from './sanitise/sanitiser.js';

export type DatabaseConfig = { kind: 'embedded'; postgres: EmbeddedPostgres } | { kind: 'mysql'; url: string };

/** Connects; says which database it is and what is wrong when it cannot. */
export async function openDatabase(config: DatabaseConfig, logger: PersistenceLogger): Promise<Database> {
  const sanitiser = new Sanitiser(logger);
  if (config.kind === 'embedded') {
    return new Database(await initialize(embeddedDataSource(config.postgres, sanitiser)));
  }
  const address = parseMysqlUrl(config.url);
  try {
    return new Database(await initialize(await mysqlDataSource(address, sanitiser)));
  } catch (cause) {
    throw openFailure(`${address.database} on ${address.host}:${address.port}`, cause);
  }
}

async function initialize(dataSource: DataSource): Promise<DataSource> {
  translateLostConnections(dataSource);
  return dataSource.initialize();
}

/** All stored data, through one repository per subject. */
export class Database {
  readonly sites: SiteRepository;
  readonly targets: TargetRepository;
  readonly articles: ArticleRepository;
  readonly attachments: AttachmentRepository;
  readonly documents: StoredDocumentRepository;
  readonly jobs: CrawlJobRepository;
  readonly listings: ListingRepository;
  readonly pending: PendingDocumentRepository;
  readonly leases: HostLeaseRepository;
  readonly logs: CrawlLogRepository;
  readonly departments: DepartmentRepository;
  readonly schedule: ScheduleRepository;
  readonly settings: SettingsRepository;
  readonly changes: ChangeRepository;
  readonly consumers: FeedConsumerRepository;
  readonly delivery: DeliveryRepository;
  readonly users: UserRepository;
  readonly sessions: SessionRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly loginAttempts: LoginAttemptRepository;
  readonly statistics: StatisticsRepository;
  readonly siteEdits: SiteEditRepository;
  readonly targetEdits: TargetEditRepository;
  readonly articleDeletions: ArticleDeletionRepository;
  readonly audit: AuditRepository;
  readonly sources: SourceRepository;
  readonly sourceSchedule: SourceScheduleRepository;
  readonly sourceStates: SourceStateRepository;
  readonly errands: ErrandRepository;
  readonly fullTexts: FullTextRepository;
  readonly reparses: ReparseRepository;
  readonly search: ArticleFinder;
  readonly alerts: AlertRepository;
  readonly briefings: BriefingRepository;
  readonly summaries: SummaryRepository;

  /** Use `openDatabase`. */
  constructor(private readonly dataSource: DataSource) {
    this.sites = new SiteRepository(dataSource);
    this.targets = new TargetRepository(dataSource);
    this.articles = new ArticleRepository(dataSource);
    this.attachments = new AttachmentRepository(dataSource);
    this.documents = new StoredDocumentRepository(dataSource);
    this.jobs = new CrawlJobRepository(dataSource);
    this.listings = new ListingRepository(dataSource);
    this.pending = new PendingDocumentRepository(dataSource);
    this.leases = new HostLeaseRepository(dataSource);
    this.logs = new CrawlLogRepository(dataSource);
    this.departments = new DepartmentRepository(dataSource);
    this.schedule = new ScheduleRepository(dataSource);
    this.settings = new SettingsRepository(dataSource);
    this.changes = new ChangeRepository(dataSource);
    this.delivery = new DeliveryRepository(dataSource);
    this.consumers = new FeedConsumerRepository(dataSource, this.changes);
    this.users = new UserRepository(dataSource);
    this.sessions = new SessionRepository(dataSource);
    this.apiKeys = new ApiKeyRepository(dataSource);
    this.loginAttempts = new LoginAttemptRepository(dataSource);
    this.statistics = new StatisticsRepository(dataSource);
    this.siteEdits = new SiteEditRepository(dataSource);
    this.targetEdits = new TargetEditRepository(dataSource);
    this.articleDeletions = new ArticleDeletionRepository(dataSource);
    this.audit = new AuditRepository(dataSource);
    this.sources = new SourceRepository(dataSource);
    this.sourceSchedule = new SourceScheduleRepository(dataSource);
    this.sourceStates = new SourceStateRepository(dataSource);
    this.errands = new ErrandRepository(dataSource);
    this.fullTexts = new FullTextRepository(dataSource);
    this.reparses = new ReparseRepository(dataSource);
    this.search = new ArticleFinder(dataSource, this.articles);
    this.alerts = new AlertRepository(dataSource);
    this.briefings = new BriefingRepository(dataSource);
    this.summaries = new SummaryRepository(dataSource);
  }

  /** What keeps `search` up to date; texts of files are read by `readTextFile`. */
  searchIndexer(readTextFile: ReadTextFile): SearchIndexer {
    return new SearchIndexer(this.dataSource, readTextFile);
  }

  /** Brings the schema up to date and returns the names of the migrations that ran. */
  async migrate(): Promise<string[]> {
    const migrations = await alone(this.dataSource, () => this.dataSource.runMigrations({ transaction: 'each' }));
    return migrations.map(({ name }) => name);
  }

  /**
   * Takes back the migrations after this one, the newest first, and returns their names. What their tables and columns
   * held is gone; the rest stays as it is.
   */
  async migrateBack(to: string): Promise<string[]> {
    const known = await this.migrations();
    if (!known.includes(to)) throw new ConfigError(`There is no migration ${to}. Known: ${known.join(', ')}`);
    return alone(this.dataSource, async () => {
      const pending = await this.pendingMigrations();
      const newer = known.slice(known.indexOf(to) + 1).filter((name) => !pending.includes(name));
      for (const _name of newer) await this.dataSource.undoLastMigration({ transaction: 'each' });
      return newer.reverse();
    });
  }

  /** Names of migrations that have not run here, oldest first. */
  async pendingMigrations(): Promise<string[]> {
    const migrations = await new MigrationExecutor(this.dataSource).getPendingMigrations();
    return migrations.map(({ name }) => name);
  }

  /** Services call this at start: they work on the schema they were built for or not at all. */
  async assertCurrentSchema(): Promise<void> {
    const missing = await this.pendingMigrations();
    if (missing.length === 0) return;
    throw new ConfigError(
      `The database schema is too old; missing: ${missing.join(', ')}. To bring it up to date, run: npx govcrawler migrate`,
    );
  }

  /**
   * Frees dead rows and refreshes the planner's knowledge. Only the embedded database needs to be asked: nothing
   * does it there by itself. It waits its turn and holds the session for the time it takes.
   */
  async maintain(): Promise<void> {
    if (this.dataSource.options.type === 'postgres') await this.dataSource.query('VACUUM ANALYZE');
  }

  /** The database's own idea of the time. */
  async clock(): Promise<Date> {
    const [row] = await this.dataSource.query(`SELECT ${Dialect.of(this.dataSource).now} AS now`);
    return new Date(row.now);
  }

  /** Names of the migrations of this version, oldest first. */
  async migrations(): Promise<string[]> {
    return this.dataSource.migrations.map(({ name }) => name ?? '');
  }

  /** All tables as they are at one moment, row by row, in a form that every database reads back. */
  dumpTables(take: (dump: TableDump) => Promise<void>): Promise<void> {
    return dumpTables(this.dataSource, take);
  }

  /** Puts the rows of a dump into a table; returns how many there were. */
  loadTable(table: string, lines: AsyncIterable<string>): Promise<number> {
    return loadTable(this.dataSource, table, lines);
  }

  /** Tables that hold what people or crawls put in. */
  async filledTables(): Promise<string[]> {
    const filled: string[] = [];
    for (const { tableName } of dumpedTables(this.dataSource)) {
      if (tableName === 'change_counter') continue;
      const rows = (await this.dataSource.query(`SELECT 1 FROM ${tableName} LIMIT 1`)) as unknown[];
      if (rows.length > 0) filled.push(tableName);
    }
    return filled;
  }

  async ping(): Promise<void> {
    await this.dataSource.query('SELECT 1');
  }

  /** Closes connections; an embedded PostgreSQL stays open for whoever opened it. */
  async close(): Promise<void> {
    await this.dataSource.destroy();
  }
}
