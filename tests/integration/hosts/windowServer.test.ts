import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startWindowServer, type WindowServer } from '#main/hosts/node/windowServer.ts';
import { createHttpBridge } from '#renderer/host/httpBridge.ts';
import type { BridgeEvent } from '#shared/bridge/events.ts';
import { openSession } from '#tests/support/bridge/openSession.ts';
import { createScriptedTarget, type ScriptedTarget } from '#tests/support/bridge/scriptedTarget.ts';

type Answer = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
};

let parent: string;
const logged: unknown[] = [];
let target: ScriptedTarget;
let server: WindowServer;
let authority: string;
let session: Awaited<ReturnType<typeof openSession>>;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'parallax-window-'));
  const folder = join(parent, 'renderer');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Parallax</title>');
  await writeFile(join(folder, 'assets/index-abcdefgh.js'), 'export {};');
  await writeFile(join(parent, 'secret.html'), 'secret');
  target = createScriptedTarget();
  server = await startWindowServer({
    target,
    folder: pathToFileURL(`${folder}/`),
    port: 0,
    log: (...line) => void logged.push(line),
    nowMs: () => 0,
  });
  authority = `127.0.0.1:${server.port}`;
  session = await openSession(server);
});

afterEach(async () => {
  target.release();
  await server.close(1000);
  await rm(parent, { recursive: true, force: true });
});

/** Sends exactly these headers: no client rewrites the path or the host. */
async function send(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Answer> {
  const sending = request({ host: '127.0.0.1', port: server.port, method, path, headers, agent: false });
  sending.end(body);
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}

const own = () => ({
  Origin: `http://${authority}`,
  ...session,
  'Content-Type': 'application/json',
});

const invocation = JSON.stringify({ route: 'app.info', input: {}, callId: 'a' });

describe('the window over HTTP', () => {
  it('serves the page with a policy that allows scripts only from its own files', async () => {
    const page = await send('GET', '/', {});
    expect(page.status).toBe(200);
    expect(page.text).toContain('<title>Parallax</title>');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['cache-control']).toBe('no-cache');
    expect(page.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
        "font-src 'self' data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; frame-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
    );
    expect(page.headers['x-content-type-options']).toBe('nosniff');
    expect(page.headers['referrer-policy']).toBe('no-referrer');
    expect(page.headers['x-frame-options']).toBe('DENY');
  });

  it('lets browsers cache files whose names contain a content hash', async () => {
    const script = await send('GET', '/assets/index-abcdefgh.js');
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
  });

  it.each([
    '/../secret.html',
    '/%2e%2e/secret.html',
    '/..%2fsecret.html',
    '/assets/..%2f..%2fsecret.html',
    '/..%5csecret.html',
    '//secret.html',
    '/%00',
    '/%',
    '/assets',
    '/absent.js',
  ])('returns 404 for %s', async (path) => {
    expect((await send('GET', path)).status).toBe(404);
  });

  it('refuses a path of 12,000 letters without a session and without a line in the log', async () => {
    logged.length = 0;
    for (const path of [`/${'a'.repeat(12_000)}`, `/bridge/${'a'.repeat(12_000)}`, `/?${'a'.repeat(12_000)}`])
      expect(await send('GET', path)).toMatchObject({
        status: 414,
        text: expect.stringContaining('too long'),
      });
    expect(logged).toEqual([]);
  });

  it('refuses write requests', async () => {
    expect((await send('PUT', '/index.html', {}, 'x')).status).toBe(405);
  });
});

