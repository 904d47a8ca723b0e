import { type Database } from '@govcrawler/persistence';
import { type DocumentRecord, DocumentStore } from './store-document.js';

/** Documents in the database. What the page says wins over what the list said; the list fills the gaps. */
export class DatabaseDocumentStore extends DocumentStore {
  constructor(private readonly database: Pick<Database, 'articles' | 'logs'>) {
    super();
  }

  store(record: DocumentRecord) {
    const { plan, item, fields } = record;
    const publishTime = fields.publishTime ?? item.publishTime;
    return this.database.articles.store({
      siteId: plan.site.id,
      targetId: plan.target.id,
      deptId: item.deptId ?? plan.target.deptId,
      url: item.url,
      finalUrl: record.finalUrl,
      urlHash: item.urlHash,
      nativePostId: item.nativePostId,
      title: fields.title ?? item.title,
      publishTime,
      // The list's day is what operators see on the site; a page's own time may be a later edit of the same day.
      publishDate: item.publishDate ?? (publishTime && shanghaiDay(publishTime)),
      writtenDate: fields.writtenDate,
      sourceRaw: fields.source ?? item.sourceRaw,
      publisher: fields.publisher ?? item.publisher,
      channelName: item.channelName ?? plan.target.channelName,
      channelPath: item.channelPath ?? plan.target.channelPath,
      contentCategory: item.contentCategory ?? plan.target.contentCategory,
      contentSubcategory: item.contentSubcategory ?? plan.target.contentSubcategory,
      indexNo: fields.indexNo ?? item.indexNo,
      docNo: fields.docNo ?? item.docNo,
      topicWords: fields.topicWords ?? item.topicWords,
      openCategory: fields.openCategory ?? item.openCategory,
      validity: fields.validity ?? item.validity,
      metadata: { ...item.metadata, usedFallback: fields.usedFallback, fallbackEngine: fields.fallbackEngine },
      contentText: fields.contentText,
      contentHtml: fields.contentHtml,
      markdown: fields.markdown,
      contentHash: record.contentHash,
      rawSha256: record.rawSha256,
      rawHtmlPath: record.rawHtmlPath,
      textPath: record.textPath,
      status: record.status,
      fetchStrategy: record.fetchStrategy,
      httpStatus: record.httpStatus,
      responseHeaders: record.responseHeaders,
      durationMs: record.durationMs,
      fetchedAt: record.fetchedAt,
      attachments: item.attachments,
      fence: record.fence,
    });
  }

  async logFailure(command: Parameters<DocumentStore['logFailure']>[0]): Promise<void> {
    const { plan, reason, message, fence, ...failure } = command;
    const row = {
      ...failure,
      siteId: plan.site.id,
      targetId: plan.target.id,
      articleId: null,
      success: false,
      errorMsg: `${reason}: ${message}`,
    };
    await this.database.logs.append(row, fence);
  }
}

function shanghaiDay(time: Date): string {
  return new Date(time.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
}
