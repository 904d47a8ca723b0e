import { fork, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type SiteFile } from '@govcrawler/contracts';
import { openDatabase } from '@govcrawler/persistence';
import { type RowDataPacket } from 'mysql2';
import { createConnection } from 'mysql2/promise';
import { comparePeers, readOurs, readPeer, type StoredFields } from './compare-fields.js';
import { type PeerInput } from './peer-input.js';

/*
 * Articles per CPU second of the whole pipeline, from lists to stored documents, beside Scrapy and Crawlee on the same
 * web and the same database. First every peer must have stored equal fields; then only CPU time counts.
 */
const { values } = parseArgs({
  options: {
    hosts: { type: 'string', default: '200' },
    articles: { type: 'string', default: '50' },
    rounds: { type: 'string', default: '1' },
    concurrency: { type: 'string', default: '16' },
    peers: { type: 'string', default: 'govcrawler,scrapy,crawlee' },
    /** A folder for CPU profiles of our own peer. */
    profile: { type: 'string' },
  },
});
const [hosts, articles, rounds] = [Number(values.hosts), Number(values.articles), Number(values.rounds)];
const PROGRAMS: Record<string, string[]> = {
  govcrawler: [
    process.execPath,
    ...(values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`]),
    'dist/tools/bench/crawl/govcrawler-peer.js',
  ],
  scrapy: ['/usr/bin/python3', 'tools/bench/crawl/scrapy_peer.py'],
  crawlee: [process.execPath, 'tools/bench/crawl/crawlee-peer.mjs'],
};
/*
 * On the disk, and removed only at the very end: ext4 looks for a new file's place past everything that was deleted
 * lately, which would be charged to whoever comes after a run that tidied up.
 */
mkdirSync('tmp', { recursive: true });
const dataFolder = mkdtempSync(join('tmp', 'bench-crawl-data-'));
const SCHEMA = [
  `CREATE TABLE bench_article (id BIGINT AUTO_INCREMENT PRIMARY KEY, url VARCHAR(500) NOT NULL UNIQUE,
    title TEXT, publish_date DATE, source VARCHAR(500), publisher VARCHAR(500), doc_no VARCHAR(200),
    index_no VARCHAR(200), content_html LONGTEXT, content_text LONGTEXT, raw_html LONGTEXT)`,
  `CREATE TABLE bench_attachment (id BIGINT AUTO_INCREMENT PRIMARY KEY, article_id BIGINT NOT NULL, url TEXT,
    name TEXT, KEY (article_id))`,
];

interface Measured {
  cpuMs: number;
  maxRssMb: number;
  wallMs: number;
  databaseCpuMs: number;
  redisCpuMs: number;
  requests: number;
  connections: number;
  statements: number;
  stored: Map<string, StoredFields>;
}

const server = process.env['TEST_MYSQL_URL'] as string;
const redisUrl = process.env['TEST_REDIS_URL'] as string;
const origin = fork(fileURLToPath(new URL('./origin.js', import.meta.url)), [String(hosts), String(articles)]);
const web = await message<{ port: number; sites: SiteFile[] }>();
const admin = await createConnection(server);
const serverPids = { database: await pidOf('mariadbd', server), redis: await pidOf('redis-server', redisUrl) };

function message<T>(): Promise<T> {
  return new Promise((resolve) => origin.once('message', resolve as (value: unknown) => void));
}

async function measure(peer: string, run: number): Promise<Measured> {
  const name = `bench_${peer}_${run}`;
  await admin.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  const databaseUrl = `${server}/${name}`;
  const dataDir = join(dataFolder, name);
  if (peer === 'govcrawler') await orderCrawls(databaseUrl);
  else {
    await admin.query(`USE ${name}`);
    for (const sql of SCHEMA) await admin.query(sql);
  }
  const input: PeerInput = {
    port: web.port,
    hosts: web.sites.map(({ base_url }) => new URL(base_url).host),
    lists: web.sites.flatMap(({ columns }) => columns.map(({ list_url }) => list_url)),
    databaseUrl,
    redisUrl,
    prefix: name,
    dataDir,
    concurrency: Number(values.concurrency),
  };
  const servers = [cpuOf(serverPids.database), cpuOf(serverPids.redis)];
  const asked = await statements();
  const startedAt = performance.now();
  const figures = await runPeer(
    PROGRAMS[peer] as string[],
    input,
    peer === 'govcrawler' ? () => allJobsEnded(name) : null,
  );
  const wallMs = performance.now() - startedAt;
  const [databaseCpuMs, redisCpuMs] = [cpuOf(serverPids.database), cpuOf(serverPids.redis)].map(
    (after, index) => after - (servers[index] ?? 0),
  ) as [number, number];
  const statementsSent = (await statements()) - asked;
  origin.send('asked');
  const { asked: requests, connections } = await message<{ asked: number; connections: number }>();
  const stored = await (peer === 'govcrawler' ? readOurs(admin, name) : readPeer(admin, name));
  await admin.query(`DROP DATABASE ${name}`);
  return { ...figures, wallMs, databaseCpuMs, redisCpuMs, requests, connections, statements: statementsSent, stored };
}

/** Statements that the database got so far, from everybody. */
async function statements(): Promise<number> {
  const [rows] = await admin.query<RowDataPacket[]>("SHOW GLOBAL STATUS LIKE 'Questions'");
  return Number(rows[0]?.['Value']);
}

/** What the scheduler and the gateway do before a worker comes in: sites, targets and job rows. */
async function orderCrawls(databaseUrl: string): Promise<void> {
  const database = await openDatabase({ kind: 'mysql', url: databaseUrl }, { warn: () => undefined });
  await database.migrate();
  for (const site of web.sites) {
    await database.sites.syncFromFile(site, 'bench.yaml');
    const plan = await database.targets.planFor(`${site.site_id}__${site.columns[0]?.column_id}`);
    if (!plan) throw new Error(`There is no target of ${site.site_id}`);
    const { hostKey, target } = plan;
    const order = { trigger: 'bulk' as const, tick: null, force: false, maxItems: null };
    await database.jobs.create({ targetId: target.id, hostKey, ...order });
  }
  await database.close();
}

/** A worker never ends by itself: it is told when the last job is over, so that looking for that is not its work. */
async function allJobsEnded(database: string): Promise<void> {
  const waiting = `SELECT id FROM ${database}.crawl_job WHERE state IN ('queued', 'running') LIMIT 1`;
  for (;;) {
    const [rows] = await admin.query<RowDataPacket[]>(waiting);
    if (rows.length === 0) return;
    await sleep(250);
  }
}

async function runPeer(
  program: string[],
  input: PeerInput,
  isOver: (() => Promise<void>) | null,
): Promise<{ cpuMs: number; maxRssMb: number }> {
  const [command = '', ...words] = program;
  const child = spawn(command, [...words, JSON.stringify(input)], { stdio: ['pipe', 'pipe', 'inherit'] });
  if (isOver) void isOver().then(() => child.stdin.end());
  let printed = '';
  child.stdout.on('data', (chunk) => (printed += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${words[0]} ended with ${String(code)}`);
  return JSON.parse(printed.trim().split('\n').at(-1) ?? '') as { cpuMs: number; maxRssMb: number };
}

/** CPU milliseconds that a process of this machine has used. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function pidOf(program: string, url: string): Promise<number> {
  const { port } = new URL(url);
  const { execFileSync } = await import('node:child_process');
  const rows = execFileSync('ps', ['-eo', 'pid=,args=']).toString().split('\n');
  const row = rows.find((text) => text.includes(program) && text.includes(port));
  if (!row) throw new Error(`${program} of port ${port} does not run`);
  return Number(row.trim().split(' ')[0]);
}

const median = (numbers: number[]): number => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
const peers = values.peers.split(',');
const results = new Map<string, Measured[]>(peers.map((peer) => [peer, []]));
for (let round = 0; round < rounds; round += 1) {
  // The order rotates, so that nobody always runs on a cold or a tired machine.
  for (let step = 0; step < peers.length; step += 1) {
    const peer = peers[(round + step) % peers.length] as string;
    const measured = await measure(peer, round);
    results.get(peer)?.push(measured);
    const seconds = (measured.cpuMs / 1000).toFixed(1);
    process.stderr.write(
      `round ${round + 1}: ${peer} ${measured.stored.size} articles, CPU ${seconds} s, ${measured.maxRssMb.toFixed(0)} MB\n`,
    );
  }
}
console.log(`Node ${process.version}, ${cpus().length} cores; ${hosts} hosts x ${articles} articles, ${rounds} rounds`);
const rates = new Map<string, number>();
for (const [peer, runs] of results) {
  const count = runs[0]?.stored.size ?? 0;
  const rate = (run: Measured) => (run.stored.size * 1000) / run.cpuMs;
  rates.set(peer, median(runs.map(rate)));
  const range = `${Math.min(...runs.map(rate)).toFixed(0)}..${Math.max(...runs.map(rate)).toFixed(0)}`;
  const middle = (pick: (run: Measured) => number) => median(runs.map(pick));
  console.log(
    `${peer.padEnd(11)} ${median(runs.map(rate)).toFixed(0).padStart(4)} articles per CPU-s (${range}), ` +
      `${count} stored, ${middle((run) => run.requests)} requests on ${middle((run) => run.connections)} connections, peak ${middle((run) => run.maxRssMb).toFixed(0)} MB, ` +
      `CPU ${(middle((run) => run.cpuMs) / 1000).toFixed(1)} s + MariaDB ${(middle((run) => run.databaseCpuMs) / 1000).toFixed(1)} s ` +
      `+ Redis ${(middle((run) => run.redisCpuMs) / 1000).toFixed(1)} s, ` +
      `${(middle((run) => run.statements) / count).toFixed(1)} statements per article, wall ${(middle((run) => run.wallMs) / 1000).toFixed(0)} s`,
  );
}
const differences = comparePeers(new Map([...results].map(([peer, runs]) => [peer, runs[0]?.stored ?? new Map()])));
for (const difference of differences.slice(0, 10)) console.log(difference);
console.log(
  differences.length === 0 ? 'all peers stored equal fields' : `${differences.length} DIFFERENCES in the fields`,
);
const ours = rates.get('govcrawler') ?? 0;
for (const [peer, aim] of [
  ['scrapy', 2],
  ['crawlee', 2.5],
] as const) {
  const theirs = rates.get(peer);
  if (theirs) console.log(`govcrawler / ${peer}: ${(ours / theirs).toFixed(2)} (aim: at least ${aim})`);
}
await admin.end();
origin.kill();
rmSync(dataFolder, { recursive: true, force: true });
process.exit(differences.length === 0 ? 0 : 1);
