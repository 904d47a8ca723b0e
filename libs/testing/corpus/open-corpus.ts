import { openDatabase, type Database } from '@govcrawler/persistence';
import { createLogger } from '@govcrawler/platform';
import { createPool, type Pool } from 'mysql2/promise';
import { fillCorpus, type CorpusSize } from './fill-corpus.js';

export interface CorpusDatabase {
  database: Database;
  url: string;
  name: string;
  /** For statements that no repository has. */
  pool: Pool;
  /** Drops it, unless a name was given to keep it by. */
  close(): Promise<void>;
}

const INDEX_STEP = 32_768;

/**
 * A database of a corpus with its search index, on a MySQL or MariaDB server. With a name it is kept and used again:
 * filling and indexing a million takes a quarter of an hour.
 */
export async function openCorpus(
  server: string,
  size: CorpusSize,
  keptName: string | undefined,
  say: (line: string) => void,
): Promise<CorpusDatabase> {
  const name = keptName ?? `gc_corpus_${process.pid}`;
  const base = server.replace(/\/$/, '');
  const url = `${base}/${name}`;
  const admin = createPool({ uri: base });
  await admin.query(`CREATE DATABASE IF NOT EXISTS ${name}`);
  const pool = createPool({ uri: url, timezone: 'Z' });
  const database = await openDatabase({ kind: 'mysql', url }, createLogger('bench', 'silent'));
  const close = async () => {
    await database.close();
    await pool.end();
    if (keptName === undefined) await admin.query(`DROP DATABASE ${name}`);
    await admin.end();
  };
  try {
    await database.migrate();
    await fill(database, url, pool, size, say);
    await index(database, pool, say);
    return { database, url, name, pool, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function fill(database: Database, url: string, pool: Pool, size: CorpusSize, say: (line: string) => void) {
  const [[{ n }]] = (await pool.query('SELECT COUNT(*) AS n FROM article')) as unknown as [[{ n: number }]];
  if (n > 0) return say(`corpus: ${n} articles are there`);
  const startedAt = performance.now();
  await fillCorpus(database, url, size, (written) => {
    if (written % 100_000 === 0) say(`  ${written} articles written`);
  });
  say(`corpus: ${size.articles} articles in ${seconds(startedAt)} s`);
}

async function index(database: Database, pool: Pool, say: (line: string) => void) {
  const indexer = database.searchIndexer(async () => null);
  const [startedAt, cpu, serverCpu] = [performance.now(), process.cpuUsage(), await serverCpuMs(pool)];
  let documents = 0;
  for (;;) {
    const step = await indexer.step(INDEX_STEP);
    documents += step.documents;
    if (step.documents > 0 && documents % (INDEX_STEP * 4) === 0) say(`  ${documents} documents indexed`);
    if (!step.more) break;
  }
  if (documents === 0) return;
  const used = process.cpuUsage(cpu);
  const ours = (used.user + used.system) / 1000 / documents;
  const server = serverCpu === null ? null : ((await serverCpuMs(pool))! - serverCpu) / documents;
  say(
    `index: ${documents} documents in ${seconds(startedAt)} s, CPU per document ${ours.toFixed(2)} ms here` +
      (server === null ? '' : ` + ${server.toFixed(2)} ms in the server`),
  );
  await pool.query('ANALYZE TABLE search_posting, search_document, article');
}

/** CPU time of the server, where it says. */
async function serverCpuMs(pool: Pool): Promise<number | null> {
  const sql = "SELECT variable_value AS v FROM information_schema.global_status WHERE variable_name = 'CPU_TIME'";
  const [rows] = (await pool.query(sql).catch(() => [[]])) as unknown as [{ v: string }[]];
  return rows[0] && Number(rows[0].v) > 0 ? Number(rows[0].v) * 1000 : null;
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(0);
}
