import { createHash } from 'node:crypto';
import { siteFileSchema } from '@govcrawler/contracts';
import { type Database } from '@govcrawler/persistence';
import { createPool } from 'mysql2/promise';
import { SeededRandom } from '../sim-web/seeded-random.js';
import { CorpusWriter } from './corpus-text.js';
import { fillHistory } from './fill-history.js';

export interface CorpusSize {
  articles: number;
  sites: number;
  targetsPerSite: number;
}

const PER_STATEMENT = 1_000;
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2005, 0, 1);
const DAYS = 7_600;
const CATEGORIES = ['通知', '公告', '解读', '规划', '人事', '财政', '采购', '统计'];

/**
 * Fills an empty, migrated MySQL or MariaDB database with articles that look like years of collecting, with their
 * change log, files, crawls and logs. For benchmarks: rows are written in bulk, past the repositories.
 */
export async function fillCorpus(
  database: Database,
  url: string,
  { articles, sites, targetsPerSite }: CorpusSize,
  onProgress: (written: number) => void = () => undefined,
): Promise<void> {
  for (let site = 0; site < sites; site += 1)
    await database.sites.syncFromFile(siteFile(site, targetsPerSite), 'corpus.yaml');
  const pool = createPool({ uri: url, timezone: 'Z' });
  try {
    await pool.query('SET GLOBAL max_allowed_packet = 67108864').catch(() => undefined);
    const [targets] = (await pool.query('SELECT id, site_id FROM crawl_target ORDER BY id')) as unknown as [
      { id: number; site_id: number }[],
    ];
    const random = new SeededRandom('corpus');
    const writer = new CorpusWriter(random);
    for (let start = 0; start < articles; start += PER_STATEMENT) {
      const count = Math.min(PER_STATEMENT, articles - start);
      const rows = Array.from({ length: count }, (_, n) => articleRow(start + n, articles, writer, random, targets));
      await pool.query(`INSERT INTO article (${COLUMNS.join(', ')}) VALUES ?`, [rows]);
      onProgress(start + count);
    }
    await pool.query(`INSERT INTO article_change (seq, article_id, kind, revision, created_at)
      SELECT id, id, 'UPSERT', 1, fetched_at FROM article`);
    await pool.query('UPDATE change_counter SET last_seq = (SELECT MAX(id) FROM article)');
    await pool.query('ANALYZE TABLE article, article_change');
    await fillHistory(pool);
  } finally {
    await pool.end();
  }
}

const COLUMNS = [
  'site_id',
  'target_id',
  'url',
  'url_hash',
  'title',
  'publish_time',
  'publish_date',
  'publisher',
  'content_category',
  'doc_no',
  'content_text',
  'content_hash',
  'has_attachment',
  'status',
  'fetch_strategy',
  'fetched_at',
  'created_at',
];

function articleRow(
  serial: number,
  total: number,
  writer: CorpusWriter,
  random: SeededRandom,
  targets: readonly { id: number; site_id: number }[],
): unknown[] {
  const { title, body, docNo } = writer.write(serial);
  // Some sites publish a hundred times as much as others.
  const target = targets[Math.floor(random.next() ** 2 * targets.length)]!;
  const url = `https://s${target.site_id}.example.gov.cn/c${target.id}/${serial}.html`;
  // Collected in the order of publication, give or take a year: old columns are added later.
  const day = Math.floor(Math.min(1, Math.max(0, serial / total + (random.next() - 0.5) * 0.1)) * DAYS);
  const publishTime = new Date(FIRST_DAY + day * DAY_MS + random.int(0, 86_399) * 1_000);
  const status = random.chance(0.02) ? 'failed' : 'ready';
  return [
    target.site_id,
    target.id,
    url,
    createHash('sha256').update(url).digest('hex'),
    title,
    publishTime,
    publishTime.toISOString().slice(0, 10),
    title.slice(0, 7),
    random.pick(CATEGORIES),
    docNo,
    body,
    createHash('sha256').update(body).digest('hex'),
    random.chance(0.3),
    status,
    'httpx',
    new Date(FIRST_DAY + Math.floor((serial / total) * DAYS * DAY_MS)),
    // Up to now, so that the last days have their share.
    new Date(Date.now() - Math.floor((1 - serial / total) * DAYS * DAY_MS)),
  ];
}

function siteFile(site: number, targets: number) {
  const base_url = `https://s${site}.example.gov.cn`;
  return siteFileSchema.parse({
    site_id: `corpus${site}`,
    site_name: `第${site}号站点`,
    base_url,
    columns: Array.from({ length: targets }, (_, n) => ({
      column_id: `c${n}`,
      name: `栏目${n}`,
      list_url: `${base_url}/c${n}/`,
    })),
  });
}
