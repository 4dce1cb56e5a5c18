import type { z } from 'zod';
import { type Engine, engines, monitorPath } from '#shared/interface/engines.ts';
import { countriesQuerySchema, statesQuerySchema } from '#shared/interface/reference.ts';
import { paths } from './knownPaths.ts';

export type Json = { readonly [key: string]: unknown };
export type Status = 200 | 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 499 | 500 | 502;

/** The description of one method of one path; schemas by their name in the components. */
export type Operation = {
  readonly method: 'get' | 'post' | 'delete';
  readonly path: string;
  readonly id: string;
  readonly tag: 'monitor' | 'tasks' | 'reference' | 'service';
  readonly summary: string;
  readonly description: string;
  readonly body?: string;
  readonly query?: z.ZodType;
  readonly pathParameters?: Readonly<Record<string, Json>>;
  readonly answer: string | null;
  readonly errors: readonly Status[];
  /** Statuses with the validation error shape; a 400 can have the envelope as well. */
  readonly invalid?: 400 | 422;
  readonly headers: 'every' | 'monitor';
  readonly open?: boolean;
};

const aboutEngine: Readonly<Record<Engine, string>> = {
  'assistant-a': 'A chat assistant with web search, shopping cards, brand entities and ads.',
  'assistant-b': 'A chat assistant: text of the answer and cited sources.',
  'assistant-c': 'A chat assistant that also cites posts on social platforms.',
  'assistant-d': 'A chat assistant with citations, shopping cards and a map.',
  'assistant-e': 'A chat assistant with citations, places, images and videos.',
  search:
    'Web search: organic results, questions people also ask, related searches and, if asked for, the AI overview.',
  'search/news': 'News search: titles, links, snippets, sources and dates.',
  'search-ai': 'The AI answer mode of the search engine, with its sources and products.',
};

/** Errors of any request: invalid, wrong method, rate limit, internal error. */
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
      description: `${aboutEngine[engine]} Occupies a slot of the plan until it ends and is charged when there is a result; 429, 500 and 502 cost nothing. After a lost connection, retry only if the request never reached the service: it may still be running.`,
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
    summary: 'Resolve a redirectLink; needs no credits and no slot',
    description:
      'Follows one `redirectLink` of a search result and returns its destination. Times out after 10 seconds.',
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
    summary: 'Create a task',
    description:
      'The task waits for a free slot and is charged when it completes. With an `idempotencyKey` it is safe to retry: if the task already exists, the status is 409.',
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
    summary: 'Create up to 500 tasks',
    description:
      'Every task is validated and accepted or refused separately, in the order sent. The whole batch is refused only if it does not fit in the queue.',
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
    summary: 'Get the status of a task and, when it has ended, its result',
    description:
      '`response` is the result of a completed task or the error of a failed one, and absent before that.',
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
    summary: 'Get the number of queued and running tasks and of slots in use',
    description: 'Current figures of the whole account.',
    answer: 'QueueMetrics',
    errors: withKey,
    headers: 'every',
  },
  {
    method: 'delete',
    path: paths.queue,
    id: 'queue_clear',
    tag: 'tasks',
    summary: 'Remove all queued tasks; running tasks continue',
    description: 'Removed tasks are not charged. With an empty queue, `cleared` is 0.',
    answer: 'QueueCleared',
    errors: [...withKey, 413],
    headers: 'every',
  },
  {
    method: 'get',
    path: paths.countries,
    id: 'countries',
    tag: 'reference',
    summary: 'List supported countries, of all engines or of one',
    description: 'ISO 3166-1 alpha-2 codes. `model` limits them to the countries of one engine.',
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
    summary: 'List US states; empty for other countries',
    description: 'Valid values of `state` in requests with country US.',
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
    summary: 'Get balance and billing cycle',
    description: 'The current balance. Whether it covers a request is checked when the request is accepted.',
    answer: 'CreditBalance',
    errors: withKey,
    headers: 'every',
  },
  {
    method: 'get',
    path: paths.openApi,
    id: 'openapi',
    tag: 'service',
    summary: 'Get this description',
    description: 'The API as OpenAPI 3.1. `/docs` shows the same as pages.',
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
    summary: 'Get a stored HTML page',
    description:
      'The page that `html` of a result links to. Its URL cannot be guessed and expires with the retention of the result.',
    pathParameters: {
      token: { type: 'string', pattern: '^[0-9a-f]{40}$', description: 'Token of the result' },
      page: { type: 'string', pattern: '^page-[0-9]{1,2}\\.html$', description: '`page-1.html` and so on' },
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
