import { type AttachmentTextStatus } from '@govcrawler/contracts';
import { type DataSource, type EntityManager } from 'typeorm';
import { type RowValues } from '../connection/insert-rows.js';
import { inTransaction, updateRows } from '../connection/transaction.js';
import { ArticleEntity } from '../entities/article.entity.js';
import { AttachmentEntity } from '../entities/attachment.entity.js';
import { SiteEntity } from '../entities/site.entity.js';
import { TargetEntity } from '../entities/target.entity.js';
import { Dialect } from '../schema/dialect.js';
import { appendUpserts } from './change.repository.js';
import { assertFence, type Fence } from './fence.js';
import { credentialFor } from './site-credential.js';

/** Everything that a download needs to know. */
export interface DownloadTask {
  id: number;
  articleId: number;
  url: string;
  /** The name under which the document offers the file. */
  linkName: string | null;
  attempts: number;
  articleUrl: string;
  siteCode: string;
  /** Null once the target was deleted. */
  targetCode: string | null;
  adapter: string;
  pace: { intervalSec: number | null; intervalJitterSec: number | null };
  robots: { onError: 'allow' | 'deny' } | null;
  /** Name of the secret that goes with the request, where the file lies on the site's own hosts. */
  credential?: string;
}

/** A file that lies in the store. */
export interface DownloadedAttachment {
  filePath: string;
  filename: string;
  mime: string;
  sizeBytes: number;
  sha256: string;
}

/** A file whose text is to be read. */
export interface TextTask {
  sha256: string;
  filePath: string;
  filename: string | null;
  mime: string | null;
  textStatus: AttachmentTextStatus | null;
}

/** What became of reading a file. */
export interface WrittenText {
  textStatus: AttachmentTextStatus;
  textReason: string | null;
  textPath: string | null;
}

/** Attachments from "offered" to "text read". Rows are claimed by moving their due time: a claim that dies comes back. */
export class AttachmentRepository {
  private readonly dialect: Dialect;

  constructor(private readonly dataSource: DataSource) {
    this.dialect = Dialect.of(dataSource);
  }

  /**
   * Hands over downloads that are due, oldest first; they come again after `againInMs` unless they were settled by
   * then. Only what was handed over is put off: a process that dies in between delays nothing. Returns how many.
   */
  async handOverDue(
    limit: number,
    againInMs: number,
    handOver: (due: { id: number; url: string }[]) => Promise<void>,
  ): Promise<number> {
    const isDue = `next_try_at <= ${this.dialect.now}`;
    const rows = await this.dataSource
      .createQueryBuilder(AttachmentEntity, 'attachment')
      .select(['attachment.id', 'attachment.url'])
      .where(`attachment.nextTryAt <= ${this.dialect.now}`)
      .orderBy('attachment.nextTryAt')
      .addOrderBy('attachment.id')
      .limit(limit)
      .getMany();
    if (rows.length === 0) return 0;
    await handOver(rows.map(({ id, url }) => ({ id, url })));
    const later = { nextTryAt: () => this.dialect.nowPlus(againInMs) };
    const ids = rows.map(({ id }) => id);
    // Some may be settled already: those are not due any more.
    const where = `id IN (:...ids) AND ${isDue}`;
    await updateRows(this.dataSource.manager, AttachmentEntity, later, where, { ids });
    return rows.length;
  }

