import type { Accounting } from '#client/responseHeaders.ts';
import type { CreditBalance } from '#shared/interface/reference.ts';
import type { ConnectionView } from '#shared/model/connection.ts';

export type LiveAccount = Pick<ConnectionView, 'slots' | 'credits'>;

/** Account data from the last responses; nothing is known of an account that was not called yet. */
export const unknownAccount: LiveAccount = { slots: null, credits: null };

/** The account after another response; the same object if nothing changed. */
export function afterAnswer(account: LiveAccount, accounting: Accounting): LiveAccount {
  const { slots, creditsRemaining } = accounting;
  const nextSlots =
    slots === null
      ? account.slots
      : // A refused call is counted in `used` as well, so it can lie above the limit.
        { limit: slots.limit, used: Math.min(slots.limit, slots.used ?? account.slots?.used ?? 0) };
  const nextCredits =
    creditsRemaining === null
      ? account.credits
      : {
          remaining: creditsRemaining,
          perCycle: account.credits?.perCycle ?? null,
          cycleResetsAt: account.credits?.cycleResetsAt ?? null,
        };
  const same =
    nextSlots?.limit === account.slots?.limit &&
    nextSlots?.used === account.slots?.used &&
    nextCredits?.remaining === account.credits?.remaining;
  return same ? account : { slots: nextSlots, credits: nextCredits };
}

export function afterBalance(account: LiveAccount, balance: CreditBalance): LiveAccount {
  const { remaining, perCycle, cycleResetsAt } = balance;
  return { ...account, credits: { remaining, perCycle, cycleResetsAt } };
}
