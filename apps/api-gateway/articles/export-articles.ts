import { type ArticleStatus } from '@govcrawler/contracts';
import { CSV_BOM, csvLine } from '@govcrawler/core';
import { type IndexFilter } from './search-articles.js';

/** An article as it leaves the house in an export. */
export interface ExportedArticle {
  id: number;
  title: string;
  url: string;
  docNo: string | null;
  indexNo: string | null;
  publisher: string | null;
  siteCode: string;
  siteName: string;
  targetCode: string | null;
  targetName: string | null;
  contentCategory: string | null;
  publishDate: string | null;
  fetchedAt: Date;
  status: ArticleStatus;
  hasAttachment: boolean;
  contentText: string | null;
}

/** Everything that a filter chooses, newest first, a few hundred at a time. */
export abstract class ArticleStream {
  abstract walk(filter: IndexFilter): AsyncIterable<ExportedArticle[]>;
}

export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const COLUMNS: [string, (article: ExportedArticle) => string | number | boolean | null][] = [
  ['编号', ({ id }) => id],
  ['标题', ({ title }) => title],
  ['文号', ({ docNo }) => docNo],
  ['索引号', ({ indexNo }) => indexNo],
  ['发文机关', ({ publisher }) => publisher],
  ['站点', ({ siteName }) => siteName],
  ['栏目', ({ targetName }) => targetName],
  ['分类', ({ contentCategory }) => contentCategory],
  ['发布日期', ({ publishDate }) => publishDate],
  ['采集时间', ({ fetchedAt }) => fetchedAt.toISOString()],
  ['状态', ({ status }) => status],
  ['有附件', ({ hasAttachment }) => (hasAttachment ? '是' : '否')],
  ['网址', ({ url }) => url],
];

/** The file in pieces: memory holds one of them, whatever the number of articles. */
export async function* exportArticles(
  stream: ArticleStream,
  filter: IndexFilter,
  { format, text }: { format: ExportFormat; text: boolean },
): AsyncGenerator<{ lines: string; count: number }> {
  const columns = text ? [...COLUMNS, ['正文', ({ contentText }: ExportedArticle) => contentText] as const] : COLUMNS;
  if (format === 'csv') yield { lines: CSV_BOM + csvLine(columns.map(([name]) => name)), count: 0 };
  for await (const articles of stream.walk(filter)) {
    const line = (article: ExportedArticle) => {
      if (format === 'csv') return csvLine(columns.map(([, value]) => value(article)));
      const { contentText, ...facts } = article;
      return `${JSON.stringify(text ? { ...facts, contentText } : facts)}\n`;
    };
    yield { lines: articles.map(line).join(''), count: articles.length };
  }
}
