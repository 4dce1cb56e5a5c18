import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSlotTable } from '#service/accounts/slotTable.ts';

describe('slots', () => {
  it('agree with a simple count through any order of taking, releasing and changing the plan', () => {
    const action = fc.oneof(
      fc.record({ kind: fc.constant('take' as const), account: fc.integer({ min: 1, max: 3 }) }),
      fc.record({ kind: fc.constant('release' as const), account: fc.integer({ min: 1, max: 3 }) }),
      fc.record({
        kind: fc.constant('limit' as const),
        account: fc.integer({ min: 1, max: 3 }),
        limit: fc.integer({ min: 0, max: 6 }),
      }),
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 120 }), (actions) => {
        const table = createSlotTable();
        const model = new Map([1, 2, 3].map((account) => [account, { used: 0, limit: 0 }]));
        for (const each of actions) {
          const account = model.get(each.account);
          if (account === undefined) throw new Error('no such account');
          if (each.kind === 'limit') {
            table.setLimit(each.account, each.limit);
            account.limit = each.limit;
          } else if (each.kind === 'take') {
            const fits = account.used < account.limit;
            expect(table.tryAcquire(each.account)).toBe(fits);
            if (fits) account.used += 1;
          } else if (account.used > 0) {
            table.release(each.account);
            account.used -= 1;
          }
          for (const [id, { used, limit }] of model) {
            expect(table.used(id)).toBe(used);
            expect(table.free(id)).toBe(Math.max(0, limit - used));
          }
        }
      }),
    );
  });

  it('refuse to be released when none is taken', () => {
    expect(() => createSlotTable().release(1)).toThrow(/not taken/);
  });
});
