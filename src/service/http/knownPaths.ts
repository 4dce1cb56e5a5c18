import { engines, monitorPath, redirectPath } from '#shared/interface/engines.ts';

/** Every path of the interface with its methods; the routes are registered from these. */
export const paths = {
  createTask: '/v1/async/task',
  createBatch: '/v1/async/task/batch',
  task: '/v1/async/task/:taskId',
  queueStatus: '/v1/async/status',
  queue: '/v1/async/queue',
  countries: '/v1/countries',
  states: '/v1/states',
  credits: '/v1/credits',
  redirect: redirectPath,
  openApi: '/openapi.json',
  documentation: '/docs',
  resultPage: '/results/:token/:page',
  alive: '/healthz',
  ready: '/readyz',
  metrics: '/metrics',
  assistants: '/mcp',
} as const;

const methodsOfPath: ReadonlyMap<string, string> = new Map([
  ...engines.map((engine) => [monitorPath(engine), 'POST'] as const),
  [paths.redirect, 'POST'],
  [paths.createTask, 'POST'],
  [paths.createBatch, 'POST'],
  [paths.queueStatus, 'GET'],
  [paths.queue, 'DELETE'],
  [paths.countries, 'GET'],
  [paths.states, 'GET'],
  [paths.credits, 'GET'],
  [paths.openApi, 'GET'],
  [paths.documentation, 'GET'],
  [paths.alive, 'GET'],
  [paths.ready, 'GET'],
]);

/** Whether responses at this path have the headers of monitor calls, whatever the method. */
export function isMonitorPath(url: string): boolean {
  return monitorPaths.has(url.split('?', 1)[0] ?? '');
}

const monitorPaths: ReadonlySet<string> = new Set<string>([...engines.map(monitorPath), paths.redirect]);

/** The method of an existing path, for 405 and its `Allow` header; undefined for an unknown path. */
export function methodOf(url: string): string | undefined {
  const path = url.split('?', 1)[0] ?? '';
  const fixed = methodsOfPath.get(path);
  if (fixed !== undefined) return fixed;
  if (/^\/v1\/async\/task\/[^/]+$/.test(path)) return 'GET';
  if (/^\/results\/[^/]+\/[^/]+$/.test(path)) return 'GET';
  return undefined;
}
