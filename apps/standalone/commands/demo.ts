import { loadConfig } from '@govcrawler/platform';
import { startSimWeb, type SimWeb } from '@govcrawler/testing';
import { Command, InvalidArgumentError } from 'commander';
import { standaloneConfigSchema } from '../config.js';
import { startAgentDemo } from '../demo/agent-demo.js';
import { crawlEverything } from '../demo/crawl-everything.js';
import { isPerfect, judgeSimulation, type Verdict } from '../demo/simulation-verdict.js';
import { summaryTable } from '../demo/summary-table.js';
import { storedDocuments } from '../demo/stored-documents.js';
import { openPlatform } from '../open-platform.js';
import { announceConsole, serveUntilStopped, withServerOptions } from './server-options.js';

interface DemoOptions {
  port?: string;
  dataDir?: string;
  exit?: boolean;
  documents: number;
  seed: number;
  agents?: boolean;
}

/** `govcrawler demo`: the platform on a simulated government web, crawled once from end to end. */
export function demoCommand(): Command {
  return withServerOptions(new Command('demo'))
    .description('crawl a simulated government web (12 sites) into the database and show the result')
    .option('--exit', 'end after the crawl: 0 when every document is stored once and readable, 1 otherwise')
    .option('--documents <number>', 'size of the simulated web', wholeNumber, 600)
    .option('--seed <number>', 'another seed is another web', wholeNumber, 1)
    .option('--agents', 'also collect a portal by agents with a scripted language model, and write a briefing')
    .action(runDemo);
}

async function runDemo(options: DemoOptions): Promise<void> {
  const agents = options.agents ? await startAgentDemo() : null;
  const config = loadConfig(standaloneConfigSchema, {
    ...process.env,
    ...agents?.settings,
    ...(options.port ? { PORT: options.port } : {}),
  });
  const web = await startSimWeb({ seed: options.seed, documents: options.documents });
  const webs = agents ? [web, agents.portal] : [web];
  const simulated = webs.flatMap(({ sites }) => sites);
  const documents = webs.flatMap((one) => one.documents());
  const platform = await openPlatform({
    config,
    dataDir: options.dataDir ?? config.DATA_DIR ?? 'data/demo',
    sites: simulated.map(({ code, siteFile }) => ({ site: siteFile, path: `simulated/${code}.yaml` })),
    fetch: { egress: simulatedWebsOnly(webs), honourCrawlDelay: false },
    attachments: { concurrency: 8, pollMs: 250 },
  });
  console.log(`Crawling ${simulated.length} simulated sites with ${documents.length} documents (${platform.mode}) ...`);
  const { sites, nothingNew } = await crawlEverything(platform, process.stderr);
  const verdict = judgeSimulation(documents, await storedDocuments(platform.database));

  console.log(`\n${summaryTable(sites)}\n`);
  if (nothingNew) console.log(`Nothing new: ${nothingNew}`);
  console.log(describeVerdict(verdict));
  const briefed = agents ? await agents.brief(platform) : true;
  if (options.exit) announceConsole(platform);
  else await serveUntilStopped(platform);
  await platform.close();
  await Promise.all([web.close(), agents?.close()]);
  if (options.exit) process.exitCode = isPerfect(verdict) && briefed ? 0 : 1;
}

/** The demo may reach the simulated hosts and nothing else. */
function simulatedWebsOnly(webs: readonly SimWeb[]) {
  const hosts = webs.flatMap(({ hosts, port }) => hosts.map((host) => [host, { address: '127.0.0.1', port }] as const));
  return { allowedHosts: new Map(hosts), publicSuffixes: ['.test'], ports: [80] };
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
