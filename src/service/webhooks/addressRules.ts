import { BlockList, isIP } from 'node:net';
import { hiddenRanges } from '#shared/service/hiddenRanges.ts';

// Two lists: one list would match every IPv4 address against the range that holds the mapped ones.
const forbidden = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const range of hiddenRanges.ipv4) add(range, 'ipv4');
for (const range of hiddenRanges.ipv6) add(range, 'ipv6');

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
