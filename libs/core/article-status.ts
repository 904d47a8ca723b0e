import { type ArticleStatus } from '@govcrawler/contracts';

export interface ArticleEvidence {
  textLength: number;
  htmlLength: number;
  attachmentLinks: number;
  attachmentsDownloaded: number;
  inlineImages: number;
}

/** A document is usable when anything a reader could use is there; notices made of one image or one table count. */
export function articleStatus(evidence: ArticleEvidence): Exclude<ArticleStatus, 'raw'> {
  const usable =
    evidence.textLength >= 50 ||
    evidence.attachmentsDownloaded >= 1 ||
    evidence.attachmentLinks >= 1 ||
    evidence.inlineImages >= 1 ||
    evidence.htmlLength >= 500;
  return usable ? 'ready' : 'failed';
}
