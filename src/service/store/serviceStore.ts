import type { Engine } from '#shared/interface/engines.ts';
import type { PlanId } from '#shared/interface/plans.ts';
import type { TaskState } from '#shared/interface/tasks.ts';

/**
 * Everything the service keeps, as named operations. Each is atomic and durable when its promise resolves;
 * expected outcomes are values, a rejected promise means that the storage failed and nothing was changed.
 * Times are milliseconds since the epoch, credits whole numbers.
 */
export type ServiceStore = AccountStore &
  CreditStore &
  CallStore &
  TaskStore &
  WebhookStore &
  HousekeepingStore;

export type Account = {
  readonly id: number;
  readonly name: string;
  readonly plan: PlanId;
  readonly balance: number;
  /** Number of the account's newest ledger row; grows with every change of the balance. */
  readonly ledgerSequence: number;
  readonly cycleEndsAt: number;
  readonly hasWebhookSecret: boolean;
  readonly createdAt: number;
};

export type ApiKey = {
  readonly id: string;
  readonly accountId: number;
  readonly lastFour: string;
  readonly label: string | null;
  readonly createdAt: number;
  readonly revokedAt: number | null;
};

/** A key as authentication needs it: SHA-256 of the whole key. */
export type KeyHash = { readonly accountId: number; readonly hash: Buffer };

export type AccountStore = {
  readonly accounts: () => Promise<readonly Account[]>;
  /** Returns the account of that name, making it with its first cycle's credits when there is none. */
  readonly ensureAccount: (input: { name: string; plan: PlanId; now: number }) => Promise<Account>;
  readonly createAccount: (input: {
    name: string;
    plan: PlanId;
    now: number;
  }) => Promise<{ readonly kind: 'created'; readonly account: Account } | { readonly kind: 'exists' }>;
  /**
   * A larger plan adds the difference of the monthly credits at once, so that what was used stays used; a
   * smaller one leaves the balance as it is until the cycle ends. Slots follow the plan at once.
   */
  readonly setPlan: (input: { accountId: number; plan: PlanId; now: number }) => Promise<Account>;
  readonly createKey: (input: ApiKey & { hash: Buffer }) => Promise<void>;
  readonly keys: (accountId: number) => Promise<readonly ApiKey[]>;
  /** Hashes of every key that is not revoked. */
  readonly liveKeys: () => Promise<readonly KeyHash[]>;
  readonly revokeKey: (input: {
    accountId: number;
    keyId: string;
    now: number;
  }) => Promise<'revoked' | 'already-revoked' | 'unknown'>;
  readonly webhookSecret: (accountId: number) => Promise<string | null>;
  readonly setWebhookSecret: (input: { accountId: number; secret: string | null }) => Promise<void>;
  /** True when another process has changed anything since the last time this was asked. */
  readonly changedElsewhere: () => Promise<boolean>;
};

/** The balance after an operation and how new that knowledge is. */
export type BalanceAfter = { readonly balance: number; readonly ledgerSequence: number };

export type LedgerKind = 'cycle' | 'expiry' | 'grant' | 'plan' | 'charge';
export type LedgerRow = {
  readonly sequence: number;
  readonly at: number;
  readonly kind: LedgerKind;
  readonly delta: number;
  readonly balanceAfter: number;
  readonly jobId: string | null;
  readonly note: string | null;
};

export type CreditStore = {
  readonly grantCredits: (input: {
    accountId: number;
    credits: number;
    note: string | null;
    now: number;
  }) => Promise<BalanceAfter>;
  /**
   * Starts the next cycle of every account whose cycle has ended: what is left expires, the plan's credits are
   * granted. Whatever charges, grants, checks a balance or changes a plan does the same first for its own account.
   */
  readonly renewCycles: (now: number) => Promise<readonly Account[]>;
  /** Newest first; `before` is the sequence of the last row of the page before. */
  readonly ledgerPage: (input: {
    accountId: number;
    before: number | null;
    limit: number;
  }) => Promise<readonly LedgerRow[]>;
  /** Sum of the charges from `since` on, milliseconds since the epoch. */
  readonly chargedSince: (input: {
    accountId: number;
    since: number;
  }) => Promise<{ readonly jobs: number; readonly credits: number }>;
};

/** HTML of a result, compressed by the caller, and the token of its addresses. */
export type StoredPages = { readonly token: string; readonly bodies: readonly Buffer[] };

export type FinishedCall = {
  readonly id: string;
  readonly accountId: number;
  readonly requestId: string;
  readonly engine: Engine;
  readonly status: number;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  /** Credits to charge; 0 for anything but a result. */
  readonly charge: number;
  readonly attempts: number;
  readonly startedAt: number;
  readonly finishedAt: number;
  /** The result as JSON, kept only when nobody was there to read it. */
  readonly result: string | null;
  readonly pages: StoredPages | null;
};

