import { BlockList, isIP } from 'node:net';

/**
 * Addresses a webhook may not reach unless the deployment allows it: loopback, private, link-local, shared,
 * multicast, documentation and metadata ranges of the IANA special-purpose registries, and the IPv6 forms that
 * carry an IPv4 address inside.
 */
// Two lists: one list would match every IPv4 address against the range that holds the mapped ones.
const forbidden = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]) {
  add(range, 'ipv4');
}
for (const range of [
  '::/96',
  '::ffff:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]) {
  add(range, 'ipv6');
}

function add(range: string, family: 'ipv4' | 'ipv6'): void {
  const [network = '', bits = ''] = range.split('/');
  forbidden[family].addSubnet(network, Number(bits), family);
}

/** True for an address on the public internet; false for anything that is not an address. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  const family = version === 6 ? 'ipv6' : 'ipv4';
  return !forbidden[family].check(address, family);
}
