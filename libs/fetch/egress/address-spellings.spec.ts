import { existsSync, readFileSync } from 'node:fs';
import { createServer, request as httpRequest, type Server } from 'node:http';
import { type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { FetchDoor } from '../fetch-door.js';
import { InProcessHostState } from '../politeness/in-process-host-state.js';
import { GuardProxy } from './guard-proxy.js';
import { GuardedDialer } from './guarded-dialer.js';

/*
 * Every way to write an address, over both edges of every closed range. Nothing is ever sent: the connector is a stub
 * that notes which address would have been reached.
 */

const CLOSED_V4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12
  192.0.0.0/24 192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15
  198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 255.255.255.255/32 100.100.100.200/32 169.254.169.254/32`;
const CLOSED_V6 = `::/128 ::1/128 ::ffff:0:0/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 100:0:0:1::/64
  2001::/23 2001::/32 2001:10::/28 2001:20::/28 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20 5f00::/16 fc00::/7
  fd00:ec2::254/128 fe80::/10 fec0::/10 ff00::/8`;
const words = (text: string) => text.trim().split(/\s+/);

/** Public addresses beside closed ranges: understood in every spelling, and reached. */
const OPEN_V4 = [
  '9.255.255.255',
  '11.0.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '172.32.0.0',
  '192.169.0.0',
  '223.255.255.255',
];
const OPEN_V6 = ['2001:200::', '2003::', '2408:8000::1', '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff'];

const folder = join(process.env['GOVCRAWLER_CORPORA'] ?? '/nonexistent', 'ssrf');
function rangesOfCorpus(): string[] {
  if (!existsSync(folder)) return [];
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown;
  const { recommendedV1 } = read('microsoft-antissrf-recommendedV1.json') as { recommendedV1: string[] };
  return [...recommendedV1, ...(read('ssrf_filter-blocked-ranges.json') as string[])];
}

const ranges = [...new Set([...words(CLOSED_V4), ...words(CLOSED_V6), ...rangesOfCorpus()])];
const edges = [...new Set(ranges.flatMap(edgesOf))];
const closed = edges.flatMap((address) => hostsOf(address).map((host) => [address, host] as const));
const open = [...OPEN_V4, ...OPEN_V6].flatMap((address) =>
  (address.includes(':') ? spellingsOfV6(address) : spellingsOfV4(address)).map((host) => [address, host] as const),
);

describe('spellings of addresses', () => {
  let reached: string[];
  const policy = {
    publicSuffixes: null,
    ports: [80, 443],
    resolver: async () => [],
    connector: async (address: string): Promise<Socket> => {
      reached.push(address);
      throw Object.assign(new Error('stub'), { code: 'ECONNREFUSED' });
    },
  };
  const dialer = new GuardedDialer(policy);
  const dial = (hostname: string) => dialer.dial(hostname, 80).catch((error: Error) => error);
  beforeEach(() => (reached = []));

  it(`reach nothing: ${closed.length} of the edges of ${ranges.length} closed ranges`, async () => {
    const understood = new Set<string>();
    for (const [address, host] of closed) {
      const hostname = hostnameOf(`http://${host}/`);
      if (hostname === null) continue; // no address for any client
      understood.add(address);
      await dial(hostname);
    }
    expect(reached).toEqual([]);
    expect(understood.size).toBe(edges.length);
    expect(closed.length).toBeGreaterThan(5000);
  });

  it(`are understood: ${open.length} of public addresses beside them lead to that very address`, async () => {
    for (const [address, host] of open) {
      reached = [];
      const hostname = hostnameOf(`http://${host}/`);
      if (hostname === null) throw new Error(`${host} is no host`);
      await dial(hostname);
      expect([host, ...reached]).toEqual([host, address]);
    }
  });

  it('reach nothing as answers of DNS', async () => {
    for (const address of [
      ...edges,
      '::ffff:10.0.0.1',
      '::127.0.0.1',
      'fe80::1%eth0',
      '2408:8000::1%lo',
      '127.1',
      '0x7f000001',
    ]) {
      const named = new GuardedDialer({ ...policy, resolver: async () => ['93.184.216.34', address] });
      await expect(named.dial('www.a.gov.cn', 80)).rejects.toMatchObject({ refusal: { reason: 'refused_address' } });
    }
    expect(reached).toEqual([]);
  });

  describe('in whole addresses', () => {
    const inside = ['127.0.0.1', '169.254.169.254', '100.100.100.200', '10.0.0.1', '::1', 'fd00:ec2::254'];
    const hosts = [...hostsOf('127.0.0.1'), ...spellingsOfV6('::1')];
    const literals = inside.map((address) => (address.includes(':') ? `[${address}]` : address));
    const addresses = [...hosts.map((host) => `http://${host}/`), ...literals.flatMap(urlsOf)];
    let origin: Server;
    let target: string;
    let door: FetchDoor;
    let proxy: GuardProxy;

    beforeAll(async () => {
      origin = createServer((_request, response) => void response.writeHead(302, { location: target }).end());
      await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
      const { port } = origin.address() as AddressInfo;
      const rules = {
        networkFailures: 1e9,
        cooldownMs: 1,
        breakerFailures: 1e9,
        breakerOpenMs: 1,
        breakerMaxOpenMs: 1,
      };
      // The redirecting site is real and reached for real: on loopback, by its name on the allow-list.
      const leaves = new GuardedDialer({ ...policy, connector: undefined, allowedHosts: allowed(port) });
      const connector = (address: string, to: number) =>
        to === port ? leaves.dial('www.leaves.gov.cn', 80) : policy.connector(address);
      const egress = { ...policy, connector, allowedHosts: allowed(port) };
      door = new FetchDoor({ egress, hostState: new InProcessHostState(rules) });
      proxy = await GuardProxy.listen(dialer);
    });
    const allowed = (port: number) => new Map([['www.leaves.gov.cn', { address: '127.0.0.1', port }]]);
    afterAll(async () => {
      await door.close();
      await proxy.close();
      origin.closeAllConnections();
      origin.close();
    });
    const get = (url: string) => door.fetch({ url, purpose: 'api', pace: { intervalSec: 0, jitterSec: 0 } });

    it(`the door reaches none of ${addresses.length}`, async () => {
      const passed: string[] = [];
      for (const address of addresses) if ((await get(address)).ok) passed.push(address);
      expect([passed, reached]).toEqual([[], []]);
    });

    it('no redirect leads there', async () => {
      const passed: string[] = [];
      for (target of addresses) {
        if (!/^[\x21-\x7e]+$/.test(target)) continue; // what a header cannot carry
        if ((await get('http://www.leaves.gov.cn/')).ok) passed.push(target);
      }
      expect([passed, reached]).toEqual([[], []]);
    });

    it('the proxy of the browser carries nothing there, as a request or as a tunnel', async () => {
      const ask = (method: 'GET' | 'CONNECT', path: string) =>
        new Promise<number>((resolve) => {
          const sent = httpRequest({ host: '127.0.0.1', port: proxy.port, method, path, agent: false });
          sent.on('response', (answer) => resolve(answer.resume().statusCode ?? 0));
          sent.on('connect', (answer, socket) => (socket.destroy(), resolve(answer.statusCode ?? 0)));
          sent.on('error', () => resolve(0)).end();
        });
      const statuses = new Set<number>();
      for (const host of [...hosts, ...literals].filter((name) => /^[\x21-\x7e]+$/.test(name))) {
        statuses.add(await ask('GET', `http://${host}/`));
        statuses.add(await ask('CONNECT', `${host}:443`));
      }
      expect(reached).toEqual([]);
      // Refused by the guard, no such name, or no address at all; never carried.
      expect([...statuses].sort()).toEqual([0, 400, 403, 502].filter((status) => statuses.has(status)));
    });
  });
});

function hostnameOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).hostname : null;
}

/** All spellings of a host, and of the IPv6 addresses that carry an IPv4 address. */
function hostsOf(address: string): string[] {
  if (address.includes(':')) return spellingsOfV6(address);
  return [...spellingsOfV4(address), ...embeddings(address).flatMap(spellingsOfV6)];
}

/** Dotted, short and single numbers, in every mix of decimal, octal and hexadecimal, and in other digits. */
function spellingsOfV4(address: string): string[] {
  const octets = address.split('.').map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = octets;
  const parts = [octets, [a, b, c * 256 + d], [a, b * 65536 + c * 256 + d], [((a * 256 + b) * 256 + c) * 256 + d]];
  const bases = [
    (part: number) => String(part),
    (part: number) => `0${part.toString(8)}`,
    (part: number) => `0x${part.toString(16)}`,
  ];
  const mixed = parts.flatMap((numbers) =>
    numbers.reduce<string[][]>(
      (heads, part) => heads.flatMap((head) => bases.map((write) => [...head, write(part)])),
      [[]],
    ),
  );
  const plain = mixed.map((numbers) => numbers.join('.'));
  const padded = octets.map((octet) => `0000${octet.toString(8)}`).join('.');
  const upper = octets.map((octet) => `0X${octet.toString(16).toUpperCase().padStart(6, '0')}`).join('.');
  const digits = (zero: number) => address.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
  return [
    ...plain,
    ...plain.map((text) => `${text}.`),
    padded,
    upper,
    digits(0xff10), // full width
    digits(0x1d7ce), // mathematical bold
    digits(0x1d7f6), // mathematical monospace
    address.replace(/[1-9]/g, (digit) => String.fromCodePoint(0x2460 + Number(digit) - 1)), // circled
    address.replace(/[0-9]/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)] ?? ''),
    address.replaceAll('.', '。'),
    address.replaceAll('.', '．'),
    address.replaceAll('.', '｡'),
    address.replace(/[0-9]/g, (digit) => `%3${digit}`),
    address.replaceAll('.', '%2e'),
    address.replace('.', '\u00ad.'), // soft hyphen
    address.replace('.', '.\u200b'), // zero width space
    address.replace('.', '.\t'),
  ];
}

