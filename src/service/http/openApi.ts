import { z } from 'zod';
import descriptions from '#resources/interface/descriptions.json' with { type: 'json' };
import examples from '#resources/interface/examples.json' with { type: 'json' };
import { type Engine, engines, taskTypeOf } from '#shared/interface/engines.ts';
import {
  concurrentLimitDetailsSchema,
  errorCodes,
  fieldIssueSchema,
  queueLimitDetailsSchema,
} from '#shared/interface/errors.ts';
import { headerNames, requestIdPattern } from '#shared/interface/headers.ts';
import {
  countriesResponseSchema,
  creditBalanceSchema,
  redirectResponseSchema,
  statesResponseSchema,
} from '#shared/interface/reference.ts';
import { requestSchemas } from '#shared/interface/requests/parseRequest.ts';
import { redirectRequestSchema } from '#shared/interface/requests/redirect.ts';
import { monitorResponseSchema } from '#shared/interface/results/monitorResults.ts';
import {
  batchRequestSchema,
  batchResponseSchema,
  queueClearedSchema,
  queueMetricsSchema,
  taskCreatedSchema,
  taskRequestSchema,
  taskStatusSchema,
} from '#shared/interface/tasks.ts';
import { type DeprecatedPaths, deprecatedPaths } from './deprecation.ts';
import { type Json, nameOf, type Operation, operations, type Status } from './openApiOperations.ts';
import { describeSchemas, nameSharedSchemas, reference } from './openApiSchemas.ts';

const statusTexts: Readonly<Record<Status, string>> = {
  200: 'Success',
  400: 'The request is invalid or could not be read',
  401: 'No key, a malformed key, or one that is unknown or revoked',
  403: 'The balance does not cover the maximum cost',
  404: 'No such endpoint, task or page, or an engine that is not yet available',
  405: 'The endpoint does not support this method',
  409: 'A task with this idempotencyKey already exists',
  413: 'The body is too large',
  415: 'The body is not application/json',
  422: 'The body is invalid',
  429: 'Too many requests in this second, no free slot, or no room in the queue; always safe to retry',
  499: 'The client closed the connection before the response',
  500: 'Failed after automatic retries; nothing was charged',
  502: 'The engine failed in a way that retrying would not fix; nothing was charged',
};

const integer = { type: 'integer' } as const;
const headers: Readonly<Record<string, { readonly description: string; readonly schema: Json }>> = {
  [headerNames.requestId]: {
    description: 'Id of the request: the one that was sent, or a generated one',
    schema: { type: 'string', pattern: requestIdPattern.source },
  },
  [headerNames.rateLimitLimit]: { description: 'Requests allowed per one-second window', schema: integer },
  [headerNames.rateLimitRemaining]: { description: 'Requests left in the window', schema: integer },
  [headerNames.concurrentLimit]: { description: 'Slots of the plan', schema: integer },
  [headerNames.concurrentCurrent]: { description: 'Slots in use', schema: integer },
  [headerNames.concurrentRemaining]: { description: 'Free slots', schema: integer },
  [headerNames.creditsRemaining]: { description: 'Credit balance', schema: integer },
  [headerNames.creditsCharged]: { description: 'Credits charged', schema: integer },
  [headerNames.latencyMs]: { description: 'Milliseconds spent by the service', schema: integer },
};
const everyHeader = [headerNames.requestId, headerNames.rateLimitLimit, headerNames.rateLimitRemaining];
const anonymousMonitorHeaders = [...everyHeader, headerNames.creditsCharged, headerNames.latencyMs];

const description = `Asks AI answer engines and web search from a chosen country and returns their answers as JSON.

Send the key of your account with every request: \`Authorization: Bearer sk_…\`. A synchronous call waits for its result and
occupies a slot of the plan; a task waits in the queue, is read by its id and can notify a webhook. Credits are charged for
results only. A 429 is always safe to retry. Ignore unknown fields: new ones can be added at any time.`;

/**
 * The service's OpenAPI 3.1 description, generated from the schemas that validate requests and responses.
 * @param options.serverUrl URL of the service without trailing slash; unknown if no service runs: then paths
 * are relative to the description's location
 */
export function openApiDocument(
  options: { readonly deprecated?: DeprecatedPaths; readonly serverUrl?: string } = {},
): Json {
  const { deprecated = deprecatedPaths, serverUrl } = options;
  const documented = new Map<string, Record<string, Json>>();
  for (const operation of operations) {
    const path = documented.get(operation.path) ?? {};
    path[operation.method] = operationObject(
      operation,
      deprecated[routePathOf(operation.path)] !== undefined,
    );
    documented.set(operation.path, path);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Answer Monitoring Service',
      version: '1.0.0',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: {
        name: 'The operator of this service',
        url: serverUrl,
      },
    },
    servers: [{ url: serverUrl ?? '/', description: 'This service' }],
    security: [{ bearerKey: [] }],
    tags: [
      { name: 'monitor', description: 'Synchronous calls: one request, one result.' },
      { name: 'tasks', description: 'Asynchronous tasks: queued, read by id, with an optional webhook.' },
      { name: 'reference', description: 'Countries, states and the credit balance.' },
      { name: 'service', description: 'About the service itself. No key is needed.' },
    ],
    paths: Object.fromEntries(documented),
    webhooks: { taskEnded: { post: webhookOperation() } },
    components: {
      securitySchemes: {
        bearerKey: { type: 'http', scheme: 'bearer', description: 'sk_ and 40 letters or digits' },
      },
      headers,
      schemas: describeSchemas(nameSharedSchemas(componentSchemas())),
    },
  };
}

