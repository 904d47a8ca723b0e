import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { FetchDoor } from '../fetch-door.js';
import { keepsSecrets } from '../http/http-tier.js';
import { Credential, InProcessCredentials } from './credential.js';

const PACE = { intervalSec: 0, jitterSec: 0 };

describe('credentials', () => {
  let origin: Server;
  let door: FetchDoor;
  let seen: IncomingHttpHeaders[];
  let refreshes: string[];
  const logged: string[] = [];
  const log = (fields: object, message: string) => void logged.push(inspect(fields, { depth: 9 }) + message);

  const hosts = ['www.a.gov.cn'];
  const secrets = [
    new Credential({ name: 'token', hosts, kind: 'token', value: 's3cret-1', expiresAt: null }),
    new Credential({ name: 'header', hosts, kind: 'header', field: 'X-App-Key', value: 's3cret-2', expiresAt: null }),
    new Credential({ name: 'cookie', hosts, kind: 'cookie', field: 'sid', value: 's3cret-3', expiresAt: null }),
    new Credential({
      name: 'short',
      hosts,
      kind: 'token',
      value: 's3cret-5',
      expiresAt: new Date(Date.now() + 60_000),
    }),
    new Credential({ name: 'old', hosts, kind: 'token', value: 's3cret-4', expiresAt: new Date(0) }),
  ];

  beforeAll(async () => {
    origin = createServer((request, response) => {
      seen.push(request.headers);
      if (request.url === '/leave') response.writeHead(302, { location: 'http://www.b.gov.cn/' }).end();
      else if (request.url === '/denied') response.writeHead(403).end();
      else response.end('{}');
    });
    await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
    const target = { address: '127.0.0.1', port: (origin.address() as AddressInfo).port };
    door = new FetchDoor({
      egress: {
        allowedHosts: new Map([
          ['www.a.gov.cn', target],
          ['www.b.gov.cn', target],
        ]),
        publicSuffixes: null,
        ports: [80],
      },
      credentials: new InProcessCredentials(secrets, (name, cause) => void refreshes.push(`${name} ${cause}`)),
      logger: { debug: log, info: log, warn: log, error: log },
    });
  });
  beforeEach(() => {
    seen = [];
    refreshes = [];
  });
  afterAll(async () => {
    await door.close();
    origin.closeAllConnections();
    origin.close();
  });

  const get = (credential: string, path = '/', host = 'www.a.gov.cn') =>
    door.fetch({ url: `http://${host}${path}`, purpose: 'api', pace: PACE, credential });

  it.each([
    ['token', { authorization: 'Bearer s3cret-1' }],
    ['header', { 'x-app-key': 's3cret-2' }],
    ['cookie', { cookie: 'sid=s3cret-3' }],
  ])('a %s is added by name', async (name, headers) => {
    expect(await get(name)).toMatchObject({ ok: true });
    expect(seen[0]).toMatchObject(headers);
  });

  it('never reaches another host, by redirect or by request', async () => {
    expect(await get('header', '/leave')).toMatchObject({ ok: true, finalUrl: 'http://www.b.gov.cn/' });
    expect(seen.map((headers) => headers['x-app-key'])).toEqual(['s3cret-2', undefined]);
    expect(await get('header', '/', 'www.b.gov.cn')).toMatchObject({
      ok: false,
      reason: 'http_forbidden',
      attempts: 0,
    });
    expect(seen).toHaveLength(2);
  });

  it.each([
    ['https://www.a.gov.cn/', 'http://www.a.gov.cn/', true],
    ['http://www.a.gov.cn/', 'http://www.a.gov.cn/', true],
    ['http://www.a.gov.cn/', 'https://www.a.gov.cn/', false],
  ])('on the way to %s, asked for as %s: %s', (hop, asked, sent) =>
    expect(keepsSecrets(new URL(hop), asked)).toBe(sent),
  );

  it('asks for a refresh when it is unknown, expired or rejected, and sends nothing useless', async () => {
    expect(await get('nobody')).toMatchObject({ ok: false, reason: 'http_forbidden', attempts: 0 });
    expect(await get('old')).toMatchObject({ ok: false, reason: 'http_forbidden', attempts: 0 });
    expect(await get('token', '/denied')).toMatchObject({ ok: false, reason: 'http_forbidden', attempts: 1 });
    expect(refreshes).toEqual(['nobody unknown', 'old expired', 'token rejected']);
  });

  it('asks for a refresh before it expires, and is used until then', async () => {
    expect(await get('short')).toMatchObject({ ok: true });
    expect(refreshes).toEqual(['short expiring']);
  });

  it('shows its value in no log, no JSON and no message', async () => {
    const results = [await get('token', '/denied'), await get('old')];
    const shown = JSON.stringify([secrets, results]) + inspect(secrets, { depth: 9 }) + logged.join();
    expect(logged.length).toBeGreaterThan(0);
    expect(shown).not.toContain('s3cret');
  });
});
