import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ExportWarc, type WarcScope } from '@govcrawler/api-gateway';
import { ConfigError } from '@govcrawler/core';
import { FileStore } from '@govcrawler/persistence';
import { createLogger, loadConfig } from '@govcrawler/platform';
import { Command } from 'commander';
import { standaloneConfigSchema } from '../config.js';
import { openStore } from '../open-platform.js';
import { exportArticlesCommand } from './export-articles.js';

const DAY = /^[12]\d{3}-\d{2}-\d{2}$/;

/** `govcrawler export`: stored pages in forms that others read. */
export function exportCommand(): Command {
  return new Command('export')
    .description('write stored documents into files that other programs read')
    .addCommand(exportArticlesCommand())
    .addCommand(
      new Command('warc')
        .description('pages of a site, or of a day, as one WARC 1.1 file (the embedded platform must not be running)')
        .option('--site <code>', 'only this site')
        .option('--day <YYYY-MM-DD>', 'only pages fetched on this day, in Beijing')
        .option('--output <file>', 'where to write (default: a name made of site and day)')
        .option('--data-dir <folder>', 'folder of pages and of the embedded database')
        .action(exportWarc),
    );
}

async function exportWarc(options: WarcScope & { output?: string; dataDir?: string }): Promise<void> {
  const { site, day } = options;
  if (site === undefined && day === undefined) throw new ConfigError('Name a site (--site) or a day (--day)');
  if (day !== undefined && (!DAY.test(day) || Number.isNaN(Date.parse(day)))) {
    throw new ConfigError(`--day ${day} is not a day like 2026-03-01`);
  }
  const config = loadConfig(standaloneConfigSchema, process.env);
  const dataDir = resolve(options.dataDir ?? config.DATA_DIR ?? 'data/govcrawler');
  const { database, postgres } = await openStore(config, dataDir, createLogger('export', config.LOG_LEVEL));
  try {
    const warc = new ExportWarc(database.delivery, new FileStore(dataDir));
    const output = options.output ?? warc.fileName({ site, day });
    let records = 0;
    const counted = async function* () {
      for await (const record of warc.records({ site, day }, new Date())) {
        records += 1;
        yield record;
      }
    };
    // Under its name only when it is whole.
    const partial = `${output}.part`;
    await pipeline(Readable.from(counted(), { objectMode: false }), createWriteStream(partial)).catch(
      async (error: unknown) => {
        await rm(partial, { force: true });
        throw error;
      },
    );
    await rename(partial, output);
    console.log(`${output}: ${records - 1} pages`);
  } finally {
    await database.close();
    await postgres?.close();
  }
}
