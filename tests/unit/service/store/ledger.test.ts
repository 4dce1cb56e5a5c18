import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeOrderedId } from '#platform/identifiers.ts';
import type { FinishedCall, LedgerRow } from '#service/store/serviceStore.ts';
import { type PlanId, planOf } from '#shared/interface/plans.ts';
import { type TemporaryStore, temporaryStore, testStore } from '#tests/support/service/temporaryStore.ts';

const start = Date.UTC(2026, 9, 3);
const month = 31 * 86_400_000;

function call(accountId: number, charge: number, now: number): FinishedCall {
  return {
    id: timeOrderedId(now),
    accountId,
    requestId: 'request',
    engine: 'assistant-a',
    status: 200,
    errorCode: null,
    errorMessage: null,
    charge,
    attempts: 1,
    startedAt: now,
    finishedAt: now,
    result: null,
    pages: null,
  };
}

async function ledger(store: TemporaryStore, accountId: number): Promise<readonly LedgerRow[]> {
  return (await store.ledgerPage({ accountId, before: null, limit: 1_000 })).toReversed();
}

describe('the ledger', () => {
  it('starts with the plan’s credits, and every row follows from the one before', async () => {
    const store = await testStore();
    const { id } = await store.ensureAccount({ name: 'a', plan: 'free', now: start });
    await store.settleCall(call(id, 5, start));
    await store.grantCredits({ accountId: id, credits: 100, note: 'thanks', now: start });
    const rows = await ledger(store, id);
    expect(rows.map(({ kind, delta, balanceAfter }) => [kind, delta, balanceAfter])).toEqual([
      ['cycle', 500, 500],
      ['charge', -5, 495],
      ['grant', 100, 595],
    ]);
  });

  it('agrees with a simple sum through any operations, together or one by one', async () => {
    const operation = fc.oneof(
      fc.record({ kind: fc.constant('charge' as const), credits: fc.integer({ min: 0, max: 300 }) }),
      fc.record({ kind: fc.constant('grant' as const), credits: fc.integer({ min: 1, max: 300 }) }),
      fc.record({
        kind: fc.constant('plan' as const),
        plan: fc.constantFrom<PlanId>('free', 'lite', 'hobby'),
      }),
      fc.record({ kind: fc.constantFrom('month' as const, 'renew' as const) }),
    );
    const heldCredits = fc.integer({ min: 0, max: 800 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(operation, { maxLength: 40 }),
        fc.boolean(),
        heldCredits,
        async (operations, together, held) => {
          const store = await temporaryStore({ held: () => held });
          try {
            let now = start;
            const account = await store.ensureAccount({ name: 'a', plan: 'free', now });
            let balance = 500;
            let plan: PlanId = 'free';
            let ended = false;
            const running: Promise<unknown>[] = [];
            const renewed = (): void => {
              if (ended) balance = Math.max(planOf(plan).monthlyCredits, Math.min(held, balance));
              ended = false;
            };
            for (const each of operations) {
              let doing: Promise<unknown> = Promise.resolve();
              if (each.kind === 'month') {
                // Nobody looks at the account until the next operation.
                now += month;
                ended = true;
                continue;
              }
              renewed();
              if (each.kind === 'charge') {
                const fits = each.credits <= balance;
                if (fits) balance -= each.credits;
                const after = balance;
                doing = store.settleCall(call(account.id, each.credits, now)).then((outcome) => {
                  expect(outcome.kind).toBe(fits ? 'settled' : 'insufficient');
                  if (outcome.kind === 'settled') expect(outcome.balance).toBe(after);
                });
              } else if (each.kind === 'grant') {
                balance += each.credits;
                doing = store.grantCredits({ accountId: account.id, credits: each.credits, note: null, now });
              } else if (each.kind === 'plan') {
                balance += Math.max(0, planOf(each.plan).monthlyCredits - planOf(plan).monthlyCredits);
                plan = each.plan;
                doing = store.setPlan({ accountId: account.id, plan, now });
              } else doing = store.renewCycles(now);
              if (together) running.push(doing);
              else await doing;
            }
            await Promise.all(running);
            renewed();
            await store.renewCycles(now);
            const rows = await ledger(store, account.id);
            let sum = 0;
            for (const [index, row] of rows.entries()) {
              sum += row.delta;
              expect(row.sequence).toBe(index + 1);
              expect(row.balanceAfter).toBe(sum);
              expect(sum).toBeGreaterThanOrEqual(0);
            }
            expect(sum).toBe(balance);
            expect((await store.accounts())[0]?.balance).toBe(balance);
          } finally {
            await store.remove();
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('cannot be changed or shortened, not even by hand', async () => {
    const store = await testStore();
    await store.ensureAccount({ name: 'a', plan: 'free', now: start });
    const db = new Database(join(store.folder, 'service.db'));
    try {
      expect(() => db.exec('UPDATE ledger SET delta = 1000')).toThrow(/append-only/);
      expect(() => db.exec('DELETE FROM ledger')).toThrow(/append-only/);
    } finally {
      db.close();
    }
  });

  it('charges a job once, however often it is settled', async () => {
    const store = await testStore();
    const { id } = await store.ensureAccount({ name: 'a', plan: 'free', now: start });
    const once = call(id, 5, start);
    const outcomes = await Promise.allSettled([
      store.settleCall(once),
      store.settleCall(once),
      store.settleCall(once),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await store.accounts())[0]?.balance).toBe(495);
  });

  it('expires remaining credits when the cycle ends; a later grant is not lost', async () => {
    const store = await testStore();
    const { id } = await store.ensureAccount({ name: 'a', plan: 'free', now: start });
    await store.settleCall(call(id, 100, start));
    const after = await store.grantCredits({ accountId: id, credits: 50, note: null, now: start + month });
    expect(after.balance).toBe(550);
    expect(await store.renewCycles(start + month)).toEqual([]);
    const rows = await ledger(store, id);
    expect(rows.slice(2).map(({ kind, delta }) => [kind, delta])).toEqual([
      ['expiry', -400],
      ['cycle', 500],
      ['grant', 50],
    ]);
  });
});
