import { entityOf, nullable, primary, type EntityColumns } from '../schema/entity-columns.js';

/** Which documents of a segment have a term. */
export class SearchPostingEntity {
  term: string;
  segment: number;
  docs: Buffer;
}

export const searchPostingEntity = (c: EntityColumns) =>
  entityOf(SearchPostingEntity, 'search_posting', {
    term: primary(c.text()),
    segment: primary(c.int()),
    docs: c.bytes(),
  });

/** A document as the index knows it. Without a foreign key: the index follows the change log, and so do deletions. */
export class SearchDocumentEntity {
  articleId: number;
  docNoKey: string | null;
  body: Buffer;
}

export const searchDocumentEntity = (c: EntityColumns) =>
  entityOf(
    SearchDocumentEntity,
    'search_document',
    { articleId: primary(c.bigint()), docNoKey: nullable(c.text()), body: c.bytes() },
    { indices: { ix_search_document_doc_no: ['docNoKey'] } },
  );

/** The same document as words are looked for in it: folded, in UTF-8. Small rows, read by the thousand. */
export class SearchTextEntity {
  articleId: number;
  folded: Buffer;
}

export const searchTextEntity = (c: EntityColumns) =>
  entityOf(SearchTextEntity, 'search_text', { articleId: primary(c.bigint()), folded: c.bytes() });

/** One row: how far the index has followed the change log. */
export class SearchStateEntity {
  id: number;
  seq: number;
  /** Articles up to this id are indexed; null when the articles from before the index are all in. */
  scannedTo: number | null;
  /** `seq` as of the last step that kept `search_text` too; another one: a version from before that table made steps. */
  textSeq: number | null;
}

export const searchStateEntity = (c: EntityColumns) =>
  entityOf(SearchStateEntity, 'search_state', {
    id: primary(c.int()),
    seq: c.bigint(),
    scannedTo: nullable(c.bigint()),
    textSeq: nullable(c.bigint()),
  });
