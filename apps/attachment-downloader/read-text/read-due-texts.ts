import { access } from 'node:fs/promises';
import {
  type AttachmentFileStore,
  type AttachmentRepository,
  type TextTask,
  type WrittenText,
} from '@govcrawler/persistence';
import { type Logger } from '@govcrawler/platform';
import { type Extraction } from '../extract-text/extraction.js';
import { type ExtractorPool } from '../extract-text/extractor-pool.js';
import { sampleFile } from '../identify/file-sample.js';
import { detectFileType } from '../identify/file-type.js';
import { type FileType, OCR_TYPES } from '../identify/file-types.js';

/** A reading that its process did not finish by then is done again. */
const AGAIN_IN_MS = 15 * 60_000;
export interface ReadDueTextsOptions {
  attachments: AttachmentRepository;
  store: AttachmentFileStore;
  pool: ExtractorPool;
  /** Null: scans are only marked. */
  ocrPool: ExtractorPool | null;
  logger: Logger;
  /** Files read at the same time. */
  concurrency: number;
}

/** Reads the text of stored files, each content once, and writes what became of it. */
export class ReadDueTexts {
  constructor(private readonly options: ReadDueTextsOptions) {}

  /** Reads what is due now; returns how many files that were. */
  async run(signal: AbortSignal): Promise<number> {
    const { attachments, concurrency, logger } = this.options;
    const tasks = await attachments.takeTextDue(concurrency, AGAIN_IN_MS);
    await Promise.all(
      tasks.map((task) =>
        this.read(task, signal).catch((error: unknown) => {
          // It stays due, and comes again.
          logger.error({ err: error, sha256: task.sha256 }, 'reading an attachment broke');
        }),
      ),
    );
    return tasks.length;
  }

  private async read(task: TextTask, signal: AbortSignal): Promise<void> {
    const { attachments, store, pool, ocrPool, logger } = this.options;
    const path = store.absolute(task.filePath);
    if (!(await exists(path))) {
      return attachments.saveText(task.sha256, { textStatus: 'failed', textReason: 'file_missing', textPath: null });
    }
    const type = await this.typeOf(task, path);
    const useOcr = task.textStatus === 'needs_ocr' && ocrPool !== null;
    const extraction = await (useOcr ? ocrPool.read(path, type, 'ocr') : pool.read(path, type));
    // The process ends: whoever comes next reads it.
    if (signal.aborted || (extraction.kind === 'failed' && extraction.reason === 'aborted')) return;
    const ocrNext = extraction.kind === 'needs_ocr' && ocrPool !== null && OCR_TYPES.has(type);
    await attachments.saveText(task.sha256, await this.write(task.sha256, extraction), { ocrNext });
    logger.info({ sha256: task.sha256, type, kind: extraction.kind }, 'attachment read');
  }

  private async typeOf(task: TextTask, path: string): Promise<FileType> {
    const hints = { contentType: task.mime, names: [task.filename] };
    const detected = detectFileType(await sampleFile(path), hints);
    return detected.kind === 'file' ? detected.type : 'unknown';
  }

  private async write(sha256: string, extraction: Extraction): Promise<WrittenText> {
    const text = 'text' in extraction ? extraction.text : '';
    const textPath = text === '' ? null : await this.options.store.saveAttachmentText(sha256, text);
    switch (extraction.kind) {
      case 'text':
        return { textStatus: 'ready', textReason: null, textPath };
      case 'empty':
      case 'needs_ocr':
        return { textStatus: extraction.kind, textReason: null, textPath };
      case 'limited':
      case 'failed':
        return { textStatus: extraction.kind, textReason: extraction.reason, textPath };
    }
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
