import { type Clock, systemClock } from './clock.ts';
import { type Exchange, exchange } from './exchange.ts';
import { type FetchFunction, fetchTransport } from './fetchTransport.ts';
import {
  type BatchResponse,
  type CountryModel,
  type CreditBalance,
  type Engine,
  headerNames,
  type MonitorRequests,
  type MonitorResults,
  type QueueCleared,
  type QueueMetrics,
  type RedirectResponse,
  redirectPath,
  type States,
  type TaskCreated,
  type TaskStatuses,
  taskTypes,
} from './interface.ts';
import { type Accounting, readAccounting } from './responseHeaders.ts';
import {
  type CallClass,
  callTimeoutMs,
  monitorTimeoutMs,
  type RepeatRules,
  repeated,
} from './retryPolicy.ts';
import { ServiceError } from './serviceError.ts';
import { type ResultsOptions, type StreamedResult, streamResults } from './streamResults.ts';
import { endOf, type TaskEnd } from './taskEnd.ts';

/** Options of `createClient`. */
export type ClientOptions = {
  /** URL of the service, with or without a path before `/v1`. */
  readonly baseUrl: string;
  /** API key. It is sent as a bearer token and never follows a redirect. */
  readonly apiKey: string;
  /** Sends the requests; the global `fetch` by default. */
  readonly fetch?: FetchFunction;
  /** Maximum retries of a call. Only calls that cannot be charged twice are retried. 2 by default. */
  readonly retries?: number;
  /** Called before every retry with the error of the failed attempt and the delay in milliseconds. */
  readonly onRetry?: (failure: ServiceError, waitMs: number) => void;
  /** Source of time and delays, for tests. */
  readonly clock?: Clock;
  /** Returns a number in [0, 1) for the retry delay, for tests. */
  readonly random?: () => number;
};

/** Options of a single call. They override those of the client. */
export type CallOptions = Omit<RepeatRules, 'callClass'> & {
  /** Request id: 1 to 128 letters, digits and `-_.:`. Random by default. Retries keep the id. */
  readonly requestId?: string | undefined;
};

/** The body of a response, and the accounting in its headers. */
export type Answer<T> = { readonly data: T; readonly accounting: Accounting };

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
};

type Call = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly callClass: CallClass;
  readonly timeoutMs?: number;
  readonly options: CallOptions | undefined;
};
/** Creates a client. It opens no connection until the first call. */

export function createClient(config: ClientOptions): Client {
  const { apiKey, clock = systemClock, random = Math.random, onRetry } = config;
  const base = config.baseUrl.replace(/\/+$/, '');
  const transport = fetchTransport(config.fetch ?? ((url, init) => globalThis.fetch(url, init)));

  /** @param holds whether the response body has the form of this call */
  const json = async <T>(call: Call, holds: (body: Body) => boolean): Promise<Answer<T>> => {
    const { method, path, callClass, timeoutMs = callTimeoutMs, options } = call;
    const requestId = options?.requestId ?? globalThis.crypto.randomUUID();
    const body = call.body === undefined ? null : JSON.stringify(call.body);
    const headers = {
      [headerNames.authorization]: `Bearer ${apiKey}`,
      ...(body === null ? {} : { 'Content-Type': 'application/json' }),
    };
    const request = {
      url: base + path,
      method,
      headers,
      body,
      requestId,
      timeoutMs,
      signal: options?.signal,
    };
    const answer = await repeated(
      { callClass, retries: config.retries, ...options },
      () => exchange(request, { transport, clock }),
      { clock, random, onRetry },
    );
    return { data: readJson(answer, holds) as T, accounting: readAccounting(answer.headers) };
  };
  const get = <T>(path: string, holds: (body: Body) => boolean, options?: CallOptions) =>
    json<T>({ method: 'GET', path, callClass: 'repeatable', options }, holds);
  const post = <T>(path: string, body: unknown, rest: Pick<Call, 'callClass' | 'timeoutMs' | 'options'>) =>
    json<T>({ method: 'POST', path, body, ...rest }, isObject);
  const task: Client['task'] = (taskId, options) =>
    get(`/v1/async/task/${encodeURIComponent(taskId)}`, ({ task: record }) => isObject(record), options);
  const createTasks: Client['createTasks'] = (tasks, options) =>
    post('/v1/async/task/batch', tasks.map(wireTask), { callClass: creation(tasks), options });

  return {
    async monitor<E extends Engine>(engine: E, request: MonitorRequests[E], options?: CallOptions) {
      const path = `/v1/monitor/${engine}`;
      const rest = { callClass: 'once', timeoutMs: monitorTimeoutMs, options } as const;
      const call: Call = { method: 'POST', path, body: request, ...rest };
      const { data, accounting } = await json<{ readonly result: MonitorResults[E] }>(call, ({ result }) =>
        isObject(result),
      );
      return { data: data.result, accounting };
    },
    resolveRedirect: (url, options) => post(redirectPath, { url }, { callClass: 'once', options }),
    createTask: (submission, options) =>
      post('/v1/async/task', wireTask(submission), { callClass: creation([submission]), options }),
    createTasks,
    task,
    async waitForTask<E extends Engine>(
      taskId: string,
      { everyMs = 1000, ...options }: CallOptions & { readonly everyMs?: number } = {},
    ): Promise<TaskEnd<E>> {
      for (;;) {
        const end = endOf<E>((await task<E>(taskId, options)).data);
        if (end !== null) return end;
        await clock.wait(everyMs, options.signal);
      }
    },
    results: (tasks, options = {}) => streamResults(tasks, options, { createTasks, task, clock }),
    queue: (options) => get('/v1/async/status', isObject, options),
    clearQueue: (options) =>
      json({ method: 'DELETE', path: '/v1/async/queue', callClass: 'repeatable', options }, isObject),
    credits: (options) => get('/v1/credits', isObject, options),
    countries: (model, options) =>
      get(
        `/v1/countries${model === undefined ? '' : `?model=${encodeURIComponent(model)}`}`,
        isList,
        options,
      ),
    states: (country, options) => get(`/v1/states?country=${encodeURIComponent(country)}`, isList, options),
  };
}

type Body = Readonly<Record<string, unknown>>;
const isObject = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && !Array.isArray(body);
const isList = (body: unknown): boolean => Array.isArray(body);

const wireTask = ({ engine, ...task }: TaskSubmission) => ({ taskType: taskTypes[engine], ...task });

/** Creation can be repeated only if every task has an idempotency key. */
const creation = (tasks: readonly TaskSubmission[]): CallClass =>
  tasks.every(({ idempotencyKey }) => idempotencyKey !== undefined) ? 'repeatable' : 'once';

function readJson(answer: Exchange, holds: (body: Body) => boolean): unknown {
  let cause: unknown;
  try {
    const body: unknown = JSON.parse(answer.body);
    if (typeof body === 'object' && body !== null && holds(body as Body)) return body;
  } catch (error) {
    cause = error;
  }
  throw new ServiceError({
    kind: 'not-this-service',
    message: 'The response is not one of an Answer Monitoring Service. Check the address.',
    reach: 'answered',
    status: answer.status,
    requestId: answer.headers[headerNames.requestId.toLowerCase()] ?? answer.requestId,
    body: answer.body,
    headers: answer.headers,
    cause,
  });
}
