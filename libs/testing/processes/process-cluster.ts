import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openClusterStand } from '../servers/cluster-stand.js';
import { startSimWeb, type SimWeb } from '../sim-web/sim-web.js';
import { runProgram, startProgram, type ProgramResult, type RunningProgram } from './run-program.js';

export const SERVICES = ['fetch-service', 'api-gateway', 'scheduler', 'crawl-worker', 'attachment-downloader'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** One process of a service, which can be replaced by a new one with the same settings, as a roll-out does. */
export class ServiceProcess {
  /** What a Service object of Kubernetes does: a pod that is about to stop gets no new requests. */
  serving = false;
  private running: RunningProgram | undefined;

  constructor(
    readonly service: ServiceName,
    /** Of HTTP: health, metrics, and whatever else the service answers. */
    readonly port: number,
    private readonly env: Record<string, string>,
  ) {}

  get pid(): number {
    return this.running!.child.pid!;
  }

  /** Resolves when it is ready. */
  async start(): Promise<void> {
    this.running = startProgram([`dist/apps/${this.service}/main.js`], this.env);
    await Promise.race([
      this.ready(),
      this.running.ended.then((end) => Promise.reject(new Error(`${this.service} ended: ${end.stderr}${end.stdout}`))),
    ]);
    this.serving = true;
  }

  /** Asks it to stop and tells how it ended. */
  async stop(): Promise<ProgramResult> {
    this.serving = false;
    await sleep(300); // requests that were sent a moment ago
    this.running!.child.kill('SIGTERM');
    return this.running!.ended;
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

/** The whole platform as processes of the build, around a simulated web, on the test servers. */
export interface ProcessCluster {
  web: SimWeb;
  processes: readonly ServiceProcess[];
  of(service: ServiceName): ServiceProcess[];
  databaseUrl: string;
  valkeyUrl: string;
  dataDir: string;
  /** A request of the first account to a gateway that serves, as it comes through a load balancer. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

const PASSWORD = 'process cluster';

/** Migrates, brings in the sites of the web, and starts `replicas` of each service. */
export async function openProcessCluster(options: {
  documents: number;
  replicas: number;
  latencyMs?: number;
}): Promise<ProcessCluster> {
  const closers: (() => Promise<unknown> | void)[] = [];
  const close = async () => {
    for (const step of closers.splice(0).reverse()) await step();
  };
  try {
    const folder = mkdtempSync(join(tmpdir(), 'govcrawler-cluster-'));
    closers.push(() => rmSync(folder, { recursive: true }));
    const stand = await openClusterStand();
    closers.push(() => stand.close());
    const web = await startSimWeb({ documents: options.documents, latencyMs: options.latencyMs ?? 0 });
    closers.push(() => web.close());
    const sites = join(folder, 'sites');
    mkdirSync(sites);
    for (const { code, siteFile } of web.sites) writeFileSync(join(sites, `${code}.yaml`), JSON.stringify(siteFile));
    const ports = async () => Promise.all(Array.from({ length: options.replicas }, freePort));
    const [grpcPorts, gatewayPorts] = [await ports(), await ports()];
    const dataDir = join(folder, 'data');
    const shared = {
      ...stand.env,
      DATA_DIR: dataDir,
      SITES_DIR: sites,
      ADMIN_PASSWORD: PASSWORD,
      HOST: '127.0.0.1',
      GRPC_PORT: '0',
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
    for (const words of [['migrate'], ['sites', 'sync']]) {
      const { code, stderr } = await runProgram(['dist/apps/standalone/main.js', ...words], shared);
      if (code !== 0) throw new Error(`govcrawler ${words.join(' ')}: exit code ${code}\n${stderr}`);
    }
    const processes: ServiceProcess[] = [];
    for (let turn = 0; turn < options.replicas; turn += 1) {
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
        const one = new ServiceProcess(service, port, env);
        processes.push(one);
        closers.push(() => one.kill());
      }
    }
    const of = (service: ServiceName) => processes.filter((one) => one.service === service);
    for (const service of SERVICES) await Promise.all(of(service).map((one) => one.start()));
    const authorization = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`;
    return {
      web,
      processes,
      of,
      databaseUrl: stand.env.DATABASE_URL,
      valkeyUrl: stand.env.VALKEY_URL,
      dataDir,
      ask: (path, init = {}) => {
        const [gateway] = of('api-gateway').filter(({ serving }) => serving);
        const headers = { authorization, 'content-type': 'application/json' };
        return fetch(`http://127.0.0.1:${gateway!.port}${path}`, { ...init, headers });
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
