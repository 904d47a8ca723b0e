import { type ArticleStatus } from '@govcrawler/contracts';
import { type DataSource, type SelectQueryBuilder } from 'typeorm';
import { GroupedWrites } from '../connection/grouped-writes.js';
import { inTransaction } from '../connection/transaction.js';
import { ArticleEntity } from '../entities/article.entity.js';
import { AttachmentEntity } from '../entities/attachment.entity.js';
import { DeletedDocumentEntity } from '../entities/deleted-document.entity.js';
import { ArticleSummaryEntity } from '../entities/briefing.entity.js';
import { SiteEntity } from '../entities/site.entity.js';
import { TargetEntity } from '../entities/target.entity.js';
import { asParameter } from '../sanitise/clean-text.js';
import { containsPattern, Dialect } from '../schema/dialect.js';
import { deletedAmong } from './deleted-documents.js';
import { storeArticle, storedNativePostId, type StoreArticle, type StoreResult } from './store-article.js';
import { storeNewArticles } from './store-new-articles.js';

export interface KnownArticle {
  /** Null: people deleted it. */
  articleId: number | null;
  /** Null once the target that found it was deleted. */
  targetId: number | null;
  publishDate: string | null;
  /** Withdrawn, or missing from its target's last whole listing. */
  absent: boolean;
  matchedBy: 'url' | 'native';
}

export interface ArticleSearch {
  siteCode?: string;
  targetCode?: string;
  deptId?: number;
  status?: ArticleStatus;
  hasAttachment?: boolean;
  category?: string;
  /** Part of the title. */
  q?: string;
  /** Published at or after. */
  from?: Date;
  /** Published before. */
  to?: Date;
  limit: number;
  offset: number;
}

/** An article as lists show it: without its body. */
export interface ArticleListItem extends Pick<
  ArticleEntity,
  | 'id'
  | 'title'
  | 'url'
  | 'publishTime'
  | 'publishDate'
  | 'publisher'
  | 'docNo'
  | 'channelName'
  | 'status'
  | 'hasAttachment'
  | 'fetchStrategy'
  | 'fetchedAt'
  | 'revision'
  | 'withdrawnAt'
> {
  siteCode: string;
  siteName: string;
  targetCode: string | null;
  targetName: string | null;
}

export interface ArticlePage {
  count: number;
  total: number;
  limit: number;
  offset: number;
  items: ArticleListItem[];
}

export type ArticleDetail = ArticleEntity &
  Pick<ArticleListItem, 'siteCode' | 'siteName' | 'targetCode' | 'targetName'> & {
    attachments: AttachmentEntity[];
    summary: string | null;
  };

export interface SiteArticleCount {
  siteCode: string;
  siteName: string;
  total: number;
  ready: number;
  failed: number;
  lastFetchedAt: Date | null;
}

/** An article in an export. */
export type ExportedArticle = ArticleListItem & Pick<ArticleEntity, 'indexNo' | 'contentCategory' | 'contentText'>;

const MAX_PAGE = 200;
const LIST_COLUMNS = [
  'id',
  'siteId',
  'targetId',
  'title',
  'url',
  'publishTime',
  'publishDate',
  'publisher',
  'docNo',
  'channelName',
  'status',
  'hasAttachment',
  'fetchStrategy',
  'fetchedAt',
  'revision',
  'withdrawnAt',
].map((column) => `article.${column}`);

const KNOWN_COLUMNS = [
  'id',
  'targetId',
  'publishDate',
  'contentHash',
  'urlHash',
  'siteId',
  'nativePostId',
  'missedListings',
  'withdrawnAt',
].map((column) => `article.${column}`);

const EXPORT_COLUMNS = [...LIST_COLUMNS, 'article.indexNo', 'article.contentCategory', 'article.contentText'];

/** Documents: what is known, storing, and reading them. */
export class ArticleRepository {
  private readonly dialect: Dialect;
  private readonly writes: GroupedWrites<StoreArticle, StoreResult>;

  constructor(private readonly dataSource: DataSource) {
    this.dialect = Dialect.of(dataSource);
    this.writes = new GroupedWrites(
      (commands) => inTransaction(dataSource, (manager) => storeNewArticles(manager, commands)),
      (command) => inTransaction(dataSource, (manager) => storeArticle(manager, command)),
    );
  }

