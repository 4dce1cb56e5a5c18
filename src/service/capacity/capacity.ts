import type { Account, BalanceAfter, WaitingQueue } from '../store/serviceStore.ts';

/** A synchronous call that wants to start, and the most it may cost. */
export type CallHold = { readonly id: string; readonly accountId: number; readonly credits: number };

/** Slots and credits of an account at one moment. */
export type AccountUse = { readonly slotsUsed: number; readonly slotLimit: number; readonly balance: number };

export type HoldOutcome = AccountUse & { readonly kind: 'held' | 'insufficient' | 'full' };

/** What an account could start now. */
export type QueueRoom = WaitingQueue & { readonly freeSlots: number; readonly availableCredits: number };

/**
 * Who may start a job: the slots of the plan, and the balance less what running jobs may yet be charged. One process
 * counts both in its memory; processes that share a database count them there.
 */
export type Capacity = {
  /** Takes a slot and sets credits aside for a call, or takes nothing. */
  readonly holdForCall: (call: CallHold) => HoldOutcome | Promise<HoldOutcome>;
  /** Gives back what a call held, unless its settling has done so. */
  readonly releaseCall: (call: CallHold) => void | Promise<void>;
  readonly accountUse: (accountId: number) => AccountUse | Promise<AccountUse>;
  /** Takes over plan and balance of an account as they were read. */
  readonly learn: (account: Account) => void;
  /** Takes over the balance after an operation. */
  readonly settled: (accountId: number, after: BalanceAfter) => void;
  /** Accounts with queued tasks. */
  readonly queues: () => Promise<readonly QueueRoom[]>;
  /** What the tasks of this process take before it is known which they are. */
  readonly tasks: {
    readonly take: (request: {
      readonly accountId: number;
      readonly count: number;
      readonly budget: number;
    }) => void;
    readonly giveBack: (accountId: number, slots: number, credits: number) => void;
    /** For a task that a former run left; false when there is no room for it. */
    readonly resume: (accountId: number, credits: number) => boolean;
    /** A slot is free once its task has answered; else it is when the outcome is stored. */
    readonly freeOnAnswer: boolean;
    /** Aborted when what this process carries out was given to others: a task that began under it is none of its own. */
    readonly lease: () => AbortSignal;
  };
  /** Of all accounts together, for the figures. */
  readonly slotsOfAll: () =>
    | { readonly busy: number; readonly limit: number }
    | Promise<{ readonly busy: number; readonly limit: number }>;
};