/** IPv6 addresses that somebody turns back into this IPv4 address. */
function embeddings(address: string): string[] {
  const octets = address.split('.').map(Number);
  const hex = (values: number[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = values;
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  };
  const groups = hex(octets);
  return [
    `::${groups}`, // compatible
    `::ffff:${groups}`, // mapped
    `::ffff:0:${groups}`, // translated
    `64:ff9b::${groups}`, // NAT64
    `64:ff9b:1::${groups}`, // NAT64 of a network
    `2002:${groups}::1`, // 6to4
    `2001:0:${groups}::1`, // server of Teredo
    `2001::${hex(octets.map((octet) => octet ^ 255))}`, // client of Teredo
    `fe80::5efe:${groups}`, // ISATAP
    `2408:1::5efe:${groups}`,
    `2408:1::200:5efe:${groups}`,
  ];
}

function spellingsOfV6(address: string): string[] {
  const value = v6Number(address);
  const groups = Array.from({ length: 8 }, (_, index) => Number((value >> BigInt(16 * (7 - index))) & 0xffffn));
  const full = groups.map((group) => group.toString(16));
  const [high = 0, low = 0] = groups.slice(6);
  const dotted = [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const texts = [
    address,
    full.join(':'),
    full.map((group) => group.padStart(4, '0')).join(':'),
    full.join(':').toUpperCase(),
    [...full.slice(0, 6), dotted].join(':'),
  ];
  return texts.map((text) => `[${text}]`);
}

/** The host in a whole address: with port, beside names that look like the host but are not. */
function urlsOf(host: string): string[] {
  return [
    `http://${host}/`,
    `https://${host}:443/x?y=http://www.gov.cn/`,
    `http://www.gov.cn@${host}/`,
    `http://www.gov.cn:80@${host}:80/`,
    `http://www.gov.cn%2f@${host}/`,
    `http://${host}#@www.gov.cn/`,
    `http://${host}?@www.gov.cn/`,
    `http://${host}\\@www.gov.cn/`,
    `http:\\\\${host}\\`,
    `HTTP:/${host}/`,
    `http:///${host}/`,
    ` \thttp://${host}/\n`,
  ];
}

/** First and last address of a range. */
function edgesOf(range: string): string[] {
  const [network = '', prefix] = range.split('/');
  const v6 = network.includes(':');
  const bits = v6 ? 128 : 32;
  const host = BigInt(bits - Number(prefix ?? bits));
  const first = v6 ? v6Number(network) : network.split('.').reduce((sum, octet) => sum * 256n + BigInt(octet), 0n);
  const size = v6 ? 16n : 8n;
  return [first, first | ((1n << host) - 1n)].map((value) =>
    Array.from(
      { length: v6 ? 8 : 4 },
      (_, index) => (value >> (size * BigInt((v6 ? 7 : 3) - index))) & ((1n << size) - 1n),
    )
      .map((part) => part.toString(v6 ? 16 : 10))
      .join(v6 ? ':' : '.'),
  );
}

function v6Number(text: string): bigint {
  const [left = '', right] = text.split('::');
  const head = left.split(':').filter(Boolean);
  const tail = (right ?? '').split(':').filter(Boolean);
  const groups =
    right === undefined ? head : [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  return groups.reduce((sum, group) => sum * 65536n + BigInt(`0x${group}`), 0n);
}
