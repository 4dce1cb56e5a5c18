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
