import { randomUUID } from 'node:crypto';
import {
  type FaultyService,
  type Received,
  type Reply,
  startFaultyService,
} from '#tests/support/faults/faultyService.ts';

/** cloro's documented engines: path, task type, credits, the field of the question, and the flags it knows. */
const engines = [
  {
    path: 'chatgpt',
    type: 'CHATGPT',
    credits: 5,
    field: 'prompt',
    flags: 'html markdown rawResponse searchQueries ads shopping',
  },
  { path: 'gemini', type: 'GEMINI', credits: 4, field: 'prompt', flags: 'html markdown rawResponse' },
  { path: 'grok', type: 'GROK', credits: 4, field: 'prompt', flags: 'html markdown rawResponse' },
  { path: 'copilot', type: 'COPILOT', credits: 5, field: 'prompt', flags: 'html markdown rawResponse' },
  { path: 'perplexity', type: 'PERPLEXITY', credits: 4, field: 'prompt', flags: 'html markdown rawResponse' },
  {
    path: 'google',
    type: 'GOOGLE',
    credits: 3,
    field: 'query',
    flags: 'html aioverview paaAioverview googleGoto',
  },
  { path: 'google/news', type: 'GOOGLE_NEWS', credits: 3, field: 'query', flags: 'html' },
  {
    path: 'aimode',
    type: 'AIMODE',
    credits: 4,
    field: 'prompt',
    flags: 'html markdown expandProducts googleGoto',
  },
] as const;
type CloroEngine = (typeof engines)[number];
type Body = Readonly<Record<string, unknown>>;
type Task = {
  readonly id: string;
  readonly key: string;
  readonly engine: CloroEngine;
  readonly charged: number;
};

const allowed: readonly string[] =
  'prompt query url country state include legacy disableWebSearch gl hl location uule device pages'.split(
    ' ',
  );

export type CloroService = FaultyService & {
  /** Credits charged so far. */
  readonly charged: () => number;
  /** Question and country of every request and task that ran, once each time it ran. */
  readonly ran: readonly string[];
  /** The webhook bodies of the tasks that ended. */
  readonly webhooks: () => readonly unknown[];
};

/**
 * A server of our own that speaks the documented contract of cloro to the letter: unknown fields, paths and task types
 * are refused, its names of headers and codes, prices of synchronous calls, states and further pages, tasks by id only.
 */
export async function startCloro(
  options: {
    readonly key?: string;
    /** A reply instead of its own, by the number of the request; undefined for its own. */
    readonly instead?: (request: Received, index: number) => Reply | undefined;
    /** Handles a batch, then drops the connection without the answer, as often as this. */
    readonly loseBatches?: number;
    /** Where the error of a key that is taken names the task; nowhere by default. */
    readonly namesTasks?: 'value' | 'message' | 'object';
    /** Makes other choices where the contract leaves them: null for what is absent, times with an offset. */
    readonly otherwise?: boolean;
    /** Whether its tasks have ended; always by default. */
    readonly ready?: () => boolean;
    /** Credits above the documented price. */
    readonly dearer?: number;
    /** Whether it answers over TLS, as the real one, with a certificate for its real name. */
    readonly tls?: boolean;
  } = {},
): Promise<CloroService> {
  const { key = 'clo-9f2.A_test~key', dearer = 0 } = options;
  const tasks = new Map<string, Task>();
  const ran: string[] = [];
  let charged = 0;
  let lost = 0;

  const answer = (request: Received, index: number): Reply => {
    const own = options.instead?.(request, index);
    if (own !== undefined) return own;
    const { pathname } = new URL(request.path, 'http://cloro.test');
    if (request.headers.authorization !== `Bearer ${key}`)
      return failed(401, 'INVALID_OR_EXPIRED_API_KEY', 'The key is not valid');
    const body = request.body === '' ? null : (JSON.parse(request.body) as unknown);
    if (pathname === '/v1/credits')
      return ok({ remaining: 500 - charged, perCycle: null, cycleResetsAt: null });
    if (pathname === '/v1/async/status')
      return ok({
        queuedTasks: 0,
        processingTasks: 0,
        priorityBreakdown: [],
        concurrency: { used: 0, max: 2 },
      });
    if (pathname === '/v1/monitor/google/goto')
      return ok({ success: true, url: 'https://shop.example/lock' });
    if (pathname.startsWith('/v1/monitor/'))
      return monitor(pathname.slice('/v1/monitor/'.length), body as Body);
    if (pathname === '/v1/async/task/batch') return batch(body as readonly Body[]);
    if (pathname.startsWith('/v1/async/task/'))
      return task(decodeURIComponent(pathname.slice('/v1/async/task/'.length)));
    return failed(404, 'RESOURCE_NOT_FOUND', 'No such route');
  };

  const monitor = (path: string, body: Body): Reply => {
    const engine = engines.find((each) => each.path === path);
    if (engine === undefined) return failed(404, 'RESOURCE_NOT_FOUND', 'No such route');
    const problem = problemOf(engine, body);
    if (problem !== null)
      return failed(400, 'VALIDATION_ERROR', problem, [{ field: 'body', message: problem }]);
    const credits = price(engine, body) + 2 + dearer;
    charged += credits;
    note(engine, body);
    return {
      ...ok({ success: true, result: resultOf(engine, body) }),
      headers: headers({
        'X-Credits-Charged': String(credits),
        'X-Credits-Remaining': String(500 - charged),
      }),
    };
  };
  const batch = (bodies: readonly Body[]): Reply => {
    const results = bodies.map((submitted, index) => {
      const { taskType, payload, idempotencyKey } = submitted;
      const engine = engines.find(({ type }) => type === taskType);
      const problem = engine === undefined ? 'taskType is unknown' : problemOf(engine, payload as Body);
      if (engine === undefined || problem !== null)
        return { success: false, index, error: error('VALIDATION_ERROR', problem ?? '', { errors: [] }) };
      const known = [...tasks.values()].find((each) => each.key === idempotencyKey);
      if (known !== undefined) {
        const { namesTasks } = options;
        const value = namesTasks === 'value' ? known.id : idempotencyKey;
        const details = {
          field: 'idempotencyKey',
          value,
          ...(namesTasks === 'object' ? { task: { id: known.id } } : {}),
        };
        const message = namesTasks === 'message' ? `Task ${known.id} has this key` : 'It exists';
        const silent = options.otherwise === true && namesTasks !== 'object';
        const taken = error('RESOURCE_ALREADY_EXISTS', message, silent ? null : details);
        return { success: false, index, error: taken };
      }
      const credits = price(engine, payload as Body) + dearer;
      const created = { id: randomUUID(), key: String(idempotencyKey), engine, charged: credits };
      tasks.set(created.id, created);
      charged += credits;
      note(engine, payload as Body);
      return {
        success: true,
        index,
        task: { ...record(created), status: 'QUEUED' },
        credits: { creditsToCharge: credits, creditsCharged: 0 },
      };
    });
    if (lost < (options.loseBatches ?? 0)) {
      lost += 1;
      return 'drop';
    }
    const succeeded = results.filter(({ success }) => success).length;
    return ok({
      success: true,
      summary: { total: results.length, succeeded, failed: results.length - succeeded },
      results,
    });
  };
  const task = (id: string): Reply => {
    const known = tasks.get(id);
    if (known === undefined) return failed(404, 'RESOURCE_NOT_FOUND', 'No such task', { id });
    return ok(statusOf(known));
  };
  const statusOf = (known: Task) => {
    const createdAt = options.otherwise === true ? '2026-11-27T09:00:00+01:00' : record(known).createdAt;
    const status = options.ready?.() === false ? 'PROCESSING' : 'COMPLETED';
    const task = { ...record(known), createdAt, status };
    if (status === 'PROCESSING') {
      const credits = { creditsToCharge: known.charged, creditsCharged: 0 };
      return { task, credits, ...(options.otherwise === true ? { response: null, webhook: null } : {}) };
    }
    return {
      task,
      credits: { creditsToCharge: known.charged, creditsCharged: known.charged },
      response: resultOf(known.engine, {}),
    };
  };
  const note = (engine: CloroEngine, body: Body): void => {
    ran.push(`${engine.path} ${String(body.country)} ${String(body[engine.field])}`);
  };
  const service = await startFaultyService(answer, { tls: options.tls });
  return { ...service, charged: () => charged, ran, webhooks: () => [...tasks.values()].map(statusOf) };
}

