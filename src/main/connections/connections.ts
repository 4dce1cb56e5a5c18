import type { Transport } from '#client/exchange.ts';
import type { Accounting } from '#client/responseHeaders.ts';
import type { SecretStore } from '#main/ports.ts';
import type { Clock, Random } from '#platform/clock.ts';
import type { Logger } from '#platform/log.ts';
import type { EventSink } from '#shared/bridge/events.ts';
import { type Deployment, deploymentOf } from '#shared/interface/deployments.ts';
import { type ProviderFailureReason, usedUpCause } from '#shared/interface/providerFailure.ts';
import type { CreditBalance } from '#shared/interface/reference.ts';
import { standardTariff, type Tariff } from '#shared/interface/tariff.ts';
import type { QueueMetrics } from '#shared/interface/tasks.ts';
import { AppError } from '#shared/model/appError.ts';
import {
  askForKeyAgain,
  type ConnectionInput,
  type ConnectionTest,
  type ConnectionView,
  type EngineName,
  embeddedConnectionId,
  type KeyState,
} from '#shared/model/connection.ts';
import { createServiceClient, type ServiceClient } from '../client/serviceClient.ts';
import type { ConnectionFields, StoredConnection } from '../history/store/operations/connections.ts';
import type { HistoryCalls } from '../history/threads/reopeningHistory.ts';
import type { EmbeddedService } from '../service/embeddedService.ts';
import type { AppSettings } from '../settings/settings.ts';
import { normalizeBaseUrl } from './baseUrl.ts';
import { checkedKey, createConnectionKeys } from './connectionKeys.ts';
import { afterAnswer, afterBalance, type LiveAccount, unknownAccount } from './liveAccount.ts';
import { refusedTest, testConnection } from './testConnection.ts';

/** A connection ready to be used. */
export type OpenConnection = {
  readonly id: string;
  readonly name: string;
  readonly embedded: boolean;
  readonly client: ServiceClient;
  /** Its prices; null if they are not known in advance. */
  readonly tariff: Tariff | null;
  /** The known hosted service it leads to. */
  readonly deployment: Deployment | null;
  /** Slots of the account, if known. */
  readonly slotLimit: number | null;
  /** Why it cannot be called: UNAUTHORIZED or KEY_FOR_OTHER_ADDRESS. Null if it can. */
  readonly keyProblem: AppError | null;
  /** The service's record of a request, apart from its response; undefined if there is no access to it. */
  readonly recordedCause: (requestId: string) => Promise<ProviderFailureReason | undefined>;
};

export type Connections = ReturnType<typeof createConnections>;

type NewConnection = ConnectionFields & Pick<ConnectionInput, 'deployment'> & { readonly key?: string };
type Id = { readonly id: string };

