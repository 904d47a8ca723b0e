import { openDatabase, type ArticleFilter, type Database } from '@govcrawler/persistence';
import { createLogger } from '@govcrawler/platform';
import { fillCorpus } from '@govcrawler/testing';

/*
 * The search index beside LIKE on the same rows of one server: 95th percentiles of the first page, of deep pages and of
 * ids, for words of two and four characters, alone and with filters. Words are taken from the corpus, frequent and rare.
 */

const [SERVER, COUNT = '1000000', KEPT] = process.argv.slice(2);
const ARTICLES = Number(COUNT);
const STEP = 32_768;
const QUESTIONS = 100;
const LIKE_QUESTIONS = 10;
const silent = createLogger('bench', 'silent');

if (!SERVER) throw new Error('Name a server: node tools/bench/search/run.mjs mysql://root@127.0.0.1:3306 [articles]');
const name = KEPT ?? `gc_bench_${process.pid}`;
const admin = await openDatabase({ kind: 'mysql', url: `${SERVER}/mysql` }, silent);
await rawQuery(admin, `CREATE DATABASE IF NOT EXISTS ${name}`);
const url = `${SERVER}/${name}`;
const database = await openDatabase({ kind: 'mysql', url }, silent);
try {
  await database.migrate();
  await fill();
  await index();
  await measure();
} finally {
  await database.close();
  if (!KEPT) await rawQuery(admin, `DROP DATABASE ${name}`);
  await admin.close();
}

async function fill(): Promise<void> {
  const [{ n }] = (await rawQuery(database, 'SELECT COUNT(*) AS n FROM article')) as [{ n: string }];
  if (Number(n) > 0) return;
  const startedAt = performance.now();
  await fillCorpus(database, url, { articles: ARTICLES, sites: 50, targetsPerSite: 20 }, (written) => {
    if (written % 100_000 === 0) console.log(`  ${written} articles written`);
  });
  console.log(`corpus: ${ARTICLES} articles in ${seconds(startedAt)} s`);
}

async function index(): Promise<void> {
  const indexer = database.searchIndexer(async () => null);
  const [startedAt, cpu, serverCpu] = [performance.now(), process.cpuUsage(), await serverCpuMs()];
  let documents = 0;
  for (;;) {
    const step = await indexer.step(STEP);
    documents += step.documents;
    if (step.documents > 0 && documents % (STEP * 4) === 0) console.log(`  ${documents} documents indexed`);
    if (!step.more) break;
  }
  if (documents > 0) {
    const used = process.cpuUsage(cpu);
    const ours = (used.user + used.system) / 1000 / documents;
    const server = serverCpu === null ? null : ((await serverCpuMs())! - serverCpu) / documents;
    console.log(
      `index: ${documents} documents in ${seconds(startedAt)} s, CPU per document ${ours.toFixed(2)} ms here` +
        (server === null ? '' : ` + ${server.toFixed(2)} ms in the server`),
    );
  }
  await rawQuery(database, 'ANALYZE TABLE search_posting, search_document, article');
  const sizes = (await rawQuery(
    database,
    `SELECT table_name AS t, data_length + index_length AS b, table_rows AS r FROM information_schema.tables
     WHERE table_schema = '${name}' AND table_name IN ('article', 'search_posting', 'search_document')`,
  )) as { t: string; b: string; r: string }[];
  for (const { t, b, r } of sizes) console.log(`size of ${t}: ${(Number(b) / 1e6).toFixed(0)} MB, ${r} rows`);
}