function problemOf(engine: CloroEngine, body: Body): string | null {
  const strange = Object.keys(body).find((name) => !allowed.includes(name));
  if (strange !== undefined) return `${strange} is not a field of ${engine.path}`;
  if (typeof body[engine.field] !== 'string') return `${engine.field} is required`;
  if (typeof body.country !== 'string') return 'country is required';
  const flags: readonly string[] = engine.flags.split(' ');
  const flag = Object.keys((body.include as object | undefined) ?? {}).find((name) => !flags.includes(name));
  return flag === undefined ? null : `include.${flag} is not a field of ${engine.path}`;
}

/** Credits of a task, as its price list says. */
function price({ path, credits }: CloroEngine, { include, state, pages }: Body): number {
  const asks = (...flags: readonly string[]) =>
    flags.some((flag) => Boolean(Reflect.get((include as object | undefined) ?? {}, flag)));
  const chatgpt = path === 'chatgpt' && asks('rawResponse', 'searchQueries', 'ads', 'shopping');
  const overview = path === 'google' && asks('aioverview', 'paaAioverview');
  const further = typeof pages === 'number' ? pages - 1 : 0;
  return credits + (chatgpt || overview ? 2 : 0) + (state === undefined ? 0 : 2) + 2 * further;
}

function resultOf({ path }: CloroEngine, body: Body): unknown {
  const searched = { position: 1, url: 'https://vellimo.example/lock', title: 'Vellimo lock' };
  if (path === 'google')
    return { organicResults: [{ ...searched, displayedLink: 'vellimo.example', snippet: '' }] };
  if (path === 'google/news')
    return { newsResults: [{ ...searched, source: 'News', date: 'today', snippet: '' }] };
  return {
    text: `Vellimo is the best lock in ${String(body.country ?? 'the world')}.`,
    sources: [{ position: 1, url: 'https://vellimo.example/lock', label: 'Vellimo', description: null }],
    model: null,
  };
}

const record = ({ id, key, engine }: Task) => ({
  id,
  taskType: engine.type,
  priority: 1,
  createdAt: new Date(0).toISOString(),
  latencyMs: null,
  idempotencyKey: key,
});
const error = (code: string, message: string, details?: unknown) => ({
  code,
  message,
  details,
  timestamp: new Date(0).toISOString(),
});
/** Its headers, with a request id of its own. */
const headers = (over: Readonly<Record<string, string>> = {}) => ({
  'X-Request-ID': randomUUID(),
  'X-RateLimit-Limit': '1000',
  'X-RateLimit-Remaining': '999',
  'X-Concurrency-Limit': '2',
  'X-Concurrency-Current': '1',
  'X-Concurrency-Remaining': '1',
  'X-Latency-Ms': '12',
  ...over,
});
const ok = (body: unknown) => ({ status: 200, body, headers: headers() });
export const failed = (status: number, code: string, message: string, details?: unknown) => ({
  status,
  body: { success: false, error: error(code, message, details) },
  headers: headers(),
});
