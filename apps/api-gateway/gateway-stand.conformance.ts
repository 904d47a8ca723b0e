import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { siteFileSchema, type ApiScope, type ErrandKind, type SiteFile, type UserRole } from '@govcrawler/contracts';
import { FileStore, type Database } from '@govcrawler/persistence';
import { createLogger, SecretBox } from '@govcrawler/platform';
import { openEmbeddedStand, openMariadbStand } from '@govcrawler/testing';
import { DomainPolicy, HostControl, InProcessCookieJar, InProcessHostState, WebhookPoster } from '@govcrawler/fetch';
import request, { type Test } from 'supertest';
import { hashPassword } from './auth/password-hash.js';
import { createGatewayApp, type GatewayAddress, type GatewayApp } from './create-gateway-app.js';
import { Clock, type GatewayInfrastructure } from './gateway-infrastructure.js';
import { matchesDocument } from './matches-document.conformance.js';
import { JobLanes } from './targets/run-target.js';

/** A fresh, migrated database of one kind. */
export interface OpenedDatabase {
  database: Database;
  close(): Promise<void>;
}

export const openEmbedded: () => Promise<OpenedDatabase> = openEmbeddedStand;

export const openMariadb: () => Promise<OpenedDatabase> = openMariadbStand;

/** A lane that remembers, and that can be out of order. */
export class RecordingLanes extends JobLanes {
  readonly enqueued: { hostKey: string; jobId: number; rowWasThere: boolean }[] = [];
  readonly removed: number[] = [];
  broken = false;

  constructor(private readonly find: (id: number) => Promise<unknown>) {
    super();
  }

  async enqueue(hostKey: string, jobId: number): Promise<void> {
    if (this.broken) throw new Error('queue server is away');
    this.enqueued.push({ hostKey, jobId, rowWasThere: (await this.find(jobId)) !== null });
  }

  async remove(_hostKey: string, jobId: number): Promise<void> {
    if (this.broken) throw new Error('queue server is away');
    this.removed.push(jobId);
  }
}

/** A data folder that remembers what it was asked to forget. */
class RecordingFiles extends FileStore {
  constructor(
    dataDir: string,
    private readonly removed: string[],
  ) {
    super(dataDir);
  }

  override async remove(path: string): Promise<boolean> {
    return this.removed.push(path) > 0;
  }
}

export class MovableClock extends Clock {
  offsetMs = 0;
  now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }
}

export type Method = 'post' | 'put' | 'delete';
export const USER = 'admin';
export const PASSWORD = 'gateway test password';

/** A listening gateway with one account. */
export interface GatewayStand {
  database: Database;
  lanes: RecordingLanes;
  errandLanes: RecordingLanes;
  clock: MovableClock;
  app: GatewayApp;
  address: string;
  /** With Basic credentials. */
  get(path: string): Test;
  post(path: string, body?: unknown): Test;
  put(path: string, body?: unknown): Test;
  delete(path: string): Test;
  /** As somebody else: makes the account at the first call. */
  as(role: UserRole): Promise<{ get(path: string): Test; send(method: Method, path: string, body?: unknown): Test }>;
  /** A new API key with these scopes. */
  key(scopes: ApiScope[]): Promise<string>;
  /** What was asked to be removed from the data folder. */
  removedFiles: string[];
  hostState: InProcessHostState;
  cookies: InProcessCookieJar;
  /** What the gateway reads as the space on its disk. */
  disk: { freeBytes: number; totalBytes: number };
  /** Hosts that alerts may be sent to. */
  internalHosts: string[];
  /** The data folder. */
  files: FileStore;
  close(): Promise<void>;
}