export function createConnections(deps: {
  readonly history: HistoryCalls;
  readonly secrets: SecretStore;
  readonly service: EmbeddedService;
  readonly settings: AppSettings;
  readonly fetch: Transport;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly publish: EventSink;
}) {
  const { history, secrets, service, settings, clock, random, log, publish } = deps;
  const keys = createConnectionKeys(secrets);
  const accounts = new Map<string, LiveAccount>();
  const reached = new Map<string, boolean>();
  const accountOf = (id: string): LiveAccount => accounts.get(id) ?? unknownAccount;

  const keyOf = ({ id, baseUrl }: StoredConnection) => keys.get(id, baseUrl);
  const questionOf = (
    { name, baseUrl }: StoredConnection,
    { storedFor }: { readonly storedFor: readonly string[] },
  ): string => askForKeyAgain(`connection "${name}"`, storedFor, [baseUrl]);
  const keyState = async (connection: StoredConnection): Promise<KeyState> => {
    if (connection.embedded) return { kind: 'internal', lastFour: null };
    const key = await keyOf(connection).catch(() => null);
    if (key === null || key.kind === 'none') return { kind: 'none', lastFour: null };
    if (key.kind === 'elsewhere')
      return { kind: 'elsewhere', lastFour: null, question: questionOf(connection, key) };
    const status = await secrets.status();
    return { kind: status.kind === 'protected' ? 'keychain' : 'session', lastFour: key.key.slice(-4) };
  };
  /** Why a connection cannot be called: it has no key for its address. Null if it can. */
  const keyProblem = async (connection: StoredConnection): Promise<AppError | null> => {
    if (connection.embedded) return null;
    const key = await keyOf(connection);
    if (key.kind === 'usable') return null;
    return key.kind === 'elsewhere'
      ? new AppError('KEY_FOR_OTHER_ADDRESS', questionOf(connection, key))
      : new AppError(
          'UNAUTHORIZED',
          `The connection "${connection.name}" has no key. Enter one in Settings. Nothing was sent.`,
        );
  };
  /** @throws AppError KEY_FOR_OTHER_ADDRESS */
  const keyToSend = async (connection: StoredConnection): Promise<string | null> => {
    if (connection.embedded) return (await service.ready()).apiKey;
    const key = await keyOf(connection);
    if (key.kind === 'elsewhere') throw new AppError('KEY_FOR_OTHER_ADDRESS', questionOf(connection, key));
    return key.kind === 'usable' ? key.key : null;
  };
  const view = async (connection: StoredConnection): Promise<ConnectionView> => {
    const account = accountOf(connection.id);
    const { id, name, baseUrl, embedded, engineAliases, deployment, slotLimit } = connection;
    return {
      id,
      name,
      baseUrl,
      embedded,
      selected: selectedId() === id,
      engineAliases,
      deployment,
      key: await keyState(connection),
      reachable: embedded ? true : (reached.get(id) ?? null),
      slots: account.slots ?? (slotLimit === null ? null : { limit: slotLimit, used: 0 }),
      credits: account.credits,
    };
  };
  let listed: ReadonlySet<string> = new Set();
  const selectedId = (): string => {
    const id = settings.selectedConnection();
    return listed.size === 0 || listed.has(id) ? id : embeddedConnectionId;
  };
  const mustFind = async (id: string): Promise<StoredConnection> => {
    const connection = await history.call('connections.get', { id });
    if (connection) return connection;
    throw new AppError('NOT_FOUND', 'This connection was deleted. Choose another.');
  };
  const mustBeAdded = async (id: string): Promise<StoredConnection> => {
    const connection = await mustFind(id);
    if (!connection.embedded) return connection;
    throw new AppError('CONFLICT', 'The embedded service needs no key and cannot be edited or deleted.');
  };
  const changed = async (id: string): Promise<void> => {
    publish('connection.changed', { connection: await view(await mustFind(id)) });
  };
  /** Calls that show whether the service is reachable; pages from other addresses do not. */
  const fetchOf =
    ({ id, embedded }: StoredConnection): Transport =>
    async (url, init) => {
      const own = !embedded && !init.isForeign;
      try {
        const response = await deps.fetch(url, init);
        if (own) noteReached(id, true);
        return response;
      } catch (error) {
        if (own && !init.signal.aborted) noteReached(id, false);
        throw error;
      }
    };
  const noteReached = (id: string, reachable: boolean): void => {
    if (reached.get(id) === reachable) return;
    reached.set(id, reachable);
    changed(id).catch((error: unknown) =>
      log('debug', 'A connection was deleted meanwhile', { id, reason: String(error) }),
    );
  };
  const clientOf = (connection: StoredConnection): ServiceClient =>
    createServiceClient({
      baseUrl: connection.embedded ? async () => (await service.ready()).baseUrl : connection.baseUrl,
      key: () => keyToSend(connection),
      fetch: fetchOf(connection),
      clock,
      random,
      log,
      aliases: connection.engineAliases,
      deployment: deploymentOf(connection.deployment),
    });
  const setAccount = (id: string, account: LiveAccount): boolean => {
    const before = accountOf(id);
    if (before === account) return false;
    accounts.set(id, account);
    const limit = account.slots?.limit;
    if (limit !== undefined && limit !== before.slots?.limit) {
      history
        .call('connections.noteSlots', { id, slotLimit: limit })
        .catch((error: unknown) => log('warn', 'Learned slots were not stored', { reason: String(error) }));
    }
    return true;
  };

  /** Balance and slots straight from the service. */
  const refreshAccount = async (connection: StoredConnection, signal?: AbortSignal): Promise<void> => {
    const client = clientOf(connection);
    const [balance, queue] = await Promise.all([
      client.credits({ signal }),
      client.queue({ signal }).catch(() => null),
    ]);
    const { id } = connection;
    let account = afterBalance(accountOf(id), balance.data);
    const concurrency = queue?.data.concurrency;
    if (concurrency) account = { ...account, slots: { limit: concurrency.max, used: concurrency.used } };
    setAccount(id, account);
  };

  const storeKey = async (id: string, baseUrl: string, key: string): Promise<void> => {
    const lastFour = await keys.set(id, baseUrl, key);
    await history.call('connections.noteKey', { id, lastFour });
  };
  const removeKey = async ({ id }: Id): Promise<KeyState> => {
    const connection = await mustBeAdded(id);
    await keys.remove(id);
    await history.call('connections.noteKey', { id, lastFour: null });
    accounts.delete(id);
    await changed(id);
    return keyState(connection);
  };

  return {
    async list(): Promise<{
      connections: ConnectionView[];
      keychain: { kind: string; message: string };
    }> {
      const stored = await history.call('connections.list', {});
      listed = new Set(stored.map((connection) => connection.id));
      const status = await secrets.status();
      return {
        connections: await Promise.all(stored.map(view)),
        keychain: {
          kind: status.kind,
          message: status.kind === 'protected' ? `Keys are stored in ${status.backend}.` : status.reason,
        },
      };
    },
    async add({ key, ...input }: NewConnection): Promise<{ id: string; key: KeyState }> {
      const baseUrl = normalizeBaseUrl(input.baseUrl);
      if (key !== undefined) checkedKey(key);
      const { id } = await history.call('connections.add', { ...input, baseUrl, nowMs: clock.now() });
      try {
        if (key !== undefined) await storeKey(id, baseUrl, key);
      } catch (error) {
        await history.call('connections.remove', { id, nowMs: clock.now() });
        throw error;
      }
      listed = new Set([...listed, id]);
      await changed(id);
      return { id, key: await keyState(await mustFind(id)) };
    },
    async update({ id, ...input }: Id & ConnectionFields): Promise<{ id: string }> {
      const before = await mustBeAdded(id);
      const baseUrl = normalizeBaseUrl(input.baseUrl);
      // A key belongs to the server it was entered for; another address must not receive it.
      if (URL.parse(before.baseUrl)?.origin !== URL.parse(baseUrl)?.origin) await removeKey({ id });
      const { name, engineAliases } = input;
      await history.call('connections.update', { id, name, engineAliases, baseUrl });
      accounts.delete(id);
      reached.delete(id);
      await changed(id);
      return { id };
    },
    async nameEngine({ id, engine, displayName }: EngineName): Promise<{ id: string }> {
      const { engineAliases } = await mustFind(id);
      const { displayName: _, ...alias } = engineAliases[engine] ?? {};
      const named = displayName === null ? alias : { ...alias, displayName };
      await history.call('connections.setAliases', {
        id,
        engineAliases: { ...engineAliases, [engine]: named },
      });
      await changed(id);
      return { id };
    },
    async remove({ id }: Id): Promise<{ removed: boolean }> {
      await mustBeAdded(id);
      await keys.remove(id);
      const removed = await history.call('connections.remove', { id, nowMs: clock.now() });
      accounts.delete(id);
      if (settings.selectedConnection() === id) {
        settings.selectConnection(embeddedConnectionId);
        await changed(embeddedConnectionId);
      }
      publish('connection.removed', { id });
      return { removed };
    },
    async select({ id }: Id): Promise<{ id: string }> {
      await mustFind(id);
      const before = settings.selectedConnection();
      settings.selectConnection(id);
      if (before !== id && (await history.call('connections.get', { id: before }))) await changed(before);
      await changed(id);
      return { id };
    },
    async setKey({ id, key }: Id & { readonly key: string }): Promise<KeyState> {
      const connection = await mustBeAdded(id);
      await storeKey(id, connection.baseUrl, key);
      accounts.delete(id);
      await changed(id);
      return keyState(connection);
    },
    removeKey,
    async test({ id }: Id, { signal }: { readonly signal?: AbortSignal } = {}): Promise<ConnectionTest> {
      const connection = await mustFind(id);
      const problem = await keyProblem(connection);
      if (problem?.code === 'KEY_FOR_OTHER_ADDRESS') return refusedTest(problem);
      const { balance, ...test } = await testConnection(clientOf(connection), problem === null, signal);
      if (balance && setAccount(id, afterBalance(accountOf(id), balance))) await changed(id);
      return test;
    },
    async refresh({ id }: Id, { signal }: { readonly signal?: AbortSignal } = {}): Promise<ConnectionView> {
      const connection = await mustFind(id);
      await refreshAccount(connection, signal);
      const fresh = await view(connection);
      publish('connection.changed', { connection: fresh });
      return fresh;
    },
    view: async (id: string): Promise<ConnectionView> => view(await mustFind(id)),
    /** A connection to call the service with, by default the selected one. @throws AppError NOT_FOUND */
    async open(wanted: string): Promise<OpenConnection> {
      const id = wanted === '' ? settings.selectedConnection() : wanted;
      const connection = await mustFind(id);
      const slots = accountOf(id).slots?.limit ?? connection.slotLimit;
      const deployment = deploymentOf(connection.deployment);
      return {
        id,
        name: connection.name,
        embedded: connection.embedded,
        client: clientOf(connection),
        tariff: connection.embedded ? standardTariff : (deployment?.tariff ?? null),
        deployment,
        slotLimit: slots,
        keyProblem: await keyProblem(connection),
        recordedCause: async (requestId) => {
          if (!connection.embedded) return undefined;
          const found = await service.call('jobs.find', { requestId }).catch(() => []);
          return usedUpCause(found.at(-1)?.job.errorMessage ?? null);
        },
      };
    },
    account: accountOf,
    /**
     * The queue as reported by the service; its slots are stored.
     * @throws ServiceError, AppError NOT_FOUND
     */
    async readQueue(id: string, signal?: AbortSignal): Promise<QueueMetrics> {
      const { data } = await clientOf(await mustFind(id)).queue({ signal });
      const { concurrency } = data;
      const slots = concurrency ? { limit: concurrency.max, used: concurrency.used } : accountOf(id).slots;
      const { limit, used } = accountOf(id).slots ?? {};
      if (slots?.limit !== limit || slots?.used !== used) {
        setAccount(id, { ...accountOf(id), slots });
        await changed(id);
      }
      return data;
    },
    /** Stores a balance. Returns whether it has changed. */
    noteBalance(id: string, balance: CreditBalance): boolean {
      const after = afterBalance(accountOf(id), balance);
      const same = JSON.stringify(after.credits) === JSON.stringify(accountOf(id).credits);
      return !same && setAccount(id, after);
    },
    /** Requests the number of slots; if the account does not report it, it is learned from responses. */
    async learnSlots(id: string, signal?: AbortSignal): Promise<void> {
      try {
        const { data } = await clientOf(await mustFind(id)).queue({ signal, retries: 0 });
        const { concurrency } = data;
        if (concurrency)
          setAccount(id, { ...accountOf(id), slots: { limit: concurrency.max, used: concurrency.used } });
      } catch (error) {
        log('debug', 'The slots of a connection are not known yet', { id, reason: String(error) });
      }
    },
    /** Stores account data from a response's headers. Returns whether it has changed. */
    note(id: string, accounting: Accounting): boolean {
      return setAccount(id, afterAnswer(accountOf(id), accounting));
    },
    announce: (id: string): Promise<void> => changed(id),
  };
}
