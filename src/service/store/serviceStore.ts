import type { Engine } from '#shared/interface/engines.ts';
import type { ServiceDelivery, ServiceJob, ServiceLedgerRow } from '#shared/interface/operator/operations.ts';
import type { PlanId } from '#shared/interface/plans.ts';
import type { TaskState } from '#shared/interface/tasks.ts';

/**
 * All data of the service, as named operations. Each is atomic, and durable when its promise resolves. Expected
 * outcomes are values; a rejected promise means that the storage failed and nothing was changed. Times are
 * milliseconds since the epoch, credits are integers.
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
  /** Number of the account's newest ledger row; increases with every change of the balance. */
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

/** A key for authentication: SHA-256 of the whole key. */
export type KeyHash = { readonly accountId: number; readonly hash: Buffer };

export type AccountStore = {
  readonly accounts: () => Promise<readonly Account[]>;
  /** Returns the account of that name, creating it with its first cycle's credits if it does not exist. */
  readonly ensureAccount: (input: { name: string; plan: PlanId; now: number }) => Promise<Account>;
  readonly createAccount: (input: {
    name: string;
    plan: PlanId;
    now: number;
  }) => Promise<{ readonly kind: 'created'; readonly account: Account } | { readonly kind: 'exists' }>;
  /**
   * Upgrading adds the difference of the monthly credits immediately, so that used credits stay used;
   * downgrading does not change the balance until the cycle ends. Slots change immediately.
   */
  readonly setPlan: (input: { accountId: number; plan: PlanId; now: number }) => Promise<Account>;
  readonly createKey: (input: ApiKey & { hash: Buffer }) => Promise<void>;
  readonly keys: (accountId: number) => Promise<readonly ApiKey[]>;
  /** Hashes of all keys that are not revoked. */
  readonly liveKeys: () => Promise<readonly KeyHash[]>;
  readonly revokeKey: (input: {
    accountId: number;
    keyId: string;
    now: number;
  }) => Promise<'revoked' | 'already-revoked' | 'unknown'>;
  readonly webhookSecret: (accountId: number) => Promise<string | null>;
  readonly setWebhookSecret: (input: { accountId: number; secret: string | null }) => Promise<void>;
  /** True if another process has changed anything since the last call. */
  readonly changedElsewhere: () => Promise<boolean>;
};

/** The balance after an operation, and its version. */
export type BalanceAfter = { readonly balance: number; readonly ledgerSequence: number };

export type LedgerKind = ServiceLedgerRow['kind'];
export type LedgerRow = Omit<ServiceLedgerRow, 'at'> & { readonly at: number };

