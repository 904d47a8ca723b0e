import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { GovCrawlerError } from '@govcrawler/core';
import { createMetrics, loadConfig, serveHealth } from '@govcrawler/platform';
import { LaneMetrics } from '@govcrawler/queue';
import { CommanderError } from 'commander';
import { crawlWorkerConfigSchema } from './config.js';
import { CrawlWorkerModule } from './crawl-worker.module.js';
import { parseOnceCommand } from './once/once-command.js';
import { startOnce } from './once/start-once.js';
import { openClusterInfrastructure } from './open-cluster-infrastructure.js';

const WRONG_USAGE = 2;
const TRY_LATER = 75;
/** Whatever hangs by then, the job's row brings it back; Kubernetes would kill 5 s later. */
const LEAVE_WITHIN_MS = 24_500;

const args = process.argv.slice(2);
try {
  if (args.length > 0) await once(args);
  else await serve();
} catch (error) {
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : WRONG_USAGE);
  process.stderr.write(`${error instanceof GovCrawlerError ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}

/** Takes jobs of all hosts until it is told to stop. */
async function serve(): Promise<void> {
  // Heard from the first moment on: a rolling update may change its mind while a worker still starts.
  const toldToGo = new Promise<void>((resolve) => {
    const leave = () => {
      setTimeout(() => process.exit(0), LEAVE_WITHIN_MS);
      resolve();
    };
    process.once('SIGTERM', leave).once('SIGINT', leave);
  });
  const config = loadConfig(crawlWorkerConfigSchema, process.env);
  const infrastructure = await openClusterInfrastructure(config);
  const metrics = createMetrics('crawl-worker');
  const health = await serveHealth({
    service: 'crawl-worker',
    port: config.WORKER_HEALTH_PORT,
    ready: () => infrastructure.database.ping(),
    metrics: () => metrics.metrics(),
  });
  const app = await NestFactory.createApplicationContext(
    CrawlWorkerModule.forRoot({ ...infrastructure, metrics: new LaneMetrics(metrics) }),
    {
      logger: false,
      abortOnError: false,
    },
  );
  infrastructure.logger.info('crawl worker takes jobs');
  await toldToGo;
  await app.close();
  await health.close();
  await infrastructure.close();
  process.exit(0);
}

/** Crawls one target and ends: the entry of a Kubernetes CronJob. */
async function once(words: readonly string[]): Promise<void> {
  const command = parseOnceCommand(words);
  const leaving = new AbortController();
  const leave = () => {
    setTimeout(() => process.exit(TRY_LATER), LEAVE_WITHIN_MS);
    leaving.abort();
  };
  process.once('SIGTERM', leave).once('SIGINT', leave);
  const infrastructure = await openClusterInfrastructure(loadConfig(crawlWorkerConfigSchema, process.env));
  const { exitCode, text, json } = await startOnce(infrastructure, command, leaving.signal);
  process.stdout.write(`${command.json ? JSON.stringify(json) : text}\n`);
  await infrastructure.close();
  process.exit(exitCode);
}
