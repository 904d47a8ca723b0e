import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  createGatewayApp,
  ensureFirstUser,
  grpcAddress,
  RunTarget,
  seedDepartments,
  webhookSender,
} from '@govcrawler/api-gateway';
import {
  type AttachmentInfrastructure,
  AttachmentModule,
  attachmentQueueOptions,
} from '@govcrawler/attachment-downloader';
import { modelSetup } from '@govcrawler/agents';
import { type SiteFile } from '@govcrawler/contracts';
import { ConfigError } from '@govcrawler/core';
import { AgentRuns, CrawlWorkerModule } from '@govcrawler/crawl-worker';
import {
  connectSharedState,
  DomainPolicy,
  HostControl,
  InProcessCookieJar,
  type FetchDoorOptions,
  openFetchDoor,
  openKeptHostState,
} from '@govcrawler/fetch';
import { AttachmentFileStore, type Database, openDatabase } from '@govcrawler/persistence';
import {
  createLogger,
  EmbeddedPostgres,
  type Logger,
  openSecretBox,
  readYamlFile,
  SiteFolder,
} from '@govcrawler/platform';
import { errandQueueOptions, HostLanes, openQueueBackend, type QueueBackendOptions } from '@govcrawler/queue';
import { type Clock, loadCalendar, SchedulerModule } from '@govcrawler/scheduler';
import { type StandaloneConfig } from './config.js';
import { openCredentials } from './open-credentials.js';
import { InProcessRunRequests } from './in-process-run-requests.js';

/** PGlite has no autovacuum; on MySQL this does nothing. */
const MAINTAIN_EVERY_MS = 6 * 3_600_000;

/** In the data folder of the embedded mode; `govcrawler fetch` reads and writes it too. */
export const HOST_STATE_FILE = 'hosts.json';
const SAVE_HOSTS_EVERY_MS = 30_000;

export interface PlatformOptions {
  config: StandaloneConfig;
  dataDir: string;
  sites: readonly { site: SiteFile; path: string }[];
  /** Folder of the site files, where discoveries may be written. */
  sitesFolder?: string;
  fetch: Pick<FetchDoorOptions, 'egress' | 'honourCrawlDelay'>;
  /** Departments to start with, each put in only once in its life. */
  departmentsFile?: string;
  /** Run targets by their crons. */
  schedule?: boolean;
  /** What the scheduler takes for the time; tests need not wait for a minute to pass. */
  clock?: Clock;
  attachments?: Pick<AttachmentInfrastructure, 'concurrency' | 'pollMs'>;
}

/** All services in one process. */
export interface Platform {
  mode: 'embedded' | 'cluster';
  database: Database;
  lanes: HostLanes;
  /** The lanes of work that is no crawl. */
  errandLanes: HostLanes;
  logger: Logger;
  /** Where the console is. */
  url: string;
  login: { username: string; oneTimePassword: string | null };
  close(): Promise<void>;
}

