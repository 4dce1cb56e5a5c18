import type { Database } from 'better-sqlite3';
import { type PlanId, planOf } from '#shared/interface/plans.ts';
import { cycleEnd, maxCycleMs } from '../creditCycle.ts';
import { apiKeyColumns, ledgerColumns } from '../rows.ts';
import type { Account, AccountStore, ApiKey, CreditStore, KeyHash, LedgerRow } from '../serviceStore.ts';
import { type AccountLedger, allAccounts } from './accountLedger.ts';
import type { CommitQueue } from './commitQueue.ts';

export function accountsTable(
  db: Database,
  ledger: AccountLedger,
  { write }: Pick<CommitQueue, 'write'>,
): AccountStore & CreditStore {
  const byName = db.prepare<{ name: string }, number>('SELECT id FROM accounts WHERE name = @name').pluck();
  const insertAccount = db.prepare(
    `INSERT INTO accounts (name, plan, balance, ledger_sequence, cycle_anchor, cycle_ends_at, created_at)
     VALUES (@name, @plan, 0, 0, @now, @cycleEndsAt, @now)`,
  );
  const insertKey = db.prepare(
    `INSERT INTO api_keys (id, account_id, hash, last_four, label, created_at, revoked_at)
     VALUES (@id, @accountId, @hash, @lastFour, @label, @createdAt, @revokedAt)`,
  );
  const selectKeys = db.prepare<{ accountId: number }, ApiKey>(
    `SELECT ${apiKeyColumns} FROM api_keys WHERE account_id = @accountId ORDER BY created_at, id`,
  );
  const selectKey = db.prepare<{ keyId: string; accountId: number }, Pick<ApiKey, 'revokedAt'>>(
    'SELECT revoked_at AS revokedAt FROM api_keys WHERE id = @keyId AND account_id = @accountId',
  );
  const revoke = db.prepare('UPDATE api_keys SET revoked_at = @now WHERE id = @keyId');
  const liveKeys = db.prepare<[], KeyHash>(
    'SELECT account_id AS accountId, hash FROM api_keys WHERE revoked_at IS NULL',
  );
  const secretOf = db
    .prepare<{ accountId: number }, string | null>(
      'SELECT webhook_secret FROM accounts WHERE id = @accountId',
    )
    .pluck();
  const setSecret = db.prepare('UPDATE accounts SET webhook_secret = @secret WHERE id = @accountId');
  const endedCycles = db
    .prepare<{ now: number; latest: number }, number>(
      'SELECT id FROM accounts WHERE cycle_ends_at <= @now OR cycle_ends_at > @latest ORDER BY id',
    )
    .pluck();
  const ledgerRows = db.prepare<{ accountId: number; sequence: number; limit: number }, LedgerRow>(
    `SELECT ${ledgerColumns} FROM ledger
     WHERE account_id = @accountId AND sequence < @sequence ORDER BY sequence DESC LIMIT @limit`,
  );

  const charged = db.prepare<{ accountId: number; since: number }, { jobs: number; credits: number }>(
    `SELECT count(*) AS jobs, ifnull(-sum(delta), 0) AS credits FROM ledger
     WHERE account_id = @accountId AND kind = 'charge' AND at >= @since`,
  );

  const makeAccount = (name: string, plan: PlanId, now: number): Account => {
    const id = Number(
      insertAccount.run({ name, plan, now, cycleEndsAt: cycleEnd(now, now) }).lastInsertRowid,
    );
    ledger.post({
      accountId: id,
      at: now,
      kind: 'cycle',
      delta: planOf(plan).monthlyCredits,
      jobId: null,
      note: plan,
    });
    return ledger.account(id);
  };

  return {
    accounts: async () => allAccounts(db),
    ensureAccount: ({ name, plan, now }) =>
      write(() => {
        const id = byName.get({ name });
        return id === undefined ? makeAccount(name, plan, now) : ledger.account(id);
      }),
    createAccount: ({ name, plan, now }) =>
      write(() =>
        byName.get({ name }) === undefined
          ? { kind: 'created', account: makeAccount(name, plan, now) }
          : { kind: 'exists' },
      ),
    setPlan: ({ accountId, plan, now }) =>
      write(() => {
        const before = planOf(ledger.accountAt(accountId, now).plan).monthlyCredits;
        const more = planOf(plan).monthlyCredits - before;
        ledger.setPlan(accountId, plan);
        if (more > 0) ledger.post({ accountId, at: now, kind: 'plan', delta: more, jobId: null, note: plan });
        return ledger.account(accountId);
      }),
    createKey: ({ id, accountId, hash, lastFour, label, createdAt, revokedAt }) =>
      write(() => void insertKey.run({ id, accountId, hash, lastFour, label, createdAt, revokedAt })),
    keys: async (accountId) => selectKeys.all({ accountId }),
    liveKeys: async () => liveKeys.all(),
    revokeKey: ({ accountId, keyId, now }) =>
      write(() => {
        const key = selectKey.get({ keyId, accountId });
        if (key === undefined) return 'unknown';
        if (key.revokedAt !== null) return 'already-revoked';
        revoke.run({ now, keyId });
        return 'revoked';
      }),
    webhookSecret: async (accountId) => secretOf.get({ accountId }) ?? null,
    setWebhookSecret: ({ accountId, secret }) =>
      write(() => {
        setSecret.run({ secret, accountId });
        ledger.writeBack();
        ledger.forget();
      }),
    changedElsewhere: async () => ledger.changedElsewhere(),

    grantCredits: ({ accountId, credits, note, now }) =>
      write(() => {
        const after = ledger.post({ accountId, at: now, kind: 'grant', delta: credits, jobId: null, note });
        if (after === null) throw new Error('A grant cannot be negative');
        return after;
      }),
    renewCycles: (now) =>
      write(() =>
        endedCycles
          .all({ now, latest: now + maxCycleMs })
          .map((accountId) => ledger.accountAt(accountId, now)),
      ),
    chargedSince: async ({ accountId, since }) =>
      charged.get({ accountId, since }) ?? { jobs: 0, credits: 0 },
    ledgerPage: async ({ accountId, before, limit }) =>
      ledgerRows.all({ accountId, sequence: before ?? Number.MAX_SAFE_INTEGER, limit }),
  };
}
