import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Exchange } from '#client/exchange.ts';
import { type Accounting, readAccounting } from '#client/responseHeaders.ts';
import {
  type CallClass,
  callTimeoutMs,
  monitorTimeoutMs,
  type RepeatRules,
  repeated,
} from '#client/retryPolicy.ts';
import { ServiceError } from '#client/serviceError.ts';
import type { Clock, Random } from '#platform/clock.ts';
import type { Logger } from '#platform/log.ts';
import { type CountryModel, type Engine, redirectPath, taskTypeOf } from '#shared/interface/engines.ts';
import { headerNames } from '#shared/interface/headers.ts';
import {
  type CreditBalance,
  countriesResponseSchema,
  creditBalanceSchema,
  redirectResponseSchema,
  type StateList,
  statesResponseSchema,
} from '#shared/interface/reference.ts';
import { safeParse } from '#shared/interface/safeParse.ts';
import {
  type BatchResponse,
  batchResponseSchema,
  type QueueCleared,
  type QueueMetrics,
  queueClearedSchema,
  queueMetricsSchema,
  type TaskCreated,
  type TaskStatus,
  taskCreatedSchema,
  taskStatusSchema,
} from '#shared/interface/tasks.ts';
import { notThisServiceMessage } from '#shared/model/appError.ts';
import type { EngineAliases } from '#shared/model/connection.ts';
import { type Fetch, guardedExchange } from './exchange.ts';

export type ServiceClientOptions = {
  /** URL of the service, with or without a path before `/v1`; read for every attempt, because it may change. */
  readonly baseUrl: string | (() => Promise<string>);
  /** The key, or null to call without one. Never logged or stored. */
  readonly key: () => Promise<string | null>;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly aliases?: EngineAliases | undefined;
};

export type CallOptions = Omit<RepeatRules, 'callClass'> & {
  /** 1 to 128 letters, digits and `-_.:`; random if absent. Retries have the same id. */
  readonly requestId?: string | undefined;
};

export type Answer<T> = {
  readonly data: T;
  readonly accounting: Accounting;
  readonly exchange: Exchange;
};

/** The request, and the complete unparsed response: whoever stores it parses it. */
export type MonitorAnswer = Omit<Answer<never>, 'data'> & {
  readonly requestPath: string;
  readonly requestBody: string;
};

export type TaskSubmission = {
  readonly engine: Engine;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly priority?: number | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly webhook?: { readonly url: string } | undefined;
};

/** Every call throws `ServiceError` when it gives up. */
export type ServiceClient = {
  readonly monitor: (
    engine: Engine,
    request: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ) => Promise<MonitorAnswer>;
  readonly resolveRedirect: (
    link: string,
    options?: CallOptions,
  ) => Promise<Answer<{ readonly url: string }>>;
  readonly createTask: (task: TaskSubmission, options?: CallOptions) => Promise<Answer<TaskCreated>>;
  /** Up to 500 tasks; the response contains individual failures. */
  readonly createTasks: (
    tasks: readonly TaskSubmission[],
    options?: CallOptions,
  ) => Promise<Answer<BatchResponse>>;
  readonly task: (taskId: string, options?: CallOptions) => Promise<Answer<TaskStatus>>;
  readonly queue: (options?: CallOptions) => Promise<Answer<QueueMetrics>>;
  readonly clearQueue: (options?: CallOptions) => Promise<Answer<QueueCleared>>;
  readonly credits: (options?: CallOptions) => Promise<Answer<CreditBalance>>;
  readonly countries: (model?: CountryModel, options?: CallOptions) => Promise<Answer<readonly string[]>>;
  readonly states: (country: string, options?: CallOptions) => Promise<Answer<StateList>>;
  /**
   * An HTML page linked in a result: from the service's own origin, the only one that gets the key, or from the
   * public internet. An answer must not lead into Parallax's network.
   */
  readonly page: (url: string, options?: CallOptions) => Promise<string>;
};

type Call = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Relative to the base URL, or a complete URL. */
  readonly path: string;
  readonly body?: unknown;
  readonly callClass: CallClass;
  readonly timeoutMs?: number;
  readonly options: CallOptions | undefined;
};

