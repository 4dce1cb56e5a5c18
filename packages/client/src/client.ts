import { type Clock, systemClock } from './clock.ts';
import type { Answer, Call, CallOptions, Client, ResponseKind, TaskSubmission } from './contract.ts';
import { type Exchange, type ExchangePorts, exchange, originOf, type Transport } from './exchange.ts';
import { type FetchFunction, fetchTransport } from './fetchTransport.ts';
import {
  type Engine,
  headerNames,
  type MonitorRequests,
  type MonitorResults,
  redirectPath,
  taskTypes,
} from './interface.ts';
import { readAccounting } from './responseHeaders.ts';
import { type CallClass, callTimeoutMs, monitorTimeoutMs, repeated } from './retryPolicy.ts';
import { notThisServiceMessage, OptionError, ServiceError } from './serviceError.ts';
import { streamResults } from './streamResults.ts';
import { endOf, type TaskEnd } from './taskEnd.ts';

/** Options of `createClient`. */
export type ClientOptions = {
  /** URL of the service, with or without a path before `/v1`. A function is called before every attempt. */
  readonly baseUrl: string | (() => Promise<string>);
  /**
   * API key. It is sent as a bearer token, only to the origin of the service, and never follows a redirect. A
   * function is called before every attempt; null sends the call without a key.
   */
  readonly apiKey: string | (() => Promise<string | null>);
  /** Sends the requests; the global `fetch` by default. */
  readonly fetch?: FetchFunction;
  /** Maximum retries of a call. Only calls that cannot be charged twice are retried. 2 by default. */
  readonly retries?: number;
  /** Called before every retry with the error of the failed attempt and the delay in milliseconds. */
  readonly onRetry?: (failure: ServiceError, waitMs: number, call: Call) => void;
  /** Source of time and delays, for tests. */
  readonly clock?: Clock;
  /** Returns a number in [0, 1) for the retry delay, for tests. */
  readonly random?: () => number;
  /** What a program that embeds the client does itself. */
  readonly hooks?: ClientHooks;
};

/** What a program that embeds the client does itself. */
export type ClientHooks = Omit<ExchangePorts, 'transport' | 'clock'> & {
  /** Sends one request, instead of `fetch`. */
  readonly transport?: Transport;
  /**
   * Returns the body of a response as the caller gets it. By default only its form is checked, because a newer
   * service may send more.
   * @throws unknown if it is not one of this kind; the call then fails with `not-this-service`
   */
  readonly validate?: (kind: ResponseKind, body: unknown) => unknown;
  /** Task types of a deployment that has its own. */
  readonly taskTypes?: Readonly<Partial<Record<Engine, string>>>;
  /** Path of its redirect resolver, if it has its own. */
  readonly redirectPath?: string;
};

