import { Injectable } from '@nestjs/common';
import { adapterById, readStored, reparseArticle } from '@govcrawler/adapters';
import {
  type CrawlPlan,
  type DetailSelectors,
  type InspectedPages,
  type ParserCompareView,
  type ParserOverride,
  type ParserTryView,
  type StoredDocument,
} from '@govcrawler/contracts';
import { resolveTargetColumn } from '@govcrawler/core';
import { decodePage, snapshotPage } from '@govcrawler/parser';
import { type StoredPlan } from '@govcrawler/persistence';
import { matchesOf, preview } from '../discovery/present-inspection.js';
import { ErrandRows } from '../errands/start-errand.js';
import { Clock, GatewayInfrastructure } from '../gateway-infrastructure.js';

/** Where stored documents are read for a try. */
export abstract class TriedDocuments {
  abstract newest(targetId: number, limit: number): Promise<StoredDocument[]>;
  abstract find(targetId: number, articleId: number): Promise<StoredDocument | null>;
}

export abstract class TriedTargets {
  abstract planFor(targetCode: string): Promise<StoredPlan | null>;
}

export type TryResult =
  | { kind: 'done'; view: ParserTryView }
  | { kind: 'target_not_found' | 'article_not_found' | 'inspection_not_found' | 'raw_page_missing' };

const COMPARED = 10;

/** Reads pages by selectors that nobody has saved: on a stored page, on one just fetched, on the newest ten. */
@Injectable()
export class TryParser {
  constructor(
    private readonly targets: TriedTargets,
    private readonly documents: TriedDocuments,
    private readonly errands: ErrandRows,
    private readonly clock: Clock,
    private readonly infrastructure: GatewayInfrastructure,
  ) {}

  async try(
    targetCode: string,
    override: ParserOverride,
    page: { articleId?: number; inspectionId?: number },
  ): Promise<TryResult> {
    const stored = await this.targets.planFor(targetCode);
    if (!stored) return { kind: 'target_not_found' };
    const found =
      page.inspectionId === undefined
        ? await this.storedPage(stored.target.id, page.articleId)
        : await this.fetchedPage(page.inspectionId);
    if (found.kind !== 'page') return found;
    const { document, raw } = found;
    const proposed = planWith(stored, override);
    const read = (plan: CrawlPlan) => ({
      ...preview(readStored(document, raw, plan, this.clock.now())),
      url: document.url,
      failure: null,
    });
    const html = decodePage(raw, null).text;
    const snapshot = snapshotPage(html);
    const view: ParserTryView = {
      articleId: page.inspectionId === undefined ? document.id : null,
      url: document.url,
      snapshot: snapshot.html,
      snapshotTruncated: snapshot.truncated,
      matches: matchesOf(html, detailOf(proposed)),
      current: read(planWith(stored, stored.parserOverride as ParserOverride | null)),
      proposed: read(proposed),
    };
    return { kind: 'done', view };
  }

  /** Null when there is no such target. */
  async compare(targetCode: string, override: ParserOverride): Promise<ParserCompareView | null> {
    const stored = await this.targets.planFor(targetCode);
    if (!stored) return null;
    const plan = planWith(stored, override);
    const articles: ParserCompareView['articles'] = [];
    for (const document of await this.documents.newest(stored.target.id, COMPARED)) {
      const { fields: _fields, ...found } = reparseArticle(document, await this.raw(document), plan, this.clock.now());
      articles.push(found);
    }
    return {
      compared: articles.length,
      changed: articles.filter(({ changes }) => changes.length > 0).length,
      articles,
    };
  }

  private async storedPage(targetId: number, articleId: number | undefined) {
    const document =
      articleId === undefined
        ? ((await this.documents.newest(targetId, 1))[0] ?? null)
        : await this.documents.find(targetId, articleId);
    if (!document) return { kind: 'article_not_found' as const };
    const raw = await this.raw(document);
    return raw ? { kind: 'page' as const, document, raw } : { kind: 'raw_page_missing' as const };
  }

  /** The first document that an inspection fetched, or the inspected page itself. */
  private async fetchedPage(id: number) {
    const errand = await this.errands.find('page.inspect', id);
    const pages = errand?.resultJson as unknown as InspectedPages | null | undefined;
    if (!pages) return { kind: 'inspection_not_found' as const };
    const article = pages.articles.find(({ html }) => html !== null);
    const { url, html } = article?.html
      ? { url: article.url, html: article.html }
      : { url: pages.finalUrl, html: pages.html };
    return { kind: 'page' as const, document: strangeDocument(url, article?.title ?? ''), raw: Buffer.from(html) };
  }

  private async raw({ rawHtmlPath }: StoredDocument): Promise<Uint8Array | null> {
    if (rawHtmlPath === null) return null;
    return (await this.infrastructure.files?.read(rawHtmlPath)) ?? null;
  }
}

function planWith({ site, target, ...stored }: StoredPlan, override: ParserOverride | null): CrawlPlan {
  return { site, target, column: resolveTargetColumn({ site, ...stored }, override) };
}

/** The selectors that really apply: those of the adapter where neither file nor override says any. */
function detailOf({ site, column }: CrawlPlan): DetailSelectors {
  return { ...adapterById(site.adapter).defaultSelectors.detail, ...column.detail };
}

function strangeDocument(url: string, title: string): StoredDocument {
  return {
    id: 0,
    url,
    finalUrl: null,
    urlHash: '',
    revision: 0,
    title,
    publishTime: null,
    publishDate: null,
    writtenDate: null,
    nativePostId: null,
    sourceRaw: null,
    publisher: null,
    docNo: null,
    indexNo: null,
    topicWords: null,
    openCategory: null,
    validity: null,
    contentText: null,
    contentHtml: null,
    rawHtmlPath: null,
    attachments: [],
  };
}
