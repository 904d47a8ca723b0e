import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSite } from '@govcrawler/adapters';
import { seedDepartments } from '@govcrawler/api-gateway';
import { ConfigError } from '@govcrawler/core';
import { openDatabase } from '@govcrawler/persistence';
import { createLogger, loadConfig, loadSiteFiles, parseSiteFile, readYamlFile } from '@govcrawler/platform';
import { Command } from 'commander';
import { standaloneConfigSchema } from '../config.js';
import { UnreadableInputError } from './json-lines.js';

/** `govcrawler sites ...`: everything about site files. */
export function sitesCommand(): Command {
  return new Command('sites').description('work with site files').addCommand(lintCommand()).addCommand(syncCommand());
}

/** What is wrong in site files, with file, line and key. */
function lintCommand(): Command {
  return new Command('lint')
    .description('check site files; exit code 1 when something is wrong')
    .argument('[files...]', 'site files (default: all of config/sites)')
    .action((files: string[]) => {
      const paths = files.length > 0 ? files : allSiteFiles('config/sites');
      const problems = paths.flatMap((path) => parseSiteFile(read(path), path, [checkSite]).problems);
      for (const problem of problems) console.log(problem);
      console.log(`${paths.length} files, ${problems.length} problems`);
      if (problems.length > 0) process.exitCode = 1;
    });
}

/** In a cluster nobody reads site files at start: this writes them to the database, once per roll-out. */
function syncCommand(): Command {
  return new Command('sync')
    .description('write the site files of SITES_DIR and the departments into the database of DATABASE_URL')
    .action(async () => {
      const config = loadConfig(standaloneConfigSchema, process.env);
      if (!config.DATABASE_URL) throw new ConfigError('DATABASE_URL is not set; `govcrawler start` reads site files.');
      const sites = loadSiteFiles(config.SITES_DIR, [checkSite]);
      const logger = createLogger('sites', config.LOG_LEVEL);
      const database = await openDatabase({ kind: 'mysql', url: config.DATABASE_URL }, logger);
      try {
        await database.assertCurrentSchema();
        await seedDepartments(database, readYamlFile(config.DEPARTMENTS_FILE), config.DEPARTMENTS_FILE);
        for (const { site, path } of sites) {
          const { created, updated, disabled } = await database.sites.syncFromFile(site, path);
          console.log(`${site.site_id}: ${created} targets new, ${updated} known, ${disabled} switched off`);
        }
      } finally {
        await database.close();
      }
    });
}

function allSiteFiles(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => /\.ya?ml$/.test(name) && !name.startsWith('_'));
    return names.sort().map((name) => join(folder, name));
  } catch (error) {
    throw new UnreadableInputError((error as Error).message);
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UnreadableInputError(`Cannot read ${path}: ${(error as Error).message}`);
  }
}
