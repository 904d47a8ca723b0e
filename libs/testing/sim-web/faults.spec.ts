import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { runInNewContext } from 'node:vm';
import { type Fault, type FaultPlan } from './faults.js';
import { askSimWeb } from './sim-client.js';
import { type SimWeb, startSimWeb } from './sim-web.js';
import { walkLists } from './walk-lists.js';

const host = 'www.yunlan.sim-cn.test';
const list = `http://${host}/zwgk/gsgg/`;

describe('faults', () => {
  let web: SimWeb;
  beforeAll(async () => {
    web = await startSimWeb({ documents: 120 });
  });
  beforeEach(() => web.reset());
  afterAll(() => web.close());

  const ask = (url = list, headers: Record<string, string> = {}) => askSimWeb(web.port, url, { headers });
  const strike = (fault: Fault, more: Omit<FaultPlan, 'fault'> = {}) => web.setFault(host, { fault, ...more });
  const statuses = async (count: number) => {
    const found: number[] = [];
    for (let n = 0; n < count; n++) found.push((await ask()).status);
    return found;
  };

  it.each([
    [{ kind: 'forbidden' }, 403, 'Forbidden'],
    [{ kind: 'unauthorized' }, 401, '登录已过期'],
    [{ kind: 'gone' }, 410, '已撤销'],
    [{ kind: 'server-error' }, 503, '服务暂时不可用'],
    [{ kind: 'server-error', status: 502 }, 502, '服务暂时不可用'],
    [{ kind: 'soft-404' }, 200, '您访问的页面不存在'],
  ] as const)('answers %j', async (fault, status, words) => {
    strike(fault);
    const answer = await ask();
    expect(answer.status).toBe(status);
    expect(answer.body.toString()).toContain(words);
    expect(web.log.of(host)[0]).toMatchObject({ status, fault: fault.kind });
    web.setFault(host, null);
    expect((await ask()).body.toString()).toContain('news_list');
  });

  it('strikes one host only, and robots.txt only when named', async () => {
    strike({ kind: 'forbidden' });
    expect((await ask('http://www.lingdong.sim-cn.test/zwgk/tzgg/')).status).toBe(200);
    expect((await ask(`http://${host}/robots.txt`)).status).toBe(200);
    strike({ kind: 'forbidden' }, { path: /^\/robots\.txt$/ });
    expect((await ask(`http://${host}/robots.txt`)).status).toBe(403);
    expect((await ask()).status).toBe(200);
  });

  it('says when to come back', async () => {
    strike({ kind: 'throttled', retryAfterSec: 7 });
    const answer = await ask();
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '7']);
  });

  it('challenges until the cookie of its script comes along, and again after it expired', async () => {
    strike({ kind: 'challenge', cookieTtlSec: 0.4 });
    const page = await ask();
    expect(page.status).toBe(412);
    expect(page.body.length).toBeLessThan(500);
    const script = /src="(\/ctct_bundle_[0-9a-f]{8}\.js)"/.exec(page.body.toString())?.[1];
    const code = await ask(`http://${host}${script}`);
    expect(code.status).toBe(200);
    // What a browser does with it.
    const document = { cookie: '' };
    let reloads = 0;
    runInNewContext(code.body.toString(), { document, location: { reload: () => reloads++ } });
    expect(reloads).toBe(1);
    const cookie = document.cookie.split(';')[0] ?? '';
    expect((await ask(list, { cookie: `other=1; ${cookie}` })).body.toString()).toContain('news_list');
    expect((await ask(list, { cookie: 'sim_clearance=1' })).status).toBe(412);
    await new Promise((resolve) => setTimeout(resolve, 450));
    expect((await ask(list, { cookie })).status).toBe(412);
  });

  it('serves the challenge script also when only some paths are challenged', async () => {
    strike({ kind: 'challenge' }, { path: /content/ });
    expect((await ask()).status).toBe(200);
    expect((await ask(`http://${host}/ctct_bundle_5f3a9c1e.js`)).body.toString()).toContain('document.cookie');
  });

  it('resets the connection before or inside the answer', async () => {
    strike({ kind: 'reset' });
    await expect(ask()).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(web.log.of(host)[0]).toMatchObject({ status: null, fault: 'reset' });
    expect(web.log.of(host)[0]?.endedAt).not.toBeNull();
    strike({ kind: 'reset', afterBytes: 3000 });
    await expect(ask()).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('drips without end', async () => {
    strike({ kind: 'slow-drip', everyMs: 10 });
    const received = await new Promise<string>((resolve) => {
      const socket = connect(web.port, '127.0.0.1', () => socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`));
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString()));
      setTimeout(() => {
        socket.destroy();
        resolve(text);
      }, 150);
    });
    expect(received).toContain('200 OK');
    expect(received.split('\r\n.\r\n').length).toBeGreaterThan(3);
    expect(received).not.toContain('</html>');
  });

  it('sends a bomb that is small on the wire', async () => {
    strike({ kind: 'gzip-bomb', megabytes: 40 });
    const answer = await ask();
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(answer.body.length).toBeLessThan(60_000);
    expect(gunzipSync(answer.body)).toHaveLength(40 * 1024 * 1024);
  });

  it('redirects in circles', async () => {
    strike({ kind: 'redirect-loop' });
    let url = `${list}?a=1`;
    const visited = new Set<string>();
    for (let n = 0; n < 6; n++) {
      visited.add(url);
      const answer = await ask(url);
      expect(answer.status).toBe(302);
      url = new URL(answer.headers.location ?? '', url).href;
    }
    expect(visited.size).toBe(2);
  });

  it('redirects to a private address, or where it is told', async () => {
    strike({ kind: 'redirect' });
    expect((await ask()).headers.location).toBe('http://10.0.0.1/');
    strike({ kind: 'redirect', to: 'http://169.254.169.254/latest/' });
    expect((await ask()).headers.location).toBe('http://169.254.169.254/latest/');
  });

  it('makes every kind of list endless, with known rows or with new addresses that work', async () => {
    for (const site of web.sites.filter(({ dialect }) => !['xinhua', 'feeds'].includes(dialect))) {
      const known = new Set(web.documents(site.code).flatMap(({ url, otherUrls }) => [url, ...otherUrls]));
      for (const name of site.hosts) web.setFault(name, { fault: { kind: 'endless-pagination', rows: 'repeat' } });
      const repeated = [...(await walkLists(web, site)).values()].flat();
      expect(repeated.every((url) => known.has(url))).toBe(true);
      for (const name of site.hosts) web.setFault(name, { fault: { kind: 'endless-pagination', rows: 'fresh' } });
      const fresh = [...(await walkLists(web, site, 12)).values()].flat().filter((url) => !known.has(url));
      expect([site.code, fresh.length > 10]).toEqual([site.code, true]);
      expect((await ask(fresh[0])).status).toBe(200);
    }
  });

  it('lets requests pass first, strikes so often, then stops', async () => {
    strike({ kind: 'server-error' }, { skip: 2, count: 3 });
    expect(await statuses(7)).toEqual([200, 200, 503, 503, 503, 200, 200]);
  });

  it('strikes by chance, in the same way for the same seed', async () => {
    const draw = async (seed: number) => {
      strike({ kind: 'forbidden' }, { probability: 0.5, seed });
      return statuses(40);
    };
    const first = await draw(3);
    expect(await draw(3)).toEqual(first);
    expect(await draw(4)).not.toEqual(first);
    const struck = first.filter((status) => status === 403).length;
    expect(struck).toBeGreaterThan(8);
    expect(struck).toBeLessThan(32);
  });

  it('starts and stops by the clock', async () => {
    strike({ kind: 'forbidden' }, { startAfterMs: 100, stopAfterMs: 250 });
    const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    expect((await ask()).status).toBe(200);
    await wait(120);
    expect((await ask()).status).toBe(403);
    await wait(200);
    expect((await ask()).status).toBe(200);
  });

  it('takes several plans for one host, the first that strikes answers', async () => {
    web.setFault(host, [
      { fault: { kind: 'forbidden' }, count: 1 },
      { fault: { kind: 'server-error' }, count: 1 },
    ]);
    expect(await statuses(3)).toEqual([403, 503, 200]);
  });
});
