import { setTimeout as delay } from 'node:timers/promises';
import { planOf } from '#shared/interface/plans.ts';
import { byForm } from '../form.ts';
import { atLeast, type Row, whole } from '../service/row.ts';
import type { Figures } from '../service/serviceServer.ts';
import { submit } from '../service/submit.ts';
import { type BenchNode, type Ground, withNodes } from './nodes.ts';

const nodes = byForm({ full: 4, quick: 4, smoke: 2 });
const engineMs = 200;
const { slots } = planOf('enterprise-5k');

/** With a backlog, and engines that take 200 ms, how much of the slots' time engines are at work on four nodes. */
export async function slotsOfNodes({ newDatabase }: Ground): Promise<readonly Row[]> {
  const seconds = byForm({ full: 10, quick: 4, smoke: 0.5 });
  const tasks = Math.ceil((slots * 1_000 * (seconds + 6)) / engineMs / 500) * 500;
  const work = async (started: readonly BenchNode[]): Promise<readonly Row[]> => {
    const [{ port, apiKey } = { port: 0, apiKey: '' }] = started;
    const question = `Which locks? [[sandbox latency=${engineMs} words=20]]`;
    await submit({ port, apiKey, tasks, prompt: question, priority: () => 1 });
    const figures = async (): Promise<readonly Figures[]> =>
      Promise.all(
        started.map(async ({ child }) => {
          child.say('figures');
          return (await child.line()) as Figures;
        }),
      );
    await figures();
    const startedAt = performance.now();
    await delay(seconds * 1_000);
    const seen = await figures();
    const elapsed = performance.now() - startedAt;
    const busyMs = seen.reduce((sum, each) => sum + each.busyMs, 0);
    const answers = seen.reduce((sum, each) => sum + each.answers, 0);
    return [
      {
        figure: `tasks of ${engineMs} ms on ${slots} slots, tasks/s`,
        value: whole((answers * 1_000) / elapsed),
      },
      atLeast(`slots busy, ${nodes} nodes`, (busyMs / (elapsed * slots)) * 100, 97, ' %'),
    ];
  };
  return withNodes(await newDatabase(), nodes, work, {}, 'watched');
}
