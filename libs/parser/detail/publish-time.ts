import { parseChineseDate, shanghaiDate, type ParsedDate } from '../dates/chinese-date.js';
import { attribute, INVISIBLE_TAGS, oneLine, type PageElement, type PageText } from '../dom/page-node.js';
import { type Page } from '../dom/parse-html.js';
import { firstMeta, type MetaTags } from './meta-tags.js';

/** A publication time and the words it was read from. */
export interface FoundTime {
  raw: string;
  parsed: ParsedDate;
}

/** Where on the page to look: the headline above, the body below. */
export interface TimeLandmarks {
  title: PageElement | null;
  body: PageElement | null;
}

const META_TIMES = [
  'pubdate',
  'article:published_time',
  'og:published_time',
  'datepublished',
  'publishdate',
  'firstpublishedtime',
  'og:release_date',
  'og:time',
  'weibo: article:create_at',
  'weibo:article:create_at',
  'publish_time',
  'publishtime',
  'publish-date',
  'releasedate',
  'sailthru.date',
  'parsely-pub-date',
  'dc.date',
  'dc.date.issued',
  'apub:time',
  'date',
];
const DAY_MS = 86_400_000;

/** Reads a text as a publication time; a day that has not come yet is none. */
export function readTime(text: string | null | undefined, now: Date): FoundTime | null {
  if (!text) return null;
  const parsed = parseChineseDate(text, now);
  if (!parsed || parsed.date > shanghaiDate(new Date(now.getTime() + DAY_MS))) return null;
  return { raw: oneLine(text).slice(0, 100), parsed };
}

/**
 * Publication time without selectors: what the page declares to machines, then the printed date that looks most like
 * one. A declared day without a time takes the time of day from the same day printed.
 */
export function findPublishTime(page: Page, meta: MetaTags, marks: TimeLandmarks, now: Date): FoundTime | null {
  const declared = readTime(firstMeta(meta, META_TIMES), now) ?? markedTime(page, now);
  if (declared && hasTimeOfDay(declared.parsed)) return declared;
  const printed = printedTime(page, marks, now);
  if (!declared) return printed ?? scriptTime(page, now);
  return printed?.parsed.date === declared.parsed.date && printed.parsed.time ? printed : declared;
}

/** Midnight is what systems write when they know only the day. */
function hasTimeOfDay({ time }: ParsedDate): boolean {
  return time !== null && (time.getTime() + 8 * 3_600_000) % DAY_MS !== 0;
}

const LINKED_DATA_TIME = /"(?:datePublished|pubDate|dateCreated|uploadDate)"\s*:\s*"([^"]{8,40})"/;

/** JSON-LD and `<time>`, as search engines read them. */
function markedTime(page: Page, now: Date): FoundTime | null {
  for (const element of page.elements) {
    if (element.name === 'script' && /ld\+json/i.test(attribute(element, 'type') ?? '')) {
      const data = element.children[0];
      const found = readTime(data?.type === 'text' ? LINKED_DATA_TIME.exec(data.data)?.[1] : null, now);
      if (found) return found;
    } else if (element.name === 'time' || attribute(element, 'itemprop') === 'datePublished') {
      const found = readTime(attribute(element, 'datetime') ?? attribute(element, 'content'), now);
      if (found) return found;
    }
  }
  return null;
}

