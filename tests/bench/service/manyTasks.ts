import { setTimeout as delay } from 'node:timers/promises';
import { byForm } from '../form.ts';
import { startChild } from './child.ts';
import { pickedFrom, pickTimes } from './pickTimes.ts';
import { atMost, type Row, whole } from './row.ts';
import type { Figures } from './serviceServer.ts';
import { submit } from './submit.ts';

/** A long queue, accepted whole in batches of 500 and then drained by 255 slots whose engines answer at once. */
export async function manyTasks(folder: string): Promise<readonly Row[]> {
  const tasks = byForm({ full: 100_000, quick: 20_000, smoke: 1_000 });
  const child = startChild(
    './serviceServer.ts',
    JSON.stringify({
      dataFolder: folder,
      host: '127.0.0.1',
      port: 0,
      plan: 'enterprise-5k',
      rateLimitPerSecond: 1e9,
      queueLimit: 200_000,
    }),
    'held',
  );
  const { port, apiKey } = (await child.line()) as { port: number; apiKey: string };
  const prompt = 'Which folding bike locks do people trust? [[sandbox latency=0]]';
  const inSeconds = await submit({ port, apiKey, tasks, prompt, priority: (index) => 1 + (index % 10) });
  child.say('go');
  const startedAt = performance.now();
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}/v1/async/status`, {
      headers: { Authorization: `Bearer ${apiKey}` },
    });
    const { queuedTasks, processingTasks } = (await response.json()) as {
      queuedTasks: number;
      processingTasks: number;
    };
    if (queuedTasks === 0 && processingTasks === 0) break;
    await delay(100);
  }
  const outSeconds = (performance.now() - startedAt) / 1_000;
  child.say('figures');
  const { peakRssMb } = (await child.line()) as Figures;
  await child.kill();
  const { small, large } = await pickTimes(folder);
  return [
    {
      figure: `tasks accepted in batches of 500, tasks/s (${whole(tasks)})`,
      value: whole(tasks / inSeconds),
    },
    { figure: 'tasks drained by 255 slots, tasks/s', value: whole(tasks / outSeconds) },
    atMost('peak memory of the service', peakRssMb, 300, ' MB'),
    { figure: 'picking the next task at 1,000 queued, microseconds', value: small.toFixed(1) },
    {
      figure: `picking the next task at ${whole(pickedFrom.large)} queued, microseconds`,
      value: large.toFixed(1),
    },
    atMost(`picking at ${whole(pickedFrom.large)} / at 1,000`, large / small, 2),
  ];
}