export async function openGateway(
  open: () => Promise<OpenedDatabase>,
  consoleFolder: string | null = null,
  { grpc, webhooks }: Pick<GatewayAddress, 'grpc'> & Pick<GatewayInfrastructure, 'webhooks'> = {},
): Promise<GatewayStand> {
  const { database, close } = await open();
  await database.users.upsert({ username: USER, passwordHash: await hashPassword(PASSWORD), role: 'admin' });
  const lanes = new RecordingLanes((id) => database.jobs.find(id));
  const errandLanes = new RecordingLanes(async (id) => ((await database.errands.isStopRequested(id)) ? null : id));
  const clock = new MovableClock();
  const hostState = new InProcessHostState();
  const cookies = new InProcessCookieJar();
  const hosts = new HostControl({ hostState, cookies, domains: new DomainPolicy(), rulesFeed: null });
  const removedFiles: string[] = [];
  const dataDir = mkdtempSync(join(tmpdir(), 'gateway-data-'));
  const files = new RecordingFiles(dataDir, removedFiles);
  const disk = { freeBytes: 50e9, totalBytes: 100e9 };
  files.freeSpace = async () => disk;
  const internalHosts: string[] = [];
  const alertPost = new WebhookPoster({ internalReceivers: internalHosts, timeoutMs: 10_000 });
  const app = await createGatewayApp(
    {
      mode: 'embedded',
      database,
      lanes,
      errandLanes,
      consoleFolder,
      logger: createLogger('gateway-test', 'silent'),
      clock,
      files,
      hosts,
      webhooks: webhooks ?? alertPost,
      secrets: new SecretBox('a phrase for tests'),
      maxFigureAgeMs: 0,
      eventPace: { lookMs: 50, heartbeatMs: 100 },
    },
    { port: 0, host: '127.0.0.1', grpc },
  );
  const address = `http://127.0.0.1:${await app.listen()}`;
  const send = (user: string, method: Method, path: string, body: unknown) =>
    matchesDocument(
      request(address)[method](path).auth(user, PASSWORD).type('application/json').send(JSON.stringify(body)),
    );
  return {
    database,
    lanes,
    errandLanes,
    clock,
    app,
    address,
    removedFiles,
    disk,
    internalHosts,
    hostState,
    cookies,
    files,
    get: (path) => matchesDocument(request(address).get(path).auth(USER, PASSWORD)),
    post: (path, body = {}) => send(USER, 'post', path, body),
    put: (path, body = {}) => send(USER, 'put', path, body),
    delete: (path) => matchesDocument(request(address).delete(path).auth(USER, PASSWORD)),
    as: async (role) => {
      const username = `the-${role}`;
      if (!(await database.users.findByName(username))) {
        await database.users.upsert({ username, passwordHash: await hashPassword(PASSWORD), role });
      }
      return {
        get: (path) => matchesDocument(request(address).get(path).auth(username, PASSWORD)),
        send: (method, path, body = {}) => send(username, method, path, body),
      };
    },
    key: async (scopes) => (await send(USER, 'post', '/admin/api/keys', { name: 'test', scopes })).body.key as string,
    close: async () => {
      await app.close();
      alertPost.close();
      await close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export interface ErrandEnd {
  state: 'done' | 'failed';
  result: object | null;
  error: string | null;
}

/** Does what a worker would do. */
export async function finishErrand({ database }: GatewayStand, kind: ErrandKind, id: number, outcome: ErrandEnd) {
  const { leaseKey } = (await database.errands.find(kind, id))!;
  const { token } = (await database.leases.acquire(leaseKey, 'tester', 60_000))!;
  await database.errands.claim(id, { hostKey: leaseKey, token }, 'tester');
  await database.errands.finish(id, token, outcome);
  await database.leases.release(leaseKey, token);
}

/** Every route that express really knows, as `METHOD /path`. */
export function routesOf({ app }: GatewayStand): string[] {
  interface Layer {
    route?: { path: string; methods: Record<string, boolean> };
  }
  const { stack } = (app.nest.getHttpAdapter().getInstance() as { router: { stack: Layer[] } }).router;
  return stack.flatMap(({ route }) =>
    route ? Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${route.path}`) : [],
  );
}

/** A site file with its columns, as `config/sites` would hold it. */
export function siteFile(siteId: string, columns: string[], more: Record<string, unknown> = {}): SiteFile {
  return siteFileSchema.parse({
    site_id: siteId,
    site_name: `${siteId}市人民政府`,
    base_url: `http://www.${siteId}.gov.cn/`,
    columns: columns.map((id) => ({
      column_id: id,
      name: `${id}栏目`,
      list_url: `http://www.${siteId}.gov.cn/${id}/index.html`,
    })),
    ...more,
  });
}
