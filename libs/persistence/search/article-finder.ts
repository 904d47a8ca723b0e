import { setTimeout as sleep } from 'node:timers/promises';
import { highlightAll, highlightSnippet, matchesAll, type HighlightPiece, type TextQuery } from '@govcrawler/core';
import { type DataSource } from 'typeorm';
import { Statement } from '../connection/statement.js';
import {
  type ArticleRepository,
  type ArticleListItem,
  type ExportedArticle,
} from '../repositories/article.repository.js';
import { type Candidate } from './candidate-sets.js';
import { searchedParts, unpackText, type IndexedText } from './indexed-text.js';
import { RecentAnswers } from './recent-answers.js';
import { SearchQuestions, type ArticleFilter, type SearchQuestion } from './search-questions.js';

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

interface Match {
  candidate: Candidate;
  /** Null where no words were looked for. */
  document: IndexedText | null;
}

/** Up to this many candidates are all compared with their texts. A little over the 10,000 hits that are to be exact. */
const COUNT_EXACTLY = 11_000;
/** Every answer waits for the count of this many. */
const COUNT_AT_ONCE = 500;
/** And this long for the count of more; it goes on, for whoever asks again. */
const PATIENCE_MS = 60;
const COUNT_BESIDE = 2;
/** Texts of one read while counting; the next ones are on their way while these are compared. */
const COUNT_STEP = 250;
/** The same where the database compares. Longer lists of ids are a temporary table to MariaDB. */
const LOOK_STEP = 900;
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
  private readonly questions: SearchQuestions;

  constructor(
    private readonly dataSource: DataSource,
    private readonly articles: ArticleRepository,
    private readonly limits = { exactly: COUNT_EXACTLY, atOnce: COUNT_AT_ONCE, patienceMs: PATIENCE_MS },
  ) {
    this.questions = new SearchQuestions(dataSource);
  }

  async search(query: ArticleQuery): Promise<FoundArticles> {
    const { limit, offset, after, sort, exactTotal = false, ...filter } = query;
    const question = await this.questions.ask(filter);
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
    const question = await this.questions.ask(filter);
    if (!question.upToDate && filter.q === undefined && filter.docNo === undefined) {
      return this.articles.searchIds(filter, limit);
    }
    const { candidates } = question;
    const order = candidates.inOrder({ ranked: false, skip: 0 });
    const ids: number[] = [];
    let seen = 0;
    while (ids.length < limit) {
      const step = take(order, Math.min(LOOK_STEP, limit - ids.length));
      if (step.length === 0) break;
      seen += step.length;
      ids.push(...(await this.thoseHolding(step, question)).map(({ id }) => id));
    }
    return { total: candidates.size - (seen - ids.length), ids };
  }

  /** Everything that is found, newest first, as an export needs it: a few hundred at a time, however many there are. */
  async *walk(filter: ArticleFilter): AsyncGenerator<ExportedArticle[]> {
    const question = await this.questions.ask(filter);
    const { candidates, upToDate } = question;
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
      const found = await this.thoseHolding(step, question);
      if (found.length > 0) yield this.articles.exportedByIds(found.map(({ id }) => id));
    }
  }

  /**
   * One page. By cursor it is filled to its end; by offset it is a window of candidates that may hold fewer articles,
   * so that pages neither overlap nor leave a gap between them.
   */
  private async fill(order: Iterator<Candidate>, limit: number, question: SearchQuestion, toTheEnd: boolean) {
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

  /** What holds the words, where that is known soon enough; null: an estimate must do. */
  private async counting(question: SearchQuestion, size: number, wait: boolean): Promise<ReadonlySet<number> | null> {
    if (size > this.limits.exactly) return null;
    const count = () => this.counted.get(question.key, () => this.holding(question));
    const known = this.counted.ready(question.key);
    if (wait || known !== undefined || size <= this.limits.atOnce) return count();
    if (this.counted.pending >= COUNT_BESIDE) return null;
    if (this.limits.patienceMs === 0) {
      count().catch(() => undefined);
      return null;
    }
    const impatience = new AbortController();
    const { signal } = impatience;
    const late = sleep(this.limits.patienceMs, null, { signal }).catch(() => null);
    return Promise.race([count(), late]).finally(() => impatience.abort());
  }

  /** All candidates that hold the words, by their ids. */
  private async holding(question: SearchQuestion): Promise<Set<number>> {
    const order = question.candidates.inOrder({ ranked: false, skip: 0 });
    const holding = new Set<number>();
    const size = question.words ? LOOK_STEP : COUNT_STEP;
    const lane = async () => {
      for (let step = take(order, size); step.length > 0; step = take(order, size)) {
        for (const { id } of await this.thoseHolding(step, question)) holding.add(id);
      }
    };
    await Promise.all([lane(), lane()]);
    return holding;
  }

  /** The same as `check` without the documents, in the order given. */
  private async thoseHolding(candidates: Candidate[], question: SearchQuestion): Promise<Candidate[]> {
    const { text, words, numbered, live } = question;
    if (!needsCheck(text)) return candidates;
    if (words === null) return (await this.check(candidates, question)).map(({ candidate }) => candidate);
    const isLive = ({ id }: Candidate) => live.has(id);
    const holding = new Set(numbered);
    for (const { candidate } of await this.check(candidates.filter(isLive), question)) holding.add(candidate.id);
    const sql = new Statement(this.dataSource);
    const among = sql.oneOf(
      'article_id',
      candidates.flatMap((candidate) => (isLive(candidate) || numbered.has(candidate.id) ? [] : [candidate.id])),
    );
    const hold = words.map((word) => sql.contains('folded', Buffer.from(word, 'utf8')));
    const rows = await sql.rows<{ article_id: string }>(
      `SELECT article_id FROM search_text WHERE ${[among, ...hold].join(' AND ')}`,
    );
    for (const row of rows) holding.add(Number(row.article_id));
    return candidates.filter(({ id }) => holding.has(id));
  }

  /** Those that hold the words as they were typed. */
  private async check(candidates: Candidate[], { text, numbered, live }: SearchQuestion): Promise<Match[]> {
    if (text === null || candidates.length === 0) return candidates.map((candidate) => ({ candidate, document: null }));
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
