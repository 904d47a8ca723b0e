import { modelSetup } from '@govcrawler/agents';
import { connectFetchService } from '@govcrawler/fetch';
import { FileStore, openDatabase } from '@govcrawler/persistence';
import { createLogger } from '@govcrawler/platform';
import { errandQueueOptions, openQueueBackend, type QueueBackendOptions } from '@govcrawler/queue';
import { AgentRuns } from './agents/agent-runs.js';
import { type CrawlWorkerConfig } from './config.js';
import { type CrawlWorkerInfrastructure } from './crawl-worker.module.js';

/** Opens what the worker needs as a service of its own: MySQL, Valkey and the fetch service. */
export async function openClusterInfrastructure(
  config: CrawlWorkerConfig,
): Promise<CrawlWorkerInfrastructure & { close(): Promise<void> }> {
  const logger = createLogger('crawl-worker', config.LOG_LEVEL);
  const database = await openDatabase({ kind: 'mysql', url: config.DATABASE_URL }, logger);
  await database.assertCurrentSchema();
  const queues: QueueBackendOptions = {
    kind: 'redis',
    url: config.VALKEY_URL,
    onError: (error) => logger.warn({ err: error }, 'trouble with the queue server'),
  };
  const queue = await openQueueBackend(queues);
  const errandQueue = await openQueueBackend(errandQueueOptions(queues));
  const door = await connectFetchService(config.FETCH_SERVICE_ADDRESS, config.FETCH_TOKEN);
  const setup = modelSetup(config);
  return {
    agents: setup && (await AgentRuns.open(setup, logger)),
    database,
    files: new FileStore(config.DATA_DIR),
    queue,
    errandQueue,
    door,
    logger,
    concurrency: config.WORKER_CONCURRENCY,
    revisit: { everyDays: config.REVISIT_DAYS, recentDays: config.REVISIT_RECENT_DAYS },
    errandConcurrency: config.ERRAND_CONCURRENCY,
    timing: { leaseMs: config.HOST_LEASE_SEC * 1000, reconcileMs: config.RECONCILE_SEC * 1000 },
    close: async () => {
      await door.close();
      await errandQueue.close();
      await queue.close();
      await database.close();
    },
  };
}
