import http, { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
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

  it('shows the login to no site', async () => {
    await ask('GET', login.password);
    expect(served[0]).not.toHaveProperty('proxy-authorization');
  });
});
