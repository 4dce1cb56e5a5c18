import type { Answer, Api } from './http.ts';
import { bodyFor, engines, monitor, taskFor } from './requests.ts';

/** An id no task has. */
export const nobodysTaskId = '00000000-0000-4000-8000-000000000000';

export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** A body it accepts. */
  readonly body?: unknown;
};

/** Every endpoint of the interface, with a call it accepts (the redirect link and the task id are nobody's). */
export const endpoints: readonly Endpoint[] = [
  ...engines.map((engine) => ({ method: 'POST', path: monitor(engine), body: bodyFor(engine) }) as const),
  { method: 'POST', path: '/v1/monitor/search/goto', body: { url: 'https://elsewhere.example/goto?url=x' } },
  { method: 'POST', path: '/v1/async/task', body: taskFor('assistant-b') },
  { method: 'POST', path: '/v1/async/task/batch', body: [taskFor('assistant-b')] },
  { method: 'GET', path: `/v1/async/task/${nobodysTaskId}` },
  { method: 'GET', path: '/v1/async/status' },
  { method: 'DELETE', path: '/v1/async/queue' },
  { method: 'GET', path: '/v1/countries' },
  { method: 'GET', path: '/v1/credits' },
  { method: 'GET', path: '/v1/states?country=US' },
];

export const postEndpoints = endpoints.filter((endpoint) => endpoint.method === 'POST');

export function callEndpoint(
  api: Api,
  endpoint: Endpoint,
  headers: Record<string, string> = {},
): Promise<Answer> {
  if (endpoint.method === 'POST') return api.post(endpoint.path, endpoint.body, headers);
  return endpoint.method === 'GET' ? api.get(endpoint.path, headers) : api.remove(endpoint.path, headers);
}
