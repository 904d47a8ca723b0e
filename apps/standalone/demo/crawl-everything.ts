import { setTimeout as sleep } from 'node:timers/promises';
import { type CrawlSummary, type NothingNewReason } from '@govcrawler/contracts';
import { type CrawlJob } from '@govcrawler/persistence';
import { type Platform } from '../open-platform.js';
import { DemoProgress, type SiteProgress } from './demo-progress.js';
import { type SiteResult } from './summary-table.js';

const REASONS: Record<NothingNewReason, string> = {
  unchanged: 'the list is the very same as last time.',
  all_known: 'every listed document is stored already.',
  list_empty: 'the lists are empty.',
  all_failed: 'no document could be fetched.',
  list_unreachable: 'the lists could not be reached.',
  cancelled: 'the crawl was cancelled.',
};
const UNFINISHED = new Set(['queued', 'running']);

/** Crawls every target once, as an operator would by running them all, and shows how far each site is. */
export async function crawlEverything(
  platform: Platform,
  output: NodeJS.WriteStream,
): Promise<{ sites: SiteResult[]; nothingNew: string | null }> {
  const jobIds = await enqueueAll(platform);
  const progress = new DemoProgress(output);
  const started = performance.now();
  const finishedAfter = new Map<string, number>();
  for (;;) {
    const jobs = await findJobs(platform, jobIds);
    const bySite = groupBySite(jobs);
    progress.show(new Map([...bySite].map(([site, siteJobs]) => [site, siteProgress(siteJobs)])));
    for (const [site, siteJobs] of bySite) {
      const over = siteJobs.every(({ state }) => !UNFINISHED.has(state));
      if (over && !finishedAfter.has(site)) finishedAfter.set(site, (performance.now() - started) / 1000);
    }
    if (finishedAfter.size === bySite.size) {
      progress.end();
      await downloadEverything(platform, output);
      const sites = [...bySite].map(([site, siteJobs]) => siteResult(site, siteJobs, finishedAfter.get(site) ?? 0));
      return { sites, nothingNew: whyNothingNew(jobs) };
    }
    await sleep(200);
  }
}

/** The crawl leaves files to the downloader, which follows a moment behind. */
async function downloadEverything({ database }: Platform, output: NodeJS.WriteStream): Promise<void> {
  for (let shown = -1; ;) {
    const { total, unfinished } = await database.attachments.workAhead();
    if (unfinished === 0) return;
    const done = total - unfinished;
    if (done !== shown) output.write(`attachments: ${done} of ${total} downloaded and read\n`);
    shown = done;
    await sleep(1000);
  }
}

/** One job per target; a target whose job an earlier, killed run left unfinished goes on with that one. */
async function enqueueAll({ database, lanes }: Platform): Promise<number[]> {
  const unfinished = await database.jobs.unfinished();
  const ids = unfinished.map(({ id }) => id);
  const waiting = new Set((await Promise.all(ids.map((id) => database.jobs.find(id)))).map((job) => job?.targetCode));
  for (const target of await database.targets.listEnabled()) {
    if (waiting.has(target.code)) continue;
    const { id: targetId, hostKey } = target;
    const { job } = await database.jobs.create({
      targetId,
      hostKey,
      trigger: 'demo',
      tick: null,
      force: false,
      maxItems: null,
    });
    await lanes.enqueue(hostKey, job.id);
    ids.push(job.id);
  }
  return ids;
}

async function findJobs({ database }: Platform, ids: readonly number[]): Promise<CrawlJob[]> {
  const jobs = await Promise.all(ids.map((id) => database.jobs.find(id)));
  return jobs.filter((job) => job !== null);
}

function groupBySite(jobs: readonly CrawlJob[]): Map<string, CrawlJob[]> {
  const bySite = new Map<string, CrawlJob[]>();
  for (const job of jobs) bySite.set(job.siteName, [...(bySite.get(job.siteName) ?? []), job]);
  return bySite;
}

function siteProgress(jobs: readonly CrawlJob[]): SiteProgress {
  const running = jobs.map(({ progressJson, summaryJson }) => ({
    done: summaryJson ? handled(summaryJson) : (progressJson?.article ?? 0),
    total: summaryJson ? handled(summaryJson) : (progressJson?.articles ?? 0),
    title: summaryJson ? '' : (progressJson?.currentTitle ?? ''),
  }));
  return {
    done: running.reduce((sum, job) => sum + job.done, 0),
    total: Math.max(
      1,
      running.reduce((sum, job) => sum + job.total, 0),
    ),
    title: running.find((job) => job.title !== '')?.title ?? '',
  };
}

function handled({ itemsNew, itemsUpdated, itemsFailed }: CrawlSummary): number {
  return itemsNew + itemsUpdated + itemsFailed;
}

function siteResult(site: string, jobs: readonly CrawlJob[], seconds: number): SiteResult {
  const sum = (value: (summary: CrawlSummary) => number) =>
    jobs.reduce((total, { summaryJson }) => total + (summaryJson ? value(summaryJson) : 0), 0);
  return {
    site,
    seen: sum(({ itemsSeen }) => itemsSeen),
    new: sum(({ itemsNew }) => itemsNew),
    failed: sum(({ itemsFailed }) => itemsFailed) + jobs.filter(({ state }) => state === 'failed').length,
    attachments: sum(({ attachments }) => attachments),
    seconds,
  };
}

function whyNothingNew(jobs: readonly CrawlJob[]): string | null {
  if (jobs.some(({ summaryJson }) => (summaryJson?.itemsNew ?? 0) > 0)) return null;
  const reasons = new Set(jobs.flatMap(({ summaryJson }) => summaryJson?.nothingNewReason ?? []));
  return [...reasons].map((reason) => REASONS[reason]).join(' ') || 'no crawl came to an end.';
}
