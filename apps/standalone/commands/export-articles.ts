import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { exportArticles, EXPORT_FORMATS, type ExportFormat } from '@govcrawler/api-gateway';
import { ConfigError } from '@govcrawler/core';
import { loadConfig } from '@govcrawler/platform';
import { Command } from 'commander';
import { standaloneConfigSchema } from '../config.js';
import { openStoredData } from '../open-stored-data.js';

interface ExportOptions {
  format: ExportFormat;
  out?: string;
  site?: string;
  target?: string;
  query?: string;
  text?: boolean;
  dataDir?: string;
}

/** `govcrawler export articles`: articles as CSV or JSON lines, however many there are. */
export function exportArticlesCommand(): Command {
  return new Command('articles')
    .description('write articles as CSV (for spreadsheets) or JSON lines (embedded: while the platform is stopped)')
    .option('--format <format>', `one of ${EXPORT_FORMATS.join(', ')}`, 'jsonl')
    .option('--out <file>', 'file to write; default: the standard output')
    .option('--site <code>', 'only articles of this site')
    .option('--target <code>', 'only articles of this target')
    .option('--query <words>', 'only articles with these words')
    .option('--text', 'with the whole text')
    .option('--data-dir <folder>', 'folder of pages, texts, attachments and the embedded database')
    .action(async ({ format, out, site, target, query, text = false, dataDir }: ExportOptions) => {
      if (!EXPORT_FORMATS.includes(format))
        throw new ConfigError(`--format must be one of ${EXPORT_FORMATS.join(', ')}`);
      const stored = await openStoredData(loadConfig(standaloneConfigSchema, process.env), dataDir);
      try {
        await stored.database.assertCurrentSchema();
        const filter = {
          ...(site === undefined ? {} : { siteCode: site }),
          ...(target === undefined ? {} : { targetCode: target }),
          ...(query === undefined ? {} : { q: query }),
        };
        const sink = out === undefined ? process.stdout : createWriteStream(out);
        let articles = 0;
        for await (const { lines, count } of exportArticles(stored.database.search, filter, { format, text })) {
          articles += count;
          if (!sink.write(lines)) await once(sink, 'drain');
        }
        if (out !== undefined) {
          sink.end();
          await finished(sink);
          console.log(`${articles} articles: ${out}`);
        }
      } finally {
        await stored.close();
      }
    });
}
