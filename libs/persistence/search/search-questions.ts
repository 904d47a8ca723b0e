import { type ArticleStatus } from '@govcrawler/contracts';
import { dateRangeTerms, docNoKey, looksLikeDocNo, parseTextQuery, type TextQuery } from '@govcrawler/core';
import { type DataSource } from 'typeorm';
import { Statement } from '../connection/statement.js';
import { ArticleEntity } from '../entities/article.entity.js';
import { CandidateSets } from './candidate-sets.js';
import { attribute, INDEXED_COLUMNS, indexedTextOf, termsOf, type IndexedText } from './indexed-text.js';
import { readState } from './search-indexer.js';

export interface ArticleFilter {
  siteCode?: string;
  targetCode?: string;
  deptId?: number;
  status?: ArticleStatus;
  hasAttachment?: boolean;
  category?: string;
  /** The number of the document, in any brackets. */
  docNo?: string;
  /** Words in title, text and files; all of them. */
  q?: string;
  /** Published at or after. */
  from?: Date;
  /** Published before. */
  to?: Date;
}

/** What the index says to a filter before any text is read. */
export interface SearchQuestion {
  /** The same for the same filter at the same state of the articles. */
  key: string;
  candidates: CandidateSets;
  text: TextQuery | null;
  /** Documents whose number was typed; their text need not hold it in the same spelling. */
  numbered: Set<number>;
  /** Documents as they are stored, where the index does not know them yet. */
  live: Map<number, IndexedText>;
  upToDate: boolean;
  /** Words that the database can look for in its folded texts; null: the texts must be read. */
  words: string[] | null;
}

/** What changed since the index's last step is looked at directly, up to this many documents. */
const MAX_LIVE = 500;
/** Asks the index, and what it does not know yet. */
export class SearchQuestions {
  constructor(private readonly dataSource: DataSource) {}

  async ask(filter: ArticleFilter): Promise<SearchQuestion> {
    const { seq, scannedTo, textSeq } = await readState(this.dataSource);
    const changed = await this.changedSince(seq);
    const live = await this.readLive(changed.ids);
    const upToDate = changed.all && scannedTo === null;
    const text = filter.q === undefined ? null : parseTextQuery(filter.q);
    const words = textSeq === seq && scannedTo === null ? (text?.undecided ?? null) : null;
    const key = JSON.stringify([seq, scannedTo, changed.lastSeq, filter]);
    const asked = { key, text, live, upToDate, words };
    const nothing: SearchQuestion = { ...asked, candidates: new CandidateSets([]), numbered: new Set() };
    const filters = await this.filterTerms(filter);
    if (filters === null || (filter.q !== undefined && text === null)) return nothing;
    const terms = text ? (text.titleOnly ? text.titleTerms : text.terms) : [];
    const titleTerms = text?.titleTerms ?? [];
    const candidates = new CandidateSets(
      await this.postings([...new Set([...filters.all, ...filters.anyDate, ...terms, ...titleTerms])]),
    );
    const typedNo = filter.q !== undefined && looksLikeDocNo(filter.q) ? filter.q : null;
    candidates.require(filters.all);
    if (filters.dated) candidates.requireOne(filters.anyDate);
    if (filter.docNo !== undefined) candidates.onlyIds(await this.withDocNo(filter.docNo));
    candidates.forget(changed.ids);
    const numbered = new Set(
      (typedNo === null ? [] : await this.withDocNo(typedNo)).filter((id) => candidates.has(id)),
    );
    candidates.narrow(terms);
    candidates.prefer(titleTerms);
    for (const id of numbered) candidates.add(id, 0);
    for (const [id, document] of live) {
      const own = termsOf(document);
      const has = (term: string) => own.has(term);
      if (!filters.all.every(has) || (filters.dated && !filters.anyDate.some(has))) continue;
      if (filter.docNo !== undefined && !hasDocNo(document, filter.docNo)) continue;
      const byNumber = typedNo !== null && hasDocNo(document, typedNo);
      if (byNumber) numbered.add(id);
      else if (!terms.every(has)) continue;
      candidates.add(id, byNumber ? 0 : titleTerms.every(has) ? 1 : 2);
    }
    return { ...asked, candidates, numbered };
  }

