import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { siteFileSchema, type ChangesPage } from '@govcrawler/contracts';
import { openDatabase, type Database } from '@govcrawler/persistence';
import { credentials, loadPackageDefinition, Metadata } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { createConnection } from 'mysql2';
import { MemoryWatch } from './memory-watch.js';

/*
 * What delivery costs beside a bare SELECT of the same rows over mysql2, in one run: documents per second as a ratio,
 * and the memory of both sides over time, which must stay flat (else exit code 1). The gateway is a process of its own.
 */
const words = process.argv.slice(2);
const SERVER = words[0]?.startsWith('mysql:') ? words.shift()! : (process.env['TEST_MYSQL_URL'] as string);
const [COUNT = '100000', TIMES = '1'] = words;
const ARTICLES = Number(COUNT);
const ROUNDS = Number(TIMES);
const BODY = `第一条 ${'为了做好防汛工作，制定本办法。'.repeat(60)}\n第二条 ${'各单位认真落实。'.repeat(60)}`;
const USER = { user: 'bench', password: 'bench password' };
const PARTS = ['PART_TEXT', 'PART_MARKDOWN'];

async function fill(database: Database, admin: ReturnType<typeof connect>, name: string): Promise<void> {
  const columns = [{ column_id: 'a', name: '通知', list_url: 'http://bench.gov.cn/a/' }];
  const base = { site_id: 'bench', site_name: 'bench', base_url: 'http://bench.gov.cn/' };
  await database.sites.syncFromFile(siteFileSchema.parse({ ...base, columns }), 'bench.yaml');
  const { site, target } = (await database.targets.planFor('bench__a'))!;
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  for (let from = 1; from <= ARTICLES; from += 500) {
    const ids = Array.from({ length: Math.min(500, ARTICLES - from + 1) }, (_, n) => from + n);
    const rows = ids.map((id) => [
      ...[id, site.id, target.id, `http://bench.gov.cn/${id}`, hash(String(id)), `关于第${id}号工作的通知`],
      ...['通知', `${id}${BODY}`, `${id}${BODY}`, hash(`c${id}`), 'ready', new Date()],
    ]);
    await admin.query(
      `INSERT INTO ${name}.article (id, site_id, target_id, url, url_hash, title, content_category, content_text,
         content_markdown, content_hash, status, fetched_at) VALUES ?`,
      [rows],
    );
    const changes = ids.map((id) => [id, id, 'UPSERT', 1, 'bench', '通知']);
    await admin.query(
      `INSERT INTO ${name}.article_change (seq, article_id, kind, revision, site_code, content_category) VALUES ?`,
      [changes],
    );
  }
  await admin.query(`UPDATE ${name}.change_counter SET last_seq = ${ARTICLES}`);
}

const connect = () => createConnection({ uri: SERVER, timezone: 'Z' }).promise();

async function measured(what: string, server: number, work: () => Promise<number>): Promise<number> {
  globalThis.gc?.();
  const watch = new MemoryWatch({ server, reader: process.pid });
  const startedAt = performance.now();
  const seen = await work();
  const seconds = (performance.now() - startedAt) / 1000;
  const { flat, lines } = watch.end();
  if (seen !== ARTICLES) throw new Error(`${what}: ${seen} of ${ARTICLES} documents`);
  console.log(`${what.padEnd(28)} ${Math.round(seen / seconds)} documents/s in ${seconds.toFixed(1)} s`);
  for (const line of lines) console.log(`  memory by quarters, ${line}`);
  if (!flat) process.exitCode = 1;
  return seen / seconds;
}

async function main(): Promise<void> {
  const admin = connect();
  const name = `gc_bench_${process.pid}`;
  const url = `${SERVER.replace(/\/$/, '')}/${name}`;
  await admin.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  const database = await openDatabase({ kind: 'mysql', url }, { warn: () => {} });
  await database.migrate();
  await fill(database, admin, name);
  await database.close();
  const gateway = fork(fileURLToPath(new URL('./gateway.js', import.meta.url)), [url, USER.user, USER.password]);
  const { http, grpc } = await new Promise<{ http: string; grpc: string }>((resolve, reject) => {
    gateway.once('message', resolve as (message: unknown) => void);
    gateway.once('exit', (code) => reject(new Error(`the gateway ended with ${code}`)));
  });
  const key = await makeKey(http);
  const server = gateway.pid!;
  const bare: number[] = [];
  const stream: number[] = [];
  const rest: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await measured('bare SELECT over mysql2', server, () => select(name)));
    stream.push(await measured('StreamArticles', server, () => streamAll(grpc, key)));
    rest.push(await measured('/changes', server, () => readAll(http, key)));
  }
  const ratio = (measuredOnes: number[]) => (median(measuredOnes) / median(bare)).toFixed(2);
  console.log(`StreamArticles ${ratio(stream)} x, /changes ${ratio(rest)} x of a bare SELECT (medians of ${ROUNDS})`);
  gateway.disconnect();
  await new Promise((resolve) => gateway.once('exit', resolve));
  await admin.query(`DROP DATABASE ${name}`);
  await admin.end();
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

async function makeKey(http: string): Promise<string> {
  const authorization = `Basic ${Buffer.from(`${USER.user}:${USER.password}`).toString('base64')}`;
  const headers = { authorization, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'bench', scopes: ['changes:read'] });
  const response = await fetch(`${http}/admin/api/keys`, { method: 'POST', headers, body });
  return ((await response.json()) as { key: string }).key;
}

function select(name: string): Promise<number> {
  const connection = createConnection({ uri: `${SERVER.replace(/\/$/, '')}/${name}`, timezone: 'Z' });
  return new Promise((resolve, reject) => {
    let seen = 0;
    connection
      .query('SELECT a.*, c.seq FROM article_change c JOIN article a ON a.id = c.article_id ORDER BY c.seq')
      .on('error', reject)
      .on('result', () => (seen += 1))
      .on('end', () => {
        connection.destroy();
        resolve(seen);
      });
  });
}

async function streamAll(address: string, key: string): Promise<number> {
  interface Client {
    streamArticles(request: object, metadata: Metadata): AsyncIterable<{ change?: object }>;
    close(): void;
  }
  const loaded = loadPackageDefinition(loadSync('libs/contracts/proto/delivery.proto', { longs: String })) as never as {
    govcrawler: { delivery: { v1: { Delivery: new (address: string, how: unknown) => Client } } };
  };
  const client = new loaded.govcrawler.delivery.v1.Delivery(address, credentials.createInsecure());
  const metadata = new Metadata();
  metadata.set('authorization', `Bearer ${key}`);
  let seen = 0;
  for await (const { change } of client.streamArticles({ parts: PARTS }, metadata)) if (change) seen += 1;
  client.close();
  return seen;
}

async function readAll(http: string, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'accept-encoding': 'identity' };
  let seen = 0;
  for (let cursor = ''; ;) {
    const query = `limit=500&include=text,markdown${cursor && `&cursor=${cursor}`}`;
    const page = (await (await fetch(`${http}/api/v1/changes?${query}`, { headers })).json()) as ChangesPage;
    seen += page.items.length;
    if (page.caughtUp) return seen;
    cursor = page.cursor;
  }
}

await main();
