import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type EvidenceView } from '@govcrawler/contracts';
import { toIso } from '../http/wire-time.js';
import { DeliverableDocuments, DocumentFiles } from './delivery-ports.js';

/** Where a document comes from: the exchange as it was, and the bytes, checked against their hash at every look. */
@Injectable()
export class ReadEvidence {
  constructor(
    private readonly documents: DeliverableDocuments,
    private readonly files: DocumentFiles,
  ) {}

  async read(articleId: number): Promise<EvidenceView | null> {
    const evidence = await this.documents.evidence(articleId);
    if (!evidence) return null;
    const { rawHtmlPath, siteCode: _site, fetchedAt, ...facts } = evidence;
    const bytes = rawHtmlPath === null ? null : await this.files.read(rawHtmlPath);
    return {
      ...facts,
      fetchedAt: toIso(fetchedAt),
      rawSizeBytes: bytes?.length ?? null,
      intact: bytes && createHash('sha256').update(bytes).digest('hex') === facts.rawSha256,
      rawHref: bytes && `/api/v1/articles/${articleId}/evidence/raw`,
    };
  }

  /** The page as it came; null when the article or its page is gone. */
  async bytes(articleId: number): Promise<{ bytes: Buffer; sha256: string } | null> {
    const path = (await this.documents.evidence(articleId))?.rawHtmlPath ?? null;
    const bytes = path === null ? null : await this.files.read(path);
    return bytes && { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
  }
}