/** What the service sends to `webhook.url` when a task has ended. */
function webhookOperation(): Json {
  const header = (name: string, description: string, schema: Json): Json => ({
    ...{ name, in: 'header', required: true, description, schema },
  });
  return {
    operationId: 'task_ended',
    tags: ['tasks'],
    summary: 'A task has ended',
    description:
      'Sent as POST to `webhook.url` until the response has a status from 200 to 299 or all attempts have failed. It can arrive more than once. Verify the signature: HMAC-SHA256 over `<X-Webhook-Timestamp>.<body>`, with the complete webhook secret of the account as the key.',
    security: [],
    parameters: [
      header(headerNames.webhookId, '`<taskId>-<attempt>`', { type: 'string' }),
      header(headerNames.webhookTimestamp, 'Time of signing, in seconds since 1970', {
        ...{ type: 'string', pattern: '^[0-9]+$' },
      }),
      header(headerNames.webhookSignature, '`v1=` and the signature in lower-case hexadecimal', {
        ...{ type: 'string', pattern: '^v1=[0-9a-f]{64}$' },
      }),
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: reference('TaskStatus'), ...exampleOf('task_ended', 'request') },
      },
    },
    responses: {
      '2XX': { description: 'Received. The body of the response is not read.' },
      '4XX': { description: 'Not received: it is sent again later.' },
    },
  };
}

/** `{taskId}` as the routes write it. */
function routePathOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

function operationObject(operation: Operation, deprecated: boolean): Json {
  const { body, query, pathParameters = {}, answer, errors } = operation;
  const parameters = [
    {
      name: headerNames.requestId,
      in: 'header',
      required: false,
      description: 'Your own id, 1 to 128 characters; an invalid one is replaced',
      schema: { type: 'string', pattern: requestIdPattern.source },
    },
    ...Object.entries(pathParameters).map(([name, { description, ...schema }]) => ({
      ...{ name, in: 'path', required: true, description, schema },
    })),
    ...queryParameters(query),
  ];
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    ...(deprecated ? { deprecated: true } : {}),
    ...(operation.open === true ? { security: [] } : {}),
    parameters,
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: reference(body), ...exampleOf(operation.id, 'request') },
            },
          },
        }),
    responses: Object.fromEntries([
      [200, success(operation, answer)],
      ...(operation.id === 'openapi' ? [[304, notModified]] : []),
      ...errors.map((status) => [status, failure(operation, status)]),
    ]),
  };
}

/** To a caller that has this version, by its ETag in `If-None-Match`. */
const notModified: Json = { description: 'You have this version', headers: headerReferences(everyHeader) };

function success(operation: Operation, answer: string | null): Json {
  const content =
    answer !== null
      ? { 'application/json': { schema: reference(answer), ...exampleOf(operation.id, 'response') } }
      : operation.id === 'result_page'
        ? { 'text/html': { schema: { type: 'string' } } }
        : { 'application/json': { schema: { type: 'object' } } };
  const names = operation.headers === 'monitor' ? Object.keys(headers) : everyHeader;
  return { description: statusTexts[200], headers: headerReferences(names), content };
}

function failure(operation: Operation, status: Status): Json {
  const envelope = reference(envelopeOf(status));
  const schema =
    status === 422
      ? reference('ValidationFailure')
      : status === operation.invalid
        ? { oneOf: [reference('ValidationFailure'), envelope] }
        : envelope;
  const names =
    operation.headers !== 'monitor'
      ? everyHeader
      : status === 401
        ? anonymousMonitorHeaders
        : Object.keys(headers);
  const allow =
    status === 405 ? { Allow: { description: 'The method to use', schema: { type: 'string' } } } : {};
  return {
    description: statusTexts[status],
    headers: { ...headerReferences(names), ...allow },
    content: { 'application/json': { schema } },
  };
}

type Example = { readonly request?: unknown; readonly response?: unknown };

function exampleOf(operation: string, part: keyof Example): { readonly example?: unknown } {
  const example = (examples as Readonly<Record<string, Example>>)[operation]?.[part];
  return example === undefined ? {} : { example };
}

function envelopeOf(status: Status): string {
  return status === 429 ? 'LimitError' : 'Error';
}

