import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Client } from 'pg';
import { hashOfKey, mintApiKey } from '#service/accounts/apiKey.ts';
import { openPostgresStore } from '#service/store/postgres/postgresStore.ts';
import type { ServiceStore } from '#service/store/serviceStore.ts';
import { openSqliteStore } from '#service/store/sqlite/sqliteStore.ts';
import { findPlan } from '#shared/interface/plans.ts';
import { psql } from '../postgres/postgresServer.ts';
import type { Operator } from './operator.ts';
import { storeOf } from './roundRobin.ts';

/** Operations that have no command. */
export type DirectOperator = Operator & {
  /** Lets the credit cycle that is running end at this moment, milliseconds since the epoch. */
  readonly endCycleAt: (account: string, endsAt: number) => Promise<void>;
  /** Lets no write through until the returned function is called, as a database that does not answer. */
  readonly blockWrites: () => Promise<() => Promise<void>>;
  /** What the service has recorded about a request: HTTP status, credits, and whether the result was kept. */
  readonly recorded: (account: string, requestId: string) => Promise<readonly RecordedCall[]>;
};

export type RecordedCall = {
  readonly status: number | null;
  readonly errorCode: string | null;
  readonly creditsCharged: number | null;
  readonly hasResult: boolean;
};

/** The operator's work done at once on the service's database, for tests that need many accounts. */
export function directOperator(serviceFolder: string): DirectOperator {
  const address = storeOf(serviceFolder);
  const opening: Promise<ServiceStore> =
    address === null
      ? Promise.resolve(openSqliteStore({ dataFolder: serviceFolder, ownsQueue: false }))
      : openPostgresStore({ address: `${address}?connections=2`, node: null }).then(({ store }) => store);
  const idOf = async (name: string): Promise<number> => {
    const store = await opening;
    const account = (await store.accounts()).find((each) => each.name === name);
    if (account === undefined) throw new Error(`no account ${name}`);
    return account.id;
  };
  const createKey: Operator['createKey'] = async (account) => {
    const apiKey = mintApiKey();
    const id = randomUUID();
    await (await opening).createKey({
      id,
      accountId: await idOf(account),
      lastFour: apiKey.slice(-4),
      label: null,
      createdAt: Date.now(),
      revokedAt: null,
      hash: hashOfKey(apiKey),
    });
    return { id, apiKey };
  };
  const setSecret = async (account: string, secret: string | null): Promise<void> =>
    (await opening).setWebhookSecret({ accountId: await idOf(account), secret });
  return {
    createKey,
    createAccount: async (name, plan = 'free') => {
      const { id = 'free' } = findPlan(plan) ?? {};
      await (await opening).createAccount({ name, plan: id, now: Date.now() });
      return (await createKey(name)).apiKey;
    },
    revokeKey: async (account, keyId) =>
      void (await (await opening).revokeKey({ accountId: await idOf(account), keyId, now: Date.now() })),
    setPlan: async (account, plan) => {
      const { id = 'free' } = findPlan(plan) ?? {};
      await (await opening).setPlan({ accountId: await idOf(account), plan: id, now: Date.now() });
    },
    rotateWebhookSecret: async (account) => {
      const secret = `whsec_${randomUUID().replaceAll('-', '')}`;
      await setSecret(account, secret);
      return secret;
    },
    endCycleAt: async (account, endsAt) => {
      if (address !== null) {
        const moved = `UPDATE accounts SET cycle_ends_at = ${endsAt} WHERE name = '${account}'`;
        await psql(address, `${moved}; UPDATE changes SET count = count + 1`);
        return;
      }
      const db = new Database(join(serviceFolder, 'service.db'));
      try {
        db.prepare('UPDATE accounts SET cycle_ends_at = ? WHERE name = ?').run(endsAt, account);
      } finally {
        db.close();
      }
    },
    blockWrites: async () => {
      if (address !== null) {
        const client = new Client({ connectionString: address });
        await client.connect();
        await client.query('BEGIN; LOCK TABLE accounts IN EXCLUSIVE MODE');
        return () => client.end();
      }
      const db = new Database(join(serviceFolder, 'service.db'));
      db.exec('BEGIN IMMEDIATE');
      return async () => void db.close();
    },
    clearWebhookSecret: (account) => setSecret(account, null),
    recorded: async (account, requestId) => {
      const store = await opening;
      const jobs = await store.jobsByRequestId({ accountId: await idOf(account), requestId });
      return Promise.all(
        jobs.map(async ({ id, status, errorCode, creditsCharged }) => ({
          status,
          errorCode,
          creditsCharged,
          hasResult: (await store.jobResult(id)) !== null,
        })),
      );
    },
  };
}
