import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@govcrawler/platform';
import { HostLanes, openQueueBackend } from '@govcrawler/queue';
import { createConnection } from 'mysql2';
import { openDatabase } from '@govcrawler/persistence';
import request from 'supertest';
import { gatewayConfigSchema } from './config.js';
import { createGatewayApp } from './create-gateway-app.js';
import { siteFile } from './gateway-stand.conformance.js';
import { openClusterInfrastructure } from './open-cluster-infrastructure.js';

const SERVERS = { mysql: process.env.TEST_MYSQL_URL?.replace(/\/$/, ''), redis: process.env.TEST_REDIS_URL };

describe('the gateway as a service of its own', () => {
  const unique = Math.random().toString(36).slice(2, 10);
  const name = `gc_cluster_${process.pid}_${unique}`;
  const env = {
    DATABASE_URL: `${SERVERS.mysql}/${name}`,
    VALKEY_URL: SERVERS.redis,
    ADMIN_PASSWORD: 'cluster password',
    LOG_LEVEL: 'silent',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'cluster-data-')),
    SITES_DIR: 'config/sites',
  };
  const server = createConnection({ uri: SERVERS.mysql! }).promise();

  beforeAll(() => server.query(`CREATE DATABASE ${name}`));
  afterAll(async () => {
    await server.query(`DROP DATABASE ${name}`);
    await server.end();
    rmSync(env.DATA_DIR, { recursive: true, force: true });
  });

  it('refuses an old schema, then runs a target onto the lane of its host', async () => {
    const config = loadConfig(gatewayConfigSchema, env);
    await expect(openClusterInfrastructure(config)).rejects.toThrow(/schema is too old.*govcrawler migrate/);
    const database = await openDatabase({ kind: 'mysql', url: config.DATABASE_URL }, { warn: () => undefined });
    await database.migrate();
    await database.sites.syncFromFile(siteFile(unique, ['zcwj']), 'site.yaml');
    await database.close();

    const infrastructure = await openClusterInfrastructure(config);
    expect(infrastructure.siteFolder?.path).toBe('config/sites');
    expect(infrastructure.secrets!.open(infrastructure.secrets!.seal('secret'))).toBe('secret');
    const app = await createGatewayApp(infrastructure, { port: 0, host: '127.0.0.1' });
    const queues = await openQueueBackend({ kind: 'redis', url: config.VALKEY_URL });
    const lanes = new HostLanes(queues);
    try {
      const address = `http://127.0.0.1:${await app.listen()}`;
      expect((await request(address).get('/healthz')).body.mode).toBe('cluster');
      const answer = await request(address)
        .post(`/admin/api/targets/${unique}__zcwj/run`)
        .auth('admin', 'cluster password')
        .send({});
      expect(answer.status).toBe(202);
      const host = `www.${unique}.gov.cn`;
      expect((await lanes.depthByHost([host])).get(host)).toMatchObject({ waiting: 1 });
      expect(await lanes.remove(host, answer.body.jobId)).toBe('removed');
    } finally {
      await queues.close();
      await app.close();
      await infrastructure.close();
    }
  });
});
