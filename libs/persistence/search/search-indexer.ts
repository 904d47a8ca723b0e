import { docNoKey, DocumentSet, encodePlaces, placeOf, segmentOf } from '@govcrawler/core';
import { type DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../connection/transaction.js';
import { Statement, upsertRows } from '../connection/statement.js';
import { ArticleEntity } from '../entities/article.entity.js';
import { AttachmentEntity } from '../entities/attachment.entity.js';
import {
  foldedTextOf,
  INDEXED_COLUMNS,
  indexedTextOf,
  packText,
  termsOf,
  unpackText,
  type IndexedArticle,
} from './indexed-text.js';

/** Texts that lie in the data folder; null when there is no such file. */
export type ReadTextFile = (path: string) => Promise<string | null>;

export interface IndexStep {
  /** Documents taken in, changed or taken out. */
  documents: number;
  /** There is more to do at once. */
  more: boolean;
}

interface IndexState {
  seq: number;
  scannedTo: number | null;
  textSeq: number | null;
}

interface StoredDocument {
  docNoKey: string | null;
  packed: Buffer;
  folded: Buffer;
}

interface NewDocument {
  stored: StoredDocument;
  terms: Set<string>;
}

/** Terms that a document of a segment gained or lost. */
type SegmentChanges = Map<string, { added: number[]; removed: number[] }>;

/** The column holds this many characters; a text that fills it goes on in its file. */
const COLUMN_CHARACTERS = 13_900;
const TERMS_PER_READ = 4_000;
/** Between these the process does other things; their terms are all that is in memory at a time. */
const DOCUMENTS_PER_READ = 200;

/**
 * Keeps the search index up to date: what changed since the last step first, then articles from before the index.
 * A step and its place in the change log are one transaction, so that each change counts once, whoever dies when.
 */
export class SearchIndexer {
  constructor(
    private readonly dataSource: DataSource,
    private readonly readTextFile: ReadTextFile,
  ) {}

  /** Does nothing where another process made the same step first. */
  async step(maxDocuments: number): Promise<IndexStep> {
    const state = await readState(this.dataSource);
    if (state.textSeq !== state.seq) {
      await this.scanAgain();
      return { documents: 0, more: true };
    }
    const { ids, next } = await this.nextDocuments(state, maxDocuments);
    if (ids.length === 0 && next.seq === state.seq && next.scannedTo === state.scannedTo) {
      return { documents: 0, more: false };
    }
    const documents = new Map<number, StoredDocument>();
    const changes = new Map<number, SegmentChanges>();
    for (let start = 0; start < ids.length; start += DOCUMENTS_PER_READ) {
      const part = ids.slice(start, start + DOCUMENTS_PER_READ);
      const [fresh, known] = [await this.readDocuments(part), await this.readKnown(part)];
      noteChanges(changes, part, fresh, known);
      for (const [id, { stored }] of fresh) documents.set(id, stored);
    }
    const done = await inTransaction(this.dataSource, async (manager) => {
      const locked = await readState(manager, true);
      if (locked.seq !== state.seq || locked.scannedTo !== state.scannedTo) return false;
      for (const [segment, terms] of changes) await changePostings(manager, segment, terms);
      await writeDocuments(manager, ids, documents);
      const sql = new Statement(manager);
      const [seq, scannedTo, textSeq] = [sql.value(next.seq), sql.value(next.scannedTo), sql.value(next.seq)];
      const values = `seq = ${seq}, scanned_to = ${scannedTo}, text_seq = ${textSeq}`;
      await sql.rows(`UPDATE search_state SET ${values} WHERE id = 1`);
      return true;
    });
    return { documents: done ? ids.length : 0, more: true };
  }

  /** Forgets everything; the following steps build the index anew. */
  async startOver(): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      await readState(manager, true);
      await manager.query('DELETE FROM search_posting');
      await manager.query('DELETE FROM search_document');
      await manager.query('DELETE FROM search_text');
      const lastSeq = '(SELECT last_seq FROM change_counter WHERE id = 1)';
      await manager.query(
        `UPDATE search_state SET seq = ${lastSeq}, text_seq = ${lastSeq}, scanned_to = 0 WHERE id = 1`,
      );
    });
  }

  /** A version that knows no folded texts made steps: all articles are looked at again. What is right is not written. */
  private async scanAgain(): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const { seq, textSeq } = await readState(manager, true);
      if (textSeq === seq) return;
      await manager.query('UPDATE search_state SET text_seq = seq, scanned_to = 0 WHERE id = 1');
    });
  }

  private async nextDocuments(state: IndexState, limit: number): Promise<{ ids: number[]; next: IndexState }> {
    const changes = new Statement(this.dataSource);
    const after = changes.value(state.seq);
    const rows = await changes.rows<{ seq: string; article_id: string }>(
      `SELECT seq, article_id FROM article_change WHERE seq > ${after} ORDER BY seq LIMIT ${Math.trunc(limit)}`,
    );
    if (rows.length > 0) {
      const ids = [...new Set(rows.map((row) => Number(row.article_id)))];
      return { ids, next: { ...state, seq: Number(rows.at(-1)!.seq) } };
    }
    if (state.scannedTo === null) return { ids: [], next: state };
    const scan = new Statement(this.dataSource);
    const articles = await scan.rows<{ id: string }>(
      `SELECT id FROM article WHERE id > ${scan.value(state.scannedTo)} ORDER BY id LIMIT ${Math.trunc(limit)}`,
    );
    const ids = articles.map(({ id }) => Number(id));
    return { ids, next: { ...state, scannedTo: ids.at(-1) ?? null } };
  }

  /** Articles as they are now; those that are gone are missing. */
  private async readDocuments(ids: number[]): Promise<Map<number, NewDocument>> {
    const documents = new Map<number, NewDocument>();
    const articles = await this.dataSource
      .createQueryBuilder(ArticleEntity, 'article')
      .select(INDEXED_COLUMNS.map((column) => `article.${column}`))
      .where('article.id IN (:...ids)', { ids })
      .getMany();
    const files = await this.readFiles(articles.filter((article) => article.hasAttachment).map(({ id }) => id));
    for (const article of articles) {
      const text = indexedTextOf(article, await this.bodyOf(article), files.get(article.id) ?? []);
      const key = article.docNo === null ? null : docNoKey(article.docNo);
      const stored = { docNoKey: key, packed: packText(text), folded: foldedTextOf(text) };
      documents.set(article.id, { stored, terms: termsOf(text) });
    }
    return documents;
  }

  private async bodyOf({ contentText, textPath }: IndexedArticle): Promise<string> {
    const stored = contentText ?? '';
    if (stored.length < COLUMN_CHARACTERS || textPath === null) return stored;
    return (await this.readTextFile(textPath)) ?? stored;
  }

  private async readFiles(articleIds: number[]): Promise<Map<number, string[]>> {
    const texts = new Map<number, string[]>();
    if (articleIds.length === 0) return texts;
    const files = await this.dataSource
      .createQueryBuilder(AttachmentEntity, 'file')
      .select(['articleId', 'id', 'filename', 'textPath'].map((column) => `file.${column}`))
      .where('file.articleId IN (:...articleIds)', { articleIds })
      .orderBy('file.id')
      .getMany();
    for (const { articleId, filename, textPath } of files) {
      const text = textPath === null ? null : await this.readTextFile(textPath);
      texts.set(articleId, [...(texts.get(articleId) ?? []), `${filename ?? ''}\n${text ?? ''}`]);
    }
    return texts;
  }

  private async readKnown(ids: number[]): Promise<Map<number, Set<string>>> {
    const sql = new Statement(this.dataSource);
    const rows = await sql.rows<{ article_id: string; body: Buffer }>(
      `SELECT article_id, body FROM search_document WHERE ${sql.oneOf('article_id', ids)}`,
    );
    return new Map(rows.map(({ article_id, body }) => [Number(article_id), termsOf(unpackText(body))]));
  }
}

