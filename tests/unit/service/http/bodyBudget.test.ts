import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBodyBudget } from '#service/http/bodyBudget.ts';

const stays = new AbortController().signal;
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the budget of large bodies', () => {
  it('is never exceeded, one account never uses more than half, and no caller waits forever', async () => {
    const body = fc.record({
      account: fc.integer({ min: 1, max: 3 }),
      bytes: fc.integer({ min: 1, max: 16 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(body, { minLength: 1, maxLength: 40 }), async (bodies) => {
        const budget = createBodyBudget(40);
        const inside: { account: number; bytes: number; release: () => void }[] = [];
        let entered = 0;
        for (const { account, bytes } of bodies) {
          void budget.enter(account, bytes, stays).then((release) => {
            inside.push({ account, bytes, release });
            entered += 1;
          });
        }
        while (entered < bodies.length || inside.length > 0) {
          await settled();
          expect(inside.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(40);
          for (const account of [1, 2, 3]) {
            const own = inside.filter((each) => each.account === account);
            if (own.length > 1)
              expect(own.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(20);
          }
          inside.shift()?.release();
        }
      }),
    );
  });

  it('forgets a caller that disconnects while waiting', async () => {
    const budget = createBodyBudget(10);
    const release = await budget.enter(1, 10, stays);
    const leaving = new AbortController();
    const waiting = budget.enter(2, 10, leaving.signal);
    leaving.abort();
    await expect(waiting).rejects.toThrow(/left/);
    release();
    release();
    await expect(budget.enter(3, 10, stays)).resolves.toBeTypeOf('function');
  });
});
