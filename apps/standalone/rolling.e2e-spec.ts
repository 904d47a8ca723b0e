import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, type Database } from '@govcrawler/persistence';
import {
  openClusterStand,
  runProgram,
  startProgram,
  startSimWeb,
  type RunningProgram,
  type SimWeb,
} from '@govcrawler/testing';
import { isPerfect, judgeSimulation } from './demo/simulation-verdict.js';
import { storedDocuments } from './demo/stored-documents.js';

const DOCUMENTS = 150;
const PASSWORD = 'rolling-restart';
const SERVICES = ['fetch-service', 'api-gateway', 'scheduler', 'crawl-worker', 'attachment-downloader'] as const;
type Service = (typeof SERVICES)[number];

/** One process of a service, which can be replaced by a new one with the same settings, as a roll-out does. */
class Replica {
  /** What a Service object of Kubernetes does: a pod that is about to stop gets no new requests. */
  serving = false;
  private running: RunningProgram;

  constructor(
    readonly service: Service,
    readonly port: number,
    private readonly env: Record<string, string>,
  ) {}

  async start(): Promise<void> {
    this.running = startProgram([`dist/apps/${this.service}/main.js`], this.env);
    await Promise.race([
      this.ready(),
      this.running.ended.then((end) => Promise.reject(new Error(`${this.service} ended: ${end.stderr}${end.stdout}`))),
    ]);
    this.serving = true;
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** Its exit code: a service that was asked to stop ends by itself. */
  async stop(): Promise<void> {
    this.serving = false;
    await sleep(300); // requests that were sent a moment ago
    this.running.child.kill('SIGTERM');
    const { code, signal } = await this.running.ended;
    expect({ service: this.service, code, signal }).toEqual({ service: this.service, code: 0, signal: null });
  }

  kill(): void {
    this.running?.child.kill('SIGKILL');
  }

  private async ready(): Promise<void> {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${this.port}/readyz`).catch(() => null);
      if (answer?.status === 200) return;
      await sleep(100);
    }
  }
}

describe('a cluster with two of each service', () => {
  const closers: (() => Promise<unknown> | void)[] = [];
  const replicas: Replica[] = [];
  let web: SimWeb;
  let database: Database;

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'govcrawler-rolling-'));
    closers.push(() => rmSync(folder, { recursive: true }));
    const stand = await openClusterStand();
    closers.push(() => stand.close());
    web = await startSimWeb({ documents: DOCUMENTS, latencyMs: 30 });
    closers.push(() => web.close());
    const sites = join(folder, 'sites');
    mkdirSync(sites);
    for (const { code, siteFile } of web.sites) writeFileSync(join(sites, `${code}.yaml`), JSON.stringify(siteFile));
    const grpcPorts = [await freePort(), await freePort()];
    const gatewayPorts = [await freePort(), await freePort()];
    const shared = {
      ...stand.env,
      DATA_DIR: join(folder, 'data'),
      SITES_DIR: sites,
      ADMIN_PASSWORD: PASSWORD,
      HOST: '127.0.0.1',
      FETCH_HOST: '127.0.0.1',
      FETCH_TOKEN: randomBytes(16).toString('hex'),
      FETCH_SERVICE_ADDRESS: `ipv4:${grpcPorts.map((port) => `127.0.0.1:${port}`).join(',')}`,
      DEMO_HOSTS: web.hosts.map((host) => `${host}=127.0.0.1:${web.port}`).join(','),
      PUBLIC_SUFFIXES: '.test',
      HONOUR_CRAWL_DELAY: 'false',
      CHROMIUM_PATH: '',
      RECONCILE_SEC: '2',
      LOG_LEVEL: 'warn',
    };
    expect(await runProgram(['dist/apps/standalone/main.js', 'migrate'], shared)).toMatchObject({ code: 0 });
    expect(await runProgram(['dist/apps/standalone/main.js', 'sites', 'sync'], shared)).toMatchObject({ code: 0 });
    for (const turn of [0, 1]) {
      for (const service of SERVICES) {
        const port = service === 'api-gateway' ? gatewayPorts[turn]! : await freePort();
        const env = {
          ...shared,
          PORT: String(port),
          SCHEDULER_HEALTH_PORT: String(port),
          WORKER_HEALTH_PORT: String(port),
          DOWNLOADER_HEALTH_PORT: String(port),
          FETCH_PORT: String(port),
          FETCH_GRPC_PORT: String(grpcPorts[turn]!),
          SCHEDULER_API_URL: `http://127.0.0.1:${gatewayPorts[turn]!}`,
        };
        const replica = new Replica(service, port, env);
        replicas.push(replica);
        closers.push(() => replica.kill());
      }
    }
    for (const service of SERVICES) await Promise.all(of(service).map((replica) => replica.start()));
    database = await openDatabase({ kind: 'mysql', url: stand.env.DATABASE_URL }, { warn: () => undefined });
    closers.push(() => database.close());
  }, 120_000);
  afterAll(async () => {
    for (const close of closers.reverse()) await close();
  });

  const of = (service: Service) => replicas.filter((replica) => replica.service === service);
  /** A request as it comes through a load balancer. */
  const ask = (path: string, init: RequestInit = {}) => {
    const [gateway] = of('api-gateway').filter(({ serving }) => serving);
    return fetch(`http://127.0.0.1:${gateway!.port}/admin/api${path}`, {
      ...init,
      headers: {
        authorization: `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`,
        'content-type': 'application/json',
      },
    });
  };

  it('crawls everything while each process is replaced once, and the gateway never fails a request', async () => {
    const targetCodes = (await database.targets.listEnabled()).map(({ code }) => code);
    const run = await ask('/targets/bulk-run', { method: 'POST', body: JSON.stringify({ targetCodes }) });
    expect(run.status).toBe(202);

    const answers = new Map<number, number>();
    let over = false;
    const watching = (async () => {
      while (!over) {
        for (const path of ['/jobs/queue', '/articles/search?limit=20', '/stats/overview']) {
          const { status } = await ask(path);
          answers.set(status, (answers.get(status) ?? 0) + 1);
        }
        await sleep(50);
      }
    })();
    for (const replica of replicas) await replica.restart();
    while ((await database.jobs.unfinished()).length > 0) await sleep(200);
    while ((await database.attachments.workAhead()).unfinished > 0) await sleep(200);
    over = true;
    await watching;

    expect([...answers.keys()]).toEqual([200]);
    expect(answers.get(200)).toBeGreaterThan(30);
    const { items } = await database.jobs.list({ limit: 200, offset: 0 });
    expect(items.map(({ state }) => state).filter((state) => state !== 'done')).toEqual([]);
    const verdict = judgeSimulation(web.documents(), await storedDocuments(database));
    expect(verdict).toMatchObject({ expected: DOCUMENTS, missing: [], storedTwice: [], misread: [], unexpected: 0 });
    expect(isPerfect(verdict)).toBe(true);
  }, 240_000);
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
