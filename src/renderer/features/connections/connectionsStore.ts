import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ConnectionInput, ConnectionTest, ConnectionView } from '#shared/model/connection.ts';
import { type BridgeClient, type BridgeFailure, failureOf } from '../../bridge/client.ts';
import { createLiveState } from '../../bridge/liveState.ts';

export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: BridgeFailure };

export type ConnectionsState = {
  readonly connections: readonly ConnectionView[];
  readonly keychain: { readonly kind: string; readonly message: string } | null;
  readonly loading: boolean;
  readonly failure: BridgeFailure | null;
};

export type ConnectionsActions = {
  readonly start: () => () => void;
  readonly reload: () => Promise<void>;
  readonly add: (input: ConnectionInput) => Promise<Outcome<string>>;
  readonly update: (id: string, input: ConnectionInput) => Promise<Outcome<string>>;
  readonly remove: (id: string) => Promise<Outcome<boolean>>;
  readonly select: (id: string) => Promise<Outcome<string>>;
  readonly setKey: (id: string, key: string) => Promise<Outcome<ConnectionView['key']>>;
  readonly removeKey: (id: string) => Promise<Outcome<ConnectionView['key']>>;
  readonly test: (id: string, signal?: AbortSignal) => Promise<Outcome<ConnectionTest>>;
};

export type ConnectionsStore = StoreApi<ConnectionsState & ConnectionsActions>;

/** The connections as the core knows them. No key ever passes through here but on its way in. */
export function createConnectionsStore(bridge: BridgeClient): ConnectionsStore {
  return createStore<ConnectionsState & ConnectionsActions>((set, get) => {
    const liveState = createLiveState<ConnectionsState>(set);
    const put = (connection: ConnectionView): void =>
      liveState.told((state) => ({ connections: place(state.connections, connection) }));
    const attempt = async <T>(
      call: () => Promise<T>,
      after?: (value: T) => Promise<void>,
    ): Promise<Outcome<T>> => {
      try {
        const value = await call();
        await after?.(value);
        return { ok: true, value };
      } catch (thrown) {
        return { ok: false, failure: failureOf(thrown) };
      }
    };
    const reload = async (): Promise<void> => {
      try {
        await liveState.read(
          () => bridge.call('connections.list', {}),
          ({ connections, keychain }) => ({ connections, keychain, loading: false, failure: null }),
        );
      } catch (thrown) {
        set({ loading: false, failure: failureOf(thrown) });
      }
    };
    const refresh = async (id: string): Promise<void> => {
      if (!get().connections.some((connection) => connection.id === id)) return;
      try {
        put(await bridge.call('connections.refresh', { id }));
      } catch {
        // The figures stay as they were last known; the next answer brings new ones.
      }
    };
    return {
      connections: [],
      keychain: null,
      loading: true,
      failure: null,
      start: () => {
        void reload();
        const ends = [
          bridge.on('connection.changed', ({ connection }) => put(connection)),
          bridge.on('connection.removed', ({ id }) =>
            liveState.told((state) => ({
              connections: state.connections.filter((other) => other.id !== id),
            })),
          ),
          // Slots and credits are learned from answers; the last one of a run leaves them as they were in its middle.
          bridge.on('run.changed', ({ run }) => {
            if (run.state !== 'running') void refresh(run.connectionId);
          }),
          bridge.onGap(() => void reload()),
        ];
        return () => {
          for (const end of ends) end();
        };
      },
      reload,
      add: (input) => attempt(async () => (await bridge.call('connections.add', input)).id, reload),
      update: (id, input) =>
        attempt(async () => (await bridge.call('connections.update', { id, ...input })).id, reload),
      remove: (id) => attempt(async () => (await bridge.call('connections.remove', { id })).removed, reload),
      select: async (id) => {
        const before = get().connections;
        set({ connections: before.map((each) => ({ ...each, selected: each.id === id })) });
        const outcome = await attempt(async () => (await bridge.call('connections.select', { id })).id);
        if (!outcome.ok) set({ connections: before });
        return outcome;
      },
      setKey: (id, key) => attempt(() => bridge.call('connections.setKey', { id, key }), reload),
      removeKey: (id) => attempt(() => bridge.call('connections.removeKey', { id }), reload),
      test: (id, signal) =>
        attempt(() => bridge.call('connections.test', { id }, signal ? { signal } : {}), reload),
    };
  });
}

function place(
  connections: readonly ConnectionView[],
  connection: ConnectionView,
): readonly ConnectionView[] {
  const known = connections.some((other) => other.id === connection.id);
  const next = known
    ? connections.map((other) => (other.id === connection.id ? connection : other))
    : [...connections, connection];
  return connection.selected
    ? next.map((other) => (other.id === connection.id ? other : { ...other, selected: false }))
    : next;
}

export function selectedConnection(state: ConnectionsState): ConnectionView | null {
  return state.connections.find((connection) => connection.selected) ?? state.connections[0] ?? null;
}
