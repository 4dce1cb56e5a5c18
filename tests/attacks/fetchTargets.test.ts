import type { LookupFunction } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Transport } from '#client/exchange.ts';
import { ServiceError } from '#client/serviceError.ts';
import { normalizeBaseUrl } from '#main/connections/baseUrl.ts';
import { publicOnly } from '#platform/http/publicAddress.ts';
import { followHostRedirect } from '#service/drivers/redirects/hostRedirects.ts';
import { isSearchHost } from '#shared/interface/requests/searchHosts.ts';
import { clientKey, clientOf, networkOf } from '#tests/support/faults/clientOf.ts';
import { type FaultyService, startFaultyService } from '#tests/support/faults/faultyService.ts';

const page = { status: 200, body: '<p>page</p>' } as const;

/** Finds these addresses for every name; nothing ever leaves this machine. */
const leadingTo =
  (...addresses: readonly string[]): LookupFunction =>
  (_name, options, callback) => {
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (options.all === true) callback(null, found);
    else callback(null, found[0]?.address ?? '', found[0]?.family ?? 4);
  };

const portOf = (service: FaultyService): string => new URL(service.baseUrl).port;

describe('a page that an answer names', () => {
  it('is never fetched from this machine or its network, however its address is written', async () => {
    const service = await startFaultyService(() => page);
    const inside = await startFaultyService(() => page);
    const pages = clientOf(service.baseUrl, { fetch: networkOf(leadingTo('127.0.0.1')) });
    const port = portOf(inside);
    for (const host of [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '127.1',
      '0x7f.0.0.1',
      '2130706433',
      '0',
      '0.0.0.0',
      '10.0.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '[fd00:ec2::254]',
      '[64:ff9b::7f00:1]',
      'metadata.google.internal',
      'files.example.org',
      'user:name@127.0.0.1',
    ]) {
      const failure = await pages.page(`http://${host}:${port}/secret`).then(
        () => null,
        (error: unknown) => error,
      );
      expect(failure, host).toBeInstanceOf(ServiceError);
      expect(String(failure), host).toContain('not public');
    }
    expect(inside.received).toEqual([]);
    expect(service.received).toEqual([]);
  });

  it('is not fetched where one of the addresses of its name is inside', async () => {
    const inside = await startFaultyService(() => page);
    for (const addresses of [['93.184.216.34', '127.0.0.1'], ['2606:4700:4700::1111', '::1'], []]) {
      const pages = clientOf('https://answers.example.org', { fetch: networkOf(leadingTo(...addresses)) });
      await expect(pages.page(`http://files.example.org:${portOf(inside)}/`)).rejects.toThrow(/not public/);
    }
    expect(inside.received).toEqual([]);
  });

  it('is fetched from the service itself, with its key, but not from where that leads on to', async () => {
    const inside = await startFaultyService(() => page);
    const service = await startFaultyService(({ path }) =>
      path === '/away' ? { status: 302, headers: { Location: `${inside.baseUrl}/secret` } } : page,
    );
    const pages = clientOf(`${service.baseUrl}/base`, { fetch: networkOf(leadingTo('127.0.0.1')) });
    expect(await pages.page(`${service.baseUrl}/results/1.html`)).toBe('<p>page</p>');
    expect(service.received[0]?.headers.authorization).toBe(`Bearer ${clientKey}`);
    await expect(pages.page(`${service.baseUrl}/away`)).rejects.toThrow(/redirect/);
    expect(inside.received).toEqual([]);
  });

  it('is fetched from the public internet, without the key', async () => {
    const asked: Parameters<Transport>[] = [];
    const pages = clientOf('https://answers.example.org/base', {
      fetch: async (...request) => {
        asked.push(request);
        return { status: 200, headers: {}, body: (async function* () {})() };
      },
    });
    for (const url of [
      'https://files.example.org/1.html',
      'http://answers.example.org/1.html',
      'https://answers.example.org:8443/1.html',
      'https://answers.example.org.evil.example/1.html',
    ])
      await pages.page(url);
    expect(asked.map(([, { headers, isForeign }]) => [headers.Authorization, isForeign])).toEqual(
      asked.map(() => [undefined, true]),
    );
    const found = await new Promise((resolve) =>
      publicOnly(leadingTo('93.184.216.34'))('files.example.org', { all: true }, (_error, all) =>
        resolve(all),
      ),
    );
    expect(found).toEqual([{ address: '93.184.216.34', family: 4 }]);
  });
});

describe('the resolver of redirect links', () => {
  it('takes an open ending of a host for a registry’s and for no other', () => {
    const matches = (host: string, entry = 'engine.*'): boolean =>
      isSearchHost(new URL(`https://${host}/url?q=x`), [entry]);
    for (const host of ['engine.de', 'www.engine.co.uk', 'engine.com', 'engine.com.br', 'engine.co.jp'])
      expect(matches(host), host).toBe(true);
    for (const host of [
      'engine.evi.com',
      'engine.abc.de',
      'engine.xyz.io',
      'engine.co.evil',
      'engine.uk.co.uk',
      'engine.example',
      'engine.zz',
      'engine.blogspot.com',
      'engine.github.io',
      'engine.de.evil.org',
      'engine.de:8443',
      'evil-engine.de',
      'engine.127.0.0.1.nip.io',
    ])
      expect(matches(host), host).toBe(false);
    expect(matches('127.0.0.1', '127.*')).toBe(false);
    expect(matches('10.0.0.1', '10.0.*')).toBe(false);
  });

  it('never asks an address inside for a name, whatever the name leads to', async () => {
    const inside = await startFaultyService(() => ({
      status: 302,
      headers: { Location: 'https://away.example/' },
    }));
    for (const addresses of [['127.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['::1'], ['169.254.169.254']]) {
      const link = new URL(`http://engine.de:${portOf(inside)}/goto?url=x`);
      const lookup = leadingTo(...addresses);
      expect(await followHostRedirect(link, { lookup, signal: AbortSignal.timeout(10_000) })).toMatchObject({
        kind: 'failed',
      });
    }
    expect(inside.received).toEqual([]);
    // What the operator's list names by its address is meant.
    const listed = new URL(`${inside.baseUrl}/goto?url=x`);
    expect(await followHostRedirect(listed, { signal: AbortSignal.timeout(10_000) })).toMatchObject({
      destination: 'https://away.example/',
    });
  });
});

describe('an address that is spoken to without encryption', () => {
  it.each(['127.0.0.1', '127.8.9.1', '[::1]', 'localhost'])('is on this machine: %s', (host) =>
    expect(normalizeBaseUrl(`http://${host}:8080`)).toBe(`http://${host}:8080`),
  );

  it.each([
    '10.1.2.3',
    '192.168.1.20',
    '[fd00::1]',
    'monitor.internal',
    '127.evil.com',
    '127.0.0.1.evil.com',
    'localhost.evil.com',
    '10.evil.com',
    '10.0.0.1.nip.io',
    '192.168.1.1.evil.com',
    '172.16.evil.com',
    '169.254.evil.com',
    'internal.evil.com',
    '8.8.8.8',
    '[2606:4700:4700::1111]',
    '[::ffff:8.8.8.8]',
  ])('is not in a network, and none that only begins like this machine: %s', (host) => {
    expect(() => normalizeBaseUrl(`http://${host}:8080`)).toThrow(/https:\/\//);
  });
});
