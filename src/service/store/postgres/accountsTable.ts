import { planOf } from '#shared/interface/plans.ts';
import { cycleEnd, maxCycleMs } from '../creditCycle.ts';
import { accountColumns, apiKeyColumns, ledgerColumns } from '../rows.ts';
import type { Account, AccountStore, ApiKey, CreditStore, KeyHash, LedgerRow } from '../serviceStore.ts';
import { type LockedAccount, lockedAccounts } from './accountRows.ts';
import { briefly, type Database, type Query } from './database.ts';
import type { Node } from './nodes.ts';

const all = { name: 'accounts_all', text: `SELECT ${accountColumns} FROM accounts ORDER BY id` };
const byName = { name: 'account_by_name', text: `SELECT ${accountColumns} FROM accounts WHERE name = $1` };
const insert = {
  name: 'account_insert',
  text: `INSERT INTO accounts (name, plan, slots, balance, ledger_sequence, cycle_anchor, cycle_ends_at, created_at)
    VALUES ($1, $2, $3, 0, 0, $4, $5, $4) ON CONFLICT (name) DO NOTHING RETURNING id`,
};
const insertKey = {
  name: 'key_insert',
  text: `INSERT INTO api_keys (id, account_id, hash, last_four, label, created_at, revoked_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`,
};
const keysOf = {
  name: 'keys_of',
  text: `SELECT ${apiKeyColumns} FROM api_keys WHERE account_id = $1 ORDER BY created_at, id`,
};
const liveKeys = {
  name: 'keys_live',
  text: `SELECT account_id AS "accountId", hash FROM api_keys WHERE revoked_at IS NULL
    UNION ALL SELECT account_id, hash FROM session_keys`,
};
const revoke = {
  name: 'key_revoke',
  text: 'UPDATE api_keys SET revoked_at = $3 WHERE id = $2 AND account_id = $1 AND revoked_at IS NULL RETURNING id',
};
const keyExists = { name: 'key_exists', text: 'SELECT 1 FROM api_keys WHERE id = $2 AND account_id = $1' };
const sessionKey = {
  name: 'key_of_session',
  text: 'INSERT INTO session_keys (hash, account_id, node_id) VALUES ($1, $2, $3) ON CONFLICT (hash) DO NOTHING',
};
const secretOf = { name: 'secret_of', text: 'SELECT webhook_secret FROM accounts WHERE id = $1' };
const setSecret = { name: 'secret_set', text: 'UPDATE accounts SET webhook_secret = $2 WHERE id = $1' };
const endedCycles = {
  name: 'cycles_ended',
  text: 'SELECT id FROM accounts WHERE cycle_ends_at <= $1 OR cycle_ends_at > $2 ORDER BY id',
};
const ledgerRows = {
  name: 'ledger_page',
  text: `SELECT ${ledgerColumns} FROM ledger
    WHERE account_id = $1 AND sequence < $2 ORDER BY sequence DESC LIMIT $3`,
};
const charged = {
  name: 'ledger_charged',
  text: `SELECT count(*) AS jobs, coalesce(-sum(delta), 0)::bigint AS credits FROM ledger
    WHERE account_id = $1 AND kind = 'charge' AND at >= $2`,
};
const changes = { name: 'changes', text: 'SELECT count FROM changes' };
export const noteChange = { name: 'change', text: 'UPDATE changes SET count = count + 1' };

