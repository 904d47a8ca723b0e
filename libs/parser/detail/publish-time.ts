import { parseChineseDate, shanghaiDate, type ParsedDate } from '../dates/chinese-date.js';
import { INVISIBLE_TAGS, oneLine, type PageElement } from '../dom/page-node.js';
import { type Page } from '../dom/parse-html.js';
import { firstMeta, type MetaTags } from './meta-tags.js';

/** A publication time and the words it was read from. */
export interface FoundTime {
  raw: string;
  parsed: ParsedDate;
}

const META_TIMES = [
  'pubdate',
  'article:published_time',
  'og:published_time',
  'datepublished',
  'publishdate',
  'firstpublishedtime',
  'og:release_date',
  'weibo: article:create_at',
  'weibo:article:create_at',
  'publish_time',
  'publishtime',
  'releasedate',
  'date',
  'dc.date',
  'apub:time',
];
const LABELLED = /(?:发布|发表|更新|刊发|公开|上传|录入|时间|日期|发布于)[^\d]{0,8}$/;
const FULL_DATE =
  /(?:19|20)\d{2}\s{0,2}(?:[-/.]|年)\s{0,2}\d{1,2}\s{0,2}(?:[-/.]|月)\s{0,2}\d{1,2}\s?日?(?:[\sT]{0,3}\d{1,2}:\d{2}(?::\d{2})?)?/;
const DAY_MS = 86_400_000;

/** Reads a text as a publication time; a day that has not come yet is none. */
export function readTime(text: string | null | undefined, now: Date): FoundTime | null {
  if (!text) return null;
  const parsed = parseChineseDate(text, now);
  if (!parsed || parsed.date > shanghaiDate(new Date(now.getTime() + DAY_MS))) return null;
  return { raw: oneLine(text).slice(0, 100), parsed };
}

/** Publication time without selectors: meta tags, then the printed date that looks most like one. */
export function findPublishTime(page: Page, meta: MetaTags, body: PageElement | null, now: Date): FoundTime | null {
  const fromMeta = readTime(firstMeta(meta, META_TIMES), now);
  if (fromMeta) return fromMeta;
  return printedTime(page, body, now);
}

function printedTime(page: Page, body: PageElement | null, now: Date): FoundTime | null {
  let best: { found: FoundTime; rank: number } | null = null;
  let before = '';
  const visit = (element: PageElement, inBody: boolean): void => {
    for (const child of element.children) {
      if (child.type === 'tag') {
        if (!INVISIBLE_TAGS.has(child.name) && child.name !== 'a') visit(child, inBody || child === body);
        continue;
      }
      const match = FULL_DATE.exec(child.data);
      if (match) {
        const found = readTime(child.data.slice(match.index), now);
        if (found) {
          const lead = (before + child.data.slice(0, match.index)).slice(-16);
          const rank =
            (LABELLED.test(oneLine(lead)) ? 3 : 0) +
            (found.parsed.time ? 2 : 0) +
            (inBody ? -3 : 0) +
            (child.data.trim().length < 60 ? 1 : 0);
          const shown = { ...found, raw: oneLine(match[0]) };
          if (best === null || rank > best.rank) best = { found: shown, rank };
        }
      }
      before = child.data.slice(-16);
    }
  };
  visit(page.root, false);
  return (best as { found: FoundTime; rank: number } | null)?.found ?? null;
}
