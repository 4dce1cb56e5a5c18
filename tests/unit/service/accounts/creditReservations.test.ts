import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCreditReservations } from '#service/accounts/creditReservations.ts';

describe('the purse', () => {
  it('ignores older knowledge of a balance', () => {
    const reservations = createCreditReservations();
    reservations.update(1, { balance: 90, ledgerSequence: 2 });
    reservations.update(1, { balance: 95, ledgerSequence: 1 });
    expect(reservations.balance(1)).toBe(90);
  });

  it('never lets running jobs hold more than the balance, whatever the order of charges', () => {
    // Each step admits a job of some cost, or ends the oldest running one with a charge of at most its cost.
    const step = fc.record({
      admit: fc.boolean(),
      cost: fc.integer({ min: 1, max: 10 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), fc.array(step, { maxLength: 80 }), (start, steps) => {
        const reservations = createCreditReservations();
        let balance = start;
        let ledgerSequence = 1;
        reservations.update(1, { balance, ledgerSequence });
        const running: number[] = [];
        for (const { admit, cost, share } of steps) {
          if (admit) {
            const fits = running.reduce((sum, each) => sum + each, 0) + cost <= balance;
            expect(reservations.tryHold(1, cost)).toBe(fits);
            if (fits) running.push(cost);
          } else {
            const ended = running.shift();
            if (ended === undefined) continue;
            const charge = Math.floor(ended * share);
            balance -= charge;
            ledgerSequence += 1;
            expect(balance).toBeGreaterThanOrEqual(0);
            reservations.update(1, { balance, ledgerSequence });
            reservations.release(1, ended);
          }
          expect(reservations.available(1)).toBe(balance - running.reduce((sum, each) => sum + each, 0));
          expect(reservations.available(1)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});
