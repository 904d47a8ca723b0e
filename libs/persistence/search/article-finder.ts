import { type ArticleStatus } from '@govcrawler/contracts';
import {
  dateRangeTerms,
  docNoKey,
  highlightAll,
  highlightSnippet,
  looksLikeDocNo,
  matchesAll,
  parseTextQuery,
  type HighlightPiece,
  type TextQuery,
} from '@govcrawler/core';
import { type DataSource } from 'typeorm';
import { Statement } from '../connection/statement.js';
import { ArticleEntity } from '../entities/article.entity.js';
import {
  type ArticleRepository,
  type ArticleListItem,
  type ExportedArticle,
} from '../repositories/article.repository.js';
import { CandidateSets, type Candidate } from './candidate-sets.js';
import { attribute, INDEXED_COLUMNS, indexedTextOf, searchedParts, termsOf, unpackText } from './indexed-text.js';
import { type IndexedText } from './indexed-text.js';
import { RecentAnswers } from './recent-answers.js';
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

export interface ArticleQuery extends ArticleFilter {
  sort: 'relevance' | 'newest';
  limit: number;
  offset: number;
  /** Where an earlier page ended; counts instead of `offset`. */
  after?: Candidate;
  /** Waits for an exact total, where there are not too many. */
  exactTotal?: boolean;
}

export interface ArticleHighlight {
  title: HighlightPiece[];
  /** Null when only the title matches. */
  snippet: HighlightPiece[] | null;
  /** Where the snippet is from. */
  source: 'facts' | 'body' | 'file' | null;
}

export interface FoundArticles {
  total: number;
  totalIsExact: boolean;
  items: (ArticleListItem & { highlight: ArticleHighlight | null })[];
  /** Where the next page begins; null after the last one. */
  next: Candidate | null;
  /** False while the index takes in many changes: what they changed may be missing from this answer. */
  upToDate: boolean;
}

interface Question {
  /** The same for the same filter at the same state of the articles. */
  key: string;
  candidates: CandidateSets;
  text: TextQuery | null;
  /** Documents whose number was typed; their text need not hold it in the same spelling. */
  numbered: Set<number>;
  /** Documents as they are stored, where the index does not know them yet. */
  live: Map<number, IndexedText>;
  upToDate: boolean;
}

interface Match {
  candidate: Candidate;
  /** Null where no words were looked for. */
  document: IndexedText | null;
}

/** What changed since the index's last step is looked at directly, up to this many documents. */
const MAX_LIVE = 500;
/** Up to this many candidates can all be compared with their texts, so that their number is exact. */
const COUNT_EXACTLY = 10_000;
/** Nobody waits for more than these; more are counted while the estimate is on its way, for whoever asks again. */
const COUNT_AT_ONCE = 500;
const COUNT_BESIDE = 2;
/** Texts of one read while counting; the next ones are on their way while these are compared. */
const COUNT_STEP = 250;
const CHECK_STEP = 50;
/** No question makes one answer read more texts than this. */
const MAX_CHECKS = 300;
const WALK_STEP = 500;

/**
 * Finds articles by words and filters. The index answers with bit sets, so counting is exact and cheap; pairs of
 * characters do not say whether a longer word is in the text, so what is shown is compared with the text itself, and
 * so is everything that is counted, up to 10,000 candidates.
 */