/** Opens the infrastructure, brings sites and schema up to date, starts the services; those that take work come last. */
export async function openPlatform(options: PlatformOptions): Promise<Platform> {
  const { config } = options;
  const dataDir = resolve(options.dataDir);
  const logger = createLogger('govcrawler', config.LOG_LEVEL);
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of closers.splice(0).reverse()) await step();
  };
  try {
    const { database, postgres } = await openStore(config, dataDir, logger);
    closers.push(async () => {
      await database.close();
      await postgres?.close();
    });
    const maintenance = setInterval(() => {
      database.maintain().catch((error: unknown) => logger.warn({ err: error }, 'maintenance failed'));
    }, MAINTAIN_EVERY_MS).unref();
    closers.push(async () => clearInterval(maintenance));
    const files = new AttachmentFileStore(dataDir);
    await files.cleanTemporaryFiles(postgres ? 0 : undefined);
    if (options.departmentsFile !== undefined) {
      await seedDepartments(database, readYamlFile(options.departmentsFile), options.departmentsFile);
    }
    for (const { site, path } of options.sites) await database.sites.syncFromFile(site, path);

    const onError = (error: Error) => logger.error({ err: error }, 'queue trouble');
    const queues: QueueBackendOptions = postgres
      ? { kind: 'embedded', postgres, onError }
      : { kind: 'redis', url: config.VALKEY_URL!, onError };
    const queue = await openQueueBackend(queues);
    closers.push(() => queue.close());
    const attachmentQueue = await openQueueBackend(attachmentQueueOptions(queues));
    closers.push(() => attachmentQueue.close());
    const errandQueue = await openQueueBackend(errandQueueOptions(queues));
    closers.push(() => errandQueue.close());
    const lanes = new HostLanes(queue);
    const errandLanes = new HostLanes(errandQueue);
    const browser = config.CHROMIUM_PATH ? { executablePath: config.CHROMIUM_PATH } : undefined;
    const hosts = await openHostState(config, dataDir, logger);
    closers.push(() => hosts.close());
    const secrets = openCredentials(config, logger, hosts.refreshRequests);
    closers.push(secrets.close);
    const { credentials } = secrets;
    const door = await openFetchDoor({ ...options.fetch, ...hosts.parts, credentials, browser, logger });
    closers.push(() => door.close());

    const { ADMIN_USER: user, ADMIN_PASSWORD: password = null } = config;
    const login = await ensureFirstUser(database, { user, password });
    const webhooks = webhookSender(config);
    const setup = modelSetup(config);
    closers.push(async () => webhooks.close());
    const gateway = await createGatewayApp(
      {
        database,
        lanes,
        errandLanes,
        files,
        webhooks,
        logger,
        hosts: new HostControl({ ...hosts.parts, rulesFeed: hosts.rulesFeed }),
        consoleFolder: consoleFolder(),
        ...(options.sitesFolder === undefined ? {} : { siteFolder: new SiteFolder(options.sitesFolder) }),
        mode: postgres ? 'embedded' : 'cluster',
        secrets: openSecretBox(config.SECRETS_KEY, dataDir),
        model: setup,
      },
      { port: config.PORT, host: config.HOST, grpc: grpcAddress(config) },
    );
    closers.push(() => gateway.close());
    const url = `http://${config.HOST === '0.0.0.0' ? '127.0.0.1' : config.HOST}:${await gateway.listen()}/admin/`;
    const downloader = AttachmentModule.forRoot({
      database,
      files,
      queue: attachmentQueue,
      door,
      logger,
      ...options.attachments,
    });
    const worker = CrawlWorkerModule.forRoot({
      agents: setup && (await AgentRuns.open(setup, logger)),
      database,
      files,
      queue,
      errandQueue,
      door,
      logger,
      concurrency: config.WORKER_CONCURRENCY,
    });
    const services = [downloader, worker];
    if (options.schedule) {
      const runs = new InProcessRunRequests(gateway.nest.get(RunTarget));
      services.push(
        SchedulerModule.forRoot({
          targets: database.schedule,
          sources: database.sourceSchedule,
          hostChecksPerHour: config.SCHEDULER_HOST_CHECKS_PER_HOUR,
          checkLogDays: config.SCHEDULER_CHECK_LOG_DAYS,
          calendar: loadCalendar(config.CALENDAR_FILE),
          gateway: runs,
          logger,
          reconcileSec: config.SCHEDULER_RECONCILE_SEC,
          missedTicks: config.SCHEDULER_MISSED_TICKS,
          clock: options.clock,
        }),
      );
    }
    const running: INestApplicationContext[] = [];
    // Side by side: each gives its work time to end, and together they must be gone before somebody kills them.
    closers.push(() => Promise.all(running.map((service) => service.close())));
    for (const service of services) {
      running.push(await NestFactory.createApplicationContext(service, { logger: false }));
    }
    return { mode: postgres ? 'embedded' : 'cluster', database, lanes, errandLanes, logger, url, login, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Shared with all replicas where there are any; else kept in the data folder, so that a cooldown survives a restart. */
async function openHostState(config: StandaloneConfig, dataDir: string, logger: Logger) {
  if (config.VALKEY_URL) {
    const domains = new DomainPolicy();
    const shared = await connectSharedState(config.VALKEY_URL, domains, logger);
    const { hostState, cookies, rulesFeed, refreshRequests, close } = shared;
    return { parts: { hostState, cookies, domains }, rulesFeed, refreshRequests, close };
  }
  const { hostState, save } = await openKeptHostState(join(dataDir, HOST_STATE_FILE), logger);
  const timer = setInterval(() => void save(), SAVE_HOSTS_EVERY_MS).unref();
  const close = async () => {
    clearInterval(timer);
    await save();
  };
  return {
    parts: { hostState, cookies: new InProcessCookieJar(), domains: new DomainPolicy() },
    rulesFeed: null,
    refreshRequests: null,
    close,
  };
}

/** Embedded when no server is named: then this process alone owns the folder and may bring its schema up to date. */
export async function openStore(config: StandaloneConfig, dataDir: string, logger: Logger) {
  if (config.DATABASE_URL) {
    const database = await openDatabase({ kind: 'mysql', url: config.DATABASE_URL }, logger);
    try {
      await database.assertCurrentSchema();
    } catch (error) {
      await database.close();
      throw error;
    }
    return { database, postgres: null };
  }
  const postgres = await EmbeddedPostgres.open(join(dataDir, 'db'));
  try {
    const database = await openDatabase({ kind: 'embedded', postgres }, logger);
    await database.migrate();
    await database.leases.releaseAll();
    await database.attachments.releaseClaims();
    return { database, postgres };
  } catch (error) {
    await postgres.close();
    throw error;
  }
}

/** The built console lies beside this app in dist; the platform also runs without it. */
function consoleFolder(): string {
  const folder = resolve(import.meta.dirname, '..', 'console');
  if (!existsSync(join(folder, 'index.html'))) {
    throw new ConfigError(`The console is not built: ${folder} has no index.html. Run: npm run build`);
  }
  return folder;
}