export type CreditStore = {
  readonly grantCredits: (input: {
    accountId: number;
    credits: number;
    note: string | null;
    now: number;
  }) => Promise<BalanceAfter>;
  /**
   * Renews every expired credit cycle: the rest expires, the plan's credits are granted. Every operation that
   * charges, grants, checks a balance or changes a plan first does the same for its own account.
   */
  readonly renewCycles: (now: number) => Promise<readonly Account[]>;
  /** Newest first; `before` is the sequence of the previous page's last row. */
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

/** HTML of a result, compressed by the caller, and the token of its URLs. */
export type StoredPages = { readonly token: string; readonly bodies: readonly Buffer[] };

export type FinishedCall = {
  readonly id: string;
  readonly accountId: number;
  readonly requestId: string;
  readonly engine: Engine;
  readonly status: number;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  /** Credits to charge; 0 unless there is a result. */
  readonly charge: number;
  readonly attempts: number;
  readonly startedAt: number;
  readonly finishedAt: number;
  /** The result as JSON, stored only if the caller did not get it. */
  readonly result: string | null;
  readonly pages: StoredPages | null;
};

export type JobResult = {
  readonly body: string;
  readonly pageToken: string | null;
  readonly pageCount: number;
};

export type JobSummary = Omit<ServiceJob, 'createdAt' | 'startedAt' | 'finishedAt'> & {
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
};

export type CallStore = {
  /** Writes the call's record, charge and files; `insufficient` writes and charges nothing. */
  readonly settleCall: (
    call: FinishedCall,
  ) => Promise<({ readonly kind: 'settled' } & BalanceAfter) | { readonly kind: 'insufficient' }>;
  /** Stores the result of a call whose response did not reach the caller. */
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
  /** A page stored after `notBefore`, compressed. */
  readonly resultPage: (input: { token: string; page: number; notBefore: number }) => Promise<Buffer | null>;
};

export type NewTask = {
  readonly id: string;
  readonly requestId: string;
  readonly engine: Engine;
  /** The validated request as JSON. */
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
export type RunnableTask = Omit<
  Task,
  'priority' | 'idempotencyKey' | 'creditsToCharge' | 'creditsCharged' | 'state' | 'createdAt' | 'finishedAt'
> & {
  readonly startedAt: number;
  /** A driver's receipt of outstanding work at its provider. */
  readonly receipt: string | null;
};

export type TaskCreation =
  | { readonly kind: 'overflow'; readonly queuedCount: number }
  | { readonly kind: 'done'; readonly results: readonly ('created' | 'exists' | 'insufficient')[] };

export type ClaimRequest = {
  readonly accountId: number;
  readonly count: number;
  /** Upper bound of the total cost of the claimed tasks. */
  readonly budget: number;
};

export type Claim = {
  readonly accountId: number;
  readonly tasks: readonly RunnableTask[];
  /** Tasks that failed when they were about to start, because the balance no longer covers them. */
  readonly refused: number;
  /** The balance covers the next task but the budget does not: try again when a running job has ended. */
  readonly waitsForCredits: boolean;
};

/** Tasks from the head of a queue, to start immediately. */
export type Pick = {
  readonly accountId: number;
  readonly tasks: readonly RunnableTask[];
  /** There is a next task that the remaining budget does not cover: `claimTasks` decides about it. */
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
  /** The slot may go to the next task of the account immediately, which the result then contains. */
  readonly handsOn?: boolean;
};

export type QueueCounts = {
  readonly queued: number;
  readonly processing: number;
  /** Highest priority first; only levels with tasks. */
  readonly byPriority: readonly { readonly priority: number; readonly count: number }[];
};

export type WaitingQueue = { readonly accountId: number; readonly queued: number };

export type TaskStore = {
  /**
   * Adds tasks to the queue. `batchSize` also counts refused items of the submission: if they would overflow
   * the queue together, none is created.
   */
  readonly createTasks: (input: {
    accountId: number;
    tasks: readonly NewTask[];
    batchSize: number;
    queueLimit: number;
    now: number;
  }) => Promise<TaskCreation>;
  /**
   * Takes the next tasks of each account, in the order of `claimTasks`, as far as the budget covers them. They
   * may start immediately: their change to PROCESSING is on disk one commit later. After a crash before that,
   * they are QUEUED and start again, as PROCESSING tasks would.
   */
  readonly pickTasks: (input: { requests: readonly ClaimRequest[]; now: number }) => Promise<readonly Pick[]>;
  /** Changes the next tasks of each account to PROCESSING: by priority, then oldest first. */
  readonly claimTasks: (input: {
    requests: readonly ClaimRequest[];
    now: number;
  }) => Promise<readonly Claim[]>;
  readonly recordFailedAttempt: (input: { taskId: string; attempts: number }) => Promise<void>;
  /** Stores a driver's receipt of outstanding work for a task; on disk when the promise resolves. */
  readonly keepReceipt: (input: { taskId: string; receipt: string | null }) => Promise<void>;
  /** Ends a PROCESSING task: state, charge, result, files and webhook in one transaction. */
  readonly settleTask: (
    outcome: TaskOutcome,
  ) => Promise<
    | ({ readonly kind: 'settled'; readonly next?: RunnableTask } & BalanceAfter)
    | { readonly kind: 'insufficient' }
    | { readonly kind: 'gone' }
  >;
  /** Requeues PROCESSING tasks and keeps their attempts. */
  readonly requeueTasks: (taskIds: readonly string[]) => Promise<void>;
  /** Tasks left in PROCESSING by a former run of the service. */
  readonly processingTasks: () => Promise<readonly RunnableTask[]>;
  /** By its id, or by the account's idempotency key. */
  readonly task: (input: { accountId: number; taskId: string }) => Promise<Task | null>;
  readonly queueCounts: (accountId: number) => Promise<QueueCounts>;
  /** Accounts with queued tasks, and their number. */
  readonly waitingQueues: () => Promise<readonly WaitingQueue[]>;
  /** Newest current position in the queue. */
  readonly queueEnd: (accountId: number) => Promise<number>;
  /** Deletes at most `limit` queued tasks up to that position; returns how many. */
  readonly clearQueue: (input: { accountId: number; upTo: number; limit: number }) => Promise<number>;
};

export type Delivery = Omit<ServiceDelivery, 'nextAttemptAt' | 'createdAt' | 'deliveredAt'> & {
  readonly accountId: number;
  readonly nextAttemptAt: number | null;
  readonly createdAt: number;
  readonly deliveredAt: number | null;
};

export type WebhookStore = {
  /**
   * The longest due deliveries of each account, at most `perAccount` each, and the next time after `now` at
   * which another becomes due (null if none is pending).
   */
  readonly dueDeliveries: (input: {
    now: number;
    perAccount: number;
  }) => Promise<{ readonly due: readonly Delivery[]; readonly nextAt: number | null }>;
  /** `nextAttemptAt` applies if the attempt failed and another is left. */
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
  /** Restarts a delivery with all its attempts; false if the delivery or its task does not exist. */
  readonly resendDelivery: (input: {
    accountId: number;
    deliveryId: number;
    now: number;
  }) => Promise<boolean>;
};

export type HousekeepingStore = {
  /**
   * Deletes what ended before the given time, in batches of `limit` rows; true if there is more. A task that a wrong
   * clock ended in the future, or before there was an account, counts as ended `now`.
   */
  readonly sweep: (input: { endedBefore: number; now: number; limit: number }) => Promise<boolean>;
  readonly notice: (name: string) => Promise<string | null>;
  readonly setNotice: (name: string, value: string | null) => Promise<void>;
  /**
   * Resolves if the storage is available with this program's schema.
   * @throws an error with code STORE_NEWER if a newer program has changed it meanwhile
   */
  readonly check: () => Promise<void>;
  /** Queued tasks and due webhooks of all accounts together. */
  readonly waiting: (now: number) => Promise<{ readonly tasks: number; readonly webhooks: number }>;
  /** Commits pending operations and closes the file. */
  readonly close: () => Promise<void>;
};
