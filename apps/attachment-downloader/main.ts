import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { ConfigError } from '@govcrawler/core';
import { createMetrics, loadConfig, serveHealth } from '@govcrawler/platform';
import { LaneMetrics } from '@govcrawler/queue';
import { AttachmentModule } from './attachment.module.js';
import { attachmentConfigSchema } from './config.js';
import { openClusterInfrastructure } from './open-cluster-infrastructure.js';

try {
  const config = loadConfig(attachmentConfigSchema, process.env);
  const infrastructure = await openClusterInfrastructure(config);
  const metrics = createMetrics('attachment-downloader');
  const health = await serveHealth({
    service: 'attachment-downloader',
    port: config.DOWNLOADER_HEALTH_PORT,
    ready: () => infrastructure.database.ping(),
    metrics: () => metrics.metrics(),
  });
  const module = AttachmentModule.forRoot({ ...infrastructure, metrics: new LaneMetrics(metrics) });
  const app = await NestFactory.createApplicationContext(module, { logger: false });
  const stop = () =>
    void app
      .close()
      .then(() => health.close())
      .then(() => infrastructure.close());
  process.once('SIGTERM', stop).once('SIGINT', stop);
  infrastructure.logger.info('attachment-downloader takes files');
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
