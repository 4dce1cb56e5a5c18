import { describe, expect, it } from 'vitest';
import { BridgeFailure, createBridgeClient, failureOf } from '#renderer/bridge/client.ts';
import { createMemoryHost } from '#tests/support/windowHost/memoryHost.ts';

describe('the bridge client of the window', () => {
  it('returns the data of an answer, and throws its error with all details', async () => {
    const host = createMemoryHost({ emptyHistory: true, latencyMs: null });
    const client = createBridgeClient(host.bridge);
    await expect(client.call('runs.list', {})).resolves.toEqual({ runs: [], more: false });
    const failure = await client.call('connections.add', { name: '', baseUrl: 'x' }).catch(failureOf);
    expect(failure).toBeInstanceOf(BridgeFailure);
    expect(failure).toMatchObject({ code: 'INVALID_INPUT', retryable: false });
    expect((failure as BridgeFailure).fields.map((each) => each.field)).toEqual(['name', 'baseUrl']);
  });

  it('cancels the call in the core with the same call id when its signal is aborted', async () => {
    const host = createMemoryHost({ emptyHistory: true, latencyMs: null });
    const client = createBridgeClient(host.bridge, () => 'call-7');
    const abort = new AbortController();
    const call = client.call('runs.list', {}, { signal: abort.signal });
    abort.abort();
    await call;
    expect(host.cancelledCalls).toEqual(['call-7']);
  });

  it('does not send a call whose signal is already aborted', async () => {
    const host = createMemoryHost({ emptyHistory: true, latencyMs: null });
    const client = createBridgeClient(host.bridge);
    await expect(client.call('runs.list', {}, { signal: AbortSignal.abort() })).rejects.toBeDefined();
    expect(host.calls).toEqual([]);
  });

  it('reports each gap in the events once, after the event itself', () => {
    const host = createMemoryHost({ emptyHistory: true, latencyMs: null });
    const client = createBridgeClient(host.bridge);
    const heard: string[] = [];
    client.on('notice', ({ message }) => heard.push(message));
    client.onGap(() => heard.push('gap'));
    host.emit('notice', { level: 'info', message: 'one' });
    host.emit('notice', { level: 'info', message: 'two' });
    host.skipEvents(3);
    host.emit('notice', { level: 'info', message: 'six' });
    host.emit('notice', { level: 'info', message: 'seven' });
    expect(heard).toEqual(['one', 'two', 'six', 'gap', 'seven']);
  });

  it('calls no listener after it was removed', () => {
    const host = createMemoryHost({ emptyHistory: true, latencyMs: null });
    const client = createBridgeClient(host.bridge);
    const heard: string[] = [];
    const leave = client.on('notice', ({ message }) => heard.push(message));
    leave();
    host.emit('notice', { level: 'info', message: 'one' });
    client.close();
    host.emit('notice', { level: 'info', message: 'two' });
    expect(heard).toEqual([]);
  });
});
