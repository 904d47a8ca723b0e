import { BlockList, isIP } from 'node:net';

/*
 * IANA special-purpose registries plus cloud metadata addresses that lie in public space.
 * IPv4 is open except for these; IPv6 is closed except for 2000::/3 minus these, so mapped, compatible,
 * translated (64:ff9b::) and every not yet invented embedding of an IPv4 address is refused by default.
 */
const CLOSED_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10', // carrier NAT; holds Aliyun's metadata address 100.100.100.200
  '127.0.0.0/8',
  '168.63.129.16/32', // Azure wire server
  '169.254.0.0/16', // link local; holds most clouds' metadata addresses
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
const OPEN_IPV6 = '2000::/3';
const CLOSED_IPV6 = [
  '2001::/23', // Teredo, ORCHID, benchmarking: protocol assignments
  '2001:db8::/32',
  '2002::/16', // 6to4 embeds an IPv4 address
  '2620:4f:8000::/48',
  '3fff::/20',
];
/** ISATAP interface ids embed an IPv4 address in the last 32 bits of any prefix. */
const ISATAP = /(?:^|:)(?:200|0)?:5efe:[0-9a-f]{1,4}:[0-9a-f]{1,4}$/;

const subnets = (family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits = ''] = range.split('/');
    list.addSubnet(network, Number(bits), family);
  }
  return list;
};
const closedV4 = subnets('ipv4', CLOSED_IPV4);
const closedV6 = subnets('ipv6', CLOSED_IPV6);
const openV6 = subnets('ipv6', [OPEN_IPV6]);

/** Canonical text of an IPv6 address: lower case, zeros compressed, no dotted part. */
const canonicalV6 = (address: string): string => new URL(`http://[${address}]/`).hostname.slice(1, -1);

/** Whether the crawler may connect to this literal address: only globally routable unicast. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !closedV4.check(address, 'ipv4');
    case 6: {
      if (address.includes('%')) return false;
      const canonical = canonicalV6(address);
      return openV6.check(canonical, 'ipv6') && !closedV6.check(canonical, 'ipv6') && !ISATAP.test(canonical);
    }
    default:
      return false;
  }
}