export async function readState(connection: DataSource | EntityManager, lock = false): Promise<IndexState> {
  const rows = await new Statement(connection).rows<{
    seq: string;
    scanned_to: string | null;
    text_seq: string | null;
  }>(`SELECT seq, scanned_to, text_seq FROM search_state WHERE id = 1${lock ? ' FOR UPDATE' : ''}`);
  const [{ seq, scanned_to, text_seq } = { seq: '0', scanned_to: null, text_seq: null }] = rows;
  const numberOrNull = (value: string | null) => (value === null ? null : Number(value));
  return { seq: Number(seq), scannedTo: numberOrNull(scanned_to), textSeq: numberOrNull(text_seq) };
}

function noteChanges(
  segments: Map<number, SegmentChanges>,
  ids: number[],
  fresh: Map<number, NewDocument>,
  known: Map<number, Set<string>>,
): void {
  for (const id of ids) {
    const changes = segments.get(segmentOf(id)) ?? new Map();
    segments.set(segmentOf(id), changes);
    const [now, before] = [fresh.get(id)?.terms, known.get(id)];
    const note = (term: string, kind: 'added' | 'removed') => {
      let change = changes.get(term);
      if (!change) changes.set(term, (change = { added: [], removed: [] }));
      change[kind].push(placeOf(id));
    };
    for (const term of now ?? []) if (!before?.has(term)) note(term, 'added');
    for (const term of before ?? []) if (!now?.has(term)) note(term, 'removed');
  }
}

