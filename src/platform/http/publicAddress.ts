import { BlockList, isIP, type LookupFunction } from 'node:net';

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

// Two lists: in a single list, every IPv4 address would match the range of IPv4-mapped addresses.
const hidden = listsOf(hiddenRanges);
const loopback = listsOf({ ipv4: ['127.0.0.0/8'], ipv6: ['::1/128'] });

type Family = 'ipv4' | 'ipv6';

function listsOf(ranges: Readonly<Record<Family, readonly string[]>>): Readonly<Record<Family, BlockList>> {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const family of ['ipv4', 'ipv6'] as const)
    for (const range of ranges[family]) {
      const [network = '', bits = ''] = range.split('/');
      lists[family].addSubnet(network, Number(bits), family);
    }
  return lists;
}

/** Null if it is not an address. */
function isAmong(lists: Readonly<Record<Family, BlockList>>, address: string): boolean | null {
  const version = isIP(address);
  if (version === 0) return null;
  const family = version === 6 ? 'ipv6' : 'ipv4';
  return lists[family].check(address, family);
}

/** True for a public internet address; false for any other address and for text that is not an address. */
export function isPublicAddress(address: string): boolean {
  return isAmong(hidden, address) === false;
}

/**
 * Whether a URL refers to this machine: a loopback address or `localhost`, but not a name that begins with one.
 */
export function isThisMachine(url: URL): boolean {
  return url.hostname === 'localhost' || isAmong(loopback, addressLiteral(url) ?? '') === true;
}

/** The host of a URL as an IP address, without brackets; null if it is a name. */
export function addressLiteral({ hostname }: URL): string | null {
  const literal = hostname.replace(/^\[|\]$/g, '');
  return isIP(literal) === 0 ? null : literal;
}

/** An address that must be public is not; the message is a clause that says where it leads. */
export class NotPublicError extends Error {
  override readonly name = 'NotPublicError';
}

/**
 * Resolves a host name and fails if one of its addresses is not public. The connection must use the returned
 * addresses, which prevents DNS rebinding. Not called for URLs that contain an IP address.
 */
export function publicOnly(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null || typeof found === 'string') {
        callback(error ?? new Error(`${hostname} has no addresses`), '', 0);
        return;
      }
      const notPublic = found.find(({ address }) => !isPublicAddress(address));
      const first = found[0];
      if (notPublic !== undefined || first === undefined) {
        const where = notPublic === undefined ? 'no address' : notPublic.address;
        callback(new NotPublicError(`${hostname} leads to ${where}, which is not public`), '', 0);
      } else if (options.all === true) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}
