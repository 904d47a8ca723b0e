import { setImmediate } from 'node:timers/promises';
import { reparseArticle, type Reparsed } from '@govcrawler/adapters';
import {
  type CrawlPlan,
  type DetailFields,
  type ReparsedArticle,
  type ReparseReport,
  type StoredDocument,
} from '@govcrawler/contracts';
import { articleStatus } from '@govcrawler/core';
import { documentFileName, type DocumentPlace, type ReparsedContent } from '@govcrawler/persistence';
import { type HostFence } from '../crawl-ports.js';
import { type ErrandOutcome, ErrandHandler, type ErrandRun } from '../errands/errand-handler.js';
import { contentHash } from '../store-document.js';

/** Stored documents and where new readings of them are written. */
export abstract class ReparsedDocuments {
  abstract count(targetId: number): Promise<number>;
  abstract after(targetId: number, afterId: number, limit: number): Promise<StoredDocument[]>;
  abstract replace(content: ReparsedContent, fence: HostFence): Promise<boolean>;
}

export abstract class RawPages {
  abstract read(path: string): Promise<Uint8Array | null>;
  abstract saveText(place: DocumentPlace, text: string): Promise<string>;
}

/** The plan of a target under another override than the saved one. */
export abstract class PlansWithOverride {
  abstract withOverride(targetCode: string, override: unknown): Promise<CrawlPlan | null>;
}

const BATCH = 20;
const SAMPLES = 20;

/** Reads the stored pages of a target again and says what would change, or writes it as new revisions. */
export class ReparseTarget extends ErrandHandler<'target.reparse'> {
  constructor(
    private readonly documents: ReparsedDocuments,
    private readonly pages: RawPages,
    private readonly plans: PlansWithOverride,
    private readonly now: () => Date = () => new Date(),
  ) {
    super();
  }

  async run(run: ErrandRun<'target.reparse'>): Promise<ErrandOutcome> {
    const { targetCode, override, apply } = run.payload;
    const plan = await this.plans.withOverride(targetCode, override);
    if (!plan) return { result: null, error: 'target_gone: the target was deleted' };
    // An attempt that was cut short left its report: the documents it counts are not read twice.
    const report = (run.previous as ReparseReport | null) ?? emptyReport(await this.documents.count(plan.target.id));
    for (;;) {
      const batch = await this.documents.after(plan.target.id, report.lastId, BATCH);
      if (batch.length === 0) break;
      for (const document of batch) {
        if (run.stop.aborted) return { result: report, error: null };
        run.assertHeld();
        const raw = document.rawHtmlPath === null ? null : await this.pages.read(document.rawHtmlPath);
        const found = reparseArticle(document, raw, plan, this.now());
        if (apply && found.fields && found.changes.length > 0) {
          if (await this.write(document, found.fields, plan, run.fence)) report.applied += 1;
        }
        note(report, document.id, found);
        await setImmediate(); // leases are renewed by timers
      }
      await run.saveProgress(report);
    }
    return { result: report, error: null };
  }

  /** The text file first, the row that points to it after. */
  private async write(
    document: StoredDocument,
    fields: DetailFields,
    plan: CrawlPlan,
    fence: HostFence,
  ): Promise<boolean> {
    const known = new Set(fields.attachments.map(({ url }) => url));
    const attachments = [...fields.attachments, ...document.attachments.filter(({ url }) => !known.has(url))];
    const hash = contentHash(fields, attachments);
    const publishTime = fields.publishTime ?? document.publishTime;
    const textPath = await this.pages.saveText(
      {
        siteCode: plan.site.code,
        targetCode: plan.target.code,
        date: publishTime ?? this.now(),
        name: documentFileName(document.urlHash, hash),
      },
      fields.contentText,
    );
    return this.documents.replace(
      {
        articleId: document.id,
        revision: document.revision,
        title: fields.title ?? document.title,
        publishTime,
        writtenDate: fields.writtenDate,
        sourceRaw: fields.source,
        publisher: fields.publisher,
        indexNo: fields.indexNo,
        docNo: fields.docNo,
        topicWords: fields.topicWords,
        openCategory: fields.openCategory,
        validity: fields.validity,
        contentText: fields.contentText,
        contentHtml: fields.contentHtml,
        markdown: fields.markdown,
        contentHash: hash,
        textPath,
        status: articleStatus({
          textLength: fields.contentText.length,
          htmlLength: fields.contentHtml.length,
          attachmentLinks: attachments.length,
          attachmentsDownloaded: 0,
          inlineImages: fields.inlineImageCount,
        }),
        attachments,
      },
      fence,
    );
  }
}

function emptyReport(articles: number): ReparseReport {
  return {
    articles,
    read: 0,
    changed: 0,
    unchanged: 0,
    wouldBeEmpty: 0,
    noRawPage: 0,
    applied: 0,
    changesByField: {},
    samples: [],
    lastId: 0,
  };
}

function note(report: ReparseReport, id: number, { fields: _fields, ...found }: Reparsed): void {
  const article: ReparsedArticle = found;
  report.lastId = id;
  report.read += 1;
  if (article.kept === 'would_be_empty') report.wouldBeEmpty += 1;
  else if (article.kept === 'no_raw_page') report.noRawPage += 1;
  else if (article.changes.length > 0) report.changed += 1;
  else report.unchanged += 1;
  for (const { field } of article.changes) report.changesByField[field] = (report.changesByField[field] ?? 0) + 1;
  if ((article.changes.length > 0 || article.kept !== null) && report.samples.length < SAMPLES)
    report.samples.push(article);
}
