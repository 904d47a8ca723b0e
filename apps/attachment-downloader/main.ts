import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { ConfigError } from '@govcrawler/core';
import { loadConfig } from '@govcrawler/platform';
import { AttachmentModule } from './attachment.module.js';
import { attachmentConfigSchema } from './config.js';
import { openClusterInfrastructure } from './open-cluster-infrastructure.js';

try {
  const infrastructure = await openClusterInfrastructure(loadConfig(attachmentConfigSchema, process.env));
  const app = await NestFactory.createApplicationContext(AttachmentModule.forRoot(infrastructure), { logger: false });
  const stop = () => void app.close().then(() => infrastructure.close());
  process.once('SIGTERM', stop).once('SIGINT', stop);
  infrastructure.logger.info('attachment-downloader takes files');
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
