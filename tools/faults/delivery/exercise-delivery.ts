import { createGatewayApp, ensureFirstUser, type GatewayApp } from '@govcrawler/api-gateway';
import { WebhookPoster } from '@govcrawler/fetch';
import { type Database } from '@govcrawler/persistence';
import { createLogger, SecretBox } from '@govcrawler/platform';
import { SeededRandom } from '@govcrawler/testing';
import {
  type ConsumerCopy,
  type Doors,
  GrpcConsumer,
  type KeptArticle,
  PushedConsumer,
  RestConsumer,
} from './consumer-copies.js';
import { makeTargets, RandomWriter } from './random-writer.js';

export interface DeliveryExercise {
  database: Database;
  operations: number;
  seed: number;
  /** How often the gateway goes and comes back. */
  restarts: number;
  /** Cuts writers off in the middle of what they do; null where writers cannot die alone. */
  cutWriters: (() => Promise<void>) | null;
  protoFile: string;
}

/** What is left when everything has been drained. */
export interface DeliveryVerdict {
  articles: number;
  withdrawn: number;
  done: RandomWriter['done'];
  restarts: number;
  consumers: {
    name: string;
    missing: number;
    surplus: number;
    different: number;
    redelivered: number;
    crashes: number;
  }[];
}

const WRITERS = 4;
const TARGETS = 20;
const FILTER = { categories: ['通知', '公告'] };
const USER = { user: 'faults', password: 'faults password' };
/** Retries of webhooks wait by this clock: a second of ours is five minutes of theirs. */
const CLOCK_SPEED = 300;

/**
 * Random writers whose connections are cut, a platform that restarts, and three consumers that crash before and after
 * they keep what they got: afterwards each copy must be what the database holds.
 */
export async function exerciseDelivery(exercise: DeliveryExercise): Promise<DeliveryVerdict> {
  const { database, operations, seed, cutWriters } = exercise;
  const random = (name: string) => {
    const generator = new SeededRandom(`${name}-${seed}`);
    return () => generator.next();
  };
  await ensureFirstUser(database, USER);
  const doors: Doors = { http: '', grpc: '', key: '' };
  const rest = new RestConsumer('rest', () => doors, random('rest'));
  const grpc = new GrpcConsumer('grpc', () => doors, random('grpc'), exercise.protoFile);
  const pushed = new PushedConsumer('pushed', () => doors, random('pushed'));
  const receiver = await pushed.open();
  const poster = new WebhookPoster({ internalReceivers: [receiver], timeoutMs: 5_000 });
  const open = () => openGateway(database, poster, doors);
  let gateway = await open();
  await subscribe(doors, receiver);

  const reading = [rest.run(), grpc.run()];
  const targets = await makeTargets(database, TARGETS);
  const writers = Array.from({ length: WRITERS }, (_, n) => new RandomWriter(database, targets, random(`writer-${n}`)));
  const chance = random('faults');
  let restarts = 0;
  let left = operations;
  const write = async (writer: RandomWriter) => {
    while ((left -= 1) >= 0) await writer.step();
  };
  const breaking = (async () => {
    while (left > 0) {
      await new Promise((resolve) => setTimeout(resolve, 20 + chance() * 200));
      if (cutWriters && chance() < 0.5) await cutWriters();
      if (restarts >= exercise.restarts || left > operations * (1 - (restarts + 1) / (exercise.restarts + 1))) continue;
      restarts += 1;
      await gateway.close();
      gateway = await open();
    }
  })();
  await Promise.all([...writers.map(write), breaking]);

  const truth = await stored(database);
  const copies: [ConsumerCopy, Map<number, KeptArticle>][] = [
    [rest, await stored(database, FILTER)],
    [grpc, truth],
    [pushed, truth],
  ];
  await drained(database);
  for (const [consumer] of copies) consumer.stopped = true;
  await Promise.all(reading);
  await gateway.close();
  await pushed.close();
  poster.close();
  return {
    articles: truth.size,
    withdrawn: [...truth.values()].filter(({ withdrawn }) => withdrawn).length,
    done: sum(writers.map(({ done }) => done)),
    restarts,
    consumers: copies.map(([consumer, expected]) => ({
      name: consumer.name,
      ...compare(consumer.articles, expected),
      redelivered: consumer.redelivered,
      crashes: consumer.crashes,
    })),
  };
}

async function openGateway(database: Database, webhooks: WebhookPoster, doors: Doors): Promise<GatewayApp> {
  const startedAt = Date.now();
  const lanes = { enqueue: async () => undefined, remove: async () => undefined };
  const app = await createGatewayApp(
    {
      mode: 'embedded',
      database,
      lanes,
      errandLanes: lanes,
      consoleFolder: null,
      logger: createLogger('delivery-faults', 'silent'),
      clock: { now: () => new Date(startedAt + (Date.now() - startedAt) * CLOCK_SPEED) },
      webhooks,
      secrets: new SecretBox('a phrase for this run'),
    },
    { port: 0, host: '127.0.0.1', grpc: { host: '127.0.0.1', port: 0 } },
  );
  doors.http = `http://127.0.0.1:${await app.listen()}`;
  doors.grpc = `127.0.0.1:${app.grpcPort}`;
  return app;
}

async function subscribe(doors: Doors, receiver: string): Promise<void> {
  const call = async (method: string, path: string, body: object) => {
    const authorization = `Basic ${Buffer.from(`${USER.user}:${USER.password}`).toString('base64')}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch(`${doors.http}${path}`, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { key: string };
  };
  doors.key = (await call('POST', '/admin/api/keys', { name: 'faults', scopes: ['changes:read'] })).key;
  await call('POST', '/api/v1/consumers', { name: 'rest', from: 'beginning', filter: FILTER });
  await call('POST', '/api/v1/consumers', { name: 'grpc', from: 'beginning' });
  await call('POST', '/api/v1/consumers', { name: 'pushed', from: 'beginning' });
  await call('PUT', '/api/v1/consumers/pushed/webhook', { url: `http://${receiver}/hook` });
}

async function drained(database: Database): Promise<void> {
  for (;;) {
    const lags = [];
    for (const consumer of await database.consumers.list())
      lags.push(await database.consumers.lagOf(consumer, new Date()));
    if (lags.every(({ entries }) => entries === 0)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function stored(database: Database, filter = {}): Promise<Map<number, KeptArticle>> {
  const all = new Map<number, KeptArticle>();
  for (let afterId = 0; ;) {
    const page = await database.delivery.list({ afterId, limit: 1_000, filter }, { bodies: false });
    for (const { id, revision, contentHash, withdrawnAt } of page) {
      all.set(id, { revision, contentHash, withdrawn: withdrawnAt !== null });
    }
    if (page.length < 1_000) return all;
    afterId = page.at(-1)!.id;
  }
}

function compare(copy: Map<number, KeptArticle>, expected: Map<number, KeptArticle>) {
  const shared = [...expected].filter(([id]) => copy.has(id));
  return {
    missing: expected.size - shared.length,
    surplus: copy.size - shared.length,
    different: shared.filter(([id, kept]) => JSON.stringify(copy.get(id)) !== JSON.stringify(kept)).length,
  };
}

function sum(all: RandomWriter['done'][]): RandomWriter['done'] {
  const total = { stored: 0, withdrawn: 0, deleted: 0, failed: 0 };
  for (const done of all) for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += done[key];
  return total;
}
