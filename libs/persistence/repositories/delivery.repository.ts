import {
  type ArticleStatus,
  type AttachmentStatus,
  type AttachmentTextStatus,
  type DeliveryFilter,
  type StoredFetchStrategy,
  type Validity,
} from '@govcrawler/contracts';
import { type DataSource, type SelectQueryBuilder } from 'typeorm';
import { ArticleChangeEntity } from '../entities/article-change.entity.js';
import { ArticleEntity } from '../entities/article.entity.js';
import { AttachmentEntity } from '../entities/attachment.entity.js';
import { ArticleSummaryEntity } from '../entities/briefing.entity.js';
import { DepartmentEntity } from '../entities/department.entity.js';
import { SiteEntity } from '../entities/site.entity.js';
import { TargetEntity } from '../entities/target.entity.js';
import { asParameter } from '../sanitise/clean-text.js';

/** A document as it is stored, with the names of what it belongs to. */
export interface StoredDocument {
  id: number;
  revision: number;
  status: ArticleStatus;
  title: string;
  siteCode: string;
  siteName: string;
  targetCode: string | null;
  deptId: number | null;
  department: string | null;
  contentCategory: string | null;
  contentSubcategory: string | null;
  channelName: string | null;
  channelPath: string | null;
  publisher: string | null;
  docNo: string | null;
  indexNo: string | null;
  topicWords: string | null;
  openCategory: string | null;
  validity: Validity | null;
  sourceRaw: string | null;
  publishTime: Date | null;
  publishDate: string | null;
  writtenDate: string | null;
  url: string;
  finalUrl: string | null;
  fetchedAt: Date;
  /** When the site was found not to have it any more. */
  withdrawnAt: Date | null;
  rawSha256: string | null;
  contentHash: string;
  metadata: Record<string, unknown>;
  /** Of the document as it is now. */
  summary: string | null;
  contentText: string;
  contentMarkdown: string;
  textPath: string | null;
  hasAttachment: boolean;
}

export interface StoredFileText {
  id: number;
  articleId: number;
  url: string;
  filename: string | null;
  mime: string | null;
  sizeBytes: number | null;
  sha256: string | null;
  status: AttachmentStatus;
  textStatus: AttachmentTextStatus | null;
  textPath: string | null;
  filePath: string | null;
}

/** What is known of how a document was got. */
export interface StoredEvidence {
  articleId: number;
  siteCode: string;
  revision: number;
  url: string;
  finalUrl: string | null;
  fetchedAt: Date;
  fetchStrategy: StoredFetchStrategy | null;
  httpStatus: number | null;
  responseHeaders: Record<string, string> | null;
  rawSha256: string | null;
  rawHtmlPath: string | null;
}

export interface DocumentSearch {
  afterId: number;
  limit: number;
  filter: DeliveryFilter;
  status?: ArticleStatus;
  /** Published at or after. */
  from?: Date;
  /** Published before. */
  to?: Date;
}

const PLAIN = [
  'id',
  'revision',
  'status',
  'title',
  'deptId',
  'contentCategory',
  'contentSubcategory',
  'channelName',
  'channelPath',
  'publisher',
  'docNo',
  'indexNo',
  'topicWords',
  'openCategory',
  'validity',
  'sourceRaw',
  'publishTime',
  'url',
  'finalUrl',
  'fetchedAt',
  'withdrawnAt',
  'rawSha256',
  'contentHash',
  'textPath',
  'hasAttachment',
] as const;

type RawRow = Record<string, unknown>;

