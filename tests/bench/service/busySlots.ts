import { setTimeout as delay } from 'node:timers/promises';
import { byForm } from '../form.ts';
import { startChild } from './child.ts';
import { atLeast, type Row, whole } from './row.ts';
import type { Figures } from './serviceServer.ts';
import { submit } from './submit.ts';

const engineMs = 200;
const slots = 255;

/** With a backlog and engines that take 200 ms, how much of the slots' time engines are at work. */
export async function busySlots(folder: string): Promise<readonly Row[]> {
  const seconds = byForm({ full: 10, quick: 4, smoke: 0.5 });
  const tasks = Math.ceil((slots * 1_000 * (seconds + 3)) / engineMs / 500) * 500;
  const child = startChild(
    './serviceServer.ts',
    JSON.stringify({
      dataFolder: folder,
      host: '127.0.0.1',
      port: 0,
      plan: 'enterprise-5k',
      rateLimitPerSecond: 1e9,
    }),
    'watched',
  );
  const { port, apiKey } = (await child.line()) as { port: number; apiKey: string };
  await submit({
    port,
    apiKey,
    tasks,
    prompt: `Which locks? [[sandbox latency=${engineMs} words=50]]`,
    priority: () => 1,
  });
  const figures = async (): Promise<Figures> => {
    child.say('figures');
    return (await child.line()) as Figures;
  };
  await figures();
  const startedAt = performance.now();
  await delay(seconds * 1_000);
  const { busyMs, answers } = await figures();
  const elapsed = performance.now() - startedAt;
  await child.kill();
  return [
    {
      figure: `tasks of ${engineMs} ms on ${slots} slots, tasks/s`,
      value: whole((answers * 1_000) / elapsed),
    },
    { figure: 'ideal, tasks/s', value: whole((slots * 1_000) / engineMs) },
    atLeast('slots busy', (busyMs / (elapsed * slots)) * 100, 98, ' %'),
  ];
}
