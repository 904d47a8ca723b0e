import { type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { type AttachmentFileStore, type Database } from '@govcrawler/persistence';
import { type Logger, RepeatedWork } from '@govcrawler/platform';
import {
  HostLanes,
  LaneDispatcher,
  type LaneDispatcherOptions,
  type LaneEvent,
  type LaneMetrics,
  type QueueBackend,
} from '@govcrawler/queue';
import { type DownloadAttachment } from './download/download-attachment.js';
import { enqueueDueAttachments } from './download/enqueue-due-attachments.js';
import { type ExtractorPool } from './extract-text/extractor-pool.js';
import { type ReadDueTexts } from './read-text/read-due-texts.js';

/** How soon lanes of a dead worker go on elsewhere; the defaults are those of crawls. */
export type LaneTimes = Pick<
  LaneDispatcherOptions,
  'leaseTtlMs' | 'busyHostRetryMs' | 'bellLockMs' | 'bellStalledCheckMs'
>;

export interface AttachmentConsumerOptions {
  database: Database;
  files: AttachmentFileStore;
  /** Opened with `attachmentQueueOptions`. */
  queue: QueueBackend;
  download: DownloadAttachment;
  readDueTexts: ReadDueTexts;
  pools: readonly ExtractorPool[];
  ocr: boolean;
  /** Lanes served at the same time. */
  concurrency: number;
  /** How soon new rows are seen. */
  pollMs: number;
  laneTimes: LaneTimes;
  logger: Logger;
  metrics?: LaneMetrics;
}

/** Kubernetes kills after 30 s, and closing the queue may take six more: what runs must be back on its lane before. */
const GRACE_MS = 18_000;

/** Downloads and reads for as long as the process lives: starts last, stops first. */
export class AttachmentConsumer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly dispatcher: LaneDispatcher;
  private readonly enqueueing: RepeatedWork;
  private readonly reading: RepeatedWork;

  constructor(private readonly options: AttachmentConsumerOptions) {
    const { database, queue, download, readDueTexts, concurrency, pollMs, logger } = options;
    const lanes = new HostLanes(queue);
    const count = options.metrics?.of('attachment');
    this.dispatcher = new LaneDispatcher({
      ...options.laneTimes,
      backend: queue,
      leases: database.leases,
      concurrency,
      handler: (run) => download.run(run),
      onEvent: (event) => {
        count?.(event);
        this.log(event);
      },
    });
    const rounds = {
      restMs: pollMs,
      onError: (error: unknown) => logger.error({ err: error }, 'attachment round failed'),
    };
    this.enqueueing = new RepeatedWork({ ...rounds, work: () => enqueueDueAttachments(database.attachments, lanes) });
    this.reading = new RepeatedWork({ ...rounds, work: (signal) => readDueTexts.run(signal) });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.options.files.cleanPartials();
    if (this.options.ocr) await this.options.database.attachments.requestOcr();
    await this.dispatcher.start();
    this.enqueueing.start();
    this.reading.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    const reading = this.reading.stop();
    await Promise.all([
      this.enqueueing.stop(),
      this.dispatcher.stop({ graceMs: GRACE_MS }),
      ...this.options.pools.map((pool) => pool.close()),
    ]);
    await reading;
  }

  private log(event: LaneEvent): void {
    const { logger } = this.options;
    if (event.kind === 'handler_failed') logger.error({ ...event, err: event.error }, 'attachment handler failed');
    else if (event.kind === 'lease_lost' || event.kind === 'trouble')
      logger.warn({ ...event, err: event.error }, event.kind);
    else logger.debug(event, 'attachment lane');
  }
}
