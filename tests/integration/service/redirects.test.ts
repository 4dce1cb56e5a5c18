import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '#platform/log.ts';
import { createDriverRegistry } from '#service/drivers/registry.ts';
import { resolveRedirect } from '#service/http/routes/redirectRoute.ts';
import { serviceSettings } from '#service/parts/settings.ts';
import { runService, type TestService } from '#tests/support/service/runningService.ts';

let engine: Server;
let host: string;
let asked: string[];
let one: TestService;
let release: () => void;

beforeEach(async () => {
  asked = [];
  engine = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://engine');
    asked.push(url.pathname);
    const wanted = url.searchParams.get('url') ?? '';
    if (wanted === 'silence') return;
    if (wanted === 'page') response.writeHead(200).end('<html>');
    else if (wanted === 'cut') request.socket.destroy();
    else if (wanted === 'script') response.writeHead(302, { location: 'javascript:alert(1)' }).end();
    else if (wanted === 'relative') response.writeHead(301, { location: '/next?x=1' }).end();
    else if (wanted === 'consent') response.writeHead(302, { location: `http://${host}/consent` }).end();
    else response.writeHead(302, { location: 'https://shop.example/locks/model-9?a=1' }).end();
  });
  await new Promise<void>((resolve) => engine.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(engine.address() as AddressInfo).port}`;
  const busy = Promise.withResolvers<void>();
  release = busy.resolve;
  one = await runService({ searchHosts: [host], plan: 'free', watch: { busyUntil: busy.promise } });
});
afterEach(async () => {
  await one.remove();
  engine.closeAllConnections();
  engine.close();
});
const resolve = (url: unknown) => one.call('POST', '/v1/monitor/search/goto', { url });

describe('the redirect resolver', () => {
  it('returns the destination of one hop, without credits or slot, and does not request it', async () => {
    const answer = await resolve(`http://${host}/goto?url=AbC123`);
    expect([answer.status, answer.body]).toEqual([200, { url: 'https://shop.example/locks/model-9?a=1' }]);
    expect(answer.headers.get('x-ratelimit-remaining')).toBe('999');
    expect((await resolve(`http://${host}/url?q=opaque&url=opaque`)).body).toEqual(answer.body);
    expect(asked).toEqual(['/goto', '/url']);
    expect((await one.call('GET', '/v1/credits')).body.remaining).toBe(500);
  });

  it('works while every slot is busy', async () => {
    const busy = one.ask('busy');
    await expect.poll(async () => (await one.call('GET', '/v1/async/status')).body.concurrency.used).toBe(1);
    expect((await resolve(`http://${host}/goto?url=a`)).status).toBe(200);
    release();
    expect((await busy).status).toBe(200);
  });

  it('sends requests only to the configured hosts and their two paths', async () => {
    const port = host.split(':')[1];
    for (const url of [
      'https://example.com/goto?url=a',
      `http://localhost:${port}/goto?url=a`,
      `http://evil.${host}/goto?url=a`,
      `http://user:pass@${host}/goto?url=a`,
      `http://${host}/search?q=a`,
      `http://${host}/goto/../admin?url=a`,
      `ftp://${host}/goto?url=a`,
      '//evil.example/goto?url=a',
      '',
      7,
      null,
    ]) {
      const answer = await resolve(url);
      expect([url, answer.status, answer.body.success]).toEqual([url, 400, false]);
      expect(answer.body.details[0].field).toBe('url');
    }
    expect(
      (await one.call('POST', '/v1/monitor/search/goto', { url: `http://${host}/goto?url=a`, more: 1 }))
        .status,
    ).toBe(400);
    expect(asked).toEqual([]);
  });

  it('reads a destination that the link contains without asking the engine', async () => {
    const shown = 'https://shop.example/locks?a=1&b=2#top';
    const answer = await resolve(`http://${host}/url?sa=t&url=${encodeURIComponent(shown)}`);
    expect([answer.status, answer.body]).toEqual([200, { url: shown }]);
    expect(asked).toEqual([]);
  });

  it('reads the hosts of the engine from service.json, at the start and while it runs', async () => {
    const other = await runService({});
    try {
      const link = { url: `http://${host}/goto?url=a` };
      const ask = async () => (await other.call('POST', '/v1/monitor/search/goto', link)).status;
      expect(await ask()).toBe(400);
      const file = join(other.dataFolder, 'service.json');
      writeFileSync(file, JSON.stringify({ searchHosts: [host] }));
      await expect.poll(ask).toBe(200);
      // Binding an engine rewrites the file and keeps them.
      await other.operator.call('engines.bind', { engine: 'assistant-e', driver: null });
      expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ searchHosts: [host] });
      writeFileSync(file, JSON.stringify({ searchHosts: ['https://search.example/'] }));
      await expect(other.restart()).rejects.toThrow(/searchHosts/);
    } finally {
      await other.remove();
    }
  });

  it('returns 502 if the engine does not redirect, breaks off, or redirects to itself', async () => {
    for (const what of ['page', 'cut', 'script', 'relative', 'consent']) {
      const answer = await resolve(`http://${host}/goto?url=${what}`);
      expect([what, answer.status, answer.body.error?.code]).toEqual([what, 502, 'EXTERNAL_SERVICE_ERROR']);
      expect(answer.body.error.details).toEqual({ service: 'search' });
    }
  });

  it('gives the engine ten seconds, and stops if the client disconnects or the service stops', async () => {
    const settings = serviceSettings({ dataFolder: one.dataFolder, host: '127.0.0.1', port: 0 });
    expect(settings.redirectTimeoutMs).toBe(10_000);
    const registry = createDriverRegistry({ definitions: [], defaultDriver: 'none', log: silentLog });
    const never = new AbortController().signal;
    const wait = (redirectTimeoutMs: number, left: AbortSignal, stopping: AbortSignal) =>
      resolveRedirect(
        new URL(`http://${host}/goto?url=silence`),
        { registry, settings: { ...settings, redirectTimeoutMs }, stopping },
        left,
      );
    const gone = { kind: 'failed', reason: 'the engine could not be reached' };
    expect(await wait(20, never, never)).toEqual({
      kind: 'failed',
      reason: 'the engine did not answer in time',
    });
    for (const place of [0, 1]) {
      const leaving = new AbortController();
      const arrived = once(engine, 'request');
      const outcome = place === 0 ? wait(10_000, leaving.signal, never) : wait(10_000, never, leaving.signal);
      await arrived;
      leaving.abort();
      expect(await outcome).toEqual(gone);
    }
  });
});