  /** Null when there is nothing left to download. */
  async taskFor(id: number): Promise<DownloadTask | null> {
    const row = await this.dataSource
      .createQueryBuilder(AttachmentEntity, 'attachment')
      .innerJoin(ArticleEntity, 'article', 'article.id = attachment.articleId')
      .innerJoin(SiteEntity, 'site', 'site.id = article.siteId')
      .leftJoin(TargetEntity, 'target', 'target.id = article.targetId')
      .select('attachment.articleId', 'articleId')
      .addSelect('article.siteId', 'siteId')
      .addSelect('target.id', 'targetId')
      .addSelect('attachment.url', 'url')
      .addSelect('attachment.filename', 'linkName')
      .addSelect('attachment.attempts', 'attempts')
      .addSelect('article.url', 'articleUrl')
      .addSelect('site.siteCode', 'siteCode')
      .addSelect('site.cmsAdapter', 'adapter')
      .addSelect('site.respectRobots', 'respectRobots')
      .addSelect('site.robotsOnError', 'robotsOnError')
      .addSelect('target.targetCode', 'targetCode')
      .addSelect('target.intervalSec', 'intervalSec')
      .addSelect('target.intervalJitterSec', 'intervalJitterSec')
      .where("attachment.id = :id AND attachment.downloadStatus <> 'downloaded'", { id })
      .getRawOne<Record<string, string | number | boolean | null>>();
    if (!row) return null;
    const number = (value: unknown) => (value === null ? null : Number(value));
    const [url, siteId, targetId] = [String(row['url']), Number(row['siteId']), number(row['targetId'])];
    return {
      id,
      articleId: Number(row['articleId']),
      url,
      linkName: row['linkName'] as string | null,
      attempts: Number(row['attempts']),
      articleUrl: String(row['articleUrl']),
      siteCode: String(row['siteCode']),
      targetCode: row['targetCode'] as string | null,
      adapter: String(row['adapter']),
      pace: { intervalSec: number(row['intervalSec']), intervalJitterSec: number(row['intervalJitterSec']) },
      // MySQL has no booleans: 1 is true.
      robots: row['respectRobots'] ? { onError: row['robotsOnError'] === 'deny' ? 'deny' : 'allow' } : null,
      ...(await credentialFor(this.dataSource.manager, url, { siteId, targetId })),
    };
  }

