import { expect, it } from 'vitest';
import { type BridgeTarget, loadedAtFirstCall } from '#main/hosts/common/bridgeTarget.ts';
import type { BridgeEvent } from '#shared/bridge/events.ts';

/** A core that tells what it was called with, and how often it was loaded. */
function countedCore() {
  const listeners = new Set<(event: BridgeEvent) => void>();
  const core: BridgeTarget = {
    call: async (route) => ({ ok: true, data: route }),
    isRead: (route) => route.startsWith('read'),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const counted = { core, listeners, loads: 0 };
  return {
    counted,
    load: async () => {
      counted.loads += 1;
      return core;
    },
  };
}

const context = { signal: new AbortController().signal, callId: 'one' };
const never = 2 ** 31 - 1;

it('the first call loads the core, and further calls use it', async () => {
  const { counted, load } = countedCore();
  const { target, asked } = loadedAtFirstCall(load);
  expect([counted.loads, asked(), target.isRead('read')]).toEqual([0, null, false]);
  expect(await Promise.all([target.call('a', {}, context), target.call('b', {}, context)])).toEqual([
    { ok: true, data: 'a' },
    { ok: true, data: 'b' },
  ]);
  expect([counted.loads, await asked(), target.isRead('read')]).toEqual([1, counted.core, true]);
});

it('who waits for it gets it with the first call, long before the time without one is over', async () => {
  const { counted, load } = countedCore();
  const { target, loaded } = loadedAtFirstCall(load);
  const waited = loaded(never, new AbortController().signal);
  await target.call('a', {}, context);
  expect([await waited, counted.loads]).toEqual([counted.core, 1]);
});

it('without a call it is loaded when the time is over', async () => {
  const { counted, load } = countedCore();
  expect(await loadedAtFirstCall(load).loaded(1, new AbortController().signal)).toBe(counted.core);
});

it('a program that leaves before anything was asked loads nothing', async () => {
  const { counted, load } = countedCore();
  const { loaded, asked } = loadedAtFirstCall(load);
  const leaving = new AbortController();
  const waited = loaded(never, leaving.signal);
  leaving.abort();
  await expect(waited).rejects.toThrow('aborted');
  expect([counted.loads, asked()]).toEqual([0, null]);
});

it('events follow once it is loaded, to those who asked before and still want them', async () => {
  const { counted, load } = countedCore();
  const { target, loaded } = loadedAtFirstCall(load);
  const seen: BridgeEvent[] = [];
  target.subscribe((event) => seen.push(event));
  const end = target.subscribe(() => seen.push({ name: 'history.changed', seq: 1, payload: {} }));
  end();
  await loaded(0, new AbortController().signal);
  await new Promise(setImmediate);
  const told: BridgeEvent = { name: 'gaps.changed', seq: 2, payload: {} };
  for (const listener of counted.listeners) listener(told);
  expect(seen).toEqual([told]);
});

it('calls and waiting fail if it cannot be loaded', async () => {
  const { target, loaded } = loadedAtFirstCall<BridgeTarget>(() => Promise.reject(new Error('no core')));
  await expect(target.call('a', {}, context)).rejects.toThrow('no core');
  await expect(loaded(never, new AbortController().signal)).rejects.toThrow('no core');
});