function headerReferences(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function queryParameters(query: z.ZodType | undefined): Json[] {
  if (query === undefined) return [];
  const schema = jsonSchema(query, 'input') as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: 'query',
    required: schema.required?.includes(name) ?? false,
    description: (descriptions as Json)[`${name}.query`],
    schema: property,
  }));
}

function componentSchemas(): Readonly<Record<string, Json>> {
  const error = (details: Json | undefined): Json => ({
    type: 'object',
    required: ['error'],
    properties: {
      success: { const: false },
      error: {
        type: 'object',
        required: ['code', 'message', 'timestamp'],
        properties: {
          code: { type: 'string', enum: [...errorCodes] },
          message: { type: 'string' },
          details: details ?? { type: 'object' },
          timestamp: { type: 'string', format: 'date-time' },
        },
      },
    },
  });
  const task = jsonSchema(taskRequestSchema, 'input') as ObjectSchema;
  const status = jsonSchema(taskStatusSchema, 'output') as ObjectSchema;
  const perEngine = engines.flatMap((engine) => {
    const name = nameOf(engine);
    const { result, ...rest } = (jsonSchema(monitorResponseSchema(engine), 'output') as ObjectSchema)
      .properties;
    return [
      [`${name}Request`, jsonSchema(requestSchemas[engine], 'input')],
      [`${name}Result`, result],
      [
        `${name}Response`,
        {
          type: 'object',
          required: ['success', 'result'],
          properties: { ...rest, result: reference(`${name}Result`) },
        },
      ],
      [`${name}Task`, taskOf(engine, task)],
      [`${name}TaskStatus`, taskStatusOf(engine, status)],
    ] as const;
  });
  const ofEngines = (suffix: string): readonly Json[] =>
    engines.map((engine) => reference(nameOf(engine) + suffix));
  return {
    ...Object.fromEntries(perEngine),
    RedirectRequest: jsonSchema(redirectRequestSchema, 'input'),
    RedirectResponse: jsonSchema(redirectResponseSchema, 'output'),
    TaskRequest: {
      oneOf: ofEngines('Task'),
      discriminator: { propertyName: 'taskType', mapping: taskMapping() },
    },
    TaskBatch: { ...jsonSchema(batchRequestSchema, 'input'), items: reference('TaskRequest') },
    TaskCreated: jsonSchema(taskCreatedSchema, 'output'),
    BatchResponse: jsonSchema(batchResponseSchema, 'output'),
    TaskStatus: { anyOf: ofEngines('TaskStatus') },
    QueueMetrics: jsonSchema(queueMetricsSchema, 'output'),
    QueueCleared: jsonSchema(queueClearedSchema, 'output'),
    Countries: jsonSchema(countriesResponseSchema, 'output'),
    States: jsonSchema(statesResponseSchema, 'output'),
    CreditBalance: jsonSchema(creditBalanceSchema, 'output'),
    ValidationFailure: {
      type: 'object',
      required: ['success', 'error', 'details'],
      properties: {
        success: { const: false },
        error: { type: 'string' },
        details: { type: 'array', items: jsonSchema(fieldIssueSchema, 'output') },
      },
    },
    Error: error(undefined),
    TaskFailure: taskFailure,
    LimitError: error({
      anyOf: [
        jsonSchema(concurrentLimitDetailsSchema, 'output'),
        jsonSchema(queueLimitDetailsSchema, 'output'),
        { type: 'object', maxProperties: 0 },
      ],
    }),
  };
}

type ObjectSchema = { readonly properties: Readonly<Record<string, Json>> };

const taskFailure: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', enum: [...errorCodes] },
        message: { type: 'string' },
        details: { type: 'object' },
      },
    },
  },
};

/** A task whose payload is the request of the engine that its `taskType` names. */
function taskOf(engine: Engine, task: ObjectSchema): Json {
  const payload = reference(`${nameOf(engine)}Request`);
  const taskType = { type: 'string', enum: [taskTypeOf(engine), engine] };
  return { ...task, properties: { ...task.properties, taskType, payload } };
}

/** A task whose `response` is the result of its engine. */
function taskStatusOf(engine: Engine, status: ObjectSchema): Json {
  const { task, ...rest } = status.properties;
  const record = task as ObjectSchema;
  const taskType = { type: 'string', const: taskTypeOf(engine) };
  return {
    ...status,
    properties: {
      task: { ...record, properties: { ...record.properties, taskType } },
      ...rest,
      response: { anyOf: [reference(`${nameOf(engine)}Result`), reference('TaskFailure')] },
    },
  };
}

function taskMapping(): Json {
  return Object.fromEntries(
    engines.flatMap((engine) =>
      [taskTypeOf(engine), engine].map((value) => [value, `#/components/schemas/${nameOf(engine)}Task`]),
    ),
  );
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json & {
    $schema?: unknown;
  };
  return rest;
}