export class ArticleFinder {
  private readonly counted = new RecentAnswers<ReadonlySet<number>>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly articles: ArticleRepository,
    private readonly limits = { exactly: COUNT_EXACTLY, atOnce: COUNT_AT_ONCE },
  ) {}

  async search(query: ArticleQuery): Promise<FoundArticles> {
    const { limit, offset, after, sort, exactTotal = false, ...filter } = query;
    const question = await this.ask(filter);
    // A list without words must not wait for the index: the table itself can be asked, only slower.
    if (!question.upToDate && filter.q === undefined && filter.docNo === undefined && !after) return this.list(query);
    const { candidates, text, upToDate } = question;
    const ranked = sort === 'relevance';
    const size = candidates.size;
    const holding = needsCheck(text) ? await this.counting(question, size, exactTotal) : null;
    if (holding) {
      const matches = [...candidates.inOrder({ ranked, skip: 0 })].filter(({ id }) => holding.has(id));
      const start = after ? matches.findIndex((candidate) => isAfter(candidate, after, ranked)) : offset;
      const page = start < 0 ? [] : matches.slice(start, start + limit);
      const next = start >= 0 && start + limit < matches.length ? page.at(-1)! : null;
      const items = await this.present(await this.check(page, question), text);
      return { total: matches.length, totalIsExact: upToDate, items, next, upToDate };
    }
    const order = candidates.inOrder({ ranked, after, skip: after ? 0 : offset });
    const { page, seen, last } = await this.fill(order, limit, question, after !== undefined);
    const more = last !== null && order.next().done !== true;
    const estimate = needsCheck(text) && seen > 0 ? Math.round((size * page.length) / seen) : size;
    return {
      total: estimate,
      totalIsExact: upToDate && !needsCheck(text),
      items: await this.present(page, text),
      next: more ? last : null,
      upToDate,
    };
  }

  /** All that is found, newest first, each compared with its text. */
  async ids(filter: ArticleFilter, limit: number): Promise<{ total: number; ids: number[] }> {
    const question = await this.ask(filter);
    if (!question.upToDate && filter.q === undefined && filter.docNo === undefined) {
      return this.articles.searchIds(filter, limit);
    }
    const { text, candidates } = question;
    const order = candidates.inOrder({ ranked: false, skip: 0 });
    const ids: number[] = [];
    let seen = 0;
    while (ids.length < limit) {
      const step = take(order, Math.min(500, limit - ids.length));
      if (step.length === 0) break;
      seen += step.length;
      const matches = needsCheck(text) ? (await this.check(step, question)).map(({ candidate }) => candidate) : step;
      ids.push(...matches.map(({ id }) => id));
    }
    return { total: candidates.size - (seen - ids.length), ids };
  }

  /** Everything that is found, newest first, as an export needs it: a few hundred at a time, however many there are. */
  async *walk(filter: ArticleFilter): AsyncGenerator<ExportedArticle[]> {
    const question = await this.ask(filter);
    const { text, candidates, upToDate } = question;
    if (!upToDate && filter.q === undefined && filter.docNo === undefined) {
      for (let below = Number.MAX_SAFE_INTEGER; ;) {
        const ids = await this.articles.idsBelow(filter, below, WALK_STEP);
        if (ids.length > 0) yield this.articles.exportedByIds(ids);
        if (ids.length < WALK_STEP) return;
        below = ids.at(-1)!;
      }
    }
    const order = candidates.inOrder({ ranked: false, skip: 0 });
    for (;;) {
      const step = take(order, WALK_STEP);
      if (step.length === 0) return;
      const found = needsCheck(text) ? (await this.check(step, question)).map(({ candidate }) => candidate) : step;
      if (found.length > 0) yield this.articles.exportedByIds(found.map(({ id }) => id));
    }
  }

  /**
   * One page. By cursor it is filled to its end; by offset it is a window of candidates that may hold fewer articles,
   * so that pages neither overlap nor leave a gap between them.
   */
  private async fill(order: Iterator<Candidate>, limit: number, question: Question, toTheEnd: boolean) {
    const page: Match[] = [];
    let seen = 0;
    let last: Candidate | null = null;
    while (page.length < limit && seen < MAX_CHECKS) {
      const wanted = toTheEnd && needsCheck(question.text) ? Math.min(CHECK_STEP, limit - page.length) : limit;
      const step = take(order, wanted);
      if (step.length === 0) break;
      seen += step.length;
      last = step.at(-1)!;
      page.push(...(await this.check(step, question)));
      if (!toTheEnd) break;
    }
    return { page, seen, last };
  }

  /** What holds the words, where that is known or few enough to wait for; null: an estimate must do. */
  private async counting(question: Question, size: number, wait: boolean): Promise<ReadonlySet<number> | null> {
    if (size > this.limits.exactly) return null;
    const count = () => this.counted.get(question.key, () => this.holding(question));
    if (wait || size <= this.limits.atOnce) return count();
    const known = this.counted.ready(question.key);
    if (known === undefined && this.counted.pending < COUNT_BESIDE) count().catch(() => undefined);
    return known ?? null;
  }

  /** All candidates that hold the words, by their ids. */
  private async holding(question: Question): Promise<Set<number>> {
    const order = question.candidates.inOrder({ ranked: false, skip: 0 });
    const holding = new Set<number>();
    const lane = async () => {
      for (let step = take(order, COUNT_STEP); step.length > 0; step = take(order, COUNT_STEP)) {
        for (const { candidate } of await this.check(step, question)) holding.add(candidate.id);
      }
    };
    await Promise.all([lane(), lane()]);
    return holding;
  }

  /** Those that hold the words as they were typed. */
  private async check(candidates: Candidate[], { text, numbered, live }: Question): Promise<Match[]> {
    if (text === null) return candidates.map((candidate) => ({ candidate, document: null }));
    const documents = await this.textsOf(candidates, live);
    return candidates.flatMap((candidate): Match[] => {
      const document = documents.get(candidate.id) ?? null;
      if (document === null) return [];
      const parts = text.titleOnly ? [document.title] : searchedParts(document);
      const holds = !needsCheck(text) || numbered.has(candidate.id) || matchesAll(text.patterns, parts);
      return holds ? [{ candidate, document }] : [];
    });
  }

  private async present(page: Match[], text: TextQuery | null): Promise<FoundArticles['items']> {
    const rows = await this.articles.listByIds(page.map(({ candidate }) => candidate.id));
    const rowOf = new Map(rows.map((row) => [row.id, row]));
    return page.flatMap(({ candidate, document }) => {
      const row = rowOf.get(candidate.id);
      return row ? [{ ...row, highlight: text && document ? highlight(document, text) : null }] : [];
    });
  }

  private async list({ sort: _sort, ...query }: ArticleQuery): Promise<FoundArticles> {
    const { total, items } = await this.articles.search(query);
    const rows = items.map((item) => ({ ...item, highlight: null }));
    return { total, totalIsExact: true, items: rows, next: null, upToDate: true };
  }

  private async ask(filter: ArticleFilter): Promise<Question> {
    const { seq, scannedTo } = await readState(this.dataSource);
    const changed = await this.changedSince(seq);
    const live = await this.readLive(changed.ids);
    const upToDate = changed.all && scannedTo === null;
    const text = filter.q === undefined ? null : parseTextQuery(filter.q);
    const key = JSON.stringify([seq, scannedTo, changed.lastSeq, filter]);
    const nothing: Question = { key, candidates: new CandidateSets([]), text, numbered: new Set(), live, upToDate };
    const filters = await this.filterTerms(filter);
    if (filters === null || (filter.q !== undefined && text === null)) return nothing;
    const words = text ? (text.titleOnly ? text.titleTerms : text.terms) : [];
    const titleTerms = text?.titleTerms ?? [];
    const candidates = new CandidateSets(
      await this.postings([...new Set([...filters.all, ...filters.anyDate, ...words, ...titleTerms])]),
    );
    const typedNo = filter.q !== undefined && looksLikeDocNo(filter.q) ? filter.q : null;
    candidates.require(filters.all);
    if (filters.dated) candidates.requireOne(filters.anyDate);
    if (filter.docNo !== undefined) candidates.onlyIds(await this.withDocNo(filter.docNo));
    candidates.forget(changed.ids);
    const numbered = new Set(
      (typedNo === null ? [] : await this.withDocNo(typedNo)).filter((id) => candidates.has(id)),
    );
    candidates.narrow(words);
    candidates.prefer(titleTerms);
    for (const id of numbered) candidates.add(id, 0);
    for (const [id, document] of live) {
      const terms = termsOf(document);
      const has = (term: string) => terms.has(term);
      if (!filters.all.every(has) || (filters.dated && !filters.anyDate.some(has))) continue;
      if (filter.docNo !== undefined && !hasDocNo(document, filter.docNo)) continue;
      const byNumber = typedNo !== null && hasDocNo(document, typedNo);
      if (byNumber) numbered.add(id);
      else if (!words.every(has)) continue;
      candidates.add(id, byNumber ? 0 : titleTerms.every(has) ? 1 : 2);
    }
    return { key, candidates, text, numbered, live, upToDate };
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

  private async textsOf(candidates: Candidate[], live: Map<number, IndexedText>): Promise<Map<number, IndexedText>> {
    const texts = new Map<number, IndexedText>();
    const stored: number[] = [];
    for (const { id } of candidates) {
      const document = live.get(id);
      if (document) texts.set(id, document);
      else stored.push(id);
    }
    const sql = new Statement(this.dataSource);
    const rows = await sql.rows<{ article_id: string; body: Buffer }>(
      `SELECT article_id, body FROM search_document WHERE ${sql.oneOf('article_id', stored)}`,
    );
    for (const row of rows) texts.set(Number(row.article_id), unpackText(row.body));
    return texts;
  }
}

function needsCheck(text: TextQuery | null): text is TextQuery {
  return text !== null && !text.exact;
}

/** Whether `candidate` comes after `other` in the order of the answer. */
function isAfter(candidate: Candidate, other: Candidate, ranked: boolean): boolean {
  if (ranked && candidate.tier !== other.tier) return candidate.tier > other.tier;
  return candidate.id < other.id;
}

function hasDocNo({ facts }: IndexedText, docNo: string): boolean {
  const key = docNoKey(docNo);
  return key !== null && facts.split('\n').some((fact) => docNoKey(fact) === key);
}

function highlight(document: IndexedText, { patterns, titleOnly }: TextQuery): ArticleHighlight {
  const title = highlightAll(patterns, document.title);
  if (titleOnly) return { title, snippet: null, source: null };
  const places = [
    ['body', document.body],
    ...document.files.map((file) => ['file', file] as const),
    ['facts', document.facts],
  ] as const;
  for (const [source, text] of places) {
    const snippet = highlightSnippet(patterns, text);
    if (snippet) return { title, snippet, source };
  }
  return { title, snippet: null, source: null };
}

function take<T>(from: Iterator<T>, count: number): T[] {
  const taken: T[] = [];
  while (taken.length < count) {
    const { value, done } = from.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
}
