import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { ConfigError } from '@govcrawler/core';
import { loadConfig } from '@govcrawler/platform';
import { schedulerConfigSchema } from './config.js';
import { openClusterInfrastructure } from './open-cluster-infrastructure.js';
import { SchedulerModule } from './scheduler.module.js';

try {
  const config = loadConfig(schedulerConfigSchema, process.env);
  const infrastructure = await openClusterInfrastructure(config);
  const app = await NestFactory.create(SchedulerModule.forRoot(infrastructure), { logger: false });
  const stop = () => void app.close().then(() => infrastructure.close());
  process.once('SIGTERM', stop).once('SIGINT', stop);
  await app.listen(config.SCHEDULER_HEALTH_PORT);
  infrastructure.logger.info({ port: config.SCHEDULER_HEALTH_PORT }, 'scheduler runs');
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
