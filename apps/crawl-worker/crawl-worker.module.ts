import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type DynamicModule, Module } from '@nestjs/common';
import { type PageFetcher } from '@govcrawler/contracts';
import { type RevisitPolicy } from '@govcrawler/core';
import { type Database, type FileStore } from '@govcrawler/persistence';
import { type Logger } from '@govcrawler/platform';
import { HostLanes, type LaneMetrics, type QueueBackend } from '@govcrawler/queue';
import { type AgentRuns } from './agents/agent-runs.js';
import { AuthorSelectors } from './agents/author-selectors.js';
import { CollectTarget } from './agents/collect-target.js';
import { RunBriefing } from './agents/run-briefing.js';
import { SummariseNewArticles } from './agents/summarise-new-articles.js';
import { SummarizeArticles } from './agents/summarize-articles.js';
import { CrawlTarget } from './crawl-target.js';
import { DatabaseDocumentStore } from './database-document-store.js';
import { FindFeeds } from './find-feeds.js';
import { FollowSource } from './follow-source.js';
import { KeepHistory } from './keep-history.js';
import { LaneConsumer, type LaneTiming } from './lane-consumer.js';
import { DiscoverColumns } from './discover/discover-columns.js';
import { ErrandConsumer } from './errands/errand-consumer.js';
import { RunErrand } from './errands/run-errand.js';
import { FetchFullText } from './full-text/fetch-full-text.js';
import { InspectPage } from './inspect/inspect-page.js';
import { ReparseTarget } from './reparse/reparse-target.js';
import { ResolveCrawlPlan } from './resolve-crawl-plan.js';
import { RunCrawlJob } from './run-crawl-job.js';
import { StoreDocument } from './store-document.js';

/** What the process opens and hands in: the same module runs embedded and in the cluster. */
export interface CrawlWorkerInfrastructure {
  database: Database;
  files: FileStore;
  queue: QueueBackend;
  /** Opened with `errandQueueOptions`. */
  errandQueue: QueueBackend;
  door: PageFetcher;
  logger: Logger;
  /** Hosts crawled at the same time. */
  concurrency: number;
  /** Errands (full texts, discoveries) done at the same time. */
  errandConcurrency?: number;
  timing?: LaneTiming;
  revisit?: RevisitPolicy;
  /** Absent: no language model is configured, and what needs one says so. */
  agents?: AgentRuns | null;
  metrics?: LaneMetrics;
}

/** Errands mostly wait for pages. */
const DEFAULT_ERRAND_CONCURRENCY = 8;

/** The use case on the process's infrastructure, for the service and for the command line. */
export function createRunCrawlJob(infrastructure: CrawlWorkerInfrastructure): RunCrawlJob {
  const { database, files, door, logger, revisit, agents } = infrastructure;
  const storeDocument = new StoreDocument(new DatabaseDocumentStore(database), files);
  const source = new FollowSource(database.sourceStates, logger);
  const { articles, pending, listings } = database;
  const crawlTarget = new CrawlTarget(
    door,
    articles,
    pending,
    listings,
    storeDocument,
    source,
    revisit,
    () => new Date(),
    agents ?? null,
  );
  const plans = new ResolveCrawlPlan(database.targets);
  return new RunCrawlJob(database.jobs, plans, crawlTarget, newWorkerId(), logger);
}

function newWorkerId(): string {
  return `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
}

/** What the worker does beside crawls. */
function createErrandConsumer(infrastructure: CrawlWorkerInfrastructure): ErrandConsumer {
  const { database, files, queue, errandQueue, door, logger, timing, metrics, agents = null } = infrastructure;
  const { jobs, targets } = database;
  const crawlLanes = new HostLanes(queue);
  const collectTarget = new CollectTarget({
    planFor: (code) => targets.planFor(code),
    create: (job) => jobs.create(job),
    find: (id) => jobs.find(id),
    requestStop: (id) => jobs.requestStop(id),
    enqueue: (hostKey, id) => crawlLanes.enqueue(hostKey, id),
  });
  const handlers = {
    'article.fetch_fulltext': new FetchFullText(database.fullTexts, database.settings, door),
    'site.discover': new DiscoverColumns(door, agents),
    'page.inspect': new InspectPage(door, agents),
    'source.discover': new FindFeeds(door),
    'target.reparse': new ReparseTarget(database.reparses, files, new ResolveCrawlPlan(database.targets)),
    'briefing.run': new RunBriefing(agents, database.briefings, database.summaries, collectTarget),
    'articles.summarize': new SummarizeArticles(agents, database.summaries),
    'target.author': new AuthorSelectors(
      agents,
      new ResolveCrawlPlan(database.targets),
      database.reparses,
      files,
      door,
    ),
  };
  return new ErrandConsumer({
    queue: errandQueue,
    leases: database.leases,
    errands: database.errands,
    runErrand: new RunErrand(database.errands, handlers, newWorkerId(), logger),
    concurrency: infrastructure.errandConcurrency ?? DEFAULT_ERRAND_CONCURRENCY,
    logger,
    timing,
    metrics,
  });
}

/** Gives every new document a summary, where the settings ask for it. */
function summariseNewArticles({ database, errandQueue, logger }: CrawlWorkerInfrastructure) {
  const lanes = new HostLanes(errandQueue);
  const enqueue = (lane: string, id: number) => lanes.enqueue(lane, id);
  const useValue = new SummariseNewArticles(database.summaries, database.errands, enqueue, logger);
  return { provide: SummariseNewArticles, useValue };
}

/** The crawl worker: lanes in, stored documents out. */
@Module({})
export class CrawlWorkerModule {
  static forRoot(infrastructure: CrawlWorkerInfrastructure): DynamicModule {
    const { database, queue, logger, concurrency, timing, metrics } = infrastructure;
    return {
      module: CrawlWorkerModule,
      providers: [
        {
          provide: LaneConsumer,
          useValue: new LaneConsumer({
            queue,
            leases: database.leases,
            jobs: database.jobs,
            runCrawlJob: createRunCrawlJob(infrastructure),
            concurrency,
            logger,
            timing,
            metrics,
          }),
        },
        { provide: ErrandConsumer, useValue: createErrandConsumer(infrastructure) },
        ...(infrastructure.agents?.summarisesAll ? [summariseNewArticles(infrastructure)] : []),
        { provide: KeepHistory, useValue: new KeepHistory(database, logger) },
      ],
      exports: [LaneConsumer],
    };
  }
}
