import { type DynamicModule, Module } from '@nestjs/common';
import { type AttachmentFileStore, type Database } from '@govcrawler/persistence';
import { type Logger } from '@govcrawler/platform';
import { type LaneMetrics, type QueueBackend } from '@govcrawler/queue';
import { AttachmentConsumer, type LaneTimes } from './attachment-consumer.js';
import { DownloadAttachment, type FileFetcher } from './download/download-attachment.js';
import { ExtractorPool, type ExtractorPoolOptions } from './extract-text/extractor-pool.js';
import { ReadDueTexts } from './read-text/read-due-texts.js';

/** What the process opens and hands in: the same module runs embedded and in the cluster. */
export interface AttachmentInfrastructure {
  database: Database;
  files: AttachmentFileStore;
  /** Opened with `attachmentQueueOptions`. */
  queue: QueueBackend;
  door: FileFetcher;
  logger: Logger;
  /** Lanes served at the same time; a host has two. */
  concurrency?: number;
  timeoutMs?: number;
  maxBytes?: number;
  /** Used until an operator sets `attachment_throttle_cap_s`. */
  throttleCapSec?: number;
  /** How soon new rows are seen. */
  pollMs?: number;
  laneTimes?: LaneTimes;
  extraction?: ExtractorPoolOptions;
  /** Recognise scans. */
  ocr?: boolean;
  metrics?: LaneMetrics;
}

const MB = 1024 * 1024;
const THROTTLE_CAP_SETTING = 'attachment_throttle_cap_s';
/** Recognising a page takes seconds, where reading one takes milliseconds. */
const OCR_TIMEOUT_MS = 10 * 60_000;

/** The attachment-downloader: rows that are due in, files and texts out. */
@Module({})
export class AttachmentModule {
  static forRoot(infrastructure: AttachmentInfrastructure): DynamicModule {
    const { database, files, queue, door, logger, extraction = {}, ocr = false, metrics } = infrastructure;
    const rules = {
      timeoutMs: infrastructure.timeoutMs ?? 60_000,
      maxBytes: infrastructure.maxBytes ?? 200 * MB,
      throttleCapSec: async () =>
        (await database.settings.get<number>(THROTTLE_CAP_SETTING)) ?? infrastructure.throttleCapSec ?? 10,
    };
    const pool = new ExtractorPool(extraction);
    const ocrPool = ocr ? new ExtractorPool({ ...extraction, size: 1, timeoutMs: OCR_TIMEOUT_MS }) : null;
    const readDueTexts = new ReadDueTexts({
      attachments: database.attachments,
      store: files,
      pool,
      ocrPool,
      logger,
      concurrency: extraction.size ?? 1,
    });
    const consumer = new AttachmentConsumer({
      database,
      files,
      queue,
      download: new DownloadAttachment(database.attachments, files, door, rules, logger),
      readDueTexts,
      pools: ocrPool ? [pool, ocrPool] : [pool],
      ocr,
      concurrency: infrastructure.concurrency ?? 4,
      pollMs: infrastructure.pollMs ?? 2000,
      laneTimes: infrastructure.laneTimes ?? {},
      logger,
      metrics,
    });
    return {
      module: AttachmentModule,
      providers: [{ provide: AttachmentConsumer, useValue: consumer }],
      exports: [AttachmentConsumer],
    };
  }
}
