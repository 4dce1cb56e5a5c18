import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dealWorkers, type Waiting } from '#service/tasks/schedulerState.ts';

const waiting = fc.uniqueArray(
  fc.record({ accountId: fc.integer({ min: 1, max: 40 }), startable: fc.integer({ min: 0, max: 300 }) }),
  { selector: ({ accountId }) => accountId, maxLength: 12 },
);

const total = (shares: ReadonlyMap<number, number>): number =>
  [...shares.values()].reduce((sum, share) => sum + share, 0);

describe('dealing workers', () => {
  it('uses every worker it can and never gives an account more than it can start', () => {
    fc.assert(
      fc.property(waiting, fc.integer({ min: 0, max: 500 }), fc.nat(50), (accounts, workers, after) => {
        const { shares } = dealWorkers(accounts, workers, after);
        const startable = accounts.reduce((sum, account) => sum + account.startable, 0);
        expect(total(shares)).toBe(Math.min(workers, startable));
        for (const [id, share] of shares) {
          expect(share).toBeLessThanOrEqual(
            accounts.find(({ accountId }) => accountId === id)?.startable ?? 0,
          );
        }
      }),
    );
  });

  it('never gives one account two more than another that still has something to start', () => {
    fc.assert(
      fc.property(waiting, fc.integer({ min: 0, max: 500 }), fc.nat(50), (accounts, workers, after) => {
        const { shares } = dealWorkers(accounts, workers, after);
        const most = Math.max(0, ...shares.values());
        for (const { accountId, startable } of accounts) {
          const share = shares.get(accountId) ?? 0;
          if (share < startable) expect(most - share).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('serves every account with work within as many single workers as there are accounts', () => {
    fc.assert(
      fc.property(waiting, (accounts) => {
        const left = new Map(accounts.map(({ accountId, startable }) => [accountId, startable]));
        const busy = accounts.filter(({ startable }) => startable >= accounts.length);
        let after = 0;
        const served = new Set<number>();
        for (let turn = 0; turn < accounts.length; turn += 1) {
          const now: Waiting[] = [...left].map(([accountId, startable]) => ({ accountId, startable }));
          const { shares, last } = dealWorkers(now, 1, after);
          after = last;
          for (const [id, share] of shares) {
            served.add(id);
            left.set(id, (left.get(id) ?? 0) - share);
          }
        }
        for (const { accountId } of busy) expect(served.has(accountId)).toBe(true);
      }),
    );
  });
});
