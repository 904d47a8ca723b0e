import { EventEmitter } from 'node:events';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import { lockFolder, type FolderLock } from './folder-lock.js';

type QueryCallback = (error: Error | null, result?: pg.QueryResult) => void;
interface QueryConfig {
  text: string;
  values?: unknown[];
  rowMode?: 'array';
}

const LONGEST_TURN_MS = 5;
const EMPTY_RESULT = { rows: [], rowCount: 0, command: 'UNLISTEN', oid: 0, fields: [] } as unknown as pg.QueryResult;

/**
 * PostgreSQL inside this process, kept in a folder. It has ONE session, which TypeORM and BullMQ share through
 * pool-shaped faces: a client holds the session from its first statement until its transaction ends.
 * So nothing may enqueue inside an open transaction: it would wait for itself.
 */
export class EmbeddedPostgres {
  private readonly listeners = new Map<string, Set<EmbeddedClient>>();
  private tail: Promise<void> = Promise.resolve();
  private searchPath: string | null = null;
  private transactionStatus = 'I';
  private lastTurnAt = 0;

  private constructor(
    private readonly database: PGlite,
    private readonly session: pg.Client,
    private readonly lock: FolderLock | null,
  ) {}

  /** Opens (or creates) the database under `folder`. */
  static async open(folder: string): Promise<EmbeddedPostgres> {
    const lock = lockFolder(folder);
    try {
      return await EmbeddedPostgres.connect(await PGlite.create(await initialised(folder)), lock);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** For tests: nothing of it is kept; it begins blank or as the copy of a dump. */
  static async openInMemory(dump?: Blob): Promise<EmbeddedPostgres> {
    return EmbeddedPostgres.connect(await PGlite.create('memory://', dump ? { loadDataDir: dump } : {}), null);
  }

  private static async connect(database: PGlite, lock: FolderLock | null): Promise<EmbeddedPostgres> {
    const config = createPgConfig(database);
    const session = new pg.Client(config as unknown as pg.ClientConfig);
    session.setMaxListeners(0);
    await session.connect();
    await session.query("SET timezone TO 'UTC'");
    const embedded = new EmbeddedPostgres(database, session, lock);
    config.connection.on('readyForQuery', (message: { status: string }) => {
      embedded.transactionStatus = message.status;
    });
    session.on('notification', (message) => embedded.notify(message));
    return embedded;
  }

  /** The whole database as one file, for `openInMemory`. */
  async dump(): Promise<Uint8Array> {
    const file = await this.database.dumpDataDir('none');
    return new Uint8Array(await file.arrayBuffer());
  }

  /** A face with the shape of `pg.Pool`, whose statements resolve names in `searchPath`. */
  pool(searchPath = 'public'): pg.Pool {
    return new EmbeddedPool(this, searchPath) as unknown as pg.Pool;
  }

  async close(): Promise<void> {
    await this.session.end();
    await this.database.close();
    this.lock?.release();
  }

  /** Waits for the session; the returned function gives it to the next in line. */
  async acquire(): Promise<() => void> {
    const previous = this.tail;
    let release!: () => void;
    this.tail = new Promise((resolve) => (release = resolve));
    await previous;
    return release;
  }

  get inTransaction(): boolean {
    return this.transactionStatus !== 'I';
  }

  async run(query: QueryConfig, searchPath: string): Promise<pg.QueryResult> {
    if (searchPath !== this.searchPath && !this.inTransaction) {
      await this.session.query(`SET search_path TO ${searchPath}`);
      this.searchPath = searchPath;
    }
    const result = await this.session.query(query);
    await this.letOthersRun();
    return result;
  }

  /** PGlite answers within the turn of the event loop: a long chain of statements would starve timers and sockets. */
  private async letOthersRun(): Promise<void> {
    if (performance.now() - this.lastTurnAt < LONGEST_TURN_MS) return;
    await nextTurn();
    this.lastTurnAt = performance.now();
  }

  subscribe(channel: string, client: EmbeddedClient): void {
    const clients = this.listeners.get(channel) ?? new Set();
    this.listeners.set(channel, clients.add(client));
  }

  unsubscribe(channel: string, client: EmbeddedClient): void {
    this.listeners.get(channel)?.delete(client);
  }

  private notify(message: pg.Notification): void {
    for (const client of this.listeners.get(message.channel) ?? []) client.emit('notification', message);
  }
}

/**
 * The database's own folder. It is created aside and renamed when it is whole: a process killed while creating it
 * leaves nothing that the next start would take for a database.
 */
async function initialised(folder: string): Promise<string> {
  const place = join(folder, 'postgres');
  if (existsSync(place)) return place;
  const aside = join(folder, 'postgres.new');
  rmSync(aside, { recursive: true, force: true });
  await (await PGlite.create(aside)).close();
  renameSync(aside, place);
  return place;
}

/** `pg.Client` as seen by its users: statements run in order, LISTEN reaches only those who asked. */
class EmbeddedClient extends EventEmitter {
  /** BullMQ switches keep-alive on the socket, which does not exist here. */
  readonly connection = { stream: { setKeepAlive: () => undefined } };
  private releaseSession: (() => void) | null = null;
  private readonly channels = new Set<string>();
  private tail: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly embedded: EmbeddedPostgres,
    private readonly searchPath: string,
  ) {
    super();
    this.setMaxListeners(0);
  }

  query(
    query: string | QueryConfig,
    values?: unknown[] | QueryCallback,
    callback?: QueryCallback,
  ): Promise<pg.QueryResult> | undefined {
    const done = typeof values === 'function' ? values : callback;
    const parameters = typeof values === 'function' ? undefined : values;
    const config = typeof query === 'string' ? { text: query, values: parameters } : { ...query };
    if (parameters !== undefined) config.values = parameters;
    const result = this.tail.then(() => this.runInTurn(config));
    this.tail = result.catch(() => undefined);
    if (!done) return result;
    result.then(
      (value) => done(null, value),
      (error: Error) => done(error),
    );
    return undefined;
  }

  async release(): Promise<void> {
    await this.tail;
    for (const channel of this.channels) this.embedded.unsubscribe(channel, this);
    this.channels.clear();
    // Nobody else gets the session while a transaction is left open.
    if (this.releaseSession) await this.query('ROLLBACK')?.catch(() => undefined);
  }

  end(): Promise<void> {
    return this.release();
  }

  private async runInTurn(config: QueryConfig): Promise<pg.QueryResult> {
    const release = this.releaseSession ?? (await this.embedded.acquire());
    this.releaseSession = release;
    try {
      const listen = /^(un)?listen\s+("?)([^";]+)\2\s*;?$/i.exec(withoutComments(config.text));
      if (!listen) return await this.embedded.run(config, this.searchPath);
      const channel = listen[3] ?? '';
      if (listen[1]) {
        this.stopListening(channel);
        return EMPTY_RESULT;
      }
      const result = await this.embedded.run(config, this.searchPath);
      this.channels.add(channel);
      this.embedded.subscribe(channel, this);
      return result;
    } finally {
      if (!this.embedded.inTransaction) {
        this.releaseSession = null;
        release();
      }
    }
  }