/** Creates a client. It opens no connection until the first call. */
export function createClient(config: ClientOptions): Client {
  const { baseUrl, apiKey, clock = systemClock, random = Math.random, hooks = {} } = config;
  const { validate = checkForm, taskTypes: ownTaskTypes } = hooks;
  const transport =
    hooks.transport ?? fetchTransport(config.fetch ?? ((url, init) => globalThis.fetch(url, init)));

  const attempt = async (call: Call, requestId: string): Promise<Exchange> => {
    const base = readBase(typeof baseUrl === 'string' ? baseUrl : await baseUrl());
    const isComplete = /^https?:\/\//i.test(call.path);
    const url = isComplete ? call.path : base + call.path;
    const isForeign = isComplete && originOf(url) !== originOf(base);
    const key = isForeign ? null : typeof apiKey === 'string' ? apiKey : await apiKey();
    if (key !== null && !/^[\x21-\x7e]+$/.test(key))
      throw new OptionError(
        'apiKey',
        'must be one word of ASCII characters, without blanks and line breaks.',
      );
    const { method, timeoutMs = callTimeoutMs, options } = call;
    const body = call.body === undefined ? null : JSON.stringify(call.body);
    const headers = {
      ...(body !== null && { 'Content-Type': 'application/json' }),
      ...(key !== null && { [headerNames.authorization]: `Bearer ${key}` }),
    };
    const { signal } = options ?? {};
    return exchange(
      { url, method, headers, key, isForeign, body, requestId, timeoutMs, signal },
      { ...hooks, transport, clock },
    );
  };
  const request = async (call: Call): Promise<Exchange> => {
    const { requestId = globalThis.crypto.randomUUID(), ...rules } = call.options ?? {};
    if (!/^[\w.:-]{1,128}$/.test(requestId))
      throw new OptionError(
        'requestId',
        'must be 1 to 128 letters, digits, hyphens, underscores, dots and colons.',
      );
    const onRetry = (failure: ServiceError, waitMs: number): void =>
      config.onRetry?.(failure, waitMs, { ...call, options: { ...rules, requestId } });
    return repeated(
      { retries: config.retries, ...rules, callClass: call.callClass },
      () => attempt(call, requestId),
      { clock, random, onRetry },
    );
  };
  const json = async <T>(kind: ResponseKind, call: Call): Promise<Answer<T>> => {
    const answer = await request(call);
    const data = readJson(answer, (body) => validate(kind, body)) as T;
    return { data, accounting: readAccounting(answer.headers), exchange: answer };
  };
  const get = <T>(kind: ResponseKind, path: string, options?: CallOptions) =>
    json<T>(kind, { method: 'GET', path, callClass: 'repeatable', options });
  const post = <T>(kind: ResponseKind, path: string, body: unknown, rest: Omit<Call, 'method' | 'path'>) =>
    json<T>(kind, { method: 'POST', path, body, ...rest });
  const wireTask = ({ engine, ...task }: TaskSubmission) => ({
    taskType: ownTaskTypes?.[engine] ?? taskTypes[engine],
    ...task,
  });
  const task: Client['task'] = (taskId, options) =>
    get('task', `/v1/async/task/${pathPart(taskId)}`, options);
  const createTasks: Client['createTasks'] = (tasks, options) =>
    post('createTasks', '/v1/async/task/batch', tasks.map(wireTask), {
      callClass: creation(tasks),
      options,
    });

  return {
    async monitor<E extends Engine>(engine: E, body: MonitorRequests[E], options?: CallOptions) {
      const rest = { callClass: 'once', timeoutMs: monitorTimeoutMs, options } as const;
      const { data, ...answer } = await post<{ readonly result: MonitorResults[E] }>(
        'monitor',
        `/v1/monitor/${engine}`,
        body,
        rest,
      );
      return { data: data.result, ...answer };
    },
    resolveRedirect: (url, options) =>
      post('resolveRedirect', hooks.redirectPath ?? redirectPath, { url }, { callClass: 'once', options }),
    createTask: (submission, options) =>
      post('createTask', '/v1/async/task', wireTask(submission), {
        callClass: creation([submission]),
        options,
      }),
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
    queue: (options) => get('queue', '/v1/async/status', options),
    clearQueue: (options) =>
      json('clearQueue', {
        method: 'DELETE',
        path: '/v1/async/queue',
        callClass: 'repeatable',
        options,
      }),
    credits: (options) => get('credits', '/v1/credits', options),
    countries: (model, options) =>
      get(
        'countries',
        `/v1/countries${model === undefined ? '' : `?model=${encodeURIComponent(model)}`}`,
        options,
      ),
    states: (country, options) => get('states', `/v1/states?country=${encodeURIComponent(country)}`, options),
    request,
  };
}

/** @throws OptionError */
function readBase(text: string): string {
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text))
    throw new OptionError('baseUrl', 'must be a complete address that starts with http:// or https://.');
  return text.replace(/\/+$/, '');
}

/** Keys that a path cannot carry: a URL parser removes dots even if they are encoded, and `batch` is another address. */
const notInPaths = /^(\.|\.\.|batch|key:.*)$/s;

/** An id or idempotency key as part of a path, with a mark where it would be read as something else. */
function pathPart(taskId: string): string {
  const marked = notInPaths.test(taskId) ? `key:${taskId}` : taskId;
  return encodeURIComponent(marked.replace(/\p{Surrogate}/gu, '\uFFFD'));
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Members without which a body is of another server. */
const members: Readonly<Partial<Record<ResponseKind, string>>> = { monitor: 'result', task: 'task' };

function checkForm(kind: ResponseKind, body: unknown): unknown {
  const member = members[kind];
  const holds =
    kind === 'countries' || kind === 'states'
      ? Array.isArray(body)
      : isObject(body) && (member === undefined || isObject(Reflect.get(body, member)));
  if (!holds) throw new TypeError(`The response has not the form of ${kind}`);
  return body;
}

/** Creation can be repeated only if every task has an idempotency key. */
const creation = (tasks: readonly TaskSubmission[]): CallClass =>
  tasks.every(({ idempotencyKey }) => idempotencyKey !== undefined) ? 'repeatable' : 'once';

function readJson(answer: Exchange, read: (body: unknown) => unknown): unknown {
  try {
    return read(JSON.parse(answer.body));
  } catch (cause) {
    throw new ServiceError({
      kind: 'not-this-service',
      message: notThisServiceMessage,
      reach: 'answered',
      status: answer.status,
      requestId: answer.headers[headerNames.requestId.toLowerCase()] ?? answer.requestId,
      body: answer.body,
      headers: answer.headers,
      cause,
    });
  }
}
