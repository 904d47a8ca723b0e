import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSite } from '@govcrawler/adapters';
import { parseSiteFile } from '@govcrawler/platform';
import { Command } from 'commander';
import { UnreadableInputError } from './json-lines.js';

/** `govcrawler sites lint`: what is wrong in site files, with file, line and key. */
export function sitesCommand(): Command {
  return new Command('sites').description('work with site files').addCommand(
    new Command('lint')
      .description('check site files; exit code 1 when something is wrong')
      .argument('[files...]', 'site files (default: all of config/sites)')
      .action((files: string[]) => {
        const paths = files.length > 0 ? files : allSiteFiles('config/sites');
        const problems = paths.flatMap((path) => parseSiteFile(read(path), path, [checkSite]).problems);
        for (const problem of problems) console.log(problem);
        console.log(`${paths.length} files, ${problems.length} problems`);
        if (problems.length > 0) process.exitCode = 1;
      }),
  );
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
