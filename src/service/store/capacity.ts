import type { Account, BalanceAfter, WaitingQueue } from './serviceStore.ts';

/** A synchronous call that wants to start, and its maximum cost. */
export type CallHold = { readonly id: string; readonly accountId: number; readonly credits: number };

/** Slots and credits of an account at one moment. */
export type AccountUse = { readonly slotsUsed: number; readonly slotLimit: number; readonly balance: number };

export type HoldOutcome = AccountUse & { readonly kind: 'held' | 'insufficient' | 'full' };

/** What an account could start now. */
export type QueueRoom = WaitingQueue & { readonly freeSlots: number; readonly availableCredits: number };

/**
 * Admission of jobs: the slots of the plan, and the balance minus what running jobs may still be charged. A
 * single process counts both in memory; processes that share a database count them there.
 */
export type Capacity = {
  /** Acquires a slot and reserves credits for a call, or does neither. */
  readonly holdForCall: (call: CallHold) => HoldOutcome | Promise<HoldOutcome>;
  /** Releases what a call held, unless settling it has already done so. */
  readonly releaseCall: (call: CallHold) => void | Promise<void>;
  readonly accountUse: (accountId: number) => AccountUse | Promise<AccountUse>;
  /** Updates plan and balance of an account, as read from the store. */
  readonly learn: (account: Account) => void;
  /** Updates the balance after an operation. */
  readonly settled: (accountId: number, after: BalanceAfter) => void;
  /** Accounts with queued tasks. */
  readonly queues: () => Promise<readonly QueueRoom[]>;
  /** Reservations for tasks of this process before it is known which tasks they are. */
  readonly tasks: {
    readonly take: (request: {
      readonly accountId: number;
      readonly count: number;
      readonly budget: number;
    }) => void;
    readonly giveBack: (accountId: number, slots: number, credits: number) => void;
    /** For a task left by a former run; false if there is no room for it. */
    readonly resume: (accountId: number, credits: number) => boolean;
    /** Whether a slot is free once its task has answered; otherwise it is free when the outcome is stored. */
    readonly freeOnAnswer: boolean;
    /**
     * Aborted when this process lost its tasks to other nodes: a task that began under it no longer belongs to
     * this process.
     */
    readonly lease: () => AbortSignal;
  };
  /** Of all accounts together, for metrics. */
  readonly slotsOfAll: () =>
    | { readonly busy: number; readonly limit: number }
    | Promise<{ readonly busy: number; readonly limit: number }>;
};