  /** Null when a filter names something that is not there. */
  private async filterTerms(filter: ArticleFilter) {
    const all = [attribute.any];
    if (filter.siteCode !== undefined) {
      const id = await this.idOf('crawl_site', 'site_code', filter.siteCode);
      if (id === null) return null;
      all.push(attribute.site(id));
    }
    if (filter.targetCode !== undefined) {
      const id = await this.idOf('crawl_target', 'target_code', filter.targetCode);
      if (id === null) return null;
      all.push(attribute.target(id));
    }
    if (filter.deptId !== undefined) all.push(attribute.department(filter.deptId));
    if (filter.status !== undefined) all.push(attribute.status(filter.status));
    if (filter.hasAttachment !== undefined) all.push(attribute.files(filter.hasAttachment));
    if (filter.category !== undefined) all.push(attribute.category(filter.category));
    const dated = filter.from !== undefined || filter.to !== undefined;
    return { all, dated, anyDate: dated ? dateRangeTerms(filter.from, filter.to) : [] };
  }

  private async idOf(table: 'crawl_site' | 'crawl_target', column: string, code: string): Promise<number | null> {
    const sql = new Statement(this.dataSource);
    const where = `${column} = ${sql.value(code.replaceAll('\0', ''))}`;
    const [row] = await sql.rows<{ id: string | number }>(`SELECT id FROM ${table} WHERE ${where}`);
    return row ? Number(row.id) : null;
  }

  private async postings(terms: string[]) {
    const sql = new Statement(this.dataSource);
    return sql.rows<{ term: string; segment: number; docs: Buffer }>(
      `SELECT term, segment, docs FROM search_posting WHERE ${sql.oneOf('term', terms)}`,
    );
  }

  private async withDocNo(docNo: string): Promise<number[]> {
    const key = docNoKey(docNo);
    if (key === null) return [];
    const sql = new Statement(this.dataSource);
    const rows = await sql.rows<{ article_id: string }>(
      `SELECT article_id FROM search_document WHERE doc_no_key = ${sql.value(key)} ORDER BY article_id DESC LIMIT 1000`,
    );
    return rows.map((row) => Number(row.article_id));
  }

  /** The articles that changed since the index's last step; none of them, and `all` false, when there are many. */
  private async changedSince(seq: number): Promise<{ ids: number[]; all: boolean; lastSeq: number }> {
    const sql = new Statement(this.dataSource);
    const rows = await sql.rows<{ seq: string; article_id: string }>(
      `SELECT seq, article_id FROM article_change WHERE seq > ${sql.value(seq)} ORDER BY seq LIMIT ${MAX_LIVE + 1}`,
    );
    const lastSeq = Number(rows.at(-1)?.seq ?? seq);
    if (rows.length > MAX_LIVE) return { ids: [], all: false, lastSeq };
    return { ids: [...new Set(rows.map((row) => Number(row.article_id)))], all: true, lastSeq };
  }

  private async readLive(ids: number[]): Promise<Map<number, IndexedText>> {
    if (ids.length === 0) return new Map();
    const articles = await this.dataSource
      .createQueryBuilder(ArticleEntity, 'article')
      .select(INDEXED_COLUMNS.map((column) => `article.${column}`))
      .where('article.id IN (:...ids)', { ids })
      .getMany();
    return new Map(articles.map((article) => [article.id, indexedTextOf(article, article.contentText ?? '', [])]));
  }
}

function hasDocNo({ facts }: IndexedText, docNo: string): boolean {
  const key = docNoKey(docNo);
  return key !== null && facts.split('\n').some((fact) => docNoKey(fact) === key);
}
