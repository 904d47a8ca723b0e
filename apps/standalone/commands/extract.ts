import { extractDetail } from '@govcrawler/parser';
import { Command } from 'commander';
import { inShanghai, transformPages } from './json-lines.js';

/** `govcrawler extract`: documents out of pages, without database or network. */
export function extractCommand(): Command {
  return new Command('extract')
    .description('read pages as JSON lines {id, url, html | path, charset?} and write their documents as JSON lines')
    .argument('[file]', 'input file (default: standard input)')
    .option('--jsonl', 'JSON lines in and out (the only format, and the default)')
    .action((file: string | undefined) =>
      transformPages(file, ({ url, html }) => {
        const { attachments, publishTime, ...fields } = extractDetail(html, url, new Date());
        return {
          title: fields.title,
          publishTime: publishTime && inShanghai(publishTime),
          source: fields.source,
          contentText: fields.contentText,
          contentHtml: fields.contentHtml,
          markdown: fields.markdown,
          attachments,
          docNo: fields.docNo,
          indexNo: fields.indexNo,
          publisher: fields.publisher,
          writtenDate: fields.writtenDate,
          topicWords: fields.topicWords,
          openCategory: fields.openCategory,
          validity: fields.validity,
          inlineImageCount: fields.inlineImageCount,
          usedFallback: fields.usedFallback,
          engine: fields.engine,
        };
      }),
    );
}
