import http, { createServer, type Server } from 'node:http';
import { type AddressInfo, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { GuardedDialer } from './guarded-dialer.js';
import { GuardProxy } from './guard-proxy.js';

describe('a guarding proxy that others can reach', () => {
  const login = { username: 'browser', password: 'only for this process' };
  let origin: Server;
  let proxy: GuardProxy;
  let served: http.IncomingHttpHeaders[];

  beforeEach(async () => {
    served = [];
    origin = createServer((request, response) => {
      served.push(request.headers);
      response.end('page');
    });
    await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
    const target = { address: '127.0.0.1', port: (origin.address() as AddressInfo).port };
    const allowedHosts = new Map([['www.a.gov.cn', target]]);
    const dialer = new GuardedDialer({ allowedHosts, publicSuffixes: null, ports: [80, 443] });
    proxy = await GuardProxy.listen(dialer, { host: '127.0.0.1', port: 0, login });
  });
  afterEach(async () => {
    await proxy.close();
    origin.closeAllConnections();
    origin.close();
  });

  const ask = (method: 'GET' | 'CONNECT', password: string | null) =>
    new Promise<number>((resolve, reject) => {
      const path = method === 'GET' ? 'http://www.a.gov.cn/' : 'www.a.gov.cn:443';
      const token = Buffer.from(`browser:${password}`).toString('base64');
      const headers = password === null ? {} : { 'proxy-authorization': `Basic ${token}` };
      const request = http.request({ host: '127.0.0.1', port: proxy.port, method, path, headers, agent: false });
      request.on('response', (response) => resolve(response.resume().statusCode ?? 0));
      request.on('connect', (response, socket) => {
        socket.destroy();
        resolve(response.statusCode ?? 0);
      });
      request.on('error', reject).end();
    });

  it.each(['GET', 'CONNECT'] as const)('%s: serves nobody without the login', async (method) => {
    expect([await ask(method, null), await ask(method, 'guessed')]).toEqual([407, 407]);
    expect(served).toEqual([]);
    expect(await ask(method, login.password)).toBe(200);
  });

  it.each([
    ['TLS that offers HTTP/2, as for pages', ['h2', 'http/1.1'], true],
    ['TLS that does not, as for WebSockets', ['http/1.1'], false],
    ['no TLS at all', null, false],
  ])('a tunnel carries %s: %s %s', async (_name, protocols, passes) => {
    const connections: unknown[] = [];
    origin.on('connection', (socket) => connections.push(socket));
    const socket = await tunnel();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    if (protocols === null) socket.write('GET / HTTP/1.1\r\n\r\n');
    else connectTls({ socket, ALPNProtocols: protocols, rejectUnauthorized: false }).on('error', () => undefined);
    // The origin speaks no TLS: it hangs up as well, but only after a connection.
    await closed;
    expect(connections).toHaveLength(passes ? 1 : 0);
  });

  const tunnel = () =>
    new Promise<Socket>((resolve, reject) => {
      const token = Buffer.from(`browser:${login.password}`).toString('base64');
      http
        .request({
          host: '127.0.0.1',
          port: proxy.port,
          method: 'CONNECT',
          path: 'www.a.gov.cn:443',
          headers: { 'proxy-authorization': `Basic ${token}` },
          agent: false,
        })
        .on('connect', (_response, socket) => resolve(socket.on('error', () => undefined)))
        .on('error', reject)
        .end();
    });

  it('shows the login to no site', async () => {
    await ask('GET', login.password);
    expect(served[0]).not.toHaveProperty('proxy-authorization');
  });
});
