import { ConfigError } from '@govcrawler/core';
import { inferList, type ListRow, parseList } from '@govcrawler/parser';
import { Command } from 'commander';
import { type ColumnOptions, configuredColumn, withColumnOptions } from './configured-column.js';
import { inShanghai, transformPages } from './json-lines.js';

/** `govcrawler list`: rows out of list pages, by a column's selectors or inferred. */
export function listCommand(): Command {
  return withColumnOptions(new Command('list'))
    .description('read list pages as JSON lines {id, url, html | path, charset?} and write their rows as JSON lines')
    .argument('[file]', 'input file (default: standard input)')
    .option('--jsonl', 'JSON lines in and out (the only format, and the default)')
    .action((file: string | undefined, options: ColumnOptions) => {
      const selectors = configuredColumn(options)?.column.listSelectors;
      if (selectors === null) throw new ConfigError(`Column of site ${options.site} has no list selectors`);
      return transformPages(file, ({ url, html }) => {
        if (selectors) return { rows: parseList(html, url, selectors, new Date()).map(shown) };
        const { rows, ...found } = inferList(html, url, new Date());
        return { rows: rows.map(shown), ...found };
      });
    });
}

const shown = (row: ListRow) => ({ ...row, publishTime: row.publishTime && inShanghai(row.publishTime) });
