import { expect, it } from 'vitest';
import { createHttpBridge } from '#renderer/host/httpBridge.ts';

it('waits for the event stream before the first call, so that no event is missed', async () => {
  const asked: string[] = [];
  const events = Promise.withResolvers<Response>();
  const bridge = createHttpBridge({
    origin: 'http://127.0.0.1:1',
    pageKey: async () => null,
    fetch: async (input) => {
      asked.push(new URL(String(input)).pathname);
      return asked.length === 1 ? events.promise : Response.json({ ok: true, data: null });
    },
    pause: () => new Promise(() => {}),
  });
  const leave = bridge.subscribe(() => {});
  const call = bridge.invoke('runs.list', {}, 'call-1');
  // Everything that could be sent by now has been.
  await new Promise((turned) => setImmediate(turned));
  expect(asked).toEqual(['/bridge/events']);
  events.resolve(new Response(''));
  await call;
  expect(asked).toEqual(['/bridge/events', '/bridge/invoke']);
  leave();
});

it('calls work without an event stream', async () => {
  const bridge = createHttpBridge({
    origin: 'http://127.0.0.1:1',
    pageKey: async () => null,
    fetch: async (input) => {
      if (String(input).endsWith('/events')) throw new TypeError('The connection was refused.');
      return Response.json({ ok: true, data: { runs: [] } });
    },
    pause: () => new Promise(() => {}),
  });
  bridge.subscribe(() => {});
  expect(await bridge.invoke('runs.list', {}, 'call-1')).toEqual({ ok: true, data: { runs: [] } });
});

it('says when the host is gone, when it is back, and when another launch took its place', async () => {
  const responses = [
    () => Response.json(null, { status: 200 }),
    () => {
      throw new TypeError('The connection was refused.');
    },
    () => new Response(''),
    () => Response.json({}, { status: 401 }),
  ];
  let again = Promise.withResolvers<void>();
  const bridge = createHttpBridge({
    origin: 'http://127.0.0.1:1',
    pageKey: async () => null,
    fetch: async () => (responses.shift() ?? (() => Promise.reject(new Error('asked again'))))(),
    pause: () => {
      again = Promise.withResolvers<void>();
      return again.promise;
    },
  });
  const told: (string | undefined)[] = [];
  const ended = Promise.withResolvers<void>();
  bridge.reach?.subscribe(() => {
    told.push(bridge.reach?.current());
    if (told.length === 3) ended.resolve();
  });
  const leave = bridge.subscribe(() => {});
  while (responses.length > 0) {
    await new Promise((turned) => setImmediate(turned));
    again.resolve();
  }
  await ended.promise;
  expect(told).toEqual(['lost', 'connected', 'ended']);
  leave();
});
