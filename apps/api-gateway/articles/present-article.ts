import {
  type ArticleDetail,
  type ArticleRow,
  type ArticleStatus,
  type AttachmentStatus,
  type AttachmentView,
  type Validity,
} from '@govcrawler/contracts';
import { toIso } from '../http/wire-time.js';

/** An article as lists read it. */
export interface StoredArticleRow {
  id: number;
  title: string;
  url: string;
  docNo: string | null;
  siteCode: string;
  siteName: string;
  targetCode: string | null;
  targetName: string | null;
  publishDate: string | null;
  publishTime: Date | null;
  fetchedAt: Date;
  status: ArticleStatus;
  hasAttachment: boolean;
  withdrawnAt: Date | null;
}

export interface StoredArticle extends StoredArticleRow {
  nativePostId: string | null;
  indexNo: string | null;
  publisher: string | null;
  sourceRaw: string | null;
  topicWords: string | null;
  openCategory: string | null;
  validity: Validity | null;
  channelName: string | null;
  channelPath: string | null;
  contentCategory: string | null;
  contentSubcategory: string | null;
  fetchStrategy: string | null;
  contentText: string | null;
  summary: string | null;
  attachments: StoredAttachment[];
}

export interface StoredAttachment {
  id: number;
  url: string;
  filename: string | null;
  mime: string | null;
  sizeBytes: number | null;
  sha256: string | null;
  downloadStatus: AttachmentStatus;
}

/** Field by field: a column that is added to the table does not leave the house by itself. */
export function articleRow(article: StoredArticleRow): ArticleRow {
  return {
    id: article.id,
    title: article.title,
    url: article.url,
    docNo: article.docNo,
    siteCode: article.siteCode,
    siteName: article.siteName,
    targetCode: article.targetCode,
    targetName: article.targetName,
    publishDate: article.publishDate,
    publishTime: toIso(article.publishTime),
    fetchedAt: toIso(article.fetchedAt),
    status: article.status,
    hasAttachment: article.hasAttachment,
    withdrawnAt: toIso(article.withdrawnAt),
  };
}

export function articleDetail(article: StoredArticle): ArticleDetail {
  return {
    ...articleRow(article),
    nativePostId: article.nativePostId,
    indexNo: article.indexNo,
    publisher: article.publisher,
    sourceRaw: article.sourceRaw,
    topicWords: article.topicWords,
    openCategory: article.openCategory,
    validity: article.validity,
    channelName: article.channelName,
    channelPath: article.channelPath,
    contentCategory: article.contentCategory,
    contentSubcategory: article.contentSubcategory,
    fetchStrategy: article.fetchStrategy,
    contentText: article.contentText ?? '',
    summary: article.summary,
    attachments: article.attachments.map(attachmentView),
  };
}

function attachmentView(attachment: StoredAttachment): AttachmentView {
  return {
    id: attachment.id,
    url: attachment.url,
    filename: attachment.filename,
    mime: attachment.mime,
    sizeBytes: attachment.sizeBytes,
    sha256: attachment.sha256,
    status: attachment.downloadStatus,
  };
}