export function createServiceClient(config: ServiceClientOptions): ServiceClient {
  const { clock, random, log, fetch } = config;

  const attempt = async (call: Call, requestId: string): Promise<Exchange> => {
    const base = (typeof config.baseUrl === 'string' ? config.baseUrl : await config.baseUrl()).replace(
      /\/+$/,
      '',
    );
    const url = /^https?:\/\//i.test(call.path) ? call.path : base + call.path;
    const own = isOwnAddress(url, base);
    const key = own ? await config.key() : null;
    const headers: Record<string, string> = {};
    if (call.body !== undefined) headers['Content-Type'] = 'application/json';
    const body = call.body === undefined ? null : JSON.stringify(call.body);
    const timeoutMs = call.timeoutMs ?? callTimeoutMs;
    const { method, options } = call;
    return guardedExchange(
      { url, method, headers, key, body, requestId, timeoutMs, signal: options?.signal, mustBePublic: !own },
      { fetch, clock },
    );
  };

  const send = (call: Call): Promise<Exchange> => {
    const { method, path, callClass, options } = call;
    const requestId = options?.requestId ?? randomUUID();
    const onRetry = ({ kind, status, code }: ServiceError, waitMs: number): void =>
      log('debug', 'Repeating a call', { method, path, kind, status, code, requestId, waitMs });
    return repeated({ callClass, ...options }, () => attempt(call, requestId), { clock, random, onRetry });
  };

  const json = async <Schema extends z.ZodType>(
    call: Call,
    schema: Schema,
  ): Promise<Answer<z.output<Schema>>> => {
    const answer = await send(call);
    return { data: readJson(answer, schema), accounting: readAccounting(answer.headers), exchange: answer };
  };
  const get = <Schema extends z.ZodType>(path: string, schema: Schema, options?: CallOptions) =>
    json({ method: 'GET', path, callClass: 'repeatable', options }, schema);
  const wireTask = ({ engine, ...task }: TaskSubmission) => ({
    taskType: config.aliases?.[engine]?.taskType ?? taskTypeOf(engine),
    ...task,
  });
  const creation = (tasks: readonly TaskSubmission[]): CallClass =>
    tasks.every((task) => task.idempotencyKey !== undefined) ? 'repeatable' : 'once';

  return {
    async monitor(engine, request, options) {
      const path = `/v1/monitor/${config.aliases?.[engine]?.path ?? engine}`;
      const call = { method: 'POST', path, body: request, callClass: 'once', options } as const;
      const answer = await send({ ...call, timeoutMs: monitorTimeoutMs });
      const accounting = readAccounting(answer.headers);
      return { accounting, exchange: answer, requestPath: path, requestBody: JSON.stringify(request) };
    },
    resolveRedirect: (link, options) =>
      json(
        { method: 'POST', path: redirectPath, body: { url: link }, callClass: 'once', options },
        redirectResponseSchema,
      ),
    createTask: (task, options) =>
      json(
        {
          method: 'POST',
          path: '/v1/async/task',
          body: wireTask(task),
          callClass: creation([task]),
          options,
        },
        taskCreatedSchema,
      ),
    createTasks: (tasks, options) =>
      json(
        {
          method: 'POST',
          path: '/v1/async/task/batch',
          body: tasks.map(wireTask),
          callClass: creation(tasks),
          options,
        },
        batchResponseSchema,
      ),
    task: (taskId, options) => get(`/v1/async/task/${encodeURIComponent(taskId)}`, taskStatusSchema, options),
    queue: (options) => get('/v1/async/status', queueMetricsSchema, options),
    clearQueue: (options) =>
      json(
        { method: 'DELETE', path: '/v1/async/queue', callClass: 'repeatable', options },
        queueClearedSchema,
      ),
    credits: (options) => get('/v1/credits', creditBalanceSchema, options),
    countries: (model, options) =>
      get(
        model === undefined ? '/v1/countries' : `/v1/countries?model=${encodeURIComponent(model)}`,
        countriesResponseSchema,
        options,
      ),
    states: (country, options) =>
      get(`/v1/states?country=${encodeURIComponent(country)}`, statesResponseSchema, options),
    async page(url, options) {
      const answer = await send({ method: 'GET', path: url, callClass: 'repeatable', options });
      return answer.body;
    },
  };
}

/** Whether a URL is below the service's own, so that the key may be sent. */
function isOwnAddress(url: string, base: string): boolean {
  const target = URL.parse(url);
  const own = URL.parse(base);
  return target !== null && own !== null && target.origin === own.origin;
}

function readJson<Schema extends z.ZodType>(answer: Exchange, schema: Schema): z.output<Schema> {
  let body: unknown;
  try {
    body = JSON.parse(answer.body);
  } catch (error) {
    throw unreadable(answer, error);
  }
  const parsed = safeParse(schema, body);
  if (!parsed.success) throw unreadable(answer, parsed.error);
  return parsed.data;
}

function unreadable(answer: Exchange, cause: unknown): ServiceError {
  return new ServiceError({
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
