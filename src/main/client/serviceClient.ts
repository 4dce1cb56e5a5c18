import type { ZodType } from 'zod';
import { createClient } from '#client/client.ts';
import type { Answer, CallOptions, Client, ResponseKind } from '#client/contract.ts';
import type { Transport } from '#client/exchange.ts';
import type { Engine } from '#client/interface.ts';
import { readAccounting } from '#client/responseHeaders.ts';
import { monitorTimeoutMs } from '#client/retryPolicy.ts';
import type { ServiceErrorDetails } from '#client/serviceError.ts';
import type { Clock, Random } from '#platform/clock.ts';
import { ProxyFailure } from '#platform/http/proxies.ts';
import { NotPublicError } from '#platform/http/publicAddress.ts';
import type { Logger } from '#platform/log.ts';
import { withoutSecret } from '#platform/withoutSecret.ts';
import type { Deployment } from '#shared/interface/deployments.ts';
import { engines } from '#shared/interface/engines.ts';
import { fitting } from '#shared/interface/fitting.ts';
import {
  countriesResponseSchema,
  creditBalanceSchema,
  redirectResponseSchema,
  statesResponseSchema,
} from '#shared/interface/reference.ts';
import {
  batchResponseSchema,
  queueClearedSchema,
  queueMetricsSchema,
  taskCreatedSchema,
  taskStatusSchema,
} from '#shared/interface/tasks.ts';
import type { EngineAliases } from '#shared/model/connection.ts';

export type ServiceClientOptions = {
  /** URL of the service, with or without a path before `/v1`; read for every attempt, because it may change. */
  readonly baseUrl: string | (() => Promise<string>);
  /** The key, or null to call without one. Never logged or stored. */
  readonly key: () => Promise<string | null>;
  /** A foreign URL may lead to public internet addresses only. */
  readonly fetch: Transport;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly aliases?: EngineAliases;
  /** The known hosted service at this URL. */
  readonly deployment?: Deployment | null;
};

/** The request, and the complete unparsed response: whoever stores it parses it. */
export type MonitorAnswer = Omit<Answer<never>, 'data'> & {
  readonly requestPath: string;
  readonly requestBody: string;
};

/** Every call throws `ServiceError` when it gives up. */
export type ServiceClient = Omit<Client, 'monitor' | 'results' | 'waitForTask'> & {
  readonly monitor: (
    engine: Engine,
    request: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ) => Promise<MonitorAnswer>;
  /**
   * An HTML page linked in a result: from the service's own origin, the only one that gets the key, or from the
   * public internet. An answer must not lead into Parallax's network.
   */
  readonly page: (url: string, options?: CallOptions) => Promise<string>;
};

/** The client library with the rules of the application: schemas, other engine names, addresses, no stored key. */
export function createServiceClient(config: ServiceClientOptions): ServiceClient {
  const { aliases = {}, deployment = null, log } = config;
  const client = createClient({
    baseUrl: config.baseUrl,
    apiKey: config.key,
    clock: config.clock,
    random: config.random,
    onRetry: ({ kind, status, code }, waitMs, { method, path, options }) =>
      log('debug', 'Repeating a call', {
        method,
        path,
        kind,
        status,
        code,
        requestId: options?.requestId,
        waitMs,
      }),
    hooks: {
      transport: config.fetch,
      validate: (kind, body) =>
        kind === 'monitor' ? body : (fitting(schemas[kind], body) ?? schemas[kind].parse(body)),
      cleaned: withoutSecret,
      explained,
      taskTypes: taskTypesOf(aliases, deployment),
      redirectPath: deployment?.redirectPath,
    },
  });
  return {
    ...client,
    createTasks: (tasks, options) =>
      client.createTasks(
        tasks.map((task) => ({
          ...task,
          payload: wireRequest(task.engine, task.payload, deployment),
        })) as typeof tasks,
        options,
      ),
    async monitor(engine, request, options) {
      const segment = aliases[engine]?.path ?? deployment?.engines[engine].path ?? engine;
      const path = `/v1/monitor/${segment}`;
      const body = wireRequest(engine, request, deployment);
      const call = { method: 'POST', path, body, callClass: 'once', options } as const;
      const exchange = await client.request({ ...call, timeoutMs: monitorTimeoutMs });
      const accounting = readAccounting(exchange.headers);
      return { accounting, exchange, requestPath: path, requestBody: JSON.stringify(body) };
    },
    async page(url, options) {
      const answer = await client.request({ method: 'GET', path: url, callClass: 'repeatable', options });
      return answer.body;
    },
  };
}

/** What a response must be to be stored or shown. `monitor` returns its response unread. */
const schemas: Readonly<Record<Exclude<ResponseKind, 'monitor'>, ZodType>> = {
  resolveRedirect: redirectResponseSchema,
  createTask: taskCreatedSchema,
  createTasks: batchResponseSchema,
  task: taskStatusSchema,
  queue: queueMetricsSchema,
  clearQueue: queueClearedSchema,
  credits: creditBalanceSchema,
  countries: countriesResponseSchema,
  states: statesResponseSchema,
};

function taskTypesOf(
  aliases: EngineAliases,
  deployment: Deployment | null,
): Readonly<Partial<Record<Engine, string>>> {
  return Object.fromEntries(
    engines.map((engine) => [engine, aliases[engine]?.taskType ?? deployment?.engines[engine].taskType]),
  );
}

/** The request with the names of the deployment for the flags of `include`, and the page that has them. */
export function wireRequest(
  engine: Engine,
  request: Readonly<Record<string, unknown>>,
  deployment: Deployment | null,
): Readonly<Record<string, unknown>> {
  const { include } = request;
  if (deployment === null || typeof include !== 'object' || include === null) return request;
  const named = Object.entries(include).map(([flag, value]) => [
    deployment.includeNames[flag] ?? flag,
    value,
  ]);
  const { legacyFlags } = deployment.engines[engine];
  const needsLegacy = Object.entries(include).some(
    ([flag, value]) => value === true && legacyFlags.includes(flag),
  );
  return {
    ...(needsLegacy ? { legacy: true } : {}),
    ...request,
    include: Object.fromEntries(named),
  };
}

function explained(error: unknown): ServiceErrorDetails | null {
  if (error instanceof NotPublicError) {
    const message = `Not fetched: ${error.message}. Pages that an answer names come from its service or from the public internet.`;
    return { kind: 'not-this-service', message, reach: 'never-sent', cause: error };
  }
  if (error instanceof ProxyFailure)
    return { kind: 'proxy', message: error.message, reach: 'never-sent', cause: error };
  return null;
}
