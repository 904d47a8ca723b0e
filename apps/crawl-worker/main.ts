import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { ConfigError } from '@govcrawler/core';
import { loadConfig } from '@govcrawler/platform';
import { crawlWorkerConfigSchema } from './config.js';
import { CrawlWorkerModule } from './crawl-worker.module.js';
import { openClusterInfrastructure } from './open-cluster-infrastructure.js';

try {
  const infrastructure = await openClusterInfrastructure(loadConfig(crawlWorkerConfigSchema, process.env));
  const app = await NestFactory.createApplicationContext(CrawlWorkerModule.forRoot(infrastructure), { logger: false });
  const stop = () => void app.close().then(() => infrastructure.close());
  process.once('SIGTERM', stop).once('SIGINT', stop);
  infrastructure.logger.info('crawl worker takes jobs');
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
