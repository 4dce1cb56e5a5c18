import type { z } from 'zod';
import { type Engine, engines, monitorPath } from '#shared/interface/engines.ts';
import { countriesQuerySchema, statesQuerySchema } from '#shared/interface/reference.ts';
import { paths } from './knownPaths.ts';

export type Json = { readonly [key: string]: unknown };
export type Status = 200 | 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 499 | 500 | 502;

/** What the description says about one method of one path; schemas by their name in the components. */
export type Operation = {
  readonly method: 'get' | 'post' | 'delete';
  readonly path: string;
  readonly id: string;
  readonly tag: 'monitor' | 'tasks' | 'reference' | 'service';
  readonly summary: string;
  readonly body?: string;
  readonly query?: z.ZodObject;
  readonly pathParameters?: Readonly<Record<string, Json>>;
  readonly answer: string | null;
  readonly errors: readonly Status[];
  /** Which statuses carry the validation shape; a 400 can carry the envelope as well. */
  readonly invalid?: 400 | 422;
  readonly headers: 'every' | 'monitor';
  readonly open?: boolean;
};

/** What any request can meet: it cannot be read, another method, too many in a second, a fault of the service. */
const anyRequest: readonly Status[] = [400, 405, 429, 500];
const withKey: readonly Status[] = [...anyRequest, 401];
/** The body is too large or not JSON. */
const withBody: readonly Status[] = [...withKey, 413, 415];

export const operations: readonly Operation[] = [
  ...engines.map(
    (engine): Operation => ({
      method: 'post',
      path: monitorPath(engine),
      id: `monitor_${nameOf(engine)}`,
      tag: 'monitor',
      summary: `Ask ${engine} and wait for its result`,
      body: `${nameOf(engine)}Request`,
      answer: `${nameOf(engine)}Response`,
      errors: [...withBody, 403, 404, 409, 499, 502],
      invalid: 400,
      headers: 'monitor',
    }),
  ),
  {
    method: 'post',
    path: paths.redirect,
    id: 'monitor_goto',
    tag: 'monitor',
    summary: 'Find where a redirectLink leads; no credits, no slot',
    body: 'RedirectRequest',
    answer: 'RedirectResponse',
    errors: [...withBody, 502],
    invalid: 400,
    headers: 'monitor',
  },
  {
    method: 'post',
    path: paths.createTask,
    id: 'task_create',
    tag: 'tasks',
    summary: 'Put one task into the queue',
    body: 'TaskRequest',
    answer: 'TaskCreated',
    errors: [...withBody, 403, 409, 422],
    invalid: 422,
    headers: 'every',
  },
  {
    method: 'post',
    path: paths.createBatch,
    id: 'task_create_batch',
    tag: 'tasks',
    summary: 'Put up to 500 tasks into the queue, each checked by itself',
    body: 'TaskBatch',
    answer: 'BatchResponse',
    errors: [...withBody, 422],
    invalid: 422,
    headers: 'every',
  },
  {
    method: 'get',
    path: '/v1/async/task/{taskId}',
    id: 'task_status',
    tag: 'tasks',
    summary: 'State of a task and, once it has ended, its result',
    pathParameters: { taskId: { type: 'string', description: 'Id of the task, or its idempotencyKey' } },
    answer: 'TaskStatus',
    errors: [...withKey, 404],
    headers: 'every',
  },
  {
    method: 'get',
    path: paths.queueStatus,
    id: 'queue_metrics',
    tag: 'tasks',
    summary: 'Queued and running tasks and the slots in use',
    answer: 'QueueMetrics',
    errors: withKey,
    headers: 'every',
  },
  {
    method: 'delete',
    path: paths.queue,
    id: 'queue_clear',
    tag: 'tasks',
    summary: 'Remove every queued task; running ones go on',
    answer: 'QueueCleared',
    errors: [...withKey, 413],
    headers: 'every',
  },
  {
    method: 'get',
    path: paths.countries,
    id: 'countries',
    tag: 'reference',
    summary: 'Supported countries, all or of one engine',
    query: countriesQuerySchema,
    answer: 'Countries',
    errors: withKey,
    invalid: 400,
    headers: 'every',
  },
  {
    method: 'get',
    path: paths.states,
    id: 'states',
    tag: 'reference',
    summary: 'US states; empty for other countries',
    query: statesQuerySchema,
    answer: 'States',
    errors: withKey,
    invalid: 400,
    headers: 'every',
  },
  {
    method: 'get',
    path: paths.credits,
    id: 'credits',
    tag: 'reference',
    summary: 'Balance and billing cycle',
    answer: 'CreditBalance',
    errors: withKey,
    headers: 'every',
  },
  {
    method: 'get',
    path: paths.openApi,
    id: 'openapi',
    tag: 'service',
    summary: 'This description',
    answer: null,
    errors: anyRequest,
    headers: 'every',
    open: true,
  },
  {
    method: 'get',
    path: '/results/{token}/{page}',
    id: 'result_page',
    tag: 'service',
    summary: 'A stored page of HTML, at the address a result carries',
    pathParameters: {
      token: { type: 'string', pattern: '^[0-9a-f]{40}$' },
      page: { type: 'string', pattern: '^page-[0-9]{1,2}\\.html$' },
    },
    answer: null,
    errors: [...anyRequest, 404],
    headers: 'every',
    open: true,
  },
];

/** `search/news` as `SearchNews`. */
export function nameOf(engine: Engine): string {
  return engine.replaceAll(/(^|[-/])([a-z])/g, (_match, _separator, letter: string) => letter.toUpperCase());
}
