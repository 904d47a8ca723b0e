import { extractDetail } from '@govcrawler/parser';
import { Command } from 'commander';
import { inShanghai, transformPages } from './json-lines.js';
import { VALIDITY_TEXT } from './validity-text.js';

const HELP = `
One line per input, in its order. A line that cannot be read is a line {id, error}, and the exit code stays 0; input
that cannot be read at all is exit code 2. publishTime has the offset +08:00. validity is effective, expired or
abolished, as in the API (validityText: 有效, 失效, 废止), or null where the page does not say.`;

/** `govcrawler extract`: documents out of pages, without database or network. */
export function extractCommand(): Command {
  return new Command('extract')
    .description('read pages as JSON lines {id, url, html | path, charset?} and write their documents as JSON lines')
    .argument('[file]', 'input file (default: standard input)')
    .option('--jsonl', 'JSON lines in and out (the only format, and the default)')
    .addHelpText('after', HELP)
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
          validityText: fields.validity && VALIDITY_TEXT[fields.validity],
          inlineImageCount: fields.inlineImageCount,
          usedFallback: fields.usedFallback,
          engine: fields.engine,
        };
      }),
    );
}
