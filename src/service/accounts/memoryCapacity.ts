import { planOf } from '#shared/interface/plans.ts';
import type { AccountUse, Capacity } from '../store/capacity.ts';
import type { TaskStore } from '../store/serviceStore.ts';
import type { CreditReservations } from './creditReservations.ts';
import { createSlotTable } from './slotTable.ts';

/** Slots and credits of the single process that uses a store. */
export function createMemoryCapacity(
  reservations: CreditReservations,
  waitingQueues: TaskStore['waitingQueues'],
): Capacity {
  const slots = createSlotTable();
  const { signal } = new AbortController();
  const accounts = new Set<number>();
  const accountUse = (accountId: number): AccountUse => ({
    slotsUsed: slots.used(accountId),
    slotLimit: slots.limit(accountId),
    balance: reservations.balance(accountId),
  });
  const sum = (count: (accountId: number) => number): number =>
    [...accounts].reduce((total, accountId) => total + count(accountId), 0);

  return {
    holdForCall: ({ accountId, credits }) => {
      if (!reservations.tryHold(accountId, credits))
        return { kind: 'insufficient', ...accountUse(accountId) };
      if (slots.tryAcquire(accountId)) return { kind: 'held', ...accountUse(accountId) };
      reservations.release(accountId, credits);
      return { kind: 'full', ...accountUse(accountId) };
    },
    releaseCall: ({ accountId, credits }) => {
      slots.release(accountId);
      reservations.release(accountId, credits);
    },
    accountUse,
    learn: (account) => {
      accounts.add(account.id);
      reservations.update(account.id, account);
      slots.setLimit(account.id, planOf(account.plan).slots);
    },
    settled: reservations.update,
    queues: async () =>
      (await waitingQueues()).map((queue) => ({
        ...queue,
        freeSlots: slots.free(queue.accountId),
        availableCredits: reservations.available(queue.accountId),
      })),
    tasks: {
      take: ({ accountId, count, budget }) => {
        for (let slot = 0; slot < count; slot += 1) slots.tryAcquire(accountId);
        reservations.tryHold(accountId, budget);
      },
      giveBack: (accountId, count, credits) => {
        for (let slot = 0; slot < count; slot += 1) slots.release(accountId);
        reservations.release(accountId, credits);
      },
      resume: (accountId, credits) => {
        if (!slots.tryAcquire(accountId)) return false;
        if (reservations.tryHold(accountId, credits)) return true;
        slots.release(accountId);
        return false;
      },
      freeOnAnswer: true,
      lease: () => signal,
    },
    slotsOfAll: () => ({ busy: sum(slots.used), limit: sum(slots.limit) }),
  };
}