  private stopListening(channel: string): void {
    for (const name of channel === '*' ? [...this.channels] : [channel]) {
      this.channels.delete(name);
      this.embedded.unsubscribe(name, this);
    }
  }
}

/** `pg.Pool` as seen by TypeORM and BullMQ: clients are free, the session behind them is one. */
class EmbeddedPool extends EventEmitter {
  readonly options = { keepAlive: true, max: 1000 };
  readonly totalCount = 1;
  readonly idleCount = 1;
  readonly waitingCount = 0;

  constructor(
    private readonly embedded: EmbeddedPostgres,
    private readonly searchPath: string,
  ) {
    super();
    this.setMaxListeners(0);
  }

  connect(
    callback?: (error: undefined, client: EmbeddedClient, release: () => void) => void,
  ): Promise<EmbeddedClient> | undefined {
    const client = new EmbeddedClient(this.embedded, this.searchPath);
    if (!callback) return Promise.resolve(client);
    queueMicrotask(() => callback(undefined, client, () => void client.release()));
    return undefined;
  }

  query(
    query: string | QueryConfig,
    values?: unknown[],
    callback?: QueryCallback,
  ): Promise<pg.QueryResult> | undefined {
    return new EmbeddedClient(this.embedded, this.searchPath).query(query, values, callback);
  }

  end(callback?: () => void): Promise<void> {
    if (callback) queueMicrotask(callback);
    return Promise.resolve();
  }
}

/** BullMQ sends LISTEN behind SQL comments. */
function withoutComments(sql: string): string {
  return sql
    .replace(/--[^\n]*(\n|$)/g, ' ')
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .trim();
}
