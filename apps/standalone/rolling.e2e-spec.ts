import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, type Database } from '@govcrawler/persistence';
import { openProcessCluster, type ProcessCluster } from '@govcrawler/testing';
import { isPerfect, judgeSimulation } from './demo/simulation-verdict.js';
import { storedDocuments } from './demo/stored-documents.js';

const DOCUMENTS = 150;

describe('a cluster with two of each service', () => {
  let cluster: ProcessCluster;
  let database: Database;

  beforeAll(async () => {
    cluster = await openProcessCluster({ documents: DOCUMENTS, replicas: 2, latencyMs: 30 });
    database = await openDatabase({ kind: 'mysql', url: cluster.databaseUrl }, { warn: () => undefined });
  }, 120_000);
  afterAll(async () => {
    await database?.close();
    await cluster?.close();
  });

  it('crawls everything while each process is replaced once, and the gateway never fails a request', async () => {
    const targetCodes = (await database.targets.listEnabled()).map(({ code }) => code);
    const order = { method: 'POST', body: JSON.stringify({ targetCodes }) };
    expect((await cluster.ask('/admin/api/targets/bulk-run', order)).status).toBe(202);

    const answers = new Map<number, number>();
    let over = false;
    const watching = (async () => {
      while (!over) {
        for (const path of ['/jobs/queue', '/articles/search?limit=20', '/stats/overview']) {
          const { status } = await cluster.ask(`/admin/api${path}`);
          answers.set(status, (answers.get(status) ?? 0) + 1);
        }
        await sleep(50);
      }
    })();
    for (const one of cluster.processes) {
      const { service } = one;
      const { code, signal } = await one.stop();
      expect({ service, code, signal }).toEqual({ service, code: 0, signal: null });
      await one.start();
    }
    while ((await database.jobs.unfinished()).length > 0) await sleep(200);
    while ((await database.attachments.workAhead()).unfinished > 0) await sleep(200);
    over = true;
    await watching;

    expect([...answers.keys()]).toEqual([200]);
    expect(answers.get(200)).toBeGreaterThan(30);
    const { items } = await database.jobs.list({ limit: 200, offset: 0 });
    expect(items.map(({ state }) => state).filter((state) => state !== 'done')).toEqual([]);
    const verdict = judgeSimulation(cluster.web.documents(), await storedDocuments(database));
    expect(verdict).toMatchObject({ expected: DOCUMENTS, missing: [], storedTwice: [], misread: [], unexpected: 0 });
    expect(isPerfect(verdict)).toBe(true);
  }, 240_000);

  it('offers its tools on standard input and output by govcrawler mcp', async () => {
    const body = JSON.stringify({ name: 'mcp', scopes: ['articles:read'] });
    const made = await cluster.ask('/admin/api/keys', { method: 'POST', body });
    const { key } = (await made.json()) as { key: string };
    const { origin } = new URL(made.url);
    const connect = async (GOVCRAWLER_API_KEY: string) => {
      const client = new Client({ name: 'test', version: '1' });
      const args = ['dist/apps/standalone/main.js', 'mcp', '--url', origin];
      const env = { PATH: process.env['PATH'] ?? '', GOVCRAWLER_API_KEY };
      await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }));
      return client;
    };
    const client = await connect(key);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['search_documents', 'get_document']);
    const [document] = (await database.articles.search({ limit: 1, offset: 0 })).items;
    const { content } = await client.callTool({ name: 'get_document', arguments: { id: document!.id } });
    expect(JSON.parse((content as { text: string }[])[0]!.text)).toMatchObject({ id: document!.id });
    await client.close();
    await expect(connect('gck_wrong')).rejects.toThrow('does not accept this API key');
  }, 60_000);

  it('tells Prometheus of every process, and workers of their lanes', async () => {
    for (const { service, port } of cluster.processes.filter((one) => one.service !== 'api-gateway')) {
      const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
      expect({ service, status: answer.status }).toEqual({ service, status: 200 });
      const queue = { 'crawl-worker': 'crawl', 'attachment-downloader': 'attachment' }[service as string];
      if (queue) expect(await answer.text()).toMatch(new RegExp(`govcrawler_lane_running{queue="${queue}",service="`));
    }
    expect(await (await cluster.ask('/metrics')).text()).toMatch(
      /^govcrawler_queue_depth\{service="api-gateway"\} 0$/m,
    );
  });
});
