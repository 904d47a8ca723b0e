import { createServer, type AddressInfo, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, TransientError } from '@govcrawler/core';
import { openMariadb, type TestDatabase } from '../conformance/test-database.conformance.js';
import { openDatabase } from '../database.js';

const open = (url: string) => openDatabase({ kind: 'mysql', url }, { warn: () => undefined });
const server = () => new URL(process.env.TEST_MYSQL_URL!);

describe('opening a database server', () => {
  it('says which database does not exist, without the password', async () => {
    const url = server();
    url.pathname = '/no_such_database';
    const error = await open(url.href).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as Error).message).toContain(`no_such_database on ${url.hostname}:${url.port}`);
    expect((error as Error).message).toContain('Check DATABASE_URL');
    expect((error as Error).cause).toBeDefined();
  });

  it('says that a login is wrong, without the password', async () => {
    const url = server();
    url.pathname = '/x';
    url.username = 'nobody';
    url.password = 's3cret';
    const error = await open(url.href).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as Error).message).not.toContain('s3cret');
  });

  it('calls a server that is not there a matter of time', async () => {
    const closed: Server = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => closed.once('listening', done));
    const { port } = closed.address() as AddressInfo;
    await new Promise((done) => closed.close(done));
    const error = await open(`mysql://a:b@127.0.0.1:${port}/x`).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TransientError);
    expect((error as Error).message).toContain(`x on 127.0.0.1:${port}`);
  });
});

describe('a lost connection', () => {
  let stand: TestDatabase;
  beforeAll(async () => {
    stand = await openMariadb();
  });
  afterAll(() => stand?.close());

  it('fails the statement as transient, and the next one works again', async () => {
    const other = await stand.reopen();
    const runner = stand.dataSource.createQueryRunner();
    const [{ id }] = (await runner.query('SELECT CONNECTION_ID() AS id')) as [{ id: number }];
    const waiting = runner.query('SELECT SLEEP(30)').catch((reason: unknown) => reason);
    await sleep(100);
    await (other as unknown as { dataSource: typeof stand.dataSource }).dataSource.query(`KILL ${id}`);
    expect(await waiting).toBeInstanceOf(TransientError);
    await runner.release();
    await stand.database.ping();
  });
});
