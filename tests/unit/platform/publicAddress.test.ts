import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '#platform/http/publicAddress.ts';

describe('addresses', () => {
  it('on the public internet are allowed', () => {
    for (const address of [
      '8.8.8.8',
      '93.184.216.34',
      '172.15.0.1',
      '172.32.0.1',
      '100.63.0.1',
      '2606:4700:4700::1111',
      '2a00:1450:4001:80e::200e',
    ]) {
      expect([address, isPublicAddress(address)]).toEqual([address, true]);
    }
  });

  it('of loopback, private, link-local, shared, metadata and reserved ranges are not', () => {
    for (const address of [
      '0.0.0.0',
      '10.1.2.3',
      '100.64.0.1',
      '100.100.100.200',
      '127.0.0.1',
      '127.8.8.8',
      '168.63.129.16',
      '169.254.169.254',
      '172.16.0.1',
      '172.31.255.255',
      '192.0.0.192',
      '192.168.1.1',
      '198.18.0.1',
      '203.0.113.9',
      '224.0.0.1',
      '255.255.255.255',
      '::',
      '::1',
      '::127.0.0.1',
      '::ffff:127.0.0.1',
      '::ffff:8.8.8.8',
      '::ffff:0:127.0.0.1',
      '5f00::1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      '2001:db8::1',
      'fc00::1',
      'fd00:ec2::254',
      'fe80::1',
      'ff02::1',
    ]) {
      expect([address, isPublicAddress(address)]).toEqual([address, false]);
    }
  });

  it('are addresses and not names', () => {
    for (const name of ['localhost', 'example.com', '', '1.2.3', '127.1'])
      expect(isPublicAddress(name)).toBe(false);
  });
});
