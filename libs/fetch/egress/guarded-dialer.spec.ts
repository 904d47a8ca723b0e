import { createServer, type AddressInfo, type Server } from 'node:net';
import { type EgressPolicy } from './egress-policy.js';
import { GuardedDialer } from './guarded-dialer.js';

describe('GuardedDialer', () => {
  let canary: Server;
  let hits = 0;
  let port = 0;

  beforeAll(async () => {
    canary = createServer((socket) => {
      hits += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
    port = (canary.address() as AddressInfo).port;
  });
  beforeEach(() => (hits = 0));
  afterAll(() => canary.close());

  const dialer = (policy: Partial<EgressPolicy> = {}) =>
    new GuardedDialer({ publicSuffixes: null, ports: [port], ...policy });
  const refusal = (reason: string) => ({ code: 'EGRESS_REFUSED', refusal: { reason } });

  it.each(['127.0.0.1', '[::1]', '::ffff:127.0.0.1', '0.0.0.0', '[::ffff:7f00:1]', '169.254.169.254'])(
    'refuses the literal %s',
    async (host) => {
      await expect(dialer().dial(host, port)).rejects.toMatchObject(refusal('refused_address'));
      expect(hits).toBe(0);
    },
  );

  it('refuses a name when one of its addresses is closed, and says which', async () => {
    const mixed = dialer({ resolver: async () => ['93.184.216.34', '10.0.0.1'] });
    await expect(mixed.dial('rebind.example', port)).rejects.toThrow(/10\.0\.0\.1/);
  });

  it('asks DNS once per connection, so a changing answer cannot slip in', async () => {
    const answers = [['127.0.0.1'], ['93.184.216.34']];
    let asked = 0;
    const changing = dialer({ resolver: async () => answers[asked++] ?? [] });
    await expect(changing.dial('rebind.example', port)).rejects.toMatchObject(refusal('refused_address'));
    expect([asked, hits]).toEqual([1, 0]);
  });

  it('refuses ports that are not listed', async () => {
    await expect(dialer({ ports: [80] }).dial('www.gov.cn', 22)).rejects.toMatchObject(refusal('refused_port'));
  });

  it('reaches loopback by an exact name of the allow-list only', async () => {
    const demo = dialer({
      allowedHosts: new Map([['www.demo.gov.cn', { address: '127.0.0.1', port }]]),
      resolver: async () => ['127.0.0.1'],
    });
    (await demo.dial('WWW.demo.gov.cn.', port)).destroy();
    await expect(demo.dial('x.www.demo.gov.cn', port)).rejects.toMatchObject(refusal('refused_address'));
  });

  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['www.demo.gov.cn', '10.0.0.1'],
    ['WWW.demo.gov.cn', '127.0.0.1'],
  ])('does not start with an allow-list entry %s -> %s', (name, address) => {
    expect(() => dialer({ allowedHosts: new Map([[name, { address, port: 80 }]]) })).toThrow(/allow-list/);
  });
});
