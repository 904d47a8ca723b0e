import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { type FetchRequest } from '@govcrawler/contracts';
import { Credential, InProcessCredentials } from '../credentials/credential.js';
import { type FetchDoor, openFetchDoor } from '../fetch-door.js';

const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const NO_PACE = { intervalSec: 0, jitterSec: 0 };
const TEXT = '公开信息'.repeat(200);
const OWN = 'www.a.gov.cn';
const OTHER = 'www.b.gov.cn';

/** Asks its own host and another one in every way, and tells what scripts see of the cookies. */
const page = `<!DOCTYPE html><title>own</title><body>${TEXT}
<img src="http://${OTHER}/image"><script src="http://${OTHER}/script"></script><iframe src="http://${OTHER}/frame"></iframe>
<script>
fetch('/own-data'); fetch('/leave?data'); fetch('http://${OTHER}/fetch', { mode: 'no-cors', credentials: 'include' });
fetch('/scripts-see-' + encodeURIComponent(document.cookie));
new Worker(URL.createObjectURL(new Blob(["fetch('http://${OTHER}/worker', { mode: 'no-cors' })"])));
</script></body>`;

describe('a secret in the browser', () => {
  let origin: Server;
  let door: FetchDoor;
  let seen: { host: string; path: string; headers: IncomingHttpHeaders }[];
  const logged: string[] = [];
  const log = (fields: object, message: string) => void logged.push(inspect(fields, { depth: 9 }) + message);

  beforeAll(async () => {
    origin = createServer((request, response) => {
      const path = request.url ?? '';
      seen.push({ host: request.headers.host ?? '', path, headers: request.headers });
      const cors = { 'access-control-allow-origin': `http://${OWN}`, 'access-control-allow-credentials': 'true' };
      if (path.startsWith('/leave')) response.writeHead(302, { location: `http://${OTHER}/left`, ...cors }).end();
      else if (path.startsWith('/denied')) response.writeHead(403).end();
      else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...cors }).end(page);
    });
    await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
    const target = { address: '127.0.0.1', port: (origin.address() as AddressInfo).port };
    const of = { hosts: [OWN], expiresAt: null };
    door = await openFetchDoor({
      egress: { allowedHosts: new Map([OWN, OTHER].map((host) => [host, target])), publicSuffixes: null, ports: [80] },
      credentials: new InProcessCredentials([
        new Credential({ ...of, name: 'token', kind: 'token', value: 's3cret-1' }),
        new Credential({ ...of, name: 'header', kind: 'header', field: 'X-App-Key', value: 's3cret-2' }),
        new Credential({ ...of, name: 'cookie', kind: 'cookie', field: 'sid', value: 's3cret-3' }),
      ]),
      browser: { executablePath: CHROMIUM },
      logger: { debug: log, info: log, warn: log, error: log },
    });
  });
  beforeEach(() => (seen = []));
  afterAll(async () => {
    await door.close();
    origin.closeAllConnections();
    origin.close();
  });

  const get = (path: string, over: Partial<FetchRequest>) =>
    door.fetch({ url: `http://${OWN}${path}`, purpose: 'detail', pace: NO_PACE, strategy: 'browser', ...over });
  const paths = (host: string) => seen.filter((request) => request.host === host).map(({ path }) => path);
  const withSecret = () => seen.filter(({ headers }) => JSON.stringify(headers).includes('s3cret'));

  it.each([
    ['token', { authorization: 'Bearer s3cret-1' }],
    ['header', { 'x-app-key': 's3cret-2' }],
    ['cookie', { cookie: 'sid=s3cret-3' }],
  ])('is sent as %s to its own host, and never to another', async (credential, headers) => {
    expect(await get('/page', { credential })).toMatchObject({ ok: true, strategy: 'browser' });
    for (const path of ['/page', '/own-data']) {
      expect(seen.find((request) => request.path === path)?.headers).toMatchObject(headers);
    }
    expect(paths(OTHER)).toEqual(expect.arrayContaining(['/script', '/frame', '/fetch', '/worker', '/left']));
    expect(withSecret().filter(({ host }) => host !== OWN)).toEqual([]);
    expect(paths(OWN)).toContain('/scripts-see-');
  });

  it.each(['token', 'header', 'cookie'])(
    'as %s stays behind when the page itself is redirected',
    async (credential) => {
      expect(await get('/leave', { credential })).toMatchObject({ ok: true, finalUrl: `http://${OTHER}/left` });
      expect(withSecret().map(({ host, path }) => host + path)).toContain(`${OWN}/leave`);
      expect(withSecret().filter(({ host }) => host !== OWN)).toEqual([]);
    },
  );

  it('leaves nothing behind: neither in the next page, nor in the cookies of the pool, nor in the log', async () => {
    await get('/page', { credential: 'cookie' });
    await get('/denied', { credential: 'cookie' });
    seen = [];
    expect(await get('/page', {})).toMatchObject({ ok: true, strategy: 'browser' });
    expect(await get('/page', { strategy: 'http' })).toMatchObject({ ok: true, strategy: 'http' });
    expect(withSecret()).toEqual([]);
    expect(logged.length).toBeGreaterThan(0);
    expect(logged.join()).not.toContain('s3cret');
  });
});
