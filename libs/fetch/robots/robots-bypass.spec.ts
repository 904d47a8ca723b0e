import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { FetchDoor } from '../fetch-door.js';
import { silentLogger } from '../fetch-logger.js';
import { ManualClock } from '../politeness/host-state.conformance.js';

describe('a site whose robots.txt is bypassed', () => {
  const hosts = ['www.a.gov.cn', 'www.b.gov.cn'];
  let origin: Server;
  let door: FetchDoor;
  let clock: ManualClock;
  let asked: string[];
  let warned: unknown[];

  beforeEach(async () => {
    asked = [];
    warned = [];
    clock = new ManualClock();
    origin = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end(request.url === '/robots.txt' ? 'User-agent: *\nDisallow: /' : '{}');
    });
    await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
    const target = { address: '127.0.0.1', port: (origin.address() as AddressInfo).port };
    door = new FetchDoor({
      egress: { allowedHosts: new Map(hosts.map((host) => [host, target])), publicSuffixes: null, ports: [80] },
      logger: { ...silentLogger, warn: (fields, message) => void warned.push([fields['origin'], message]) },
      clock,
    });
  });
  afterEach(async () => {
    await door.close();
    origin.closeAllConnections();
    origin.close();
  });

  const get = (host: string, robots: object) =>
    door.fetch({ url: `http://${host}/x`, purpose: 'api', pace: { intervalSec: 0, jitterSec: 0 }, ...robots });

  it('is fetched without asking, and the log says so once a day for each site', async () => {
    for (let page = 0; page < 3; page += 1)
      expect(await get('www.a.gov.cn', { robotsBypass: true })).toMatchObject({ ok: true });
    await get('www.b.gov.cn', { robotsBypass: true });
    expect(asked).toEqual(['/x', '/x', '/x', '/x']);
    const line = expect.stringContaining('bypassed');
    expect(warned).toEqual([
      ['http://www.a.gov.cn', line],
      ['http://www.b.gov.cn', line],
    ]);
    clock.time += 25 * 3600_000;
    await get('www.a.gov.cn', { robotsBypass: true });
    expect(warned).toHaveLength(3);
  });

  it('is refused, and nothing logged, without the bypass', async () => {
    expect(await get('www.a.gov.cn', { robots: { onError: 'allow' } })).toMatchObject({ reason: 'refused_robots' });
    expect(warned).toEqual([]);
  });
});
