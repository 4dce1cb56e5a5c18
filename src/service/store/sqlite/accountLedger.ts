import type { Database } from 'better-sqlite3';
import type { TransactionState } from '#platform/sqlite/groupCommit.ts';
import type { PlanId } from '#shared/interface/plans.ts';
import { cycleAt, renewal } from '../creditCycle.ts';
import { accountColumns } from '../rows.ts';
import type { Account, BalanceAfter, LedgerKind } from '../serviceStore.ts';

type AccountRow = { -readonly [Member in keyof Account]: Account[Member] } & { readonly cycleAnchor: number };

type LedgerEntry = {
  readonly accountId: number;
  readonly at: number;
  readonly kind: LedgerKind;
  readonly delta: number;
  readonly jobId: string | null;
  readonly note: string | null;
};

/**
 * The accounts and their ledgers inside a transaction. Balances stay in memory between the operations of a
 * transaction and are written once at its end, because hundreds of charges may share it; ledger rows are
 * written immediately.
 */
export type AccountLedger = TransactionState & {
  /** @throws if the account does not exist */
  readonly account: (accountId: number) => Account;
  /** The account at a moment, after renewing an expired cycle. */
  readonly accountAt: (accountId: number, now: number) => Account;
  /**
   * Appends a ledger row in the cycle of its moment; returns null and writes nothing if the balance would fall
   * below zero.
   */
  readonly post: (entry: LedgerEntry) => BalanceAfter | null;
  readonly setPlan: (accountId: number, plan: PlanId) => void;
  /** True once after each change by another connection to the file. */
  readonly changedElsewhere: () => boolean;
};

const selection = `SELECT ${accountColumns}, cycle_anchor AS "cycleAnchor" FROM accounts`;
/** SQLite has no booleans. */
type StoredAccount = Omit<AccountRow, 'hasWebhookSecret'> & { readonly hasWebhookSecret: number };
const loadedAccount = (row: StoredAccount): AccountRow => ({
  ...row,
  hasWebhookSecret: row.hasWebhookSecret === 1,
});

/**
 * @param held what running jobs of an account may still be charged; a renewal never lowers the balance below it
 */
export function createAccountLedger(db: Database, held: (accountId: number) => number): AccountLedger {
  const selectOne = db.prepare<{ accountId: number }, StoredAccount>(`${selection} WHERE id = @accountId`);
  const update = db.prepare(
    'UPDATE accounts SET plan = @plan, balance = @balance, ledger_sequence = @ledgerSequence, cycle_ends_at = @cycleEndsAt WHERE id = @id',
  );
  const insert = db.prepare(
    `INSERT INTO ledger (account_id, sequence, at, kind, delta, balance_after, job_id, note)
     VALUES (@accountId, @sequence, @at, @kind, @delta, @balance, @jobId, @note)`,
  );
  const dataVersion = db.prepare('PRAGMA data_version').pluck();
  const rows = new Map<number, AccountRow>();
  const dirty = new Set<AccountRow>();
  let version = dataVersion.get();
  let reported = version;

  const row = (accountId: number): AccountRow => {
    const known = rows.get(accountId);
    if (known !== undefined) return known;
    const stored = selectOne.get({ accountId });
    if (stored === undefined) throw new Error(`There is no account ${accountId}`);
    const loaded = loadedAccount(stored);
    rows.set(accountId, loaded);
    return loaded;
  };
  const forget = (): void => {
    rows.clear();
    dirty.clear();
  };

  const append = ({ accountId, at, kind, delta, jobId, note }: LedgerEntry): BalanceAfter | null => {
    const account = row(accountId);
    const balance = account.balance + delta;
    if (balance < 0) return null;
    const sequence = account.ledgerSequence + 1;
    insert.run({ accountId, sequence, at, kind, delta, balance, jobId, note });
    account.balance = balance;
    account.ledgerSequence = sequence;
    dirty.add(account);
    return { balance, ledgerSequence: sequence };
  };
  /** The rest of the old cycle expires, and the plan's credits are granted. */
  const renewIfEnded = (accountId: number, now: number): void => {
    const account = row(accountId);
    const { plan, balance, cycleAnchor, cycleEndsAt } = account;
    const { endsAt, renews } = cycleAt(cycleAnchor, cycleEndsAt, now);
    if (endsAt === cycleEndsAt) return;
    if (renews)
      for (const entry of renewal(plan, balance, held(accountId)))
        append({ accountId, at: now, jobId: null, ...entry });
    account.cycleEndsAt = endsAt;
    dirty.add(account);
  };

  return {
    begin: () => {
      const current = dataVersion.get();
      if (current !== version) {
        version = current;
        forget();
      }
    },
    writeBack: () => {
      for (const { id, plan, balance, ledgerSequence, cycleEndsAt } of dirty)
        update.run({ id, plan, balance, ledgerSequence, cycleEndsAt });
      dirty.clear();
    },
    forget,
    account: (accountId) => accountOf(row(accountId)),
    accountAt: (accountId, now) => {
      renewIfEnded(accountId, now);
      return accountOf(row(accountId));
    },
    post: (entry) => {
      renewIfEnded(entry.accountId, entry.at);
      return append(entry);
    },
    setPlan: (accountId, plan) => {
      const account = row(accountId);
      account.plan = plan;
      dirty.add(account);
    },
    changedElsewhere: () => {
      const current = dataVersion.get();
      const changed = current !== reported;
      reported = current;
      return changed;
    },
  };
}

/** A copy: the row changes with the next charge. */
const accountOf = ({ cycleAnchor: _, ...account }: AccountRow): Account => account;

export function allAccounts(db: Database): readonly Account[] {
  return db
    .prepare<[], StoredAccount>(`${selection} ORDER BY id`)
    .all()
    .map((row) => accountOf(loadedAccount(row)));
}
