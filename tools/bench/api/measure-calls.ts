import { type CorpusDatabase } from '@govcrawler/testing';
import { type RunningGateway } from './start-gateway.js';

const TIMES = 40;
/** What issue and docs promise of every call; figures that are remembered may take longer once. */
const LIMIT_MS = 100;
const API = '/admin/api';

/** Every call that a page of the console waits for; false when one of them breaks the limit. */
export async function measureCalls(gateway: RunningGateway, corpus: CorpusDatabase): Promise<boolean> {
  const ids = await pick<{ id: number }>(corpus, 'SELECT id FROM article');
  const codes = await pick<{ code: string }>(corpus, 'SELECT target_code AS code FROM crawl_target');
  const words = ['应急', '财政', '推进', '人民政府', '防汛抗旱', '登记编号', '专项资金', '公共服务'];
  const at = <T>(list: T[], n: number) => list[n % list.length]!;
  const calls: [string, (n: number) => string][] = [
    ['dashboard: overview', () => `${API}/stats/overview`],
    ['dashboard: alerts', () => `${API}/alerts`],
    ['sites with 5,000 targets', () => `${API}/sites`],
    ['targets: lookup by words', (n) => `${API}/targets/lookup?q=${encodeURIComponent(`栏目${n}`)}`],
    ['target', (n) => `${API}/targets/${at(codes, n).code}`],
    ['articles: newest', () => `${API}/articles/search?limit=20`],
    ['articles: page 500', () => `${API}/articles/search?limit=20&offset=10000`],
    ['articles: words', (n) => `${API}/articles/search?limit=20&q=${encodeURIComponent(at(words, n))}`],
    ['articles: of a site, failed', (n) => `${API}/articles/search?limit=20&siteCode=corpus${n}&status=failed`],
    ['articles: cursor far behind', (n) => `${API}/articles/search?limit=20&sort=newest&cursor=2-${at(ids, n).id}`],
    ['articles: all ids of a search', (n) => `${API}/articles/search/ids?siteCode=corpus${n}`],
    ['article', (n) => `${API}/articles/${at(ids, n).id}`],
    ['article: files', (n) => `${API}/articles/${at(ids, n).id}/attachments`],
    ['jobs: queue', () => `${API}/jobs/queue`],
    ['jobs: history', () => `${API}/jobs/list?limit=50`],
    ['jobs: history, page 400', () => `${API}/jobs/list?limit=50&offset=20000`],
    ['jobs: failed ones', () => `${API}/jobs/list?limit=50&state=failed`],
    ['jobs: scheduled', () => `${API}/jobs/scheduled?limit=50`],
    ['stats: by site', () => `${API}/stats/by-site`],
    ['stats: by department', () => `${API}/stats/by-dept`],
    ['stats: by category', () => `${API}/stats/by-category`],
    ['stats: by month', () => `${API}/stats/by-month`],
    ['stats: activity of 30 days', () => `${API}/stats/activity`],
    ['sources', () => `${API}/sources?limit=50`],
    ['sources: summary', () => `${API}/sources/summary`],
    ['hosts', () => `${API}/hosts?limit=50`],
    ['logs: last day', () => `${API}/logs/recent?hours=24`],
    ['logs: failures of a week', () => `${API}/logs/recent?hours=168&success=false`],
    ['logs: words in a week', () => `${API}/logs/recent?hours=168&q=503`],
    ['audit', () => `${API}/audit?limit=50`],
    ['departments', () => `${API}/local-departments`],
    ['registry', () => `${API}/registry`],
  ];
  let held = true;
  for (const [name, path] of calls) {
    const times: number[] = [];
    for (let n = 0; n < TIMES; n += 1) times.push(await timed(gateway, path(n)));
    const [first] = times;
    times.sort((a, b) => a - b);
    const p95 = times[Math.floor(TIMES * 0.95) - 1]!;
    if (p95 > LIMIT_MS) held = false;
    const median = times[TIMES / 2]!;
    console.log(
      `${name.padEnd(32)} p95 ${ms(p95)}  median ${ms(median)}  first ${ms(first!)}${p95 > LIMIT_MS ? `  OVER ${LIMIT_MS}` : ''}`,
    );
  }
  return held;
}

async function timed(gateway: RunningGateway, path: string): Promise<number> {
  const startedAt = performance.now();
  const answer = await gateway.get(path);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path}: HTTP ${answer.status}`);
  return performance.now() - startedAt;
}

/** Rows from everywhere in a table. */
async function pick<T>(corpus: CorpusDatabase, sql: string): Promise<T[]> {
  const [rows] = await corpus.pool.query(`${sql} ORDER BY MOD(id * 7919, 10007), id LIMIT ${TIMES}`);
  return rows as T[];
}

const ms = (time: number) => `${time.toFixed(0).padStart(5)} ms`;
