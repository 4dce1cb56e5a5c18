import { useMemo } from 'react';
import type { ConnectionInput, ConnectionTest, ConnectionView } from '#shared/model/connection.ts';
import { useServerData } from '../../bridge/BridgeContext.tsx';
import { type BridgeFailure, failureOf } from '../../bridge/client.ts';
import { changed } from '../../bridge/eventTable.ts';
import type { ServerData } from '../../bridge/serverData.ts';

export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: BridgeFailure };

export type ConnectionActions = {
  /** With the key, unless it is added later: neither is stored without the other. */
  readonly add: (input: ConnectionInput & { readonly key?: string }) => Promise<Outcome<string>>;
  readonly update: (id: string, input: ConnectionInput) => Promise<Outcome<string>>;
  readonly remove: (id: string) => Promise<Outcome<boolean>>;
  readonly select: (id: string) => Promise<Outcome<string>>;
  readonly setKey: (id: string, key: string) => Promise<Outcome<ConnectionView['key']>>;
  readonly removeKey: (id: string) => Promise<Outcome<ConnectionView['key']>>;
  readonly test: (id: string, signal?: AbortSignal) => Promise<Outcome<ConnectionTest>>;
};

/** Actions for connections. Each returns its result to the form or card that called it. */
export function connectionActions({ bridge, apply, invalidate, held }: ServerData): ConnectionActions {
  const attempt = async <T>(call: () => Promise<T>): Promise<Outcome<T>> => {
    try {
      return { ok: true, value: await call() };
    } catch (thrown) {
      return { ok: false, failure: failureOf(thrown) };
    }
  };
  const change = async <T>(call: () => Promise<T>): Promise<Outcome<T>> => {
    const outcome = await attempt(call);
    if (outcome.ok) await invalidate(['connections.list']);
    return outcome;
  };
  const showSelected = (id: string | undefined): void =>
    apply([
      changed('connections.list', (list) => ({
        ...list,
        connections: list.connections.map((each) => ({ ...each, selected: each.id === id })),
      })),
    ]);
  return {
    add: (input) => change(async () => (await bridge.call('connections.add', input)).id),
    update: (id, input) => change(async () => (await bridge.call('connections.update', { id, ...input })).id),
    remove: (id) => change(async () => (await bridge.call('connections.remove', { id })).removed),
    select: async (id) => {
      const before = held('connections.list', {})?.connections.find(({ selected }) => selected)?.id;
      showSelected(id);
      const outcome = await attempt(async () => (await bridge.call('connections.select', { id })).id);
      if (!outcome.ok) showSelected(before);
      return outcome;
    },
    setKey: (id, key) => change(() => bridge.call('connections.setKey', { id, key })),
    removeKey: (id) => change(() => bridge.call('connections.removeKey', { id })),
    test: (id, signal) => change(() => bridge.call('connections.test', { id }, signal ? { signal } : {})),
  };
}

export function useConnectionActions(): ConnectionActions {
  const server = useServerData();
  return useMemo(() => connectionActions(server), [server]);
}
