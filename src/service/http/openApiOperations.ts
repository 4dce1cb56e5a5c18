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
      description: `${aboutEngine[engine]} Holds a slot of the plan until the result is there, and is charged when it is. 429, 500 and 502 charge nothing. After a broken connection repeat it only if the request never reached the service: it may still be running.`,
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
    description:
      'Follows one `redirectLink` of a search result and gives its destination. The search engine has at most 10 seconds to answer.',
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
    description:
      'The task waits for a free slot and is charged when it has completed. With an `idempotencyKey` it is safe to repeat: a task that exists already answers 409.',
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
    description:
      'Every task is accepted or refused by itself, in the order sent. The batch is refused as a whole only when it would overflow the queue.',
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
    description:
      '`response` holds the result of a completed task, or the error of a failed one; it is absent before.',
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
    description: 'Figures of the whole account, as they are at this moment.',
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
    description: 'Nothing was charged for removed tasks. With an empty queue it answers 0.',
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
    description: 'Codes of ISO 3166-1 alpha-2. `model` narrows them to the countries one engine supports.',
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
    description: 'States that `state` accepts, for requests with country US.',
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
    description:
      'The balance as it is now. Whether it covers a request is decided when the request is admitted.',
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
    description: 'The interface as OpenAPI 3.1. The same as a page: `/docs`.',
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
    description:
      'The page that `html` of a result points to. Its address cannot be guessed; it ends with the retention of the result.',
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
