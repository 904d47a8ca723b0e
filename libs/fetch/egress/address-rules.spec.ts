import fc from 'fast-check';
import { isPublicAddress } from './address-rules.js';

const closed: [string, string, string][] = [
  // range, first, last
  ['0.0.0.0/8', '0.0.0.0', '0.255.255.255'],
  ['10.0.0.0/8', '10.0.0.0', '10.255.255.255'],
  ['100.64.0.0/10', '100.64.0.0', '100.127.255.255'],
  ['127.0.0.0/8', '127.0.0.0', '127.255.255.255'],
  ['169.254.0.0/16', '169.254.0.0', '169.254.255.255'],
  ['172.16.0.0/12', '172.16.0.0', '172.31.255.255'],
  ['192.0.0.0/24', '192.0.0.0', '192.0.0.255'],
  ['192.168.0.0/16', '192.168.0.0', '192.168.255.255'],
  ['198.18.0.0/15', '198.18.0.0', '198.19.255.255'],
  ['224.0.0.0/4', '224.0.0.0', '239.255.255.255'],
  ['240.0.0.0/4', '240.0.0.0', '255.255.255.255'],
  ['fc00::/7', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fe80::/10', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002::/16', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001::/23', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['3fff::/20', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ff00::/8', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
];

describe('isPublicAddress', () => {
  it.each(closed)('refuses %s from %s to %s', (_range, first, last) => {
    expect([isPublicAddress(first), isPublicAddress(last)]).toEqual([false, false]);
  });

  it.each([
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '223.255.255.255',
    '2001:200::1',
    '2003::1',
    '2408:8000::1',
    '3ffe:ffff::1',
  ])('lets %s pass, just outside a closed range', (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    ['cloud metadata', '169.254.169.254'],
    ['Aliyun metadata', '100.100.100.200'],
    ['Azure wire server', '168.63.129.16'],
    ['AWS metadata on IPv6', 'fd00:ec2::254'],
    ['mapped', '::ffff:127.0.0.1'],
    ['mapped, hexadecimal', '::ffff:7f00:1'],
    ['mapped public address', '::ffff:8.8.8.8'],
    ['compatible', '::127.0.0.1'],
    ['compatible, hexadecimal', '::7f00:1'],
    ['translated', '::ffff:0:127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['local NAT64', '64:ff9b:1::a00:1'],
    ['ISATAP', '2400:1::5efe:7f00:1'],
    ['ISATAP, global bit', '2400:1::200:5efe:10.0.0.1'],
    ['unspecified', '::'],
    ['loopback', '0:0:0:0:0:0:0:1'],
    ['zone id', 'fe80::1%eth0'],
    ['zone id on a global address', '2408:8000::1%lo'],
    ['no address', 'localhost'],
    ['short IPv4', '127.1'],
    ['empty', ''],
  ])('refuses %s (%s)', (_name, address) => expect(isPublicAddress(address)).toBe(false));

  it('never lets an IPv6 address outside 2000::/3 pass', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const first = Number.parseInt(new URL(`http://[${address}]`).hostname.slice(1).split(':')[0] || '0', 16);
        return (first >= 0x2000 && first < 0x4000) || !isPublicAddress(address);
      }),
    );
  });
});
