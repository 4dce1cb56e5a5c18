import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { fileToken, timeOrderedId } from '#platform/identifiers.ts';
import { hashOfKey } from '#service/accounts/apiKey.ts';
import { openSqliteStore } from '#service/store/sqlite/sqliteStore.ts';

export const filledKeys = { default: `sk_${'d'.repeat(40)}`, other: `sk_${'o'.repeat(40)}` };

/**
 * Fills the database of a service that does not run with two accounts and so many tasks: ended ones with their results,
 * pages, charges and webhooks, queued ones, and one that was being carried out when the service was killed.
 */
export async function fillService(dataFolder: string, tasks: number, now = Date.now()): Promise<void> {
  const store = openSqliteStore({ dataFolder });
  for (const name of ['default', 'other'] as const) {
    const account = await store.ensureAccount({ name, plan: 'business', now });
    await store.createKey({
      id: `key-${name}`,
      accountId: account.id,
      hash: hashOfKey(filledKeys[name]),
      lastFour: filledKeys[name].slice(-4),
      label: name === 'other' ? 'nightly “run”' : null,
      createdAt: now,
      revokedAt: null,
    });
  }
  const [first, second] = await store.accounts();
  await store.grantCredits({ accountId: first?.id ?? 1, credits: 7, note: 'a gift', now });
  await store.setWebhookSecret({ accountId: second?.id ?? 2, secret: 'whsec_filled' });
  await store.settleCall({
    id: timeOrderedId(now),
    accountId: first?.id ?? 1,
    requestId: 'a-call',
    engine: 'assistant-a',
    status: 499,
    errorCode: null,
    errorMessage: null,
    charge: 5,
    attempts: 1,
    startedAt: now,
    finishedAt: now,
    result: '{"text":"kept"}',
    pages: null,
  });
  await store.close();
  writeTasks(join(dataFolder, 'service.db'), tasks, now);
}

/** By plain inserts: through the store a hundred thousand would take minutes. */
function writeTasks(file: string, count: number, now: number): void {
  const db = new Database(file);
  const task = db.prepare(
    `INSERT INTO tasks (id, account_id, request_id, engine, payload, priority, idempotency_key, webhook_url, state, attempts,
       credits_to_charge, maximum_cost, credits_charged, created_at, started_at, finished_at)
     VALUES (@id, @account, @request, 'assistant-a', @payload, @priority, @key, @webhook, @state, @attempts, 5, 5, @charged, @at, @started, @finished)`,
  );
  const result = db.prepare('INSERT INTO results VALUES (@id, @body, @token, @pages, @at)');
  const page = db.prepare('INSERT INTO result_pages VALUES (@token, 1, @body, @at)');
  const delivery = db.prepare(
    `INSERT INTO webhook_deliveries (account_id, task_id, url, state, attempts, attempts_left, next_attempt_at, created_at)
     VALUES (@account, @id, @webhook, 'failed', 5, 0, NULL, @at)`,
  );
  const charge = db.prepare(
    `INSERT INTO ledger SELECT @account, ledger_sequence + 1, @at, 'charge', -5, balance - 5, @id, 'assistant-a'
     FROM accounts WHERE id = @account`,
  );
  const balance = db.prepare(
    'UPDATE accounts SET balance = balance - 5, ledger_sequence = ledger_sequence + 1 WHERE id = @account',
  );
  const text = JSON.stringify('Which lock? 錠前 🔐 '.repeat(120)).slice(1, -1);
  db.transaction(() => {
    for (let index = 0; index < count; index += 1) {
      const state =
        index === count - 1
          ? 'PROCESSING'
          : index % 10 === 9
            ? 'QUEUED'
            : index % 10 === 8
              ? 'FAILED'
              : 'COMPLETED';
      const ended = state === 'COMPLETED' || state === 'FAILED';
      const at = now - count + index;
      const common = { id: timeOrderedId(at), account: 1 + (index % 2), at };
      const webhook = index % 4 === 0 ? 'https://hooks.example/done' : null;
      task.run({
        ...common,
        request: `request-${index}`,
        payload: JSON.stringify({ prompt: `question ${index}`, country: 'US' }),
        priority: 1 + (index % 10),
        key: index % 3 === 0 ? `key ${index}${index % 30 === 0 ? '\0\u{1F511}' : ''}` : null,
        webhook,
        state,
        attempts: index % 3,
        charged: ended ? (state === 'COMPLETED' ? 5 : 0) : null,
        started: state === 'QUEUED' ? null : at,
        finished: ended ? at : null,
      });
      if (!ended) continue;
      const token = state === 'COMPLETED' && index % 20 === 0 ? fileToken() : null;
      const body =
        state === 'FAILED'
          ? '{"error":{"code":"TARGET_ERROR","message":"It was refused","retryable":false}}'
          : `{"success":true,"result":{"text":"${index} ${text}"}}`;
      result.run({ ...common, body, token, pages: token === null ? 0 : 1 });
      if (token !== null) page.run({ ...common, token, body: zstdCompressSync(`<p>page of ${index}</p>`) });
      if (webhook !== null) delivery.run({ ...common, webhook });
      if (state !== 'COMPLETED') continue;
      charge.run(common);
      balance.run(common);
    }
  })();
  db.close();
}
