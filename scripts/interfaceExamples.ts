/**
 * Writes resources/interface/examples.json, the examples of the OpenAPI description, from what the sandbox answers:
 * `node scripts/interfaceExamples.ts`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { nameOf } from '#service/http/openApiOperations.ts';
import { startService } from '#service/server.ts';
import { type Engine, engines, monitorPath, questionField } from '#shared/interface/engines.ts';

type Json = Record<string, unknown>;

const asked: Readonly<Record<Engine, Json>> = {
  'assistant-a': {
    country: 'DE',
    include: { markdown: true, searchQueries: true, shopping: true, ads: true },
  },
  'assistant-b': { country: 'JP', include: { markdown: true } },
  'assistant-c': { country: 'US', state: 'CA', include: { markdown: true } },
  'assistant-d': { country: 'FR', include: { markdown: true } },
  'assistant-e': { country: 'BR', include: { markdown: true } },
  search: { country: 'US', device: 'desktop', include: { aioverview: { markdown: true } } },
  'search/news': { country: 'GB' },
  'search-ai': { country: 'ES', include: { markdown: true, expandProducts: true } },
};
const question = 'best folding bike lock';
const address = 'https://service.example';

const dataFolder = mkdtempSync(join(tmpdir(), 'parallax-examples-'));
const service = await startService({ host: '127.0.0.1', port: 0, plan: 'growth', dataFolder });

const call = async (method: string, path: string, body?: unknown): Promise<Json> => {
  const response = await fetch(service.baseUrl + path, {
    method,
    headers: { Authorization: `Bearer ${service.apiKey}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Json;
  if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer;
};

/** Short enough to be read: the first entry of a list, the beginning of a text; ids and moments are always the same. */
function shortened(value: unknown, name = ''): unknown {
  if (Array.isArray(value))
    return value.slice(0, name === '' || name === 'results' ? 2 : 1).map((each) => shortened(each));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([member, each]) => [member, shortened(each, member)]),
    );
  if (typeof value === 'number') return name === 'latencyMs' ? 1840 : value;
  if (typeof value !== 'string') return value;
  if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value)) return '019a9f6e-3c00-7000-8000-000000000001';
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return '2026-11-23T10:00:00.000Z';
  const own = value.replaceAll(service.baseUrl, address);
  if (/^(https?:|data:)/.test(own)) return own;
  return own.length > 240 ? `${own.slice(0, 239).trimEnd()}…` : own;
}

const requestOf = (engine: Engine): Json => ({ [questionField(engine)]: question, ...asked[engine] });
const examples: Record<string, Json> = {};
for (const engine of engines) {
  const request = requestOf(engine);
  const response = await call('POST', monitorPath(engine), request);
  examples[`monitor_${nameOf(engine)}`] = { request, response };
}
const link = /"redirectLink":"([^"]+)"/.exec(JSON.stringify(examples.monitor_Search))?.[1];
examples.monitor_goto = {
  request: { url: link },
  response: await call('POST', '/v1/monitor/search/goto', { url: link }),
};

const payload = requestOf('assistant-b');
const options = { priority: 5, idempotencyKey: 'locks-2026-11-23-JP' };
const created = await call('POST', '/v1/async/task', { taskType: 'ASSISTANT_B', payload, ...options });
const webhook = { url: 'https://hooks.example/answers' };
examples.task_create = {
  request: { taskType: 'ASSISTANT_B', payload, ...options, webhook },
  response: created,
};
const batch = [
  { taskType: 'ASSISTANT_C', payload: requestOf('assistant-c'), idempotencyKey: 'locks-2026-11-23-US' },
  { taskType: 'ASSISTANT_B', payload, ...options },
];
examples.task_create_batch = { request: batch, response: await call('POST', '/v1/async/task/batch', batch) };
const { id } = created.task as { id: string };
for (;;) {
  await setTimeout(100);
  const response = await call('GET', `/v1/async/task/${id}`);
  if ((response.task as Json).status !== 'COMPLETED') continue;
  examples.task_status = { response };
  examples.task_ended = { request: response };
  break;
}
for (const [operation, method, path] of [
  ['queue_metrics', 'GET', '/v1/async/status'],
  ['queue_clear', 'DELETE', '/v1/async/queue'],
  ['countries', 'GET', '/v1/countries?model=assistant-a'],
  ['states', 'GET', '/v1/states?country=US'],
  ['credits', 'GET', '/v1/credits'],
] as const)
  examples[operation] = { response: await call(method, path) };
const limits = { remaining: 41_265, perCycle: 50_000, cycleResetsAt: '2026-12-01T00:00:00.000Z' };
examples.credits = { response: limits };

const file = fileURLToPath(new URL('../resources/interface/examples.json', import.meta.url));
writeFileSync(file, `${JSON.stringify(shortened(examples), null, 2)}\n`);
await service.stop(0);
rmSync(dataFolder, { recursive: true, force: true });
