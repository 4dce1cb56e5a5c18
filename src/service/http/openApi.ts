import { z } from 'zod';
import { engines } from '#shared/interface/engines.ts';
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

const statusTexts: Readonly<Record<Status, string>> = {
  200: 'Success',
  400: 'The request is not valid or could not be read',
  401: 'No key, a malformed key, or one that is unknown or revoked',
  403: 'The balance does not cover the maximum cost',
  404: 'No such route, task or page, or an engine that is not yet available',
  405: 'The address does not answer this method',
  409: 'A task with this idempotencyKey already exists',
  413: 'The body is too large',
  415: 'The body is not application/json',
  422: 'The body is not valid',
  429: 'Too many requests in this second, no free slot, or no room in the queue; always safe to repeat',
  499: 'The caller left before the answer',
  500: 'Failed after automatic retries; nothing was charged',
  502: 'The engine failed in a way that retrying would not fix; nothing was charged',
};

const integer = { type: 'integer' } as const;
const headers: Readonly<Record<string, { readonly description: string; readonly schema: Json }>> = {
  [headerNames.requestId]: {
    description: 'Id of the request: the one that was sent, or a fresh one',
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

/** The service's OpenAPI 3.1 description, made from the schemas that check its requests and shape its answers. */
export function openApiDocument(deprecated: DeprecatedPaths = deprecatedPaths): Json {
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
      description:
        'Asks AI answer engines and web search from a chosen country and returns what they produced as JSON.',
    },
    servers: [{ url: '/' }],
    security: [{ bearerKey: [] }],
    tags: [
      { name: 'monitor', description: 'One request, one result' },
      { name: 'tasks', description: 'Asynchronous tasks' },
      { name: 'reference', description: 'Countries, states, credits' },
      { name: 'service', description: 'About the service itself' },
    ],
    paths: Object.fromEntries(documented),
    components: {
      securitySchemes: {
        bearerKey: { type: 'http', scheme: 'bearer', description: 'sk_ and 40 letters or digits' },
      },
      headers,
      schemas: componentSchemas(),
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
      description: 'An id of your own, 1 to 128 characters; another form is replaced',
      schema: { type: 'string', pattern: requestIdPattern.source },
    },
    ...Object.entries(pathParameters).map(([name, schema]) => ({ name, in: 'path', required: true, schema })),
    ...queryParameters(query),
  ];
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(deprecated ? { deprecated: true } : {}),
    ...(operation.open === true ? { security: [] } : {}),
    parameters,
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: reference(body) } } } }),
    responses: Object.fromEntries([
      [200, success(operation, answer)],
      ...errors.map((status) => [status, failure(operation, status)]),
    ]),
  };
}

function success(operation: Operation, answer: string | null): Json {
  const content =
    answer !== null
      ? { 'application/json': { schema: reference(answer) } }
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

function envelopeOf(status: Status): string {
  return status === 429 ? 'LimitError' : 'Error';
}

function headerReferences(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function queryParameters(query: z.ZodObject | undefined): Json[] {
  if (query === undefined) return [];
  const schema = jsonSchema(query, 'input') as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: 'query',
    required: schema.required?.includes(name) ?? false,
    schema: property,
  }));
}

function componentSchemas(): Json {
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
  const perEngine = engines.flatMap((engine) => [
    [`${nameOf(engine)}Request`, jsonSchema(requestSchemas[engine], 'input')] as const,
    [`${nameOf(engine)}Response`, jsonSchema(monitorResponseSchema(engine), 'output')] as const,
  ]);
  return {
    ...Object.fromEntries(perEngine),
    RedirectRequest: jsonSchema(redirectRequestSchema, 'input'),
    RedirectResponse: jsonSchema(redirectResponseSchema, 'output'),
    TaskRequest: jsonSchema(taskRequestSchema, 'input'),
    TaskBatch: { ...jsonSchema(batchRequestSchema, 'input'), items: reference('TaskRequest') },
    TaskCreated: jsonSchema(taskCreatedSchema, 'output'),
    BatchResponse: jsonSchema(batchResponseSchema, 'output'),
    TaskStatus: jsonSchema(taskStatusSchema, 'output'),
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
    LimitError: error({
      anyOf: [
        jsonSchema(concurrentLimitDetailsSchema, 'output'),
        jsonSchema(queueLimitDetailsSchema, 'output'),
        { type: 'object', maxProperties: 0 },
      ],
    }),
  };
}

function reference(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json & {
    $schema?: unknown;
  };
  return rest;
}
