import { type Writable } from 'node:stream';
import { adapterById } from '@govcrawler/adapters';
import { type FetchFailure, type FetchRequest } from '@govcrawler/contracts';
import { attachmentPace, LeaseLostError, resolvePace, TransientError } from '@govcrawler/core';
import { type FetchedFile } from '@govcrawler/fetch';
import {
  type AttachmentFileStore,
  type AttachmentRepository,
  type DownloadTask,
  type Fence,
  isDiskFull,
  type PartialFile,
} from '@govcrawler/persistence';
import { type Logger } from '@govcrawler/platform';
import { type RunningJob } from '@govcrawler/queue';
import { chooseFileName } from '../identify/file-name.js';
import { sampleFile } from '../identify/file-sample.js';
import { detectFileType } from '../identify/file-type.js';
import { dispositionName } from '../identify/content-disposition.js';
import { hostWaitMs, retryOfAttachment } from './attachment-retry.js';
import { PartialSink } from './partial-sink.js';

/** The outbound door, as far as files go. */
export interface FileFetcher {
  fetchToSink(request: FetchRequest, sink: Writable): Promise<FetchedFile | FetchFailure>;
}

export interface DownloadRules {
  /** Time for one file; what arrived by then is kept, and the next try goes on there. */
  timeoutMs: number;
  maxBytes: number;
  /** No file waits longer than this for its turn, whatever the target's interval says. */
  throttleCapSec: () => Promise<number>;
}

const OUTAGE_WAIT_MS = 15_000;
/** Somebody has to make room first. */
const DISK_FULL_WAIT_MS = 60_000;

/** Takes one attachment from its address into the store: fetch, identify, name, keep, write the row. */
export class DownloadAttachment {
  constructor(
    private readonly attachments: AttachmentRepository,
    private readonly store: AttachmentFileStore,
    private readonly door: FileFetcher,
    private readonly rules: DownloadRules,
    private readonly logger: Logger,
    private readonly now: () => Date = () => new Date(),
  ) {}

  async run(job: RunningJob): Promise<'finished' | { retryInMs: number }> {
    const task = await this.attachments.taskFor(job.jobId);
    if (!task) return 'finished';
    try {
      return await this.download(task, job);
    } catch (error) {
      if (error instanceof LeaseLostError) throw error;
      this.logger.warn({ err: error, attachmentId: task.id }, 'download broke');
      // Our own servers are away: no fault of the file, so no try is counted.
      if (error instanceof TransientError) return { retryInMs: OUTAGE_WAIT_MS };
      if (isDiskFull(error)) return { retryInMs: DISK_FULL_WAIT_MS };
      const message = error instanceof Error ? error.message : String(error);
      return this.fail(task, { reason: 'internal_error', message }, { hostKey: job.hostKey, token: job.token });
    }
  }

  private async download(
    task: DownloadTask,
    { hostKey, token, signal, isHeld }: RunningJob,
  ): Promise<'finished' | { retryInMs: number }> {
    const fence: Fence = { hostKey, token };
    const partial = await this.store.partial(task.id);
    const sink = new PartialSink(this.store, task.id, partial, isHeld);
    const result = await this.fetch(task, partial, sink, signal);
    if (signal.aborted || !isHeld()) return { retryInMs: 0 };
    if (!result.ok) {
      const wait = hostWaitMs(result.reason, result.retryAfterSec);
      if (wait !== null) return { retryInMs: wait };
      // The server does not have the part: what lies here belongs to another version of the file.
      if (result.status === 416) await this.store.dropPartial(task.id);
      return this.fail(task, result, fence);
    }
    const { bytes } = await this.store.partial(task.id);
    if (sink.misfit || (sink.expectedBytes !== null && sink.expectedBytes !== bytes)) {
      await this.store.dropPartial(task.id);
      return this.fail(
        task,
        { reason: 'network_protocol', message: 'the server sent another part than was asked for' },
        fence,
      );
    }
    return this.keep(task, result, partial.path, fence);
  }

  private async fetch(task: DownloadTask, partial: PartialFile, sink: PartialSink, signal: AbortSignal) {
    const { etag, lastModified } = partial.validator ?? {};
    const ifRange = etag ?? lastModified;
    const goesOn: Record<string, string> =
      partial.bytes > 0 && ifRange ? { range: `bytes=${partial.bytes}-`, 'if-range': ifRange } : {};
    const pace = resolvePace(task.pace, adapterById(task.adapter).defaultIntervalSec);
    try {
      return await this.door.fetchToSink(
        {
          url: task.url,
          purpose: 'attachment',
          // Ranges count the bytes that travel: those of the file, not of a packed form.
          headers: { ...refererOf(task.articleUrl), 'accept-encoding': 'identity', ...goesOn },
          pace: attachmentPace(pace, await this.rules.throttleCapSec()),
          timeoutMs: this.rules.timeoutMs,
          maxBytes: 'range' in goesOn ? Math.max(1, this.rules.maxBytes - partial.bytes) : this.rules.maxBytes,
          signal,
          credential: task.credential,
          ...(task.robots ? { robots: task.robots } : { robotsBypass: true }),
        },
        sink,
      );
    } catch (error) {
      // The sink refuses writes of a lost lease; everything else that it throws is a fault of the disk.
      const cause = error instanceof Error ? error.cause : null;
      if (!(cause instanceof LeaseLostError)) throw error;
      throw cause;
    }
  }

  private async keep(task: DownloadTask, answer: FetchedFile, path: string, fence: Fence): Promise<'finished'> {
    const disposition = answer.headers['content-disposition'] ?? null;
    const detected = detectFileType(await sampleFile(path), {
      contentType: answer.headers['content-type'] ?? null,
      names: [dispositionName(disposition), task.linkName, answer.finalUrl, task.url],
    });
    if (detected.kind === 'not_a_file') {
      await this.store.dropPartial(task.id);
      return this.fail(task, detected, fence);
    }
    const { articleId, siteCode, linkName, url } = task;
    const names = { contentDisposition: disposition, linkName, url, finalUrl: answer.finalUrl };
    const filename = chooseFileName(names, detected.type);
    const place = { siteCode, targetCode: task.targetCode ?? '_', articleId, filename };
    const { path: filePath, sha256, sizeBytes } = await this.store.keep(task.id, place);
    const file = { filePath, filename, mime: detected.mime, sizeBytes, sha256 };
    await this.attachments.saveDownloaded(task.id, file, fence);
    this.logger.info({ attachmentId: task.id, articleId, sizeBytes, type: detected.type }, 'attachment stored');
    return 'finished';
  }

  private async fail(
    task: DownloadTask,
    { reason, message }: { reason: string; message: string },
    fence: Fence,
  ): Promise<'finished'> {
    const nextTryAt = retryOfAttachment(reason, task.attempts + 1, this.now());
    // The part first: whoever reads that the file was given up finds nothing of it any more.
    if (nextTryAt === null) await this.store.dropPartial(task.id);
    await this.attachments.saveFailure(task.id, { reason, message, nextTryAt }, fence);
    this.logger.info({ attachmentId: task.id, reason, nextTryAt }, 'attachment failed');
    return 'finished';
  }
}

/** Addresses are stored as published; a header takes no Chinese. */
function refererOf(articleUrl: string): { referer?: string } {
  return URL.canParse(articleUrl) ? { referer: new URL(articleUrl).href } : {};
}