export type JobResult = {
  readonly body: string;
  readonly pageToken: string | null;
  readonly pageCount: number;
};

export type JobSummary = {
  readonly id: string;
  readonly kind: 'call' | 'task';
  readonly requestId: string;
  readonly engine: Engine;
  readonly state: TaskState;
  /** HTTP status of a call; null for a task. */
  readonly status: number | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly creditsCharged: number | null;
  readonly attempts: number;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly priority: number | null;
};

export type CallStore = {
  /** Writes the call's record, its charge and its files; `insufficient` writes and charges nothing. */
  readonly settleCall: (
    call: FinishedCall,
  ) => Promise<({ readonly kind: 'settled' } & BalanceAfter) | { readonly kind: 'insufficient' }>;
  /** Keeps the result of a call whose answer did not reach the caller. */
  readonly keepCallResult: (input: {
    accountId: number;
    callId: string;
    result: string;
    pages: StoredPages | null;
    now: number;
  }) => Promise<void>;
  /** Calls and tasks of the account, newest first. */
  readonly recentJobs: (input: { accountId: number; limit: number }) => Promise<readonly JobSummary[]>;
  readonly jobsByRequestId: (input: {
    accountId: number;
    requestId: string;
  }) => Promise<readonly JobSummary[]>;
  readonly jobResult: (jobId: string) => Promise<JobResult | null>;
  /** A page that was stored after `notBefore`, compressed. */
  readonly resultPage: (input: { token: string; page: number; notBefore: number }) => Promise<Buffer | null>;
};

export type NewTask = {
  readonly id: string;
  readonly requestId: string;
  readonly engine: Engine;
  /** The checked request as JSON. */
  readonly payload: string;
  readonly priority: number;
  readonly idempotencyKey: string | null;
  readonly webhookUrl: string | null;
  readonly creditsToCharge: number;
  readonly maximumCost: number;
};

export type Task = NewTask & {
  readonly accountId: number;
  readonly state: TaskState;
  readonly attempts: number;
  readonly creditsCharged: number | null;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
};

/** What a worker needs to run a task. */
export type RunnableTask = {
  readonly id: string;
  readonly accountId: number;
  readonly requestId: string;
  readonly engine: Engine;
  readonly payload: string;
  readonly attempts: number;
  readonly maximumCost: number;
  readonly startedAt: number;
  /** What a driver kept of work its provider still does. */
  readonly receipt: string | null;
  /** Where its end is announced; null when nobody wants to know. */
  readonly webhookUrl: string | null;
};

export type TaskCreation =
  | { readonly kind: 'overflow'; readonly queuedCount: number }
  | { readonly kind: 'done'; readonly results: readonly ('created' | 'exists' | 'insufficient')[] };

export type ClaimRequest = {
  readonly accountId: number;
  readonly count: number;
  /** Upper bound of what the claimed tasks may cost together. */
  readonly budget: number;
};

export type Claim = {
  readonly accountId: number;
  readonly tasks: readonly RunnableTask[];
  /** Tasks that failed at pickup because the balance no longer covers them. */
  readonly refused: number;
  /** The next task is covered by the balance but not by the budget: try again when a running job has ended. */
  readonly waitsForCredits: boolean;
};

/** Tasks taken from the head of a queue, to be started at once. */
export type Pick = {
  readonly accountId: number;
  readonly tasks: readonly RunnableTask[];
  /** There is a next task, and what is left of the budget does not cover it: `claimTasks` tells what to do with it. */
  readonly blocked: boolean;
};

export type TaskOutcome = {
  readonly taskId: string;
  readonly state: 'COMPLETED' | 'FAILED';
  /** Credits to charge; 0 for FAILED. */
  readonly charge: number;
  /** `response` of the task as JSON. */
  readonly response: string;
  readonly pages: StoredPages | null;
  readonly attempts: number;
  readonly now: number;
  /** The slot may go to the next task of the account at once, which the answer then brings. */
  readonly handsOn?: boolean;
};

export type QueueCounts = {
  readonly queued: number;
  readonly processing: number;
  /** Highest priority first; only levels that hold tasks. */
  readonly byPriority: readonly { readonly priority: number; readonly count: number }[];
};

export type WaitingQueue = { readonly accountId: number; readonly queued: number };

