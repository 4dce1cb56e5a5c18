import type { BalanceAfter } from '../store/serviceStore.ts';

/**
 * What each account can still spend: its balance minus what running jobs may still be charged. The ledger in
 * the store is the truth. This in-memory view answers within the turn in which a call arrives, so that any
 * number of parallel calls can be admitted without the balance ever falling below zero.
 */
export type CreditReservations = {
  /** Updates a balance; older data than the current is ignored. */
  readonly update: (accountId: number, known: BalanceAfter) => void;
  readonly balance: (accountId: number) => number;
  /** Balance that is not reserved by running jobs. */
  readonly available: (accountId: number) => number;
  /** Reserves credits for a job that starts; false if less is available. */
  readonly tryHold: (accountId: number, credits: number) => boolean;
  /** Releases a reservation, after its charge is in `update` or if there is none. */
  readonly release: (accountId: number, credits: number) => void;
  readonly held: (accountId: number) => number;
};

export function createCreditReservations(): CreditReservations {
  const known = new Map<number, { balance: number; ledgerSequence: number }>();
  const held = new Map<number, number>();
  const balance = (accountId: number): number => known.get(accountId)?.balance ?? 0;
  const heldBy = (accountId: number): number => held.get(accountId) ?? 0;
  const available = (accountId: number): number => balance(accountId) - heldBy(accountId);
  return {
    update: (accountId, { balance: newBalance, ledgerSequence }) => {
      const current = known.get(accountId);
      if (current === undefined) known.set(accountId, { balance: newBalance, ledgerSequence });
      else if (ledgerSequence >= current.ledgerSequence) {
        current.balance = newBalance;
        current.ledgerSequence = ledgerSequence;
      }
    },
    balance,
    available,
    tryHold: (accountId, credits) => {
      if (available(accountId) < credits) return false;
      held.set(accountId, heldBy(accountId) + credits);
      return true;
    },
    release: (accountId, credits) => {
      const left = heldBy(accountId) - credits;
      if (left < 0) throw new Error('More credits were released than were held');
      held.set(accountId, left);
    },
    held: heldBy,
  };
}
