import { type Plan, planOf } from '#shared/interface/plans.ts';
import type { Capacity } from '../store/capacity.ts';
import type { Account, AccountStore } from '../store/serviceStore.ts';
import { createKeyRing, type PresentedKey } from './apiKey.ts';

/**
 * Accounts and keys in memory, for the running service. Another process may change them in the store at any
 * time; `refresh` runs often enough that a revoked key stops working within a second.
 */
export type AccountDirectory = {
  readonly account: (accountId: number) => Account | undefined;
  readonly all: () => readonly Account[];
  readonly plan: (accountId: number) => Plan;
  /** The account of a key. */
  readonly authenticate: (key: PresentedKey) => Account | 'missing' | 'malformed' | 'unknown';
  /**
   * When the first of the current credit cycles ends, milliseconds since the epoch; Infinity without accounts.
   */
  readonly nextCycleEnd: () => number;
  /** Reloads everything and passes limits and balances on. */
  readonly refresh: () => Promise<void>;
  /** Registers a key that exists only in memory and ends with the process. */
  readonly addSessionKey: (accountId: number, hash: Buffer) => void;
};

export function createAccountDirectory(
  store: Pick<AccountStore, 'accounts' | 'liveKeys'>,
  { learn }: Pick<Capacity, 'learn'>,
): AccountDirectory {
  const ring = createKeyRing();
  const sessionKeys: { readonly accountId: number; readonly hash: Buffer }[] = [];
  let byId = new Map<number, Account>();
  let nextCycleEnd = Number.POSITIVE_INFINITY;

  return {
    account: (accountId) => byId.get(accountId),
    all: () => [...byId.values()],
    plan: (accountId) => planOf(byId.get(accountId)?.plan ?? 'free'),
    authenticate: (key) => {
      if (key.kind !== 'key') return key.kind;
      const accountId = ring.accountOf(key.hash);
      return (accountId === undefined ? undefined : byId.get(accountId)) ?? 'unknown';
    },
    nextCycleEnd: () => nextCycleEnd,
    refresh: async () => {
      const [accounts, keys] = await Promise.all([store.accounts(), store.liveKeys()]);
      byId = new Map(accounts.map((account) => [account.id, account]));
      nextCycleEnd = Math.min(...accounts.map(({ cycleEndsAt }) => cycleEndsAt));
      ring.replaceAll([...keys, ...sessionKeys]);
      for (const account of accounts) learn(account);
    },
    addSessionKey: (accountId, hash) => {
      sessionKeys.push({ accountId, hash });
    },
  };
}
