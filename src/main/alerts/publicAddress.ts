import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { hiddenRanges } from '#shared/service/hiddenRanges.ts';

const listOf = (family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList();
  for (const range of hiddenRanges[family]) {
    const [network = '', bits] = range.split('/');
    list.addSubnet(network, Number(bits), family);
  }
  return list;
};
const hidden = { ipv4: listOf('ipv4'), ipv6: listOf('ipv6') };

/** True for an address on the public internet; false for any other, and for what is no address. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !hidden.ipv4.check(address);
  return isIPv6(address) && !hidden.ipv6.check(address, 'ipv6');
}
