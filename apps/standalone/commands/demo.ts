import { loadConfig } from '@govcrawler/platform';
import { startSimWeb, type SimWeb } from '@govcrawler/testing';
import { Command, InvalidArgumentError } from 'commander';
import { standaloneConfigSchema } from '../config.js';
import { crawlEverything } from '../demo/crawl-everything.js';
import { isPerfect, judgeSimulation, type Verdict } from '../demo/simulation-verdict.js';
import { summaryTable } from '../demo/summary-table.js';
import { storedDocuments } from '../demo/stored-documents.js';
import { openPlatform } from '../open-platform.js';
import { announceConsole, untilStopped, withServerOptions } from './server-options.js';

interface DemoOptions {
  port?: string;
  dataDir?: string;
  exit?: boolean;
  documents: number;
  seed: number;
}

/** `govcrawler demo`: the platform on a simulated government web, crawled once from end to end. */
export function demoCommand(): Command {
  return withServerOptions(new Command('demo'))
    .description('crawl a simulated government web (12 sites) into the database and show the result')
    .option('--exit', 'end after the crawl: 0 when every document is stored once and readable, 1 otherwise')
    .option('--documents <number>', 'size of the simulated web', wholeNumber, 600)
    .option('--seed <number>', 'another seed is another web', wholeNumber, 1)
    .action(runDemo);
}

async function runDemo(options: DemoOptions): Promise<void> {
  const config = loadConfig(standaloneConfigSchema, {
    ...process.env,
    ...(options.port ? { PORT: options.port } : {}),
  });
  const web = await startSimWeb({ seed: options.seed, documents: options.documents });
  const platform = await openPlatform({
    config,
    dataDir: options.dataDir ?? config.DATA_DIR ?? 'data/demo',
    sites: web.sites.map(({ code, siteFile }) => ({ site: siteFile, path: `simulated/${code}.yaml` })),
    fetch: { egress: simulatedWebOnly(web), honourCrawlDelay: false },
    attachments: { concurrency: 8, pollMs: 250 },
  });
  console.log(
    `Crawling ${web.sites.length} simulated sites with ${web.documents().length} documents (${platform.mode}) ...`,
  );
  const { sites, nothingNew } = await crawlEverything(platform, process.stderr);
  const verdict = judgeSimulation(web.documents(), await storedDocuments(platform.database));

  console.log(`\n${summaryTable(sites)}\n`);
  if (nothingNew) console.log(`Nothing new: ${nothingNew}`);
  console.log(describeVerdict(verdict));
  announceConsole(platform);
  if (!options.exit) await untilStopped();
  await platform.close();
  await web.close();
  if (options.exit) process.exitCode = isPerfect(verdict) ? 0 : 1;
}

/** The demo may reach the simulated hosts and nothing else. */
function simulatedWebOnly(web: SimWeb) {
  const target = { address: '127.0.0.1', port: web.port };
  return { allowedHosts: new Map(web.hosts.map((host) => [host, target])), publicSuffixes: ['.test'], ports: [80] };
}

function describeVerdict(verdict: Verdict): string {
  const { expected, missing, storedTwice, misread, unexpected } = verdict;
  const good = expected - missing.length;
  if (isPerfect(verdict))
    return `All ${expected} documents of the simulation are stored with their files, each once and readable.`;
  const problems = [
    ['missing', missing],
    ['stored twice', storedTwice],
    ['misread', misread],
  ] as const;
  const lines = problems
    .filter(([, urls]) => urls.length > 0)
    .map(([name, urls]) => `  ${name}: ${urls.length}, e.g. ${urls.slice(0, 3).join(' ')}`);
  if (unexpected > 0) lines.push(`  not of the simulation: ${unexpected}`);
  return `${good} of ${expected} documents of the simulation are stored.\n${lines.join('\n')}`;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('must be a whole number.');
  return Number(text);
}
