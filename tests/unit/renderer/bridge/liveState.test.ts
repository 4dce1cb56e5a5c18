import { expect, it } from 'vitest';
import { createLiveState } from '#renderer/bridge/liveState.ts';
import { createHttpBridge } from '#renderer/host/httpBridge.ts';

type Counted = { readonly known: boolean; readonly count: number };

function counted() {
  let state: Counted = { known: false, count: 0 };
  const liveState = createLiveState<Counted>((change) => {
    state = { ...state, ...change(state) };
  });
  return { liveState, state: () => state };
}

it('an answer that is older than what was told meanwhile does not undo it', async () => {
  const { liveState, state } = counted();
  const answer = Promise.withResolvers<number>();
  const reading = liveState.read(
    () => answer.promise,
    (count) => ({ known: true, count }),
  );
  liveState.told(({ count }) => ({ count: Math.max(count, 7) }));
  answer.resolve(3);
  await reading;
  expect(state()).toEqual({ known: true, count: 7 });
});

it('what was told before a reading is not told to it again', async () => {
  const { liveState, state } = counted();
  liveState.told(() => ({ count: 7 }));
  await liveState.read(
    async () => 9,
    (count) => ({ known: true, count }),
  );
  expect(state().count).toBe(9);
});

it('of two readings the one that began last counts, whichever answers last', async () => {
  const { liveState, state } = counted();
  const older = Promise.withResolvers<number>();
  const take = (count: number) => ({ known: true, count });
  const first = liveState.read(() => older.promise, take);
  await liveState.read(async () => 2, take);
  older.resolve(1);
  await first;
  expect(state().count).toBe(2);
});

it('nothing is asked before events are heard, so that none is missed between', async () => {
  const asked: string[] = [];
  const events = Promise.withResolvers<Response>();
  const bridge = createHttpBridge({
    origin: 'http://127.0.0.1:1',
    token: async () => null,
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

it('calls are answered also where no events can be heard', async () => {
  const bridge = createHttpBridge({
    origin: 'http://127.0.0.1:1',
    token: async () => null,
    fetch: async (input) => {
      if (String(input).endsWith('/events')) throw new TypeError('The connection was refused.');
      return Response.json({ ok: true, data: { runs: [] } });
    },
    pause: () => new Promise(() => {}),
  });
  bridge.subscribe(() => {});
  expect(await bridge.invoke('runs.list', {}, 'call-1')).toEqual({ ok: true, data: { runs: [] } });
});