async function changePostings(manager: EntityManager, segment: number, changes: SegmentChanges): Promise<void> {
  const terms = [...changes.keys()];
  for (let start = 0; start < terms.length; start += TERMS_PER_READ) {
    const part = terms.slice(start, start + TERMS_PER_READ);
    const sql = new Statement(manager);
    const where = `segment = ${sql.value(segment)} AND ${sql.oneOf('term', part)}`;
    const rows = await sql.rows<{ term: string; docs: Buffer }>(`SELECT term, docs FROM search_posting WHERE ${where}`);
    const stored = new Map(rows.map(({ term, docs }) => [term, docs]));
    const written: [string, number, Buffer][] = [];
    const emptied: string[] = [];
    for (const term of part) {
      const before = stored.get(term);
      const bytes = Buffer.from(changed(before, changes.get(term)!));
      if (bytes.length > 0) written.push([term, segment, bytes]);
      else if (before) emptied.push(term);
    }
    await upsertRows(manager, 'search_posting', POSTING_COLUMNS, 2, written);
    if (emptied.length === 0) continue;
    const removal = new Statement(manager);
    const gone = `segment = ${removal.value(segment)} AND ${removal.oneOf('term', emptied)}`;
    await removal.rows(`DELETE FROM search_posting WHERE ${gone}`);
  }
}

function changed(before: Buffer | undefined, { added, removed }: { added: number[]; removed: number[] }): Uint8Array {
  if (!before) return encodePlaces(added.sort((a, b) => a - b));
  const set = DocumentSet.decode(before);
  for (const place of removed) set.delete(place);
  for (const place of added) set.add(place);
  return set.encode();
}

const POSTING_COLUMNS = [
  { name: 'term', postgres: 'text' as const },
  { name: 'segment', postgres: 'int' as const },
  { name: 'docs', postgres: 'bytea' as const },
];

const DOCUMENT_COLUMNS = [
  { name: 'article_id', postgres: 'bigint' as const },
  { name: 'doc_no_key', postgres: 'text' as const },
  { name: 'body', postgres: 'bytea' as const },
];

const TEXT_COLUMNS = [
  { name: 'article_id', postgres: 'bigint' as const },
  { name: 'folded', postgres: 'bytea' as const },
];

async function writeDocuments(
  manager: EntityManager,
  ids: number[],
  fresh: Map<number, StoredDocument>,
): Promise<void> {
  const rows = [...fresh].map(([id, { docNoKey: key, packed }]) => [id, key, packed]);
  await upsertRows(manager, 'search_document', DOCUMENT_COLUMNS, 1, rows);
  const texts = [...fresh].map(([id, { folded }]) => [id, folded]);
  await upsertRows(manager, 'search_text', TEXT_COLUMNS, 1, texts);
  const gone = ids.filter((id) => !fresh.has(id));
  if (gone.length === 0) return;
  for (const table of ['search_document', 'search_text']) {
    const sql = new Statement(manager);
    await sql.rows(`DELETE FROM ${table} WHERE ${sql.oneOf('article_id', gone)}`);
  }
}
