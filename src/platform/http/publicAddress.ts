import { BlockList, isIP } from 'node:net';

/**
 * Loopback, private, link-local, shared, multicast, documentation and metadata ranges of the IANA special-purpose
 * registries, and the IPv6 forms that carry an IPv4 address inside.
 * https://www.iana.org/assignments/iana-ipv4-special-registry
 * https://www.iana.org/assignments/iana-ipv6-special-registry
 */
const hiddenRanges = {
  ipv4: [
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
  ],
  ipv6: [
    '::/96',
    '::ffff:0:0/96',
    '::ffff:0:0:0/96',
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '100::/64',
    '2001::/23',
    '2001:db8::/32',
    '2002::/16',
    '3fff::/20',
    '5f00::/16',
    'fc00::/7',
    'fe80::/10',
    'fec0::/10',
    'ff00::/8',
  ],
} as const;

// Two lists: one list would match every IPv4 address against the range that holds the mapped ones.
const hidden = { ipv4: listOf('ipv4'), ipv6: listOf('ipv6') };

function listOf(family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of hiddenRanges[family]) {
    const [network = '', bits = ''] = range.split('/');
    list.addSubnet(network, Number(bits), family);
  }
  return list;
}

/** True for an address on the public internet; false for any other, and for what is no address. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  const family = version === 6 ? 'ipv6' : 'ipv4';
  return !hidden[family].check(address, family);
}

/** The host of a URL as an address, without brackets; null when it is a name. */
export function addressLiteral({ hostname }: URL): string | null {
  const literal = hostname.replace(/^\[|\]$/g, '');
  return isIP(literal) === 0 ? null : literal;
}
