import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { ConfigError } from '@govcrawler/core';
import { loadConfig, serveHealth } from '@govcrawler/platform';
import { AttachmentModule } from './attachment.module.js';
import { attachmentConfigSchema } from './config.js';
import { openClusterInfrastructure } from './open-cluster-infrastructure.js';

try {
  const config = loadConfig(attachmentConfigSchema, process.env);
  const infrastructure = await openClusterInfrastructure(config);
  const health = await serveHealth({
    service: 'attachment-downloader',
    port: config.DOWNLOADER_HEALTH_PORT,
    ready: () => infrastructure.database.ping(),
  });
  const app = await NestFactory.createApplicationContext(AttachmentModule.forRoot(infrastructure), { logger: false });
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
