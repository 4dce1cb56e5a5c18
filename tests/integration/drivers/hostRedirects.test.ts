import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { followHostRedirect, plainDestination } from '#service/drivers/redirects/hostRedirects.ts';
import { replyOf } from '#tests/support/providers/protocols.ts';
import { type ProviderServer, startProviderServer } from '#tests/support/providers/providerServer.ts';

/** Behaves like a real host: answers whatever is scripted, and a notice page otherwise. */
let host: ProviderServer;
let destination: ProviderServer;
beforeAll(async () => {
  host = await startProviderServer(() => replyOf('searxng', 'goto_notice_200'));
  destination = await startProviderServer(() => ({ body: {} }));
});
beforeEach(() => {
  host.reset();
  destination.reset();
});
afterAll(async () => {
  await Promise.all([host.close(), destination.close()]);
});

const follow = (path: string, signal = AbortSignal.timeout(10_000)) =>
  followHostRedirect(new URL(path, host.origin), { signal });

const away = 'https://runlab.example/wide-2026?a=1#top';

describe('a /url link that contains its destination', () => {
  it.each([
    `/url?sa=t&url=${encodeURIComponent(away)}&ved=2ahUKE`,
    `/url?q=${encodeURIComponent(away)}&sa=U`,
  ])('%s is resolved without a request', async (path) => {
    expect(await follow(path)).toEqual({ kind: 'resolved', destination: away });
    expect(host.requests).toEqual([]);
  });

  it.each([
    '/url?q=CAESfx',
    '/url?url=%2Frelative',
    '/url?q=javascript:alert(1)',
    '/goto?url=https%3A%2F%2Fa.example%2F',
  ])('%s contains none', (path) => {
    expect(plainDestination(new URL(path, host.origin))).toBeUndefined();
  });

  it('does not count a URL of the engine itself as a destination', () => {
    const own = new URL(`/url?q=${encodeURIComponent(`${host.origin}/search`)}`, host.origin);
    expect(plainDestination(own)).toBeUndefined();
  });
});

describe('an opaque link', () => {
  it('is requested once for its Location header; the destination itself is never requested', async () => {
    host.enqueue({ status: 302, headers: { location: `${destination.origin}/page` }, body: '' });
    expect(await follow('/goto?url=CAESfx')).toEqual({
      kind: 'resolved',
      destination: `${destination.origin}/page`,
    });
    expect(host.requests).toHaveLength(1);
    expect(destination.requests).toEqual([]);
    await host.idle();
  });

  it.each([
    ['a notice page', replyOf('searxng', 'goto_notice_200'), 'the engine did not answer with a redirect'],
    ['not found', { status: 404, body: '' }, 'the engine did not answer with a redirect'],
    ['trouble', { status: 503, body: '' }, 'the engine did not answer with a redirect'],
    ['a redirect without an address', { status: 302, body: '' }, 'the engine did not answer with a redirect'],
    [
      'a relative address',
      { status: 302, headers: { location: '/sorry' }, body: '' },
      'the engine redirected to something that is not a complete web address',
    ],
    [
      'another protocol',
      { status: 302, headers: { location: 'intent://x' }, body: '' },
      'the engine redirected to something that is not a complete web address',
    ],
    ['a broken connection', { drop: 'before' as const }, 'the engine could not be reached'],
  ])('to %s has no destination', async (_what, reply, reason) => {
    host.enqueue(reply);
    expect(await follow('/goto?url=CAESfx')).toEqual({ kind: 'failed', reason });
  });

  it('back to the engine has no destination', async () => {
    host.enqueue({ status: 302, headers: { location: `${host.origin}/consent` }, body: '' });
    expect(await follow('/goto?url=CAESfx')).toEqual({
      kind: 'failed',
      reason: 'the engine redirected to itself',
    });
  });

  it('is abandoned if the host takes too long, and its connection is closed', async () => {
    host.enqueue({ hang: 'before' });
    expect(await follow('/goto?url=CAESfx', AbortSignal.timeout(50))).toEqual({
      kind: 'failed',
      reason: 'the engine did not answer in time',
    });
    await host.idle();
  });
});
