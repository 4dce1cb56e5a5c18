import type { Database } from 'better-sqlite3';
import type { TransactionState } from '#platform/sqlite/groupCommit.ts';
import type { PlanId } from '#shared/interface/plans.ts';
import { cycleEnd, renewal } from '../creditCycle.ts';
import type { Account, BalanceAfter, LedgerKind } from '../serviceStore.ts';

type AccountRow = {
  id: number;
  name: string;
  plan: PlanId;
  balance: number;
  ledger_sequence: number;
  cycle_anchor: number;
  cycle_ends_at: number;
  has_webhook_secret: number;
  created_at: number;
};

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

const selection = `SELECT id, name, plan, balance, ledger_sequence, cycle_anchor, cycle_ends_at,
  webhook_secret IS NOT NULL AS has_webhook_secret, created_at FROM accounts`;

/**
 * @param held what running jobs of an account may still be charged; a renewal never lowers the balance below it
 */
export function createAccountLedger(db: Database, held: (accountId: number) => number): AccountLedger {
  const selectOne = db.prepare<{ accountId: number }, AccountRow>(`${selection} WHERE id = @accountId`);
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
    const loaded = selectOne.get({ accountId });
    if (loaded === undefined) throw new Error(`There is no account ${accountId}`);
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
    const sequence = account.ledger_sequence + 1;
    insert.run({ accountId, sequence, at, kind, delta, balance, jobId, note });
    account.balance = balance;
    account.ledger_sequence = sequence;
    dirty.add(account);
    return { balance, ledgerSequence: sequence };
  };
  /** The rest of the old cycle expires, and the plan's credits are granted. */
  const renewIfEnded = (accountId: number, now: number): void => {
    const account = row(accountId);
    if (account.cycle_ends_at > now) return;
    const { plan, balance } = account;
    for (const entry of renewal(plan, balance, held(accountId)))
      append({ accountId, at: now, jobId: null, ...entry });
    account.cycle_ends_at = cycleEnd(account.cycle_anchor, now);
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
      for (const account of dirty) {
        update.run({
          plan: account.plan,
          balance: account.balance,
          ledgerSequence: account.ledger_sequence,
          cycleEndsAt: account.cycle_ends_at,
          id: account.id,
        });
      }
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

export function accountOf(row: AccountRow): Account {
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    balance: row.balance,
    ledgerSequence: row.ledger_sequence,
    cycleEndsAt: row.cycle_ends_at,
    hasWebhookSecret: row.has_webhook_secret === 1,
    createdAt: row.created_at,
  };
}

export function allAccounts(db: Database): readonly Account[] {
  return db.prepare<[], AccountRow>(`${selection} ORDER BY id`).all().map(accountOf);
}
