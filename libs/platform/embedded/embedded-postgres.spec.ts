import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgres } from './embedded-postgres.js';
import { lockFolder } from './folder-lock.js';

describe('EmbeddedPostgres', () => {
  let postgres: EmbeddedPostgres;
  beforeAll(async () => {
    postgres = await EmbeddedPostgres.openInMemory();
    await postgres.pool().query('CREATE TABLE note (id serial PRIMARY KEY, body text)');
  }, 60_000);
  afterAll(() => postgres.close());

  it('keeps transactions of different clients apart', async () => {
    const pool = postgres.pool();
    const writer = await pool.connect();
    await writer.query('BEGIN');
    await writer.query("INSERT INTO note (body) VALUES ('uncommitted')");
    const seenByReader = pool.query("SELECT count(*)::int AS n FROM note WHERE body = 'uncommitted'");
    await writer.query('ROLLBACK');
    writer.release();
    expect((await seenByReader).rows).toEqual([{ n: 0 }]);
  });

  it('ends a transaction that its client left open', async () => {
    const pool = postgres.pool();
    const careless = await pool.connect();
    await careless.query('BEGIN');
    await careless.query("INSERT INTO note (body) VALUES ('left open')");
    careless.release();
    expect((await pool.query("SELECT 1 FROM note WHERE body = 'left open'")).rowCount).toBe(0);
  });

  it('delivers a notification only to those who listen, also behind comments', async () => {
    const pool = postgres.pool();
    const listener = await pool.connect();
    const other = await pool.connect();
    const heard: string[] = [];
    listener.on('notification', (message) => heard.push(message.payload ?? ''));
    other.on('notification', () => heard.push('not for me'));
    await listener.query('-- why\n/* and how */ LISTEN "bell"');
    await other.query('LISTEN "other"');
    await pool.query("SELECT pg_notify('bell', 'ding')");
    await pool.query('SELECT 1');
    expect(heard).toEqual(['ding']);
    await listener.query('UNLISTEN *');
    await pool.query("SELECT pg_notify('bell', 'again')");
    expect(heard).toEqual(['ding']);
  });

  it('resolves names in the search path of each pool', async () => {
    await postgres.pool().query('CREATE SCHEMA side; CREATE TABLE side.only_here (id int)');
    expect((await postgres.pool('side').query('SELECT * FROM only_here')).rowCount).toBe(0);
    await expect(postgres.pool().query('SELECT * FROM only_here')).rejects.toThrow('only_here');
  });
});

describe('EmbeddedPostgres in a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'govcrawler-embedded-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('starts over what a killed creation left, keeps data, and gives the folder back', async () => {
    mkdirSync(join(folder, 'postgres.new'));
    writeFileSync(join(folder, 'postgres.new', 'PG_VERSION'), '17');
    const first = await EmbeddedPostgres.open(folder);
    await first.pool().query('CREATE TABLE kept (id int); INSERT INTO kept VALUES (7)');
    await expect(EmbeddedPostgres.open(folder)).rejects.toThrow('in use by process');
    await first.close();
    const second = await EmbeddedPostgres.open(folder);
    expect((await second.pool().query('SELECT id FROM kept')).rows).toEqual([{ id: 7 }]);
    await second.close();
    expect(readdirSync(folder)).toEqual(['postgres']);
  }, 60_000);
});

describe('lockFolder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'govcrawler-lock-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('refuses a second holder, says who has it and what to do, and is free after release', () => {
    const lock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(`in use by process ${process.pid}`);
    lock.release();
    lockFolder(folder).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('takes over the lock of a dead process', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '0']);
    writeFileSync(join(folder, 'govcrawler.pid'), `${pid} 123\n`);
    lockFolder(folder).release();
  });

  it('takes over when the number belongs to another process now', () => {
    writeFileSync(join(folder, 'govcrawler.pid'), `${process.pid} 1\n`);
    lockFolder(folder).release();
  });

  it('takes over an empty lock file: its owner died while writing it', () => {
    writeFileSync(join(folder, 'govcrawler.pid'), '');
    lockFolder(folder).release();
  });

  it('says which folder cannot be created', () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    for (const impossible of [join(file, 'data'), '/proc/nowhere/data']) {
      expect(() => lockFolder(impossible)).toThrow(`Cannot create the data folder ${impossible}`);
    }
  });
});