export function accountsTable(
  db: Database,
  node: Node,
): AccountStore &
  CreditStore & { readonly addSessionKey: (accountId: number, hash: Buffer) => Promise<void> } {
  let seen: number | null = null;
  /** A change that every node must see. */
  const changing = <T>(work: (query: Query) => Promise<T>): Promise<T> =>
    db.transaction(async (query) => {
      const result = await work(query);
      await query(noteChange);
      return result;
    });
  const onAccount = <T>(accountId: number, now: number, work: (locked: LockedAccount) => T): Promise<T> =>
    changing(async (query) => {
      const locked = (await lockedAccounts(query, [accountId], now)).get(accountId) as LockedAccount;
      const result = work(locked);
      await locked.write();
      return result;
    });
  const find = async (name: string): Promise<Account | null> =>
    (await db.query<Account>(byName, [name]))[0] ?? null;
  const createAccount: AccountStore['createAccount'] = ({ name, plan, now }) =>
    changing(async (query) => {
      const [made] = await query<{ id: number }>(insert, [
        name,
        plan,
        planOf(plan).slots,
        now,
        cycleEnd(now, now),
      ]);
      if (made === undefined) return { kind: 'exists' };
      const locked = (await lockedAccounts(query, [made.id], now)).get(made.id) as LockedAccount;
      locked.post({ kind: 'cycle', delta: planOf(plan).monthlyCredits, note: plan });
      await locked.write();
      return { kind: 'created', account: locked.account() };
    });
  const renew = async (accountIds: readonly number[], now: number): Promise<readonly Account[]> =>
    db.transaction(async (query) => {
      const locked = [...(await lockedAccounts(query, accountIds, now)).values()];
      for (const each of locked) await each.write();
      return locked.map((each) => each.account());
    });

  return {
    accounts: () => db.query<Account>(all, [], briefly),
    createAccount,
    ensureAccount: async ({ name, plan, now }) => {
      const there = await find(name);
      if (there !== null) return there;
      const made = await createAccount({ name, plan, now });
      const account = made.kind === 'created' ? made.account : await find(name);
      if (account === null) throw new Error(`The account ${name} could not be made`);
      return account;
    },
    setPlan: ({ accountId, plan, now }) =>
      onAccount(accountId, now, (locked) => {
        const more = planOf(plan).monthlyCredits - planOf(locked.account().plan).monthlyCredits;
        locked.setPlan(plan);
        if (more > 0) locked.post({ kind: 'plan', delta: more, note: plan });
        return locked.account();
      }),
    createKey: ({ id, accountId, hash, lastFour, label, createdAt, revokedAt }) =>
      changing(async (query) => {
        await query(insertKey, [id, accountId, hash, lastFour, label, createdAt, revokedAt]);
      }),
    keys: (accountId) => db.query<ApiKey>(keysOf, [accountId]),
    liveKeys: () => db.query<KeyHash>(liveKeys, [], briefly),
    addSessionKey: (accountId, hash) =>
      node.keep(`key ${hash.toString('hex')}`, () =>
        changing((query) => query(sessionKey, [hash, accountId, node.id])),
      ),
    revokeKey: ({ accountId, keyId, now }) =>
      changing(async (query) => {
        const revoked = await query(revoke, [accountId, keyId, now]);
        if (revoked.length > 0) return 'revoked';
        return (await query(keyExists, [accountId, keyId])).length > 0 ? 'already-revoked' : 'unknown';
      }),
    webhookSecret: async (accountId) =>
      (await db.query<{ webhook_secret: string | null }>(secretOf, [accountId]))[0]?.webhook_secret ?? null,
    setWebhookSecret: ({ accountId, secret }) =>
      changing(async (query) => {
        await query(setSecret, [accountId, secret]);
      }),
    changedElsewhere: async () => {
      const [{ count } = { count: 0 }] = await db.query<{ count: number }>(changes, [], briefly);
      const changed = seen !== null && count !== seen;
      seen = count;
      return changed;
    },

    grantCredits: ({ accountId, credits, note, now }) => {
      if (credits < 0) return Promise.reject(new Error('A grant cannot be negative'));
      return onAccount(accountId, now, (locked) => locked.post({ kind: 'grant', delta: credits, note }));
    },
    renewCycles: async (now) => {
      const ended = (await db.query<{ id: number }>(endedCycles, [now, now + maxCycleMs], briefly)).map(
        ({ id }) => id,
      );
      return ended.length === 0 ? [] : renew(ended, now);
    },
    chargedSince: async ({ accountId, since }) =>
      (await db.query<{ jobs: number; credits: number }>(charged, [accountId, since]))[0] ?? {
        jobs: 0,
        credits: 0,
      },
    ledgerPage: ({ accountId, before, limit }) =>
      db.query<LedgerRow>(ledgerRows, [accountId, before ?? Number.MAX_SAFE_INTEGER, limit]),
  };
}
