import { Injectable } from '@nestjs/common';
import { beijingMidnight } from '../../http/wire-time.js';
import { DeliverableDocuments, DocumentFiles } from '../delivery-ports.js';
import { warcDocument, warcInfo } from './warc-writer.js';

/** What to export: a site, a day (of fetching, in Beijing), or a site's day. */
export interface WarcScope {
  site?: string;
  day?: string;
}

const PAGE = 100;
const DAY_MS = 86_400_000;

/** Writes stored pages as a WARC file, record by record: as much as one document is in memory. */
@Injectable()
export class ExportWarc {
  constructor(
    private readonly documents: DeliverableDocuments,
    private readonly files: DocumentFiles,
  ) {}

  fileName({ site, day }: WarcScope): string {
    return `govcrawler-${[site, day].filter(Boolean).join('-')}.warc.gz`;
  }

  async *records(scope: WarcScope, now: Date): AsyncGenerator<Buffer> {
    yield await warcInfo(this.fileName(scope), now);
    const from = scope.day === undefined ? undefined : beijingMidnight(scope.day);
    const to = from && new Date(from.getTime() + DAY_MS);
    for (let afterId = 0; ;) {
      const page = await this.documents.evidenceOf({ siteCode: scope.site, from, to }, afterId, PAGE);
      for (const evidence of page) {
        const body = evidence.rawHtmlPath === null ? null : await this.files.read(evidence.rawHtmlPath);
        if (body) yield await warcDocument(evidence, body);
      }
      if (page.length < PAGE) return;
      afterId = page.at(-1)!.articleId;
    }
  }
}
