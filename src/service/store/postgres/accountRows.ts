import { type PlanId, planOf } from '#shared/interface/plans.ts';
import { cycleAt, renewal } from '../creditCycle.ts';
import { accountColumns } from '../rows.ts';
import type { Account, BalanceAfter, LedgerKind } from '../serviceStore.ts';
import type { Query } from './database.ts';

type AccountRow = Account & {
  readonly cycleAnchor: number;
  readonly creditsHeld: number;
  readonly queued: number;
};

/** Accounts are always locked in order of their numbers, which prevents deadlocks. */
const lockAccounts = {
  name: 'accounts_lock',
  text: `SELECT ${accountColumns}, cycle_anchor AS "cycleAnchor", credits_held AS "creditsHeld", queued
    FROM accounts WHERE id = ANY ($1::bigint[]) ORDER BY id FOR NO KEY UPDATE`,
};
const insertEntries = {
  name: 'ledger_insert',
  text: `INSERT INTO ledger (account_id, sequence, at, kind, delta, balance_after, note)
    SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[], $7::text[])`,
};
const writeAccount = {
  name: 'account_write',
  text: `UPDATE accounts SET plan = $2, slots = $3, balance = $4, ledger_sequence = $5, cycle_ends_at = $6 WHERE id = $1`,
};

export type Entry = { readonly kind: LedgerKind; readonly delta: number; readonly note: string | null };

/** One account inside a transaction, locked, in the cycle of the given moment. */
export type LockedAccount = {
  readonly account: () => Account;
  readonly row: Pick<AccountRow, 'creditsHeld' | 'queued'>;
  /** Appends a ledger row. */
  readonly post: (entry: Entry) => BalanceAfter;
  readonly setPlan: (plan: PlanId) => void;
  /** Writes changes, if there are any. */
  readonly write: () => Promise<void>;
};

/**
 * Locks accounts in their fixed order and renews expired credit cycles.
 * @throws if an account does not exist
 */
export async function lockedAccounts(
  query: Query,
  accountIds: readonly number[],
  now: number,
): Promise<ReadonlyMap<number, LockedAccount>> {
  const rows = await query<AccountRow>(lockAccounts, [[...new Set(accountIds)]]);
  const locked = new Map(rows.map((row) => [row.id, lockedAccount(query, row, now)]));
  for (const id of accountIds) if (!locked.has(id)) throw new Error(`There is no account ${id}`);
  return locked;
}

function lockedAccount(query: Query, row: AccountRow, now: number): LockedAccount {
  const { cycleAnchor, creditsHeld, queued, ...account } = row;
  let { plan, balance, ledgerSequence: sequence, cycleEndsAt } = account;
  const entries: (Entry & { readonly sequence: number; readonly balance: number })[] = [];
  const post = (entry: Entry): BalanceAfter => {
    balance += entry.delta;
    sequence += 1;
    entries.push({ ...entry, sequence, balance });
    return { balance, ledgerSequence: sequence };
  };
  const cycle = cycleAt(cycleAnchor, cycleEndsAt, now);
  if (cycle.renews) for (const entry of renewal(plan, balance, creditsHeld)) post(entry);
  cycleEndsAt = cycle.endsAt;
  return {
    row: { creditsHeld, queued },
    account: () => ({ ...account, plan, balance, ledgerSequence: sequence, cycleEndsAt }),
    post,
    setPlan: (next) => {
      plan = next;
    },
    write: async () => {
      if (entries.length > 0) {
        await query(insertEntries, [
          row.id,
          entries.map((each) => each.sequence),
          entries.map(() => now),
          entries.map(({ kind }) => kind),
          entries.map(({ delta }) => delta),
          entries.map((each) => each.balance),
          entries.map(({ note }) => note),
        ]);
      }
      if (entries.length > 0 || plan !== row.plan || cycleEndsAt !== row.cycleEndsAt)
        await query(writeAccount, [row.id, plan, planOf(plan).slots, balance, sequence, cycleEndsAt]);
    },
  };
}
