import { docNoKey, DocumentSet, encodePlaces, placeOf, segmentOf } from '@govcrawler/core';
import { type DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../connection/transaction.js';
import { Statement, upsertRows } from '../connection/statement.js';
import { ArticleEntity } from '../entities/article.entity.js';
import { AttachmentEntity } from '../entities/attachment.entity.js';
import { INDEXED_COLUMNS, indexedTextOf, packText, termsOf, unpackText, type IndexedArticle } from './indexed-text.js';

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
}

interface NewDocument {
  docNoKey: string | null;
  packed: Buffer;
  terms: Set<string>;
}

/** Terms that a document of a segment gained or lost. */
type SegmentChanges = Map<string, { added: number[]; removed: number[] }>;

/** The column holds this many characters; a text that fills it goes on in its file. */
const COLUMN_CHARACTERS = 13_900;
const TERMS_PER_READ = 4_000;

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
    const { ids, next } = await this.nextDocuments(state, maxDocuments);
    if (ids.length === 0 && next.seq === state.seq && next.scannedTo === state.scannedTo) {
      return { documents: 0, more: false };
    }
    const fresh = await this.readDocuments(ids);
    const known = await this.readKnown(ids);
    const changes = difference(ids, fresh, known);
    const done = await inTransaction(this.dataSource, async (manager) => {
      const locked = await readState(manager, true);
      if (locked.seq !== state.seq || locked.scannedTo !== state.scannedTo) return false;
      for (const [segment, terms] of changes) await changePostings(manager, segment, terms);
      await writeDocuments(manager, ids, fresh);
      const sql = new Statement(manager);
      const values = `seq = ${sql.value(next.seq)}, scanned_to = ${sql.value(next.scannedTo)}`;
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
      await manager.query(
        'UPDATE search_state SET seq = (SELECT last_seq FROM change_counter WHERE id = 1), scanned_to = 0 WHERE id = 1',
      );
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
    for (let start = 0; start < ids.length; start += 200) {
      const part = ids.slice(start, start + 200);
      const articles = await this.dataSource
        .createQueryBuilder(ArticleEntity, 'article')
        .select(INDEXED_COLUMNS.map((column) => `article.${column}`))
        .where('article.id IN (:...part)', { part })
        .getMany();
      const files = await this.readFiles(articles.filter((article) => article.hasAttachment).map(({ id }) => id));
      for (const article of articles) {
        const text = indexedTextOf(article, await this.bodyOf(article), files.get(article.id) ?? []);
        const key = article.docNo === null ? null : docNoKey(article.docNo);
        documents.set(article.id, { docNoKey: key, packed: packText(text), terms: termsOf(text) });
      }
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
    const known = new Map<number, Set<string>>();
    for (let start = 0; start < ids.length; start += 1_000) {
      const sql = new Statement(this.dataSource);
      const among = sql.oneOf('article_id', ids.slice(start, start + 1_000));
      const rows = await sql.rows<{ article_id: string; body: Buffer }>(
        `SELECT article_id, body FROM search_document WHERE ${among}`,
      );
      for (const row of rows) known.set(Number(row.article_id), termsOf(unpackText(row.body)));
    }
    return known;
  }
}

export async function readState(connection: DataSource | EntityManager, lock = false): Promise<IndexState> {
  const rows = await new Statement(connection).rows<{ seq: string; scanned_to: string | null }>(
    `SELECT seq, scanned_to FROM search_state WHERE id = 1${lock ? ' FOR UPDATE' : ''}`,
  );
  const [{ seq, scanned_to } = { seq: '0', scanned_to: null }] = rows;
  return { seq: Number(seq), scannedTo: scanned_to === null ? null : Number(scanned_to) };
}

function difference(
  ids: number[],
  fresh: Map<number, NewDocument>,
  known: Map<number, Set<string>>,
): Map<number, SegmentChanges> {
  const segments = new Map<number, SegmentChanges>();
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
  return segments;
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

async function writeDocuments(manager: EntityManager, ids: number[], fresh: Map<number, NewDocument>): Promise<void> {
  const rows = [...fresh].map(([id, document]) => [id, document.docNoKey, document.packed]);
  await upsertRows(manager, 'search_document', DOCUMENT_COLUMNS, 1, rows);
  const gone = ids.filter((id) => !fresh.has(id));
  if (gone.length === 0) return;
  const sql = new Statement(manager);
  await sql.rows(`DELETE FROM search_document WHERE ${sql.oneOf('article_id', gone)}`);
}
