import { serveHealth, type HealthServer } from './health-server.js';

describe('the health port', () => {
  let server: HealthServer | null = null;
  afterEach(() => server?.close());
  const get = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${server!.port}${path}`);
    return { status: answer.status, text: await answer.text() };
  };

  it('lives without its database, and is ready only with it', async () => {
    let database: Error | null = new Error('database is away');
    server = await serveHealth({
      service: 'crawl-worker',
      port: 0,
      ready: () => (database ? Promise.reject(database) : Promise.resolve()),
    });
    expect(await get('/healthz')).toEqual({ status: 200, text: '{"status":"ok","service":"crawl-worker"}' });
    expect(await get('/readyz')).toMatchObject({ status: 503, text: expect.stringContaining('database is away') });
    database = null;
    expect(await get('/readyz?verbose')).toMatchObject({ status: 200 });
    expect(await get('/metrics')).toMatchObject({ status: 404 });
  });

  it('shows metrics where there are any', async () => {
    server = await serveHealth({
      service: 'x',
      port: 0,
      ready: () => Promise.resolve(),
      metrics: () => Promise.resolve('up 1\n'),
    });
    expect(await get('/metrics')).toEqual({ status: 200, text: 'up 1\n' });
  });

  it('says so when its port is taken', async () => {
    server = await serveHealth({ service: 'x', port: 0, ready: () => Promise.resolve() });
    const second = serveHealth({ service: 'y', port: server.port, ready: () => Promise.resolve() });
    await expect(second).rejects.toThrow(/EADDRINUSE/);
  });
});