  /** Which entries of a list page are stored already or were deleted by people, in the order of the candidates. */
  async findKnown(
    siteId: number,
    candidates: { urlHash: string; nativePostId: string | null }[],
  ): Promise<(KnownArticle | null)[]> {
    if (candidates.length === 0) return [];
    const natives = candidates.flatMap(({ nativePostId }) => storedNativePostId(nativePostId) ?? []);
    const hashes = candidates.map(({ urlHash }) => urlHash);
    const query = this.dataSource
      .createQueryBuilder(ArticleEntity, 'article')
      .select(KNOWN_COLUMNS)
      .where('article.urlHash IN (:...hashes)', { hashes });
    if (natives.length > 0) {
      query.orWhere('(article.siteId = :siteId AND article.nativePostId IN (:...natives))', { siteId, natives });
    }
    const deleted = await deletedAmong(this.dataSource.manager, siteId, hashes, natives);
    const rows: (ArticleEntity | DeletedDocumentEntity)[] = [...deleted, ...(await query.getMany())]; // the last wins
    const byUrl = new Map(rows.map((row) => [row.urlHash, row]));
    const byNative = new Map(rows.filter((row) => row.siteId === siteId).map((row) => [row.nativePostId, row]));
    return candidates.map(({ urlHash, nativePostId }) => {
      const native = storedNativePostId(nativePostId);
      const sameUrl = byUrl.get(urlHash);
      const row = sameUrl ?? (native === null ? undefined : byNative.get(native));
      if (!row) return null;
      const { targetId, publishDate } = row;
      const matchedBy = sameUrl ? 'url' : 'native';
      if (row instanceof DeletedDocumentEntity)
        return { articleId: null, targetId, publishDate, absent: false, matchedBy };
      const absent = row.missedListings > 0 || row.withdrawnAt !== null;
      return { articleId: row.id, targetId, publishDate, absent, matchedBy };
    });
  }

  /** Stores one document with its attachments, change entry and log row: all of it or nothing. */
  store(command: StoreArticle): Promise<StoreResult> {
    return this.writes.write(command);
  }

  /** As lists show them, in any order; ids that are not there are passed over. */
  async listByIds(ids: number[]): Promise<ArticleListItem[]> {
    if (ids.length === 0) return [];
    const query = this.dataSource.createQueryBuilder(ArticleEntity, 'article').select(LIST_COLUMNS);
    return this.withNames(await query.where('article.id IN (:...ids)', { ids }).getMany());
  }

  /** Ids that match, below a bound, highest first. */
  async idsBelow(search: Omit<ArticleSearch, 'limit' | 'offset'>, below: number, limit: number): Promise<number[]> {
    const query = this.dataSource.createQueryBuilder(ArticleEntity, 'article').select('article.id');
    this.filter(query, { ...search, limit, offset: 0 });
    const rows = await query
      .andWhere('article.id < :below', { below })
      .orderBy('article.id', 'DESC')
      .limit(limit)
      .getMany();
    return rows.map(({ id }) => id);
  }

  /** As they leave the house in an export, highest id first. */
  async exportedByIds(ids: number[]): Promise<ExportedArticle[]> {
    const query = this.dataSource.createQueryBuilder(ArticleEntity, 'article').select(EXPORT_COLUMNS);
    const articles = await query.where('article.id IN (:...ids)', { ids }).orderBy('article.id', 'DESC').getMany();
    return this.withNames(articles);
  }

  /** Newest first. Asks the table itself, which is slow for many articles; `ArticleFinder` asks the index. */
  async search(search: ArticleSearch): Promise<ArticlePage> {
    const limit = Math.min(Math.max(1, Math.trunc(search.limit)), MAX_PAGE);
    const offset = Math.max(0, Math.trunc(search.offset));
    const query = this.dataSource.createQueryBuilder(ArticleEntity, 'article').select(LIST_COLUMNS);
    this.filter(query, search);
    const [articles, total] = await query
      .orderBy('article.fetchedAt', 'DESC')
      .addOrderBy('article.id', 'DESC')
      .limit(limit)
      .offset(offset)
      .getManyAndCount();
    const items = await this.withNames(articles);
    return { count: items.length, total, limit, offset, items };
  }

  /** The same articles as `search` finds, newest first, by their ids alone. */
  async searchIds(
    search: Omit<ArticleSearch, 'limit' | 'offset'>,
    limit: number,
  ): Promise<{ total: number; ids: number[] }> {
    const query = this.dataSource.createQueryBuilder(ArticleEntity, 'article').select('article.id');
    this.filter(query, { ...search, limit, offset: 0 });
    const [articles, total] = await query
      .orderBy('article.fetchedAt', 'DESC')
      .addOrderBy('article.id', 'DESC')
      .limit(limit)
      .getManyAndCount();
    return { total, ids: articles.map(({ id }) => id) };
  }