describe('calls of the bridge', () => {
  it('are accepted from the page of this launch', async () => {
    const answer = await send('POST', '/bridge/invoke', own(), invocation);
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([200, { ok: true }]);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('are refused without both halves of a session of this launch', async () => {
    const { Authorization, Cookie, ...without } = own();
    const other = await openSession(server);
    for (const headers of [
      without,
      { ...without, Authorization },
      { ...without, Cookie },
      { ...without, Cookie, Authorization: 'Bearer wrong' },
      { ...without, Cookie, Authorization: Authorization.replace('Bearer', 'Basic') },
      { ...without, Cookie, Authorization: other.Authorization },
      { ...without, Authorization, Cookie: Cookie.replace('parallax-', 'other-') },
    ]) {
      expect((await send('POST', '/bridge/invoke', headers, invocation)).status).toBe(401);
    }
    expect((await send('GET', '/bridge/events', { Cookie })).status).toBe(401);
    expect(target.seen).toEqual([]);
  });

  it('are refused from any other page, even with a session', async () => {
    for (const Origin of [
      'http://evil.example',
      `http://localhost:${server.port}`,
      'null',
      'http://127.0.0.1',
    ]) {
      expect((await send('POST', '/bridge/invoke', { ...own(), Origin }, invocation)).status).toBe(403);
    }
    const { Origin: _, ...without } = own();
    const site = { ...without, 'Sec-Fetch-Site': 'cross-site' };
    expect((await send('POST', '/bridge/invoke', site, invocation)).status).toBe(403);
    expect(target.seen).toEqual([]);
  });

  it('are refused under another host name', async () => {
    for (const Host of [
      'evil.example',
      `localhost:${server.port}`,
      '127.0.0.1',
      `evil.example:${server.port}`,
    ]) {
      expect((await send('POST', '/bridge/invoke', { ...own(), Host }, invocation)).status).toBe(421);
      expect((await send('GET', '/', { Host })).status).toBe(421);
    }
  });
});

describe('a call over HTTP', () => {
  it('is refused when it is not JSON, too long, or not a call', async () => {
    const plain = { ...own(), 'Content-Type': 'text/plain' };
    expect((await send('POST', '/bridge/invoke', plain, invocation)).status).toBe(415);
    expect((await send('POST', '/bridge/invoke', own(), '{')).status).toBe(400);
    expect((await send('POST', '/bridge/invoke', own(), '{"route":"app.info"}')).status).toBe(400);
    const tooLong = { ...own(), 'Content-Length': String(65 * 1024 * 1024) };
    expect((await send('POST', '/bridge/invoke', tooLong)).status).toBe(413);
    expect((await send('GET', '/bridge/invoke', own())).status).toBe(404);
    expect(target.seen).toEqual([]);
  });

  it('may be as long as a plan of 100,000 questions', async () => {
    const question = 'Which of the folding bike locks is the safest one for a bike of this price? ';
    const questions = Array.from({ length: 100_000 }, (_, index) => ({ text: question + index, tags: [] }));
    const plan = JSON.stringify({ route: 'app.info', input: { questions }, callId: 'plan' });
    expect(plan.length).toBeGreaterThan(9_000_000);
    expect((await send('POST', '/bridge/invoke', own(), plan)).status).toBe(200);
  });

  it('is cancelled if its page closes and it only reads', async () => {
    const sending = request({
      host: '127.0.0.1',
      port: server.port,
      method: 'POST',
      path: '/bridge/invoke',
      headers: own(),
    });
    sending.on('error', () => {});
    sending.end(JSON.stringify({ route: 'runs.list', input: {}, callId: 'gone' }));
    await target.arrived('runs.list');
    sending.destroy();
    // The id is free again only when the call has ended.
    let again: Answer;
    do again = await send('POST', '/bridge/invoke', own(), invocation.replace('"a"', '"gone"'));
    while (!JSON.parse(again.text).ok);
    expect(JSON.parse(again.text)).toMatchObject({ ok: true });
  });

  it('continues if its page closes and it is a mutation', async () => {
    const sending = request({
      host: '127.0.0.1',
      port: server.port,
      method: 'POST',
      path: '/bridge/invoke',
      headers: own(),
    });
    sending.on('error', () => {});
    sending.end(JSON.stringify({ route: 'runs.start', input: {}, callId: 'kept' }));
    await target.arrived('runs.start');
    const gone = new Promise((done) => sending.on('close', done));
    sending.destroy();
    await gone;
    const again = await send('POST', '/bridge/invoke', own(), invocation.replace('"a"', '"kept"'));
    expect(JSON.parse(again.text)).toMatchObject({ ok: false, error: { code: 'CONFLICT' } });
  });

  it('finishes before the server closes', async () => {
    const answer = send(
      'POST',
      '/bridge/invoke',
      own(),
      JSON.stringify({ route: 'runs.start', input: {}, callId: 'b' }),
    );
    await target.arrived('runs.start');
    const closed = server.close(5000);
    target.release();
    expect(JSON.parse((await answer).text)).toEqual({ ok: true, data: { runId: '1' } });
    await closed;
    expect(target.listeners()).toBe(0);
  });
});

describe('events over HTTP', () => {
  it('continue after a disconnect without loss or duplicates', async () => {
    const seen: number[] = [];
    const waiters = new Map<number, () => void>();
    const until = (seq: number): Promise<void> =>
      new Promise((done) => (seen.includes(seq) ? done() : waiters.set(seq, done)));
    let breakStream = (): void => {};
    let streams = 0;
    const opened = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const bridge = createHttpBridge({
      origin: `http://${authority}`,
      pageKey: async () => session.Authorization.replace('Bearer ', ''),
      pause: async () => {},
      fetch: async (input, init) => {
        const cut = new AbortController();
        breakStream = () => cut.abort();
        const response = await fetch(input, {
          ...init,
          headers: { ...(init?.headers as Record<string, string>), Cookie: session.Cookie },
          signal: AbortSignal.any([cut.signal, init?.signal as AbortSignal]),
        });
        opened[streams]?.resolve();
        streams += 1;
        return response;
      },
    });
    const end = bridge.subscribe((event: BridgeEvent) => {
      seen.push(event.seq);
      waiters.get(event.seq)?.();
    });
    await opened[0]?.promise;
    target.emit('one');
    await until(1);
    breakStream();
    target.emit('two');
    target.emit('three');
    await opened[1]?.promise;
    target.emit('four');
    await until(4);
    expect(seen).toEqual([1, 2, 3, 4]);
    end();
  });
});