const SCRIPT_TIME =
  /["']?(?:publish_?time|pub_?time|pub_?date|news_?time|publish_?date|create_?time|ptime)["']?\s*[:=]\s*["']((?:19|20)\d\d[-/年.][^"']{4,20})["']/i;

/** Pages that are put together by scripts carry the time in a variable. */
function scriptTime(page: Page, now: Date): FoundTime | null {
  for (const element of page.elements) {
    const data = element.name === 'script' ? element.children[0] : undefined;
    if (data?.type !== 'text' || !/time|date/i.test(data.data)) continue;
    const found = readTime(SCRIPT_TIME.exec(data.data)?.[1], now);
    if (found) return found;
  }
  return null;
}

/** The publication date is among the first dates of a page; a table of dates has thousands. */
const MOST_DATES = 300;
const YEAR = /(?:19|20)\d\d/;
const FULL_DATE =
  /(?:19|20)\d\d\s{0,2}(?:[-/.]|年)\s{0,2}\d{1,2}\s{0,2}(?:[-/.]|月)\s{0,2}\d{1,2}(?!\d)\s?日?(?:[\sT]{0,3}\d{1,2}:\d{2}(?::\d{2})?)?/g;
const LABELLED = /(?:发布|发表|更新|刊发|公开|上传|录入|发稿|编辑|时间|日期|时\s*间|日\s*期)[^\d]{0,8}$/;
/** The clock of the page, the range of a term, the day a rule comes into force. */
const OTHER_DATE = /(?:今天|今日|现在|当前|截至|截止|至|到|自|从|生效|施行|实施|有效期)[是为：:\s]{0,3}$/;
const RELATIVE_AFTER_LABEL =
  /(?:发布|发表|更新|发布于)(?:时间|日期)?\s*[:：]?\s*((?:\d{1,2}[-/月]\d{1,2}|昨天|前天|今天|\d+\s?(?:分钟|小时|天)前)[^\n]{0,12})/;

function printedTime(page: Page, marks: TimeLandmarks, now: Date): FoundTime | null {
  const search = new PrintedTimes(marks, now);
  search.visit(page.root);
  return search.best;
}

class PrintedTimes {
  best: FoundTime | null = null;
  private bestRank = -Infinity;
  private before = '';
  private afterTitle = false;
  private inBody = false;
  private afterBody = false;
  private considered = 0;

  constructor(
    private readonly marks: TimeLandmarks,
    private readonly now: Date,
  ) {}

  visit(element: PageElement): void {
    const isBody = element === this.marks.body;
    if (isBody) this.inBody = true;
    for (const child of element.children) {
      if (child.type === 'text') this.read(child);
      else if (!INVISIBLE_TAGS.has(child.name) && child.name !== 'option') this.visit(child);
    }
    if (element === this.marks.title) this.afterTitle = true;
    if (isBody) {
      this.inBody = false;
      this.afterBody = true;
    }
  }

  private read({ data, parent }: PageText): void {
    if (this.considered > MOST_DATES) return;
    if (YEAR.test(data)) {
      for (const match of data.matchAll(FULL_DATE)) {
        if (this.considered > MOST_DATES) return;
        this.consider(match[0], data, match.index, parent);
      }
    } else if (this.best === null && data.length < 200) {
      const relative = RELATIVE_AFTER_LABEL.exec(data)?.[1];
      const found = readTime(relative, this.now);
      if (found) this.keep(found, 0);
    }
    if (data.trim()) this.before = data.slice(-16);
  }

  private consider(written: string, data: string, at: number, parent: PageElement | null): void {
    if (++this.considered > MOST_DATES) return;
    const lead = oneLine((this.before + data.slice(0, at)).slice(-16));
    if (OTHER_DATE.test(data.slice(Math.max(0, at - 16), at))) return;
    const found = readTime(written, this.now);
    if (!found) return;
    let rank = found.parsed.time ? 3 : 0;
    if (LABELLED.test(lead)) rank += 4;
    if (data.trim().length < 60) rank += 1;
    if (this.afterTitle && !this.inBody && !this.afterBody) rank += 3;
    // The body speaks of many days, and ends with the day it was signed; a list beside it has a day in every row.
    if (this.inBody) rank -= 4;
    if (this.afterBody) rank -= 2;
    if (parent?.name === 'a' || parent?.parent?.name === 'li' || parent?.name === 'li') rank -= 2;
    this.keep(found, rank);
  }

  private keep(found: FoundTime, rank: number): void {
    if (rank <= this.bestRank) return;
    this.best = found;
    this.bestRank = rank;
  }
}
