import { Injectable } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log.js';
import { type Actor } from '../auth/actor.decorator.js';
import { KeptDocuments, ReadDocuments } from './read-documents.js';

/** Where the downloader finds its work. */
export abstract class AttachmentDownloads {
  abstract downloadAgain(id: number): Promise<void>;
  abstract retryFailed(): Promise<number>;
}

/** Asks for files that could not be downloaded, or that are gone from the data folder. */
@Injectable()
export class DownloadAgain {
  constructor(
    private readonly documents: KeptDocuments,
    private readonly read: ReadDocuments,
    private readonly downloads: AttachmentDownloads,
    private readonly audit: AuditLog,
  ) {}

  /** `present`: its file is where it belongs, or on its way. */
  async one(id: number, actor: Actor): Promise<'accepted' | 'present' | 'unknown'> {
    const attachment = await this.documents.attachment(id);
    if (!attachment) return 'unknown';
    const { downloadStatus, url, failReason } = attachment;
    if (downloadStatus === 'downloaded' && (await this.read.attachmentFile(id))) return 'present';
    await this.downloads.downloadAgain(id);
    const before = { url, downloadStatus, failReason };
    await this.audit.append([{ actor, action: 'attachment.retry', subjectKey: String(id), before, after: null }]);
    return 'accepted';
  }

  /** All that failed; says how many that are. */
  async allFailed(actor: Actor): Promise<number> {
    const retried = await this.downloads.retryFailed();
    const entry = { actor, action: 'attachment.retry-failed', subjectKey: '', before: null, after: { retried } };
    if (retried > 0) await this.audit.append([entry]);
    return retried;
  }
}
