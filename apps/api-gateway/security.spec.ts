import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:net';
import { ConfigError } from '@govcrawler/core';
import { createLogger } from '@govcrawler/platform';
import request from 'supertest';
import { createGatewayApp } from './create-gateway-app.js';
import { VERSION } from './health/health.controller.js';
import { openEmbedded, openGateway, PASSWORD, routesOf, USER, type GatewayStand } from './gateway-stand.conformance.js';

const OPEN_ROUTES = ['GET /healthz', 'GET /readyz', 'POST /admin/api/session'];

describe('the gateway closes its doors', () => {
  let stand: GatewayStand;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'console-'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html><meta nonce="__STYLE_NONCE__"><title>console</title>');
    writeFileSync(join(folder, 'assets', 'index-abc123.js'), `export const x = ${JSON.stringify('x'.repeat(5000))};`);
    writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    stand = await openGateway(openEmbedded, folder);
  }, 60_000);

  afterAll(async () => {
    await stand?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  describe('to callers without a name', () => {
    it('on every route but the probes and the login', async () => {
      const routes = routesOf(stand);
      expect(routes).toEqual(expect.arrayContaining([...OPEN_ROUTES, 'GET /admin/api/articles/search']));
      expect(routes.length).toBeGreaterThan(14);
      for (const route of routes.filter((known) => !OPEN_ROUTES.includes(known))) {
        const [method, path] = route.split(' ') as [string, string];
        const answer = await request(stand.address)
          [method.toLowerCase() as 'get'](path.replace(/:\w+/g, '1'))
          .set('Content-Type', 'application/json')
          .send(method === 'GET' ? undefined : '{}');
        expect([route, answer.status, answer.body.code]).toEqual([route, 401, 'unauthenticated']);
      }
    });

    it('and asks programs for Basic, but not the console, which has its own login page', async () => {
      const program = await request(stand.address).get('/admin/api/sites');
      expect(program.headers['www-authenticate']).toMatch(/^Basic realm=/);
      const console = await request(stand.address).get('/admin/api/sites').set('X-Requested-With', 'console');
      expect(console.headers['www-authenticate']).not.toMatch(/Basic/i);
    });

    it.each([
      ['no word', ''],
      ['no credentials', 'Basic'],
      ['no base64', 'Basic !!!'],
      ['no colon', 'Basic YWRtaW4='],
      ['another scheme', 'Bearer x'],
      ['no end', `Basic ${'A'.repeat(5000)}`],
    ])('and to a header with %s', async (_what, header) => {
      const answer = await request(stand.address).get('/admin/api/sites').set('Authorization', header);
      expect(answer.status).toBe(401);
    });
  });

  describe('with sessions', () => {
    const login = (body: object, from = stand.address) => request(from).post('/admin/api/session').send(body);
    const cookieOf = (answer: { headers: Record<string, unknown> }) =>
      String((answer.headers['set-cookie'] as string[])[0]).split(';')[0] as string;

    it('logs in, is known by the cookie, and logs out', async () => {
      const answer = await login({ username: USER, password: PASSWORD });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ username: USER, role: 'admin' });
      const raw = String((answer.headers['set-cookie'] as unknown as string[])[0]);
      expect(raw).toMatch(/HttpOnly/);
      expect(raw).toMatch(/SameSite=Strict/);
      expect(raw).not.toMatch(/Secure/); // plain http on a LAN
      const cookie = cookieOf(answer);
      const whoAmI = () => request(stand.address).get('/admin/api/session').set('Cookie', cookie);
      expect((await whoAmI()).body).toEqual({ username: USER, role: 'admin' });
      expect((await request(stand.address).get('/admin/api/sites').set('Cookie', cookie)).status).toBe(200);
      expect((await request(stand.address).delete('/admin/api/session').set('Cookie', cookie)).status).toBe(204);
      expect((await whoAmI()).status).toBe(401);
    });

    it('lengthens a session in its second half and ends it when nobody comes', async () => {
      const cookie = cookieOf(await login({ username: USER, password: PASSWORD }));
      const ask = () => request(stand.address).get('/admin/api/session').set('Cookie', cookie);
      expect((await ask()).headers['set-cookie']).toBeUndefined();
      stand.clock.offsetMs = 7 * 3_600_000;
      expect((await ask()).headers['set-cookie']).toBeDefined();
      stand.clock.offsetMs = 18 * 3_600_000;
      expect((await ask()).status).toBe(200);
      stand.clock.offsetMs = 31 * 3_600_000;
      expect((await ask()).status).toBe(401);
      stand.clock.offsetMs = 0;
    });

    it('says which field of a login is missing and never repeats the password', async () => {
      const answer = await login({ username: 'x', passwort: 'secret words' });
      expect(answer.status).toBe(400);
      expect(answer.body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(['password', 'passwort']);
      expect(answer.text).not.toContain('secret words');
    });

    it('answers 429 from the sixth bad login of an account, also over Basic, until the window is over', async () => {
      const name = 'somebody';
      for (let i = 0; i < 5; i += 1) {
        const answer = await login({ username: name, password: `guess ${i}` });
        expect([answer.status, answer.body.code]).toEqual([401, 'wrong_credentials']);
      }
      const sixth = await login({ username: name, password: 'guess 6' });
      expect([sixth.status, sixth.body.code]).toEqual([429, 'too_many_logins']);
      expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(800);
      const basic = await request(stand.address).get('/admin/api/sites').auth(name, 'guess 7');
      expect(basic.status).toBe(429);
      expect((await login({ username: USER, password: PASSWORD })).status).toBe(200);
      stand.clock.offsetMs = 16 * 60_000;
      expect((await login({ username: name, password: 'guess 8' })).status).toBe(401);
      stand.clock.offsetMs = 0;
    });
  });

  describe('to requests that other sites provoke', () => {
    const path = '/admin/api/targets/nothing/run';
    const post = () => request(stand.address).post(path).auth(USER, PASSWORD);

    it.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'])(
      'as a form of type %s',
      async (type) => {
        const answer = await post().set('Content-Type', type).send('force=true');
        expect([answer.status, answer.body.code]).toEqual([415, 'json_required']);
      },
    );

    it('without any content type', async () => {
      expect((await post()).status).toBe(415);
    });

    it.each([
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { Origin: 'http://evil.example' },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'none', Origin: 'http://evil.example' },
    ])('with %j', async (headers) => {
      const answer = await post().set(headers).type('application/json').send('{}');
      expect([answer.status, answer.body.code]).toEqual([403, 'cross_site_refused']);
    });

    it('but not to our own pages and to programs', async () => {
      const own = { 'Sec-Fetch-Site': 'same-origin', Origin: stand.address };
      for (const headers of [own, { Origin: stand.address }, {}]) {
        const answer = await post().set(headers).type('application/json').send('{}');
        expect([answer.status, answer.body.code]).toEqual([404, 'target_not_found']);
      }
    });

    it('nor to a login that another site sends', async () => {
      const answer = await request(stand.address)
        .post('/admin/api/session')
        .set('Origin', 'http://evil.example')
        .send({ username: USER, password: PASSWORD });
      expect(answer.status).toBe(403);
    });
  });

  describe('in its answers', () => {
    it('allows nothing inline and nothing from elsewhere', async () => {
      for (const path of ['/admin/', '/healthz', '/admin/api/sites', '/nowhere']) {
        const { headers } = await request(stand.address).get(path);
        const policy = String(headers['content-security-policy']);
        expect(policy).toContain("default-src 'none'");
        expect(policy).toContain("script-src 'self';");
        expect(policy).toContain("frame-ancestors 'none'");
        expect(policy).not.toMatch(/unsafe|https?:|\*/);
        expect(headers['x-content-type-options']).toBe('nosniff');
        expect(headers['x-powered-by']).toBeUndefined();
        expect(headers['strict-transport-security']).toBeUndefined();
      }
    });

    it('gives every request an id, its own or a well-formed one from outside', async () => {
      const own = await request(stand.address).get('/nowhere');
      expect(own.body.requestId).toBe(own.headers['x-request-id']);
      const kept = await request(stand.address).get('/nowhere').set('X-Request-Id', 'proxy-0123456789');
      expect(kept.body.requestId).toBe('proxy-0123456789');
      const odd = await request(stand.address).get('/nowhere').set('X-Request-Id', '<script>');
      expect(odd.body.requestId).toMatch(/^[0-9a-f-]{36}$/);
    });

    it.each([
      ['an unknown route', (s: GatewayStand) => s.get('/admin/api/nothing'), 404, 'route_not_found'],
      [
        'an unknown method',
        (s: GatewayStand) => request(s.address).patch('/admin/api/sites'),
        405,
        'method_not_allowed',
      ],
      ['an id that is none', (s: GatewayStand) => s.get('/admin/api/articles/0x1'), 400, 'validation_failed'],
      [
        'endless nesting',
        (s: GatewayStand) =>
          request(s.address)
            .post('/admin/api/session')
            .type('application/json')
            .send(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
        400,
        'malformed_request',
      ],
      ['a broken escape', (s: GatewayStand) => s.get('/admin/api/articles/%E0%A4%A'), 400, 'malformed_request'],
      [
        'broken JSON',
        (s: GatewayStand) => request(s.address).post('/admin/api/session').type('application/json').send('{"a":'),
        400,
        'malformed_request',
      ],
      [
        'a huge body',
        (s: GatewayStand) => s.post('/admin/api/targets/bulk-run', { targetCodes: ['x'.repeat(300_000)] }),
        413,
        'body_too_large',
      ],
    ])('describes %s as a problem, in Chinese and without a stack', async (_what, ask, status, code) => {
      const answer = await ask(stand);
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
      expect(answer.body).toMatchObject({ status, type: `urn:govcrawler:problem:${code}`, title: expect.any(String) });
      expect(answer.body.title).toMatch(/\p{Script=Han}/u);
      expect(answer.text).not.toMatch(/\bat \w|node_modules|\.ts:|\.js:/);
    });

    it('keeps the words of unexpected errors to itself', async () => {
      const search = stand.database.search.search;
      stand.database.search.search = () => Promise.reject(new Error('secret table at 10.1.2.3'));
      const answer = await stand.get('/admin/api/articles/search');
      stand.database.search.search = search;
      expect([answer.status, answer.body.code]).toEqual([500, 'internal_error']);
      expect(answer.text).not.toContain('secret table');
    });
  });

  describe('except for the console', () => {
    it('which is served with its own nonce on every address of its own', async () => {
      const nonces = new Set<string>();
      for (const path of ['/admin/', '/admin/articles', '/admin/index.html', '/admin/sites?q=x']) {
        const page = await request(stand.address).get(path);
        expect(page.status).toBe(200);
        expect(page.headers['cache-control']).toBe('no-cache');
        const nonce = /nonce="([\w-]{22})"/.exec(page.text)?.[1];
        expect(page.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
        nonces.add(String(nonce));
      }
      expect(nonces.size).toBe(4);
    });

    it('whose built files are kept for ever, compressed, and whose missing files are missing', async () => {
      const script = await request(stand.address).get('/admin/assets/index-abc123.js');
      expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(script.headers['content-type']).toMatch(/javascript/);
      expect(script.headers['content-encoding']).toBe('gzip');
      expect((await request(stand.address).get('/admin/favicon.svg')).headers['cache-control']).toBe('no-cache');
      expect((await request(stand.address).get('/admin/assets/gone.js')).status).toBe(404);
      expect((await request(stand.address).get('/admin/api')).status).toBe(404);
    });

    it.each(['/admin/..%2f..%2fpackage.json', '/admin/%2e%2e/%2e%2e/etc/passwd', '/admin/assets/..%5c..%5cx'])(
      'but never leaves its folder for %s',
      async (path) => {
        const answer = await request(stand.address).get(path);
        expect(answer.text).not.toMatch(/govcrawler"|root:/);
      },
    );

    it('to which / and /admin lead', async () => {
      for (const path of ['/', '/admin']) {
        const answer = await request(stand.address).get(path);
        expect([answer.status, answer.headers.location]).toEqual([302, '/admin/']);
      }
    });
  });

  describe('and tells operators', () => {
    it('that it is up, in which mode and version', async () => {
      const answer = await request(stand.address).get('/healthz');
      expect(answer.body).toEqual({ status: 'ok', service: 'api-gateway', mode: 'embedded', version: VERSION });
      expect(JSON.parse(readFileSync('package.json', 'utf8')).version).toBe(VERSION);
    });

    it('whether the database answers', async () => {
      expect((await request(stand.address).get('/readyz')).body.status).toBe('ready');
      const ping = stand.database.ping;
      stand.database.ping = () => Promise.reject(new Error('gone'));
      const answer = await request(stand.address).get('/readyz');
      stand.database.ping = ping;
      expect([answer.status, answer.body.code]).toEqual([503, 'not_ready']);
    });

    it('which port is taken, and what to do about it', async () => {
      const holder = createServer();
      const port = await new Promise<number>((resolve) => {
        holder.listen(0, '127.0.0.1', () => resolve((holder.address() as { port: number }).port));
      });
      const { database, lanes, errandLanes } = stand;
      const logger = createLogger('gateway-test', 'silent');
      const second = await createGatewayApp(
        { mode: 'embedded', database, lanes, errandLanes, consoleFolder: null, logger },
        { port, host: '127.0.0.1' },
      );
      const failure = await second.listen().catch((error: unknown) => error);
      await second.close();
      await new Promise((resolve) => holder.close(resolve));
      expect(failure).toBeInstanceOf(ConfigError);
      expect((failure as Error).message).toMatch(new RegExp(`Port ${port} .*--port`));
    });

    it('that the console has not been built', async () => {
      const { database, lanes, errandLanes } = stand;
      const logger = createLogger('gateway-test', 'silent');
      const bare = await createGatewayApp(
        { mode: 'embedded', database, lanes, errandLanes, consoleFolder: join(folder, 'nothing'), logger },
        { port: 0, host: '127.0.0.1' },
      );
      const answer = await request(`http://127.0.0.1:${await bare.listen()}`).get('/admin/');
      await bare.close();
      expect([answer.status, answer.body.code]).toEqual([404, 'console_not_built']);
    });
  });
});
