import { createHash } from 'node:crypto';
import { type SiteAdapter } from '@govcrawler/adapters';
import {
  type CrawlItem,
  type CrawlPlan,
  type DetailFields,
  type FetchedPage,
  type FetchTier,
} from '@govcrawler/contracts';
import { articleStatus } from '@govcrawler/core';
import { decodePage } from '@govcrawler/parser';
import { documentFileName, type DocumentPaths, type DocumentPlace } from '@govcrawler/persistence';
import { type CrawlFetcher } from './crawl-fetcher.js';
import { type HostFence } from './crawl-ports.js';
import { type DocumentOutcome } from './crawl-tally.js';

/** Everything one stored document is made of; written with its attachments, change entry and log row in one transaction. */
export interface DocumentRecord {
  plan: CrawlPlan;
  item: CrawlItem;
  fields: DetailFields;
  status: 'ready' | 'failed';
  rawHtmlPath: string | null;
  textPath: string | null;
  rawSha256: string | null;
  contentHash: string;
  finalUrl: string;
  httpStatus: number | null;
  /** Evidence of what the server said; null for a document that came with its list. */
  responseHeaders: Record<string, string> | null;
  fetchStrategy: 'httpx' | 'playwright' | null;
  durationMs: number;
  fetchedAt: Date;
  fence: HostFence;
}

export abstract class DocumentStore {
  abstract store(record: DocumentRecord): Promise<{
    kind: 'created' | 'updated' | 'restored' | 'unchanged' | 'duplicate';
  }>;
  abstract logFailure(failure: {
    plan: CrawlPlan;
    url: string;
    reason: string;
    message: string;
    httpStatus: number | null;
    fetchStrategy: 'httpx' | 'playwright' | null;
    durationMs: number;
    occurredAt: Date;
    fence: HostFence;
  }): Promise<void>;
}

export abstract class DocumentFiles {
  /** The page as it came and its text, on the disk; writing the same document again replaces its files. */
  abstract saveDocument(place: DocumentPlace, raw: Uint8Array, text: string): Promise<DocumentPaths>;
}

export interface StoreCommand {
  plan: CrawlPlan;
  adapter: SiteAdapter;
  fetcher: CrawlFetcher;
  item: CrawlItem;
  fence: HostFence;
}

/** Fetches, parses and stores one document. */
export class StoreDocument {
  constructor(
    private readonly documents: DocumentStore,
    private readonly files: DocumentFiles,
    private readonly now: () => Date = () => new Date(),
  ) {}

  async run(command: StoreCommand): Promise<DocumentOutcome> {
    const { plan, item, fence } = command;
    const page = await this.page(command);
    if (!page.ok) {
      await this.documents.logFailure({
        plan,
        url: item.url,
        reason: page.reason,
        message: page.message,
        httpStatus: page.status,
        fetchStrategy: storedStrategy(page.strategy),
        durationMs: page.durationMs,
        occurredAt: page.startedAt,
        fence,
      });
      return { kind: 'failed', reason: page.reason };
    }

    const fields = this.parse(command, page);
    const attachments = mergeAttachments(item, fields);
    const status = articleStatus({
      textLength: fields.contentText.length,
      htmlLength: fields.contentHtml.length,
      attachmentLinks: attachments.length,
      attachmentsDownloaded: 0,
      inlineImages: fields.inlineImageCount,
    });
    // Files first, the rows that point to them after: a crash leaves at most a file that the next try replaces.
    const hash = contentHash(fields, attachments);
    const place: DocumentPlace = {
      siteCode: plan.site.code,
      targetCode: plan.target.code,
      // The folder follows the publication month; without a date, the month of the fetch.
      date: fields.publishTime ?? item.publishTime ?? this.now(),
      name: documentFileName(item.urlHash, hash),
    };
    const { rawHtmlPath, textPath } = await this.files.saveDocument(place, page.body, fields.contentText);
    const { kind } = await this.documents.store({
      plan,
      item: { ...item, attachments },
      fields,
      status,
      rawHtmlPath,
      textPath,
      rawSha256: sha256(page.body),
      contentHash: hash,
      finalUrl: page.finalUrl,
      httpStatus: page.status,
      responseHeaders: evidenceHeaders(page),
      fetchStrategy: storedStrategy(page.strategy),
      durationMs: page.durationMs,
      fetchedAt: page.startedAt,
      fence,
    });
    if (kind !== 'created' && kind !== 'updated') return { kind };
    return {
      kind,
      attachments: attachments.length,
      publishTime: fields.publishTime ?? item.publishTime,
      emptyReason: status === 'failed' ? 'content_text_too_short' : null,
    };
  }

  /** The document's page; a list that carries the whole body (full-text feeds) saves the request. */
  private async page({ item, fetcher }: StoreCommand) {
    if (item.bodyHtml === null) return fetcher.fetch({ url: item.url, purpose: 'detail' });
    const page: FetchedPage = {
      ok: true,
      url: item.url,
      finalUrl: item.url,
      status: 200,
      headers: {},
      body: Buffer.from(item.bodyHtml),
      charsetHint: 'utf-8',
      strategy: null,
      startedAt: this.now(),
      durationMs: 0,
      attempts: 0,
    };
    return page;
  }

  private parse({ adapter, plan, item }: StoreCommand, page: FetchedPage): DetailFields {
    if (isFile(page)) return fileFields(item);
    const html = decodePage(page.body, page.charsetHint).text;
    return adapter.parseDetail({ html, url: page.finalUrl }, item, plan, this.now());
  }
}

/** Some list rows link a file instead of a page: the document then is its attachment. */
function isFile(page: FetchedPage): boolean {
  const type = page.headers['content-type'] ?? '';
  if (/html|xml|json|^text\/plain/i.test(type)) return false;
  return type !== '' || /\.(pdf|docx?|xlsx?|wps|et|ofd|zip|rar)$/i.test(new URL(page.finalUrl).pathname);
}

function fileFields(item: CrawlItem): DetailFields {
  return {
    title: item.title,
    publishTimeRaw: null,
    publishTime: item.publishTime,
    source: null,
    contentHtml: '',
    contentText: '',
    markdown: '',
    attachments: [{ url: item.url, name: item.title }],
    inlineImageCount: 0,
    docNo: null,
    indexNo: null,
    publisher: null,
    writtenDate: null,
    topicWords: null,
    openCategory: null,
    validity: null,
    usedFallback: false,
    fallbackEngine: null,
  };
}

/** Files known from the list and files found on the page, each address once; the list's name is the better one. */
function mergeAttachments(item: CrawlItem, fields: DetailFields) {
  const byUrl = new Map(fields.attachments.map((attachment) => [attachment.url, attachment]));
  for (const listed of item.attachments)
    byUrl.set(listed.url, { ...listed, name: listed.name ?? byUrl.get(listed.url)?.name ?? null });
  return [...byUrl.values()];
}

/** Two fetches with equal hashes show a reader the same document: scripts, counters and menus do not count. */
export function contentHash(fields: DetailFields, attachments: readonly { url: string }[]): string {
  const urls = attachments.map(({ url }) => url).sort();
  return sha256(JSON.stringify([fields.title, fields.contentText, fields.validity, urls]));
}

/** What the server said with the page. Cookies are no part of the evidence: they are somebody's session. */
function evidenceHeaders({ strategy, headers }: FetchedPage): Record<string, string> | null {
  if (strategy === null) return null;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'set-cookie'));
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** The strategy in the words of the database. */
export function storedStrategy(strategy: FetchTier | null) {
  if (strategy === null) return null;
  return strategy === 'http' ? ('httpx' as const) : ('playwright' as const);
}