async function measure(): Promise<void> {
  const words = await wordsOfCorpus();
  const filters: [string, ArticleFilter][] = [
    ['alone', {}],
    ['with site and status', { siteCode: 'corpus3', status: 'ready' }],
    ['with a year of publication', { from: new Date('2021-03-14T16:00:00Z'), to: new Date('2022-03-14T16:00:00Z') }],
    ['with category and files', { category: '公告', hasAttachment: true }],
  ];
  for (const length of [2, 4] as const) {
    for (const [what, filter] of filters) {
      let found = 0;
      let exact = 0;
      const page = await p95(words[length], async (q) => {
        const answer = await database.search.search({ ...filter, q, sort: 'relevance', limit: 20, offset: 0 });
        found += answer.total;
        exact += Number(answer.totalIsExact);
      });
      const deep = await p95(words[length], (q) =>
        database.search.search({ ...filter, q, sort: 'newest', limit: 20, offset: 10_000 }),
      );
      console.log(
        `${length} characters ${what}: first page p95 ${page} ms, at offset 10,000 p95 ${deep} ms ` +
          `(${Math.round(found / QUESTIONS)} hits on average, ${exact} of ${QUESTIONS} totals exact)`,
      );
    }
    const like = await p95(words[length].slice(0, LIKE_QUESTIONS), (q) =>
      database.articles.search({ q, limit: 20, offset: 0 }),
    );
    const likeText = await p95(words[length].slice(0, 3), (q) =>
      rawQuery(
        database,
        `SELECT id FROM article WHERE title LIKE '%${q}%' OR content_text LIKE '%${q}%' ORDER BY id DESC LIMIT 20`,
      ).then(() => rawQuery(database, `SELECT COUNT(*) FROM article WHERE content_text LIKE '%${q}%'`)),
    );
    console.log(`${length} characters by LIKE: titles p95 ${like} ms, titles and texts (3 words) p95 ${likeText} ms`);
  }
  const list = await p95(words[2], () => database.search.search({ sort: 'newest', limit: 20, offset: 0 }));
  const failed = await p95(words[2], () =>
    database.search.search({ status: 'failed', sort: 'newest', limit: 20, offset: 500 }),
  );
  console.log(`without words: newest p95 ${list} ms, failed ones at offset 500 p95 ${failed} ms`);
  const numbers = await Promise.all(words.numbers.map((docNo) => docNo.replace('〔', '[').replace('〕', ']')));
  console.log(
    `document numbers in other brackets: p95 ${await p95(numbers, (q) => database.search.search({ q, sort: 'relevance', limit: 20, offset: 0 }))} ms`,
  );
}

/** Pieces of random articles: common words and rare ones, as people would paste them. */
async function wordsOfCorpus(): Promise<{ 2: string[]; 4: string[]; numbers: string[] }> {
  const rows = (await rawQuery(
    database,
    `SELECT content_text, doc_no FROM article WHERE id IN (${Array.from({ length: QUESTIONS }, (_, n) => 1 + Math.floor((n * ARTICLES) / QUESTIONS) + ((n * 7919) % 97)).join(',')})`,
  )) as { content_text: string; doc_no: string }[];
  const piece = (length: number) =>
    rows.flatMap(({ content_text: text }, n) => {
      const runs = text.match(/\p{Script=Han}{5,}/gu) ?? [];
      const run = runs[(n * 31) % runs.length];
      return run ? [run.slice((n * 17) % (run.length - length + 1)).slice(0, length)] : [];
    });
  return { 2: piece(2), 4: piece(4), numbers: rows.map((row) => row.doc_no) };
}

async function p95<T>(inputs: T[], ask: (input: T) => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (const input of inputs) {
    const startedAt = performance.now();
    await ask(input);
    times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  return times[Math.min(times.length - 1, Math.floor(times.length * 0.95))]!.toFixed(1);
}

/** CPU time of the server, where it says. */
async function serverCpuMs(): Promise<number | null> {
  const rows = (await rawQuery(
    database,
    "SELECT variable_value AS v FROM information_schema.global_status WHERE variable_name = 'CPU_TIME'",
  ).catch(() => [])) as { v: string }[];
  return rows[0] && Number(rows[0].v) > 0 ? Number(rows[0].v) * 1000 : null;
}

function rawQuery(target: Database, sql: string): Promise<unknown> {
  return (target as unknown as { dataSource: { query(sql: string): Promise<unknown> } }).dataSource.query(sql);
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(0);
}
