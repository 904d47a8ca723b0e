import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CrawlItem,
  type DetailFields,
  type FetchRequest,
  siteFileSchema,
  type SiteFile,
} from '@govcrawler/contracts';
import { decodePage } from '@govcrawler/parser';
import { adapterById } from './adapter-registry.js';
import { checkSite } from './check-site.js';
import { contextFor, DirectFetcher, planFor, TEST_NOW } from './conformance/direct-fetcher.conformance.js';

/*
 * Each folder of fixtures is a small site: case.json has its site file and says which file lies at which address,
 * expected.json what the adapter must make of it. Everything else is a 404. A query that is posted has its page number
 * behind its address. The folders `sim-*` are pages of the simulated web, one folder per dialect.
 */
const FOLDER = join(import.meta.dirname, 'fixtures');

interface GoldenCase {
  site: SiteFile;
  column: string;
  pages: Record<string, string>;
}

/** Fields that are empty in most fixtures, or that only repeat the plan, are left out of expected.json. */
function brief(value: CrawlItem | DetailFields): Record<string, unknown> {
  const hidden = new Set(['siteCode', 'targetCode', 'deptId', 'urlHash', 'channelName', 'contentHtml', 'markdown']);
  const shown = Object.entries(value).filter(
    ([key, field]) => !hidden.has(key) && field !== null && field !== false && JSON.stringify(field) !== '[]',
  );
  const filled = shown.filter(([, field]) => JSON.stringify(field) !== '{}');
  return JSON.parse(JSON.stringify(Object.fromEntries(filled))) as Record<string, unknown>;
}

function addressOf({ method = 'GET', url, body }: FetchRequest): string {
  return method === 'GET' ? url : `${method} ${url} page ${(JSON.parse(body ?? '{}') as { pageNo: number }).pageNo}`;
}

async function run(
  folder: string,
): Promise<{ requests: string[]; steps: unknown[]; details: Record<string, unknown> }> {
  const golden = JSON.parse(readFileSync(join(folder, 'case.json'), 'utf8')) as GoldenCase;
  const site = siteFileSchema.parse(golden.site);
  expect(checkSite(site)).toEqual([]);
  const fetcher = new DirectFetcher((request) => {
    const file = golden.pages[addressOf(request)];
    return file === undefined ? { status: 404, body: '' } : { status: 200, body: readFileSync(join(folder, file)) };
  });
  const adapter = adapterById(site.adapter);
  const plan = planFor(site, golden.column);
  const steps: unknown[] = [];
  const details: Record<string, unknown> = {};
  const items: CrawlItem[] = [];
  for await (const step of adapter.list(contextFor(plan, fetcher))) {
    if (step.kind === 'failed') throw new Error(step.failure.message);
    steps.push({ pageNo: step.pageNo, url: step.url, totalPages: step.totalPages, items: step.items.map(brief) });
    items.push(...step.items);
  }
  const requests = fetcher.requests.map(({ method = 'GET', url }) => `${method} ${url}`);
  for (const item of items) {
    const page = item.bodyHtml ?? (await pageText(fetcher, golden.pages, item.url));
    if (page === null) continue;
    details[item.url] = brief(adapter.parseDetail({ html: page, url: item.url }, item, plan, TEST_NOW));
  }
  return { requests, steps, details };
}

async function pageText(fetcher: DirectFetcher, pages: Record<string, string>, url: string): Promise<string | null> {
  if (!(url in pages)) return null;
  const answer = await fetcher.fetch({ url, purpose: 'detail' });
  return answer.ok ? decodePage(answer.body, answer.charsetHint).text : null;
}

describe('golden pairs', () => {
  it.each(readdirSync(FOLDER))('%s', async (name) => {
    const result = await run(join(FOLDER, name));
    expect(result).toEqual(JSON.parse(readFileSync(join(FOLDER, name, 'expected.json'), 'utf8')));
  });
});
