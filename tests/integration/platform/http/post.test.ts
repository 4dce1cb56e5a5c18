import { createServer } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type PostOptions, postWebhook } from '#platform/http/post.ts';

const open: { close: () => void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

async function receiver(): Promise<{ readonly port: number; readonly seen: string[] }> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(String(request.headers['user-agent']));
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  open.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return { port: (server.address() as AddressInfo).port, seen };
}

/** A resolver that gives these, whatever it is asked for. */
const resolvesTo = (...addresses: readonly string[]): LookupFunction => {
  const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return (_name, options, callback) => {
    const [first] = all;
    if (options.all === true) callback(null, all);
    else callback(null, first?.address ?? '', first?.family);
  };
};

const post = (address: string, options: Partial<PostOptions> = {}) =>
  postWebhook(address, '{}', {
    headers: {},
    userAgent: 'test',
    timeoutMs: 5000,
    allowPrivate: false,
    signal: new AbortController().signal,
    ...options,
  });

describe('posting to a webhook', () => {
  it.each([
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::ffff:10.0.0.1]/',
  ])('refuses %s, which is not public', async (address) => {
    expect(await post(address)).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('not public'),
    });
  });

  it.each([[['10.0.0.1']], [['8.8.8.8', '127.0.0.1']], [['169.254.169.254']], [[]]])(
    'refuses a host name that resolves to %s',
    async (addresses) => {
      const { port, seen } = await receiver();
      const outcome = await post(`http://hook.example:${port}/`, { lookup: resolvesTo(...addresses) });
      expect(outcome).toMatchObject({ kind: 'failed', reason: expect.stringContaining('not public') });
      expect(seen).toEqual([]);
    },
  );

  it('reaches private addresses only if that is allowed', async () => {
    const { port, seen } = await receiver();
    const lookup = resolvesTo('127.0.0.1');
    const outcome = await post(`http://hook.example:${port}/`, { lookup, allowPrivate: true });
    expect(outcome).toEqual({ kind: 'answered', status: 204 });
    expect(seen).toEqual(['test']);
  });

  it.each(['ftp://example.org/', 'not an address'])('refuses %s', async (address) => {
    expect(await post(address)).toEqual({ kind: 'failed', reason: 'the address cannot be read' });
  });
});
