import { type ArticleStatus, type StoredFetchStrategy, type Validity } from '@govcrawler/contracts';
import { entityOf, nullable, withDefault, type EntityColumns } from '../schema/entity-columns.js';
import { DepartmentEntity } from './department.entity.js';
import { SiteEntity } from './site.entity.js';
import { TargetEntity } from './target.entity.js';

export class ArticleEntity {
  id: number;
  siteId: number;
  /** Null once its target was deleted: what was collected stays. */
  targetId: number | null;
  deptId: number | null;
  url: string;
  finalUrl: string | null;
  urlHash: string;
  nativePostId: string | null;
  title: string;
  publishTime: Date | null;
  publishDate: string | null;
  writtenDate: string | null;
  sourceRaw: string | null;
  publisher: string | null;
  channelName: string | null;
  channelPath: string | null;
  contentCategory: string | null;
  contentSubcategory: string | null;
  indexNo: string | null;
  docNo: string | null;
  topicWords: string | null;
  openCategory: string | null;
  validity: Validity | null;
  metadataJson: Record<string, unknown> | null;
  contentText: string | null;
  /** The body as the crawl found it; the full-text job writes contentFullHtml and never this. */
  contentHtml: string | null;
  contentMarkdown: string | null;
  contentHash: string;
  rawSha256: string | null;
  rawHtmlPath: string | null;
  textPath: string | null;
  hasAttachment: boolean;
  status: ArticleStatus;
  fetchStrategy: StoredFetchStrategy | null;
  httpStatus: number | null;
  /** Of the answer that the raw page came with; lower-case names. */
  responseHeadersJson: Record<string, string> | null;
  fetchedAt: Date;
  exportedToRagAt: Date | null;
  revision: number;
  /** Whole listings of its target in a row that lacked it. */
  missedListings: number;
  /** Set while the site no longer publishes it; what was collected stays. */
  withdrawnAt: Date | null;
  contentFullHtml: string | null;
  contentFullFetchedAt: Date | null;
  contentFullError: string | null;
  contentFullSourceUrl: string | null;
  createdAt: Date;
  updatedAt: Date;
}

export const articleEntity = (c: EntityColumns) =>
  entityOf(
    ArticleEntity,
    'article',
    {
      id: c.bigId(),
      siteId: c.int(),
      targetId: nullable(c.int()),
      deptId: nullable(c.int()),
      url: c.text(),
      finalUrl: nullable(c.text()),
      urlHash: c.text(),
      nativePostId: nullable(c.text()),
      title: c.text(),
      publishTime: nullable(c.moment()),
      publishDate: nullable(c.day()),
      writtenDate: nullable(c.day()),
      sourceRaw: nullable(c.text()),
      publisher: nullable(c.text()),
      channelName: nullable(c.text()),
      channelPath: nullable(c.text()),
      contentCategory: nullable(c.text()),
      contentSubcategory: nullable(c.text()),
      indexNo: nullable(c.text()),
      docNo: nullable(c.text()),
      topicWords: nullable(c.text()),
      openCategory: nullable(c.text()),
      validity: nullable(c.text()),
      metadataJson: nullable(c.json()),
      contentText: nullable(c.text()),
      contentHtml: nullable(c.text()),
      contentMarkdown: nullable(c.text()),
      contentHash: c.text(),
      rawSha256: nullable(c.text()),
      rawHtmlPath: nullable(c.text()),
      textPath: nullable(c.text()),
      hasAttachment: c.boolean(false),
      status: c.text(),
      fetchStrategy: nullable(c.text()),
      httpStatus: nullable(c.int()),
      responseHeadersJson: nullable(c.json()),
      fetchedAt: c.moment(),
      exportedToRagAt: nullable(c.moment()),
      revision: withDefault(c.int(), 1),
      missedListings: withDefault(c.int(), 0),
      withdrawnAt: nullable(c.moment()),
      contentFullHtml: nullable(c.text()),
      contentFullFetchedAt: nullable(c.moment()),
      contentFullError: nullable(c.text()),
      contentFullSourceUrl: nullable(c.text()),
      createdAt: c.insertTime(),
      updatedAt: c.insertTime(),
    },
    {
      uniques: { uq_article_url_hash: ['urlHash'], uq_article_native_post: ['siteId', 'nativePostId'] },
      indices: {
        ix_article_fetched: ['fetchedAt'],
        ix_article_published: ['publishTime'],
        ix_article_site_fetched: ['siteId', 'fetchedAt'],
        ix_article_target_fetched: ['targetId', 'fetchedAt'],
        ix_article_dept: ['deptId'],
        ix_article_created: ['createdAt', 'siteId'],
      },
      foreignKeys: [
        { name: 'fk_article_site', column: 'siteId', references: SiteEntity, onDelete: 'RESTRICT' },
        { name: 'fk_article_target', column: 'targetId', references: TargetEntity, onDelete: 'SET NULL' },
        {
          name: 'fk_article_dept',
          column: 'deptId',
          references: DepartmentEntity,
          referencedColumn: 'deptId',
          onDelete: 'SET NULL',
        },
      ],
    },
  );
