import { request } from 'node:http';
import { askSimWeb } from './sim-client.js';
import { RequestLog, type RequestRecord } from './request-log.js';
import { type SimWeb, startSimWeb } from './sim-web.js';

function record(startedAt: number, endedAt: number | null, host = 'a.test'): RequestRecord {
  return { host, method: 'GET', path: '/', startedAt, endedAt, connection: 1, status: 200, fault: null };
}

function logOf(...records: RequestRecord[]): RequestLog {
  const log = new RequestLog();
  for (const one of records) log.add(one);
  return log;
}

describe('RequestLog', () => {
  it('finds every pair that was under way together, also with a request that never ended', () => {
    const [a, b, c, d] = [record(0, 10), record(5, 30), record(20, 25), record(40, null)];
    const last = record(50, 60);
    expect(logOf(a, b, c, d, last).overlaps('a.test')).toEqual([
      [a, b],
      [b, c],
      [d, last],
    ]);
  });

  it('takes a request that starts when another ends as following it, and keeps hosts apart', () => {
    const log = logOf(record(0, 10), record(10, 20), record(15, 30, 'b.test'));
    expect(log.overlaps('a.test')).toEqual([]);
    expect(log.byHost().get('b.test')).toHaveLength(1);
  });

  it('measures gaps from start to start', () => {
    expect(logOf(record(0, 90), record(100, 110), record(350, 351)).gaps('a.test')).toEqual([100, 250]);
    expect(logOf().gaps('a.test')).toEqual([]);
  });
});

describe('the log of the simulated web', () => {
  let web: SimWeb;
  const [host, other] = ['www.lingdong.sim-cn.test', 'www.yunlan.sim-cn.test'];
  beforeAll(async () => {
    web = await startSimWeb({ documents: 24 });
  });
  beforeEach(() => web.reset());
  afterAll(() => web.close());

  it('shows requests that ran together, at one host and not across hosts', async () => {
    web.setLatency(40);
    await Promise.all(
      [`http://${host}/zwgk/tzgg/`, `http://${host}/zwgk/zcjd/`, `http://${other}/`].map((url) =>
        askSimWeb(web.port, url),
      ),
    );
    expect(web.log.overlaps(host)).toHaveLength(1);
    expect(web.log.overlaps(other)).toEqual([]);
    const [first, second] = web.log.of(host);
    expect(first?.connection).not.toBe(second?.connection);
  });

  it('shows none for requests one after the other, however fast', async () => {
    for (let n = 0; n < 30; n++) await askSimWeb(web.port, `http://${host}/zwgk/tzgg/index.html?n=${n}`);
    expect(web.log.of(host)).toHaveLength(30);
    expect(web.log.overlaps(host)).toEqual([]);
    expect(web.log.gaps(host).every((gap) => gap > 0)).toBe(true);
  });

  it('records method, path, status and times', async () => {
    await askSimWeb(web.port, `http://${host}/nothing?x=1`, { method: 'POST', body: 'y' });
    const [entry] = web.log.records;
    expect(entry).toMatchObject({ host, method: 'POST', path: '/nothing?x=1', status: 404, fault: null });
    expect(entry && entry.endedAt !== null && entry.endedAt >= entry.startedAt).toBe(true);
  });

  it('understands hosts in any case, a port in the Host header, and the absolute form of proxies', async () => {
    await askSimWeb(web.port, `http://${host}/`, { headers: { host: `${host.toUpperCase()}:${web.port}` } });
    await new Promise<void>((resolve, reject) => {
      const target = { host: '127.0.0.1', port: web.port, path: `http://${host}/zwgk/tzgg/`, agent: false as const };
      request(target, (response) => response.resume().on('end', resolve))
        .on('error', reject)
        .end();
    });
    expect(web.log.of(host).map(({ path, status }) => [path, status])).toEqual([
      ['/', 200],
      ['/zwgk/tzgg/', 200],
    ]);
  });
});
