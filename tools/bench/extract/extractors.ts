import { Readability } from '@mozilla/readability';
import { extractDetail, parseDetail } from '@govcrawler/parser';
import { parseHTML } from 'linkedom';
import { type AnnotatedPage } from './corpora.js';

export interface Extracted {
  body: string;
  title: string | null;
  date: string | null;
}

export interface Extractor {
  name: string;
  extract(page: AnnotatedPage): Extracted;
}

const NOW = new Date('2026-11-18T00:00:00Z');
/** What a typical site file asks for, besides the body. */
const USUAL_SELECTORS = [
  'h1',
  'title',
  "meta[name='PubDate']",
  "meta[name='ContentSource']",
  'div.pages-date',
  'span.source',
  'div.article-info span',
];

function shanghaiDay(moment: Date | null): string | null {
  return moment === null ? null : new Date(moment.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
}

export const genericExtractors: Extractor[] = [
  {
    name: 'govcrawler',
    extract(page) {
      const fields = extractDetail(page.html, page.url, NOW);
      return { body: fields.contentText, title: fields.title, date: shanghaiDay(fields.publishTime) };
    },
  },
  {
    name: 'readability on linkedom',
    extract(page) {
      try {
        // Without this the article of pages with a stray </html> lies outside of the body and Readability throws.
        const { document } = parseHTML(page.html.replace(/<\/(?:html|body)\s*>/gi, ''));
        const article = new Readability(document as unknown as ConstructorParameters<typeof Readability>[0]).parse();
        return {
          body: article?.textContent ?? '',
          title: article?.title ?? null,
          date: article?.publishedTime?.slice(0, 10) ?? null,
        };
      } catch {
        return { body: '', title: null, date: null };
      }
    },
  },
];

/** The same page read by a site's selectors. */
export const selectorExtractors: Extractor[] = [
  {
    name: 'govcrawler selectors',
    extract(page) {
      const [title, , publishTime, source, ...more] = USUAL_SELECTORS;
      const fields = parseDetail(
        page.html,
        page.url,
        {
          title: `${title}::text, title::text`,
          publish_time: `${publishTime}::attr(content), ${more[0]}::text`,
          source: `${source}::attr(content), ${more
            .slice(1)
            .map((css) => `${css}::text`)
            .join(', ')}`,
          content: page.bodySelector ?? 'article',
        },
        { now: NOW },
      );
      return { body: fields.contentText, title: fields.title, date: null };
    },
  },
  {
    name: 'linkedom selectors',
    extract(page) {
      const { document } = parseHTML(page.html);
      const found = USUAL_SELECTORS.map((css) => document.querySelector(css)?.textContent ?? null);
      const body = document.querySelector(page.bodySelector ?? 'article');
      const text = (body?.textContent ?? '').replace(/[ \t\r\n\f]+/g, ' ').trim();
      return { body: text, title: found[0] ?? found[1] ?? null, date: null };
    },
  },
];