/** Documents for those who take them away. Read without entities: a stream of a hundred thousand feels each of them. */
export class DeliveryRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Those that are there, by id. `bodies` false leaves out text and Markdown. */
  async documents(ids: readonly number[], { bodies = true } = {}): Promise<Map<number, StoredDocument>> {
    if (ids.length === 0) return new Map();
    const query = this.documentQuery(bodies).where('article.id IN (:...ids)', { ids: [...new Set(ids)] });
    const rows = await query.getRawMany<RawRow>();
    return new Map(rows.map((row) => [Number(row['id']), asDocument(row)]));
  }

  /** In the order of their ids, which never change: a reader that goes on from the last id misses none that was there. */
  async list(search: DocumentSearch, { bodies = true } = {}): Promise<StoredDocument[]> {
    const { afterId, limit, filter, status, from, to } = search;
    const query = this.documentQuery(bodies).where('article.id > :afterId', { afterId });
    const siteCodes = filter.siteCodes?.map(asParameter);
    if (siteCodes?.length) query.andWhere('site.siteCode IN (:...siteCodes)', { siteCodes });
    if (filter.deptIds?.length) query.andWhere('article.deptId IN (:...deptIds)', { deptIds: filter.deptIds });
    const categories = filter.categories?.map(asParameter);
    if (categories?.length) query.andWhere('article.contentCategory IN (:...categories)', { categories });
    if (status) query.andWhere('article.status = :status', { status });
    if (from) query.andWhere('article.publishTime >= :from', { from });
    if (to) query.andWhere('article.publishTime < :to', { to });
    const rows = await query.orderBy('article.id').limit(limit).getRawMany<RawRow>();
    return rows.map(asDocument);
  }

  /** The files of documents, in the order in which they offer them. */
  async filesOf(articleIds: readonly number[]): Promise<Map<number, StoredFileText[]>> {
    const files = new Map<number, StoredFileText[]>();
    if (articleIds.length === 0) return files;
    const rows = await this.dataSource
      .createQueryBuilder(AttachmentEntity, 'file')
      .where('file.articleId IN (:...articleIds)', { articleIds: [...new Set(articleIds)] })
      .orderBy('file.id')
      .getMany();
    for (const row of rows) files.set(row.articleId, [...(files.get(row.articleId) ?? []), asFile(row)]);
    return files;
  }

  async file(id: number): Promise<StoredFileText | null> {
    const row = await this.dataSource
      .createQueryBuilder(AttachmentEntity, 'file')
      .where('file.id = :id', { id })
      .getOne();
    return row && asFile(row);
  }

  /** The number of the newest entry about an article: it changes whenever something delivered does. 0: never heard of. */
  async newestChange(articleId: number): Promise<number> {
    const row = await this.dataSource
      .createQueryBuilder(ArticleChangeEntity, 'change')
      .select('MAX(change.seq)', 'seq')
      .where('change.articleId = :articleId', { articleId })
      .getRawOne<{ seq: string | null }>();
    return Number(row?.seq ?? 0);
  }

  async evidence(articleId: number): Promise<StoredEvidence | null> {
    const [found] = await this.evidenceQuery().where('article.id = :articleId', { articleId }).getRawMany<RawRow>();
    return found ? asEvidence(found) : null;
  }

  /** Documents of a site, or fetched in a span of time, in the order of their ids. */
  async evidenceOf(
    scope: { siteCode?: string; from?: Date; to?: Date },
    afterId: number,
    limit: number,
  ): Promise<StoredEvidence[]> {
    const query = this.evidenceQuery().where('article.id > :afterId', { afterId });
    if (scope.siteCode !== undefined) {
      query.andWhere('site.siteCode = :siteCode', { siteCode: asParameter(scope.siteCode) });
    }
    if (scope.from) query.andWhere('article.fetchedAt >= :from', { from: scope.from });
    if (scope.to) query.andWhere('article.fetchedAt < :to', { to: scope.to });
    const rows = await query.orderBy('article.id').limit(limit).getRawMany<RawRow>();
    return rows.map(asEvidence);
  }

  private documentQuery(bodies: boolean): SelectQueryBuilder<ArticleEntity> {
    const query = this.dataSource
      .createQueryBuilder(ArticleEntity, 'article')
      .innerJoin(SiteEntity, 'site', 'site.id = article.siteId')
      .leftJoin(TargetEntity, 'target', 'target.id = article.targetId')
      .leftJoin(DepartmentEntity, 'department', 'department.deptId = article.deptId')
      .leftJoin(
        ArticleSummaryEntity,
        'summary',
        'summary.articleId = article.id AND summary.contentHash = article.contentHash',
      )
      .select('site.siteCode', 'siteCode')
      .addSelect('site.siteName', 'siteName')
      .addSelect('target.targetCode', 'targetCode')
      .addSelect('department.fullName', 'department')
      .addSelect('CAST(article.publishDate AS CHAR(10))', 'publishDate')
      .addSelect('CAST(article.writtenDate AS CHAR(10))', 'writtenDate')
      .addSelect('article.metadataJson', 'metadata')
      .addSelect('summary.summary', 'summary');
    for (const column of PLAIN) query.addSelect(`article.${column}`, column);
    if (bodies)
      query.addSelect('article.contentText', 'contentText').addSelect('article.contentMarkdown', 'contentMarkdown');
    return query;
  }

  private evidenceQuery(): SelectQueryBuilder<ArticleEntity> {
    return this.dataSource
      .createQueryBuilder(ArticleEntity, 'article')
      .innerJoin(SiteEntity, 'site', 'site.id = article.siteId')
      .select('article.id', 'articleId')
      .addSelect('site.siteCode', 'siteCode')
      .addSelect('article.revision', 'revision')
      .addSelect('article.url', 'url')
      .addSelect('article.finalUrl', 'finalUrl')
      .addSelect('article.fetchedAt', 'fetchedAt')
      .addSelect('article.fetchStrategy', 'fetchStrategy')
      .addSelect('article.httpStatus', 'httpStatus')
      .addSelect('article.responseHeadersJson', 'responseHeaders')
      .addSelect('article.rawSha256', 'rawSha256')
      .addSelect('article.rawHtmlPath', 'rawHtmlPath');
  }
}

function asDocument(row: RawRow): StoredDocument {
  return {
    ...(row as unknown as StoredDocument),
    id: Number(row['id']),
    metadata: parsed(row['metadata']) ?? {},
    contentText: String(row['contentText'] ?? ''),
    contentMarkdown: String(row['contentMarkdown'] ?? ''),
    hasAttachment: Boolean(row['hasAttachment']),
  };
}

function asEvidence(row: RawRow): StoredEvidence {
  return {
    ...(row as unknown as StoredEvidence),
    articleId: Number(row['articleId']),
    responseHeaders: parsed<Record<string, string>>(row['responseHeaders']),
  };
}

/** MariaDB's JSON is text. */
function parsed<T = Record<string, unknown>>(value: unknown): T | null {
  return typeof value === 'string' ? (JSON.parse(value) as T) : ((value ?? null) as T | null);
}

function asFile({ downloadStatus, ...row }: AttachmentEntity): StoredFileText {
  const { id, articleId, url, filename, mime, sizeBytes, sha256, textStatus, textPath, filePath } = row;
  return {
    id,
    articleId,
    url,
    filename,
    mime,
    sizeBytes,
    sha256,
    status: downloadStatus,
    textStatus,
    textPath,
    filePath,
  };
}
