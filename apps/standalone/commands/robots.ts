import { readFile } from 'node:fs/promises';
import { ROBOTS_AGENT, RobotsRules } from '@govcrawler/fetch';
import { Command } from 'commander';
import { UnreadableInputError } from './json-lines.js';

/** Rules know paths only. */
const NO_HOST = 'http://robots.invalid';

/** `govcrawler robots`: what a robots.txt says about addresses, without network. */
export function robotsCommand(): Command {
  return new Command('robots')
    .description('print allow or disallow for every address, one line each: verdict, tab, address')
    .argument('<url...>', 'addresses, or paths beginning with /')
    .requiredOption('--file <file>', 'the robots.txt; - for standard input')
    .option('--agent <name>', 'name of the crawler', ROBOTS_AGENT)
    .action(async (urls: string[], { file, agent }: { file: string; agent: string }) => {
      const wrong = urls.filter((url) => !canBeAsked(url));
      if (wrong.length > 0) throw new UnreadableInputError(`Not an address: ${wrong.join(' ')}`);
      const rules = RobotsRules.parse(await read(file));
      for (const url of urls) {
        const { allowed } = rules.verdict(new URL(url, NO_HOST), agent);
        console.log(`${allowed ? 'allow' : 'disallow'}\t${url}`);
      }
    });
}

const canBeAsked = (url: string): boolean => URL.canParse(url, url.startsWith('/') ? NO_HOST : undefined);

async function read(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file === '-' ? '/dev/stdin' : file);
  } catch (error) {
    throw new UnreadableInputError(`Cannot read ${file}: ${(error as Error).message}`);
  }
}