export type TaskStore = {
  /**
   * Puts tasks into the queue. `batchSize` counts the refused items of the submission too: when they would
   * overflow the queue together, none is created.
   */
  readonly createTasks: (input: {
    accountId: number;
    tasks: readonly NewTask[];
    batchSize: number;
    queueLimit: number;
    now: number;
  }) => Promise<TaskCreation>;
  /**
   * Takes the next tasks of each account, in the order of `claimTasks`, as far as the budget covers them. They may
   * start at once: their move to PROCESSING is on disk a commit later. A crash before that finds them QUEUED and
   * they start again, as it would find them PROCESSING after it.
   */
  readonly pickTasks: (input: { requests: readonly ClaimRequest[]; now: number }) => Promise<readonly Pick[]>;
  /** Moves the next tasks of each account to PROCESSING: highest priority first, oldest first within one. */
  readonly claimTasks: (input: {
    requests: readonly ClaimRequest[];
    now: number;
  }) => Promise<readonly Claim[]>;
  readonly recordFailedAttempt: (input: { taskId: string; attempts: number }) => Promise<void>;
  /** Keeps what a driver left about work its provider does for a task; on disk when the promise resolves. */
  readonly keepReceipt: (input: { taskId: string; receipt: string | null }) => Promise<void>;
  /** Ends a PROCESSING task: state, charge, result, files and webhook together. */
  readonly settleTask: (
    outcome: TaskOutcome,
  ) => Promise<
    | ({ readonly kind: 'settled'; readonly next?: RunnableTask } & BalanceAfter)
    | { readonly kind: 'insufficient' }
    | { readonly kind: 'gone' }
  >;
  /** Puts PROCESSING tasks back into the queue, their attempts kept. */
  readonly requeueTasks: (taskIds: readonly string[]) => Promise<void>;
  /** Tasks a former run of the service left in PROCESSING. */
  readonly processingTasks: () => Promise<readonly RunnableTask[]>;
  /** By its id, or by the account's own idempotency key for it. */
  readonly task: (input: { accountId: number; taskId: string }) => Promise<Task | null>;
  readonly queueCounts: (accountId: number) => Promise<QueueCounts>;
  /** Accounts that have queued tasks, and how many. */
  readonly waitingQueues: () => Promise<readonly WaitingQueue[]>;
  /** Newest position in the queue at this moment. */
  readonly queueEnd: (accountId: number) => Promise<number>;
  /** Deletes at most `limit` queued tasks up to that position; returns how many. */
  readonly clearQueue: (input: { accountId: number; upTo: number; limit: number }) => Promise<number>;
};

export type Delivery = {
  readonly id: number;
  readonly accountId: number;
  readonly taskId: string;
  readonly url: string;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly nextAttemptAt: number | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly createdAt: number;
  readonly deliveredAt: number | null;
};

export type WebhookStore = {
  /**
   * The longest due deliveries of each account, at most `perAccount` each, and the next moment after `now` at which
   * another becomes due (null when none is pending).
   */
  readonly dueDeliveries: (input: {
    now: number;
    perAccount: number;
  }) => Promise<{ readonly due: readonly Delivery[]; readonly nextAt: number | null }>;
  /** `nextAttemptAt` counts when the attempt failed and another is left. */
  readonly recordDelivery: (input: {
    deliveryId: number;
    delivered: boolean;
    status: number | null;
    error: string | null;
    now: number;
    nextAttemptAt: number;
  }) => Promise<'delivered' | 'pending' | 'failed'>;
  readonly deliveryOfTask: (taskId: string) => Promise<Delivery | null>;
  readonly delivery: (input: { accountId: number; deliveryId: number }) => Promise<Delivery | null>;
  readonly recentDeliveries: (input: { accountId: number; limit: number }) => Promise<readonly Delivery[]>;
  /** Starts a delivery again with all its attempts; false when there is no such delivery or its task is gone. */
  readonly resendDelivery: (input: {
    accountId: number;
    deliveryId: number;
    now: number;
  }) => Promise<boolean>;
};

export type HousekeepingStore = {
  /** Deletes what ended before the moment, in bites of `limit` rows; true when more is left. */
  readonly sweep: (input: { endedBefore: number; limit: number }) => Promise<boolean>;
  readonly notice: (name: string) => Promise<string | null>;
  readonly setNotice: (name: string, value: string | null) => Promise<void>;
  /**
   * Resolves when the storage answers and has this program's shape.
   * @throws an error with code STORE_NEWER when a newer program has changed it meanwhile
   */
  readonly check: () => Promise<void>;
  /** Tasks that are queued and webhooks that are due, all accounts together. */
  readonly waiting: (now: number) => Promise<{ readonly tasks: number; readonly webhooks: number }>;
  /** Commits what is waiting and closes the file. */
  readonly close: () => Promise<void>;
};
