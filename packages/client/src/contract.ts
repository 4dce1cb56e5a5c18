import type { Exchange } from './exchange.ts';
import type {
  BatchItemError,
  BatchResponse,
  CountryModel,
  CreditBalance,
  Engine,
  MonitorRequests,
  MonitorResults,
  QueueCleared,
  QueueMetrics,
  RedirectResponse,
  States,
  TaskCreated,
  TaskStatuses,
} from './interface.ts';
import type { Accounting } from './responseHeaders.ts';
import type { CallClass, RepeatRules } from './retryPolicy.ts';
import type { TaskEnd } from './taskEnd.ts';

/** Kinds of response bodies, by the method of `Client` that returns them. */
export type ResponseKind = Exclude<keyof Client, 'request' | 'results' | 'waitForTask'>;

/** Options of a single call. They override those of the client. */
export type CallOptions = Omit<RepeatRules, 'callClass'> & {
  /** Request id: 1 to 128 letters, digits and `-_.:`. Random by default. Retries keep the id. */
  readonly requestId?: string;
};

/** A call that the client has no method for. */
export type Call = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path after the URL of the service, or a complete URL. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly callClass: CallClass;
  /** Time limit of one attempt in milliseconds; 30,000 by default. */
  readonly timeoutMs?: number;
  readonly options?: CallOptions;
};

/** The body of a response, the accounting in its headers, and the response itself. */
export type Answer<T> = { readonly data: T; readonly accounting: Accounting; readonly exchange: Exchange };

/** A task: the engine, its request, and how it is queued. */
export type TaskSubmission<E extends Engine = Engine> = {
  [Each in E]: {
    readonly engine: Each;
    readonly payload: MonitorRequests[Each];
    /** 1 to 10; higher is first. 1 by default. */
    readonly priority?: number;
    /**
     * Your own key, unique in the account. The service creates the task only once, so the creation can be retried.
     */
    readonly idempotencyKey?: string;
    /** URL that receives a POST request when the task ends. Verify the request with `verifyWebhook`. */
    readonly webhook?: { readonly url: string };
  };
}[E];

/** Client of the service. Every call rejects with a `ServiceError` if it fails after all retries. */
export type Client = {
  /**
   * Asks one engine and waits for the result. Uses a concurrency slot until the response. Retried only if it
   * cannot be charged twice.
   * @param engine determines the types of the request and the result
   */
  readonly monitor: <E extends Engine>(
    engine: E,
    request: MonitorRequests[E],
    options?: CallOptions,
  ) => Promise<Answer<MonitorResults[E]>>;
  /** Resolves the `redirectLink` of a source to its destination. */
  readonly resolveRedirect: (link: string, options?: CallOptions) => Promise<Answer<RedirectResponse>>;
  /** Creates one task in the queue. */
  readonly createTask: (task: TaskSubmission, options?: CallOptions) => Promise<Answer<TaskCreated>>;
  /** Creates up to 500 tasks in the queue. Tasks can be refused individually; see the response. */
  readonly createTasks: (
    tasks: readonly TaskSubmission[],
    options?: CallOptions,
  ) => Promise<Answer<BatchResponse>>;
  /**
   * Status of a task, with its result if it has ended.
   * @param taskId id of the task, or its idempotency key
   */
  readonly task: <E extends Engine = Engine>(
    taskId: string,
    options?: CallOptions,
  ) => Promise<Answer<TaskStatuses[E]>>;
  /**
   * Polls a task until it ends. Aborting the signal during a wait rejects with the signal's reason.
   * @param taskId id of the task, or its idempotency key
   * @param options `everyMs`: milliseconds between polls, 1,000 by default
   */
  readonly waitForTask: <E extends Engine = Engine>(
    taskId: string,
    options?: CallOptions & { readonly everyMs?: number },
  ) => Promise<TaskEnd<E>>;
  /** Submits any number of tasks and yields their results as they end, in any order. */
  readonly results: (
    tasks: Iterable<TaskSubmission> | AsyncIterable<TaskSubmission>,
    options?: ResultsOptions,
  ) => AsyncGenerator<StreamedResult, void, undefined>;
  /** Usage of the account's queue. */
  readonly queue: (options?: CallOptions) => Promise<Answer<QueueMetrics>>;
  /** Removes all queued tasks. Running tasks continue. */
  readonly clearQueue: (options?: CallOptions) => Promise<Answer<QueueCleared>>;
  /** Credits of the account. */
  readonly credits: (options?: CallOptions) => Promise<Answer<CreditBalance>>;
  /**
   * Codes of the supported countries.
   * @param model engine to filter by; all countries by default
   */
  readonly countries: (model?: CountryModel, options?: CallOptions) => Promise<Answer<readonly string[]>>;
  /**
   * States that can be targeted.
   * @param country code of the country; only US has states
   */
  readonly states: (country: string, options?: CallOptions) => Promise<Answer<States>>;
  /** Sends any call under the same rules, and returns its response unread. */
  readonly request: (call: Call) => Promise<Exchange>;
};

/** Options of `Client.results`. */
export type ResultsOptions = {
  /**
   * Name of this list of tasks. Tasks without an idempotency key get one made of this name and their position. A
   * restarted program with the same name and list continues with the existing tasks, and none is charged twice.
   * Random by default.
   */
  readonly run?: string;
  /** Tasks per request; 500 by default and at most. */
  readonly batchSize?: number;
  /** Maximum tasks that are queued or running; 2,000 by default. */
  readonly inFlight?: number;
  /**
   * Milliseconds between two rounds of polling; 500 by default. The delay increases up to eightfold while no task
   * ends.
   */
  readonly everyMs?: number;
  readonly signal?: AbortSignal;
};

/** The result of one task, and its index in the submitted list. */
export type StreamedResult<E extends Engine = Engine> = {
  [Each in E]: {
    readonly index: number;
    readonly engine: Each;
    readonly submission: TaskSubmission<Each>;
  } & (
    | TaskEnd<Each>
    /** The service refused the task. */
    | { readonly kind: 'refused'; readonly error: BatchItemError }
    /** The task was removed from the queue, or its result is no longer stored. */
    | { readonly kind: 'gone' }
  );
}[E];