  async detail(id: number): Promise<ArticleDetail | null> {
    const article = await this.dataSource
      .createQueryBuilder(ArticleEntity, 'article')
      .where('article.id = :id', { id })
      .getOne();
    if (!article) return null;
    const attachments = await this.dataSource
      .createQueryBuilder(AttachmentEntity, 'attachment')
      .where('attachment.articleId = :id', { id })
      .orderBy('attachment.id')
      .getMany();
    const summary = await this.dataSource
      .createQueryBuilder(ArticleSummaryEntity, 'summary')
      .where('summary.articleId = :id AND summary.contentHash = :hash', { id, hash: article.contentHash })
      .getOne();
    const [named] = await this.withNames([article]);
    return { ...named!, attachments, summary: summary?.summary ?? null };
  }

  async countBySite(): Promise<SiteArticleCount[]> {
    const rows = await this.dataSource
      .createQueryBuilder(SiteEntity, 'site')
      .leftJoin(ArticleEntity, 'article', 'article.siteId = site.id')
      .select('site.siteCode', 'siteCode')
      .addSelect('site.siteName', 'siteName')
      .addSelect('COUNT(article.id)', 'total')
      .addSelect("SUM(CASE WHEN article.status = 'ready' THEN 1 ELSE 0 END)", 'ready')
      .addSelect("SUM(CASE WHEN article.status = 'failed' THEN 1 ELSE 0 END)", 'failed')
      .addSelect('MAX(article.fetchedAt)', 'lastFetchedAt')
      .groupBy('site.siteCode')
      .addGroupBy('site.siteName')
      .orderBy('site.siteCode')
      .getRawMany<SiteArticleCount>();
    return rows.map((row) => ({
      ...row,
      total: Number(row.total),
      ready: Number(row.ready),
      failed: Number(row.failed),
    }));
  }

  private filter(query: SelectQueryBuilder<ArticleEntity>, search: ArticleSearch): void {
    if (search.siteCode !== undefined) {
      const site = query.subQuery().select('site.id').from(SiteEntity, 'site').where('site.siteCode = :siteCode');
      query.andWhere(`article.siteId = ${site.getQuery()}`, { siteCode: asParameter(search.siteCode) });
    }
    if (search.targetCode !== undefined) {
      const target = query.subQuery().select('target.id').from(TargetEntity, 'target');
      target.where('target.targetCode = :targetCode');
      query.andWhere(`article.targetId = ${target.getQuery()}`, { targetCode: asParameter(search.targetCode) });
    }
    if (search.status !== undefined) {
      query.andWhere('article.status = :status', { status: asParameter(search.status) });
    }
    if (search.deptId !== undefined) query.andWhere('article.deptId = :deptId', { deptId: search.deptId });
    if (search.hasAttachment !== undefined) {
      query.andWhere('article.hasAttachment = :hasAttachment', { hasAttachment: search.hasAttachment });
    }
    if (search.category !== undefined) {
      query.andWhere('article.contentCategory = :category', { category: asParameter(search.category) });
    }
    if (search.q !== undefined && search.q !== '') {
      query.andWhere(this.dialect.contains('article.title', 'q'), { q: containsPattern(asParameter(search.q)) });
    }
    if (search.from !== undefined) query.andWhere('article.publishTime >= :from', { from: search.from });
    if (search.to !== undefined) query.andWhere('article.publishTime < :to', { to: search.to });
  }

  private async withNames<T extends Pick<ArticleEntity, 'siteId' | 'targetId'>>(
    articles: T[],
  ): Promise<(T & Pick<ArticleListItem, 'siteCode' | 'siteName' | 'targetCode' | 'targetName'>)[]> {
    if (articles.length === 0) return [];
    const sites = await this.dataSource
      .createQueryBuilder(SiteEntity, 'site')
      .select(['site.id', 'site.siteCode', 'site.siteName'])
      .whereInIds([...new Set(articles.map(({ siteId }) => siteId))])
      .getMany();
    const targetIds = [...new Set(articles.flatMap(({ targetId }) => targetId ?? []))];
    const targets = await this.dataSource
      .createQueryBuilder(TargetEntity, 'target')
      .select(['target.id', 'target.targetCode', 'target.targetName'])
      .where(targetIds.length > 0 ? 'target.id IN (:...targetIds)' : '1 = 0', { targetIds })
      .getMany();
    const siteOf = new Map(sites.map((site) => [site.id, site]));
    const targetOf = new Map(targets.map((target) => [target.id, target]));
    return articles.map((article) => {
      const target = article.targetId === null ? undefined : targetOf.get(article.targetId);
      return {
        ...article,
        siteCode: siteOf.get(article.siteId)?.siteCode ?? '',
        siteName: siteOf.get(article.siteId)?.siteName ?? '',
        targetCode: target?.targetCode ?? null,
        targetName: target?.targetName ?? null,
      };
    });
  }
}
