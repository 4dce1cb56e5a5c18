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
import { createConnectionKeys } from './connectionKeys.ts';
import { afterAnswer, afterBalance, type LiveAccount, unknownAccount } from './liveAccount.ts';
import { refusedTest, testConnection } from './testConnection.ts';

/** A connection ready to be used. */
export type OpenConnection = {
  readonly uid: string;
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

type NewConnection = ConnectionFields & Pick<ConnectionInput, 'deployment'>;
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
  const accountOf = (uid: string): LiveAccount => accounts.get(uid) ?? unknownAccount;

  const keyOf = ({ uid, baseUrl }: StoredConnection) => keys.get(uid, baseUrl);
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
    const account = accountOf(connection.uid);
    const { uid, name, baseUrl, embedded, engineAliases, deployment, slotLimit } = connection;
    return {
      id: uid,
      name,
      baseUrl,
      embedded,
      selected: selectedId() === uid,
      engineAliases,
      deployment,
      key: await keyState(connection),
      reachable: embedded ? true : (reached.get(uid) ?? null),
      slots: account.slots ?? (slotLimit === null ? null : { limit: slotLimit, used: 0 }),
      credits: account.credits,
    };
  };
  let listed: ReadonlySet<string> = new Set();
  const selectedId = (): string => {
    const id = settings.selectedConnection();
    return listed.size === 0 || listed.has(id) ? id : embeddedConnectionId;
  };
  const mustFind = async (uid: string): Promise<StoredConnection> => {
    const connection = await history.call('connections.get', { uid });
    if (connection) return connection;
    throw new AppError('NOT_FOUND', 'This connection was deleted. Choose another.');
  };
  const mustBeAdded = async (uid: string): Promise<StoredConnection> => {
    const connection = await mustFind(uid);
    if (!connection.embedded) return connection;
    throw new AppError('CONFLICT', 'The embedded service needs no key and cannot be edited or deleted.');
  };
  const changed = async (uid: string): Promise<void> => {
    publish('connection.changed', { connection: await view(await mustFind(uid)) });
  };
  /** Calls that show whether the service is reachable; pages from other addresses do not. */
  const fetchOf =
    ({ uid, embedded }: StoredConnection): Transport =>
    async (url, init) => {
      const own = !embedded && !init.isForeign;
      try {
        const response = await deps.fetch(url, init);
        if (own) noteReached(uid, true);
        return response;
      } catch (error) {
        if (own && !init.signal.aborted) noteReached(uid, false);
        throw error;
      }
    };
  const noteReached = (uid: string, reachable: boolean): void => {
    if (reached.get(uid) === reachable) return;
    reached.set(uid, reachable);
    changed(uid).catch((error: unknown) =>
      log('debug', 'A connection was deleted meanwhile', { uid, reason: String(error) }),
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
  const setAccount = (uid: string, account: LiveAccount): boolean => {
    const before = accountOf(uid);
    if (before === account) return false;
    accounts.set(uid, account);
    const limit = account.slots?.limit;
    if (limit !== undefined && limit !== before.slots?.limit) {
      history
        .call('connections.noteSlots', { uid, slotLimit: limit })
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
    const { uid } = connection;
    let account = afterBalance(accountOf(uid), balance.data);
    const concurrency = queue?.data.concurrency;
    if (concurrency) account = { ...account, slots: { limit: concurrency.max, used: concurrency.used } };
    setAccount(uid, account);
  };

  const removeKey = async ({ id: uid }: Id): Promise<KeyState> => {
    const connection = await mustBeAdded(uid);
    await keys.remove(uid);
    await history.call('connections.noteKey', { uid, lastFour: null });
    accounts.delete(uid);
    await changed(uid);
    return keyState(connection);
  };

  return {
    async list(): Promise<{
      connections: ConnectionView[];
      keychain: { kind: string; message: string };
    }> {
      const stored = await history.call('connections.list', {});
      listed = new Set(stored.map((connection) => connection.uid));
      const status = await secrets.status();
      return {
        connections: await Promise.all(stored.map(view)),
        keychain: {
          kind: status.kind,
          message: status.kind === 'protected' ? `Keys are stored in ${status.backend}.` : status.reason,
        },
      };
    },
    async add(input: NewConnection): Promise<{ id: string }> {
      const baseUrl = normalizeBaseUrl(input.baseUrl);
      const { uid } = await history.call('connections.add', { ...input, baseUrl, nowMs: clock.now() });
      listed = new Set([...listed, uid]);
      await changed(uid);
      return { id: uid };
    },
    async update({ id: uid, ...input }: Id & ConnectionFields): Promise<{ id: string }> {
      const before = await mustBeAdded(uid);
      const baseUrl = normalizeBaseUrl(input.baseUrl);
      // A key belongs to the server it was entered for; another address must not receive it.
      if (URL.parse(before.baseUrl)?.origin !== URL.parse(baseUrl)?.origin) await removeKey({ id: uid });
      const { name, engineAliases } = input;
      await history.call('connections.update', { uid, name, engineAliases, baseUrl });
      accounts.delete(uid);
      reached.delete(uid);
      await changed(uid);
      return { id: uid };
    },
    async nameEngine({ id: uid, engine, displayName }: EngineName): Promise<{ id: string }> {
      const { engineAliases } = await mustFind(uid);
      const { displayName: _, ...alias } = engineAliases[engine] ?? {};
      const named = displayName === null ? alias : { ...alias, displayName };
      await history.call('connections.setAliases', {
        uid,
        engineAliases: { ...engineAliases, [engine]: named },
      });
      await changed(uid);
      return { id: uid };
    },
    async remove({ id: uid }: Id): Promise<{ removed: boolean }> {
      await mustBeAdded(uid);
      await keys.remove(uid);
      const removed = await history.call('connections.remove', { uid, nowMs: clock.now() });
      accounts.delete(uid);
      if (settings.selectedConnection() === uid) {
        settings.selectConnection(embeddedConnectionId);
        await changed(embeddedConnectionId);
      }
      publish('connection.removed', { id: uid });
      return { removed };
    },
    async select({ id: uid }: Id): Promise<{ id: string }> {
      await mustFind(uid);
      const before = settings.selectedConnection();
      settings.selectConnection(uid);
      if (before !== uid && (await history.call('connections.get', { uid: before }))) await changed(before);
      await changed(uid);
      return { id: uid };
    },
    async setKey({ id: uid, key }: Id & { readonly key: string }): Promise<KeyState> {
      const connection = await mustBeAdded(uid);
      const lastFour = await keys.set(uid, connection.baseUrl, key);
      await history.call('connections.noteKey', { uid, lastFour });
      accounts.delete(uid);
      await changed(uid);
      return keyState(connection);
    },
    removeKey,
    async test({ id: uid }: Id, { signal }: { readonly signal?: AbortSignal } = {}): Promise<ConnectionTest> {
      const connection = await mustFind(uid);
      const problem = await keyProblem(connection);
      if (problem?.code === 'KEY_FOR_OTHER_ADDRESS') return refusedTest(problem);
      const { balance, ...test } = await testConnection(clientOf(connection), problem === null, signal);
      if (balance && setAccount(uid, afterBalance(accountOf(uid), balance))) await changed(uid);
      return test;
    },
    async refresh(
      { id: uid }: Id,
      { signal }: { readonly signal?: AbortSignal } = {},
    ): Promise<ConnectionView> {
      const connection = await mustFind(uid);
      await refreshAccount(connection, signal);
      const fresh = await view(connection);
      publish('connection.changed', { connection: fresh });
      return fresh;
    },
    view: async (uid: string): Promise<ConnectionView> => view(await mustFind(uid)),
    /** A connection to call the service with. @throws AppError NOT_FOUND */
    async open(uid: string): Promise<OpenConnection> {
      const connection = await mustFind(uid);
      const slots = accountOf(uid).slots?.limit ?? connection.slotLimit;
      const deployment = deploymentOf(connection.deployment);
      return {
        uid,
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
    async readQueue(uid: string, signal?: AbortSignal): Promise<QueueMetrics> {
      const { data } = await clientOf(await mustFind(uid)).queue({ signal });
      const { concurrency } = data;
      const slots = concurrency ? { limit: concurrency.max, used: concurrency.used } : accountOf(uid).slots;
      const { limit, used } = accountOf(uid).slots ?? {};
      if (slots?.limit !== limit || slots?.used !== used) {
        setAccount(uid, { ...accountOf(uid), slots });
        await changed(uid);
      }
      return data;
    },
    /** Stores a balance. Returns whether it has changed. */
    noteBalance(uid: string, balance: CreditBalance): boolean {
      const after = afterBalance(accountOf(uid), balance);
      const same = JSON.stringify(after.credits) === JSON.stringify(accountOf(uid).credits);
      return !same && setAccount(uid, after);
    },
    /** Requests the number of slots; if the account does not report it, it is learned from responses. */
    async learnSlots(uid: string, signal?: AbortSignal): Promise<void> {
      try {
        const { data } = await clientOf(await mustFind(uid)).queue({ signal, retries: 0 });
        const { concurrency } = data;
        if (concurrency)
          setAccount(uid, { ...accountOf(uid), slots: { limit: concurrency.max, used: concurrency.used } });
      } catch (error) {
        log('debug', 'The slots of a connection are not known yet', { uid, reason: String(error) });
      }
    },
    /** Stores account data from a response's headers. Returns whether it has changed. */
    note(uid: string, accounting: Accounting): boolean {
      return setAccount(uid, afterAnswer(accountOf(uid), accounting));
    },
    announce: (uid: string): Promise<void> => changed(uid),
  };
}
