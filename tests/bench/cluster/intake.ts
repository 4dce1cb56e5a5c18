import { byForm } from '../form.ts';
import { atLeast, type Row } from '../service/row.ts';
import { fillQueues, type Ground, prompt, withNodes } from './nodes.ts';

const batchSize = 500;
const senders = 4;
/** Batches before the clock starts, so that the first ones of a new process do not count. */
const warmUp = byForm({ full: 12, quick: 12, smoke: 1 });

/** Taking in batches of 500: by one node over HTTP, and by the store alone. */
export async function intake({ newDatabase }: Ground): Promise<readonly Row[]> {
  const tasks = byForm({ full: 50_000, quick: 20_000, smoke: 2_000 });
  const alone = await fillQueues(await newDatabase(), { accounts: 20, tasks, plan: 'enterprise-5k' });
  const task = { taskType: 'ASSISTANT_A', payload: { prompt, country: 'US' } };
  const body = JSON.stringify(Array.from({ length: batchSize }, () => task));
  const overHttp = await withNodes(
    await newDatabase(),
    1,
    async ([node]) => {
      if (node === undefined) throw new Error('no node');
      let left = warmUp;
      const send = async (): Promise<void> => {
        for (; left > 0; ) {
          left -= 1;
          const response = await fetch(`http://127.0.0.1:${node.port}/v1/async/task/batch`, {
            method: 'POST',
            headers: { Authorization: `Bearer ${node.apiKey}`, 'Content-Type': 'application/json' },
            body,
          });
          const { summary } = (await response.json()) as { summary?: { succeeded: number } };
          if (summary?.succeeded !== batchSize) throw new Error(`a batch was refused: ${response.status}`);
        }
      };
      await Promise.all(Array.from({ length: senders }, send));
      left = tasks / batchSize;
      const startedAt = performance.now();
      await Promise.all(Array.from({ length: senders }, send));
      return tasks / ((performance.now() - startedAt) / 1_000);
    },
    {},
    // No engine answers: what is measured is the taking in alone.
    'held',
  );
  return [
    atLeast('one node over HTTP, batches of 500, tasks/s', overHttp, 20_000, '/s'),
    atLeast('the store, batches of 500, tasks/s', alone, 20_000, '/s'),
  ];
}
