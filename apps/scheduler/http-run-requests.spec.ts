import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { HttpRunRequests } from './http-run-requests.js';
import { SILENT } from './scheduler-stand.conformance.js';

describe('HttpRunRequests', () => {
  let server: Server;
  let url: string;
  let reply: (request: IncomingMessage, response: ServerResponse, body: string) => void;
  const tick = new Date('2025-03-03T01:00:00Z');

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => reply(request, response, body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const gateway = () => new HttpRunRequests({ url, user: 'admin', password: '密码 secret' }, SILENT);
  const answering = (status: number, body: unknown) => {
    reply = (_request, response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

  it('sends the tick with our credentials to the target', async () => {
    let seen: Record<string, unknown> = {};
    reply = (request, response, body) => {
      seen = {
        method: request.method,
        url: request.url,
        type: request.headers['content-type'],
        body: JSON.parse(body) as unknown,
      };
      const credentials = request.headers.authorization?.split(' ')[1] ?? '';
      seen.credentials = Buffer.from(credentials, 'base64').toString();
      response.writeHead(202, { 'content-type': 'application/json' }).end('{"created":true,"jobId":7}');
    };
    expect(await gateway().run('gd__zfwj', tick)).toEqual({ answer: 'accepted', jobId: 7 });
    expect(seen).toEqual({
      method: 'POST',
      url: '/admin/api/targets/gd__zfwj/run',
      type: 'application/json',
      body: { tick: '2025-03-03T01:00:00.000Z' },
      credentials: 'admin:密码 secret',
    });
  });

  it.each([
    [202, { created: false, jobId: 3 }, 'known'],
    [409, { code: 'target_disabled' }, 'refused'],
    [404, { code: 'target_not_found' }, 'refused'],
    [401, { code: 'unauthenticated' }, 'denied'],
    [403, {}, 'denied'],
    [500, {}, 'unreachable'],
    [429, {}, 'unreachable'],
  ])('understands %i %j as %s', async (status, body, answer) => {
    answering(status, body);
    expect(await gateway().run('t', tick)).toEqual({ answer, jobId: 'jobId' in body ? body.jobId : null });
  });

  it('takes a closed port and a redirect for unreachable', async () => {
    const closed = new HttpRunRequests({ url: 'http://127.0.0.1:1', user: 'a', password: 'b' }, SILENT);
    expect(await closed.run('t', tick)).toEqual({ answer: 'unreachable', jobId: null });
    reply = (_request, response) => response.writeHead(302, { location: '/elsewhere' }).end();
    expect(await gateway().run('t', tick)).toMatchObject({ answer: 'unreachable' });
  });
});
