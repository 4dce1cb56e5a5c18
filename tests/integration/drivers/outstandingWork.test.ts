import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { bodyOf } from '#tests/support/providers/fixtures.ts';
import {
  type Reply,
  type SeenRequest,
  startProviderServer,
} from '#tests/support/providers/providerServer.ts';
import { startServiceProcess } from '#tests/support/service/serviceProcess.ts';

type TaskBody = { tasks: Record<string, unknown>[] };

const questions = 100;
const sentBeforeTheKill = 30;

/** DataForSEO's queue: takes tasks, keeps them unfinished until it is told, and counts what it was asked. */
function queueOfTasks() {
  const tasks = new Map<string, { readonly tag: string }>();
  let finished = false;
  const answer = (fixture: string, change: Readonly<Record<string, unknown>> = {}): Reply => {
    const body = bodyOf<TaskBody>(fixture);
    return { body: { ...body, tasks: body.tasks.map((task) => ({ ...task, ...change })) } };
  };
  const respond = ({ path, body }: SeenRequest): Reply => {
    if (path.endsWith('/task_post')) {
      const [{ tag }] = body as [{ tag: string }];
      const id = `task-${tasks.size + 1}`;
      tasks.set(id, { tag });
      // Every tenth is taken, and its answer never arrives.
      return tasks.size % 10 === 0 ? { drop: 'before' } : answer('dataforseo_created', { id });
    }
    if (path.endsWith('/tasks_ready')) {
      const result = finished ? [...tasks].map(([id, { tag }]) => ({ id, tag })) : [];
      return answer('dataforseo_ready', { result });
    }
    const id = path.split('/').at(-1) ?? '';
    return finished && tasks.has(id)
      ? answer('dataforseo_organic', { id })
      : answer('dataforseo_in_queue', { id });
  };
  return {
    respond,
    /** The jobs whose question arrived, once for each time it did. */
    arrived: () => [...tasks.values()].map(({ tag }) => tag),
    finish: () => {
      finished = true;
    },
  };
}

it('a hundred queued questions survive a kill, and none is asked twice', {
  timeout: 180_000,
}, async () => {
  const queue = queueOfTasks();
  const provider = await startProviderServer(queue.respond);
  const dataFolder = await mkdtemp(join(tmpdir(), 'parallax-outstanding-'));
  const begin = () =>
    startServiceProcess({
      dataFolder,
      host: '127.0.0.1',
      port: 0,
      plan: 'business',
      retryBaseMs: 5,
      bindings: { search: 'dataforseo' },
      driverSettings: { dataforseo: { baseUrl: provider.origin } },
      driverKeys: { dataforseo: 'login:a-password-of-sixteen' },
    });
  let service = await begin();
  onTestFinished(async () => {
    await service.kill();
    await provider.close();
    await rm(dataFolder, { recursive: true, force: true });
  });
  const call = async (path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${service.baseUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return response.json();
  };

  const asked = Array.from({ length: questions }, (_, index) => `schuhe ${String(index).padStart(3, '0')}`);
  const tasks = asked.map((query) => ({ taskType: 'SEARCH', payload: { query, country: 'DE' } }));
  const created = (await call('/v1/async/task/batch', tasks)) as {
    results: { task: { id: string } }[];
  };
  const ids = created.results.map(({ task }) => task.id);
  expect(ids).toHaveLength(questions);
  // Killed in the middle of sending, then again with everything sent and nothing answered.
  await provider.seen(sentBeforeTheKill);
  await service.kill();
  service = await begin();
  // What was being sent when the program was killed may never have left: it is looked for, not sent again.
  const statusOf = async (id: string): Promise<string> => {
    const { task } = (await call(`/v1/async/task/${id}`)) as { task: { status: string } };
    return task.status;
  };
  let settled = -1;
  while (queue.arrived().length > settled) {
    settled = queue.arrived().length;
    await delay(2_000);
  }
  await service.kill();
  queue.finish();
  service = await begin();

  const arrived = queue.arrived();
  expect(arrived.length).toBeGreaterThanOrEqual(sentBeforeTheKill);
  const done = new Set<string>();
  while (done.size < arrived.length) {
    for (const id of arrived) {
      const status = done.has(id) ? 'COMPLETED' : await statusOf(id);
      expect(status).not.toBe('FAILED');
      if (status === 'COMPLETED') done.add(id);
    }
    await delay(250);
  }
  expect(queue.arrived()).toEqual([...new Set(queue.arrived())]);
  const waiting = ids.filter((id) => !done.has(id));
  for (const id of waiting) expect(await statusOf(id)).toBe('PROCESSING');
  expect(await call('/v1/credits')).toMatchObject({ remaining: 2_800_000 - 3 * done.size });
});
