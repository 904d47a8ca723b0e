import { connectFetchService } from '@govcrawler/fetch';
import { AttachmentFileStore, openDatabase } from '@govcrawler/persistence';
import { createLogger } from '@govcrawler/platform';
import { openQueueBackend } from '@govcrawler/queue';
import { type AttachmentInfrastructure } from './attachment.module.js';
import { attachmentQueueOptions } from './attachment-queue.js';
import { type AttachmentConfig } from './config.js';

const MB = 1024 * 1024;

/** Opens what the downloader needs as a service of its own: MySQL, Valkey and the fetch service. */
export async function openClusterInfrastructure(
  config: AttachmentConfig,
): Promise<AttachmentInfrastructure & { close(): Promise<void> }> {
  const logger = createLogger('attachment-downloader', config.LOG_LEVEL);
  const database = await openDatabase({ kind: 'mysql', url: config.DATABASE_URL }, logger);
  await database.assertCurrentSchema();
  const queue = await openQueueBackend(
    attachmentQueueOptions({
      kind: 'redis',
      url: config.VALKEY_URL,
      onError: (error) => logger.warn({ err: error }, 'trouble with the queue server'),
    }),
  );
  const door = await connectFetchService(config.FETCH_SERVICE_ADDRESS, config.FETCH_TOKEN);
  return {
    database,
    files: new AttachmentFileStore(config.DATA_DIR),
    queue,
    door,
    logger,
    concurrency: config.ATTACHMENT_CONCURRENCY,
    timeoutMs: config.ATTACHMENT_TIMEOUT_SEC * 1000,
    maxBytes: config.ATTACHMENT_MAX_MB * MB,
    throttleCapSec: config.ATTACHMENT_THROTTLE_CAP_SEC,
    extraction: { size: config.EXTRACTOR_PROCESSES },
    ocr: config.OCR === 'on',
    close: async () => {
      await door.close();
      await queue.close();
      await database.close();
    },
  };
}