  /** The file is in the store. Bytes that were read before for another article are not read again. */
  async saveDownloaded(id: number, file: DownloadedAttachment, fence: Fence): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      await assertFence(manager, fence);
      const twin = await manager
        .createQueryBuilder(AttachmentEntity, 'attachment')
        .where('attachment.sha256 = :sha256 AND attachment.textStatus IS NOT NULL', { sha256: file.sha256 })
        .limit(1)
        .getOne();
      const values: RowValues<AttachmentEntity> = {
        ...file,
        downloadStatus: 'downloaded',
        attempts: () => 'attempts + 1',
        failReason: null,
        failMessage: null,
        nextTryAt: null,
        textStatus: twin?.textStatus ?? null,
        textReason: twin?.textReason ?? null,
        textPath: twin?.textPath ?? null,
        textDueAt: twin ? twin.textDueAt : () => this.dialect.now,
      };
      await updateRows(manager, AttachmentEntity, values, 'id = :id', { id });
      if (twin && isReadable(twin)) await announceText(manager, 'attachment.id = :id', { id });
    });
  }

  /** The download failed; the row stays, with the reason. `nextTryAt` null: no further try by itself. */
  async saveFailure(
    id: number,
    failure: { reason: string; message: string; nextTryAt: Date | null },
    fence: Fence,
  ): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      await assertFence(manager, fence);
      const values: RowValues<AttachmentEntity> = {
        downloadStatus: 'failed',
        attempts: () => 'attempts + 1',
        failReason: failure.reason,
        failMessage: failure.message,
        nextTryAt: failure.nextTryAt,
      };
      await updateRows(manager, AttachmentEntity, values, 'id = :id', { id });
    });
  }

  /**
   * Makes everything due that a process had taken. Only for a process that alone uses the database (embedded):
   * whoever took it is dead. What failed keeps the time of its next try.
   */
  async releaseClaims(): Promise<void> {
    const { manager } = this.dataSource;
    const now = () => this.dialect.now;
    await updateRows(
      manager,
      AttachmentEntity,
      { nextTryAt: now },
      "download_status = 'pending' AND next_try_at IS NOT NULL",
      {},
    );
    await updateRows(manager, AttachmentEntity, { textDueAt: now }, 'text_due_at IS NOT NULL', {});
  }

  /** How many files there are, and how many of them still have work ahead: a download or the reading of their text. */
  async workAhead(): Promise<{ total: number; unfinished: number }> {
    const row = await this.dataSource
      .createQueryBuilder(AttachmentEntity, 'attachment')
      .select('COUNT(*)', 'total')
      .addSelect(
        'SUM(CASE WHEN attachment.nextTryAt IS NOT NULL OR attachment.textDueAt IS NOT NULL THEN 1 ELSE 0 END)',
        'unfinished',
      )
      .getRawOne<{ total: string; unfinished: string | null }>();
    return { total: Number(row?.total ?? 0), unfinished: Number(row?.unfinished ?? 0) };
  }

  /** A person asks for another try of all that failed; returns how many. */
  retryFailed(): Promise<number> {
    return this.makeDue("download_status = 'failed'", {});
  }

  /** A person asks for a file, whatever became of it before. */
  async downloadAgain(id: number): Promise<void> {
    await this.makeDue('id = :id', { id });
  }

  private makeDue(which: string, parameters: { id?: number }): Promise<number> {
    const values = { downloadStatus: 'pending' as const, attempts: 0, nextTryAt: () => this.dialect.now };
    return updateRows(this.dataSource.manager, AttachmentEntity, values, which, parameters);
  }

  /** Files whose text is to be read, each content once; they come again after `againInMs` unless settled by then. */
  async takeTextDue(limit: number, againInMs: number): Promise<TextTask[]> {
    const rows = await this.dataSource
      .createQueryBuilder(AttachmentEntity, 'attachment')
      .where(`attachment.textDueAt <= ${this.dialect.now}`)
      .orderBy('attachment.textDueAt')
      .addOrderBy('attachment.id')
      .limit(limit)
      .getMany();
    const bySha = new Map(rows.map((row) => [row.sha256, row]));
    for (const sha256 of bySha.keys()) {
      const later = { textDueAt: () => this.dialect.nowPlus(againInMs) };
      const where = 'sha256 = :sha256 AND text_due_at IS NOT NULL';
      await updateRows(this.dataSource.manager, AttachmentEntity, later, where, { sha256 });
    }
    return [...bySha.values()].map(({ sha256, filePath, filename, mime, textStatus }) => ({
      sha256: sha256 as string,
      filePath: filePath as string,
      filename,
      mime,
      textStatus,
    }));
  }

  /**
   * Holds for every attachment with these bytes. `ocrNext`: a scan that is to be recognised now. Text that can be read
   * is a change of the articles that it belongs to: who fed on them before has not seen it.
   */
  async saveText(sha256: string, text: WrittenText, { ocrNext = false } = {}): Promise<void> {
    const values = { ...text, textDueAt: ocrNext ? () => this.dialect.now : null };
    await inTransaction(this.dataSource, async (manager) => {
      await updateRows(manager, AttachmentEntity, values, 'sha256 = :sha256', { sha256 });
      if (isReadable(text)) await announceText(manager, 'attachment.sha256 = :sha256', { sha256 });
    });
  }

  /** Scans that were found while OCR was off become due; returns how many. */
  async requestOcr(): Promise<number> {
    const values = { textDueAt: () => this.dialect.now };
    const where = "text_status = 'needs_ocr' AND text_due_at IS NULL";
    return updateRows(this.dataSource.manager, AttachmentEntity, values, where, {});
  }
}

function isReadable({ textStatus, textPath }: Pick<WrittenText, 'textPath'> & { textStatus: string | null }): boolean {
  return textPath !== null && (textStatus === 'ready' || textStatus === 'limited');
}

/** Must come last in its transaction, as every entry of the change log. */
async function announceText(manager: EntityManager, which: string, parameters: object): Promise<void> {
  const articles = await manager
    .createQueryBuilder(ArticleEntity, 'article')
    .innerJoin(AttachmentEntity, 'attachment', 'attachment.articleId = article.id')
    .select('article.id')
    .where(`${which} AND article.withdrawnAt IS NULL`, parameters)
    .orderBy('article.id')
    .getMany();
  if (articles.length === 0) return;
  const ids = articles.map(({ id }) => id);
  await updateRows(manager, ArticleEntity, { exportedToRagAt: null }, 'id IN (:...ids)', { ids });
  await appendUpserts(manager, ids);
}
