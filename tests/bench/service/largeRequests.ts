import { setTimeout as delay } from 'node:timers/promises';
import { byForm } from '../form.ts';
import { startChild } from './child.ts';
import { atMost, type Row } from './row.ts';

const megabyte = 1024 * 1024;

/** Bodies of up to 16 MB that take the most work for the least answer. */
function largeBodies(): readonly (readonly [name: string, body: string])[] {
  const fields = (count: number): string =>
    Array.from({ length: count }, (_, nth) => `"promptt${nth}":1`).join();
  const task = (more: string): string =>
    `{"taskType":"ASSISTANT_A","payload":{"prompt":"x","country":"US"},${more}}`;
  const most = Math.floor((15 * megabyte) / 500 / '"promptt1234":1,'.length);
  return [
    [
      '500 tasks with as many unknown fields as fit',
      `[${Array(500)
        .fill(task(fields(most)))
        .join()}]`,
    ],
    ['as many values as fit', `[${'1,'.repeat(7 * megabyte)}1]`],
    ['one text', `["${'x'.repeat(15 * megabyte)}"]`],
    [
      '500 tasks of 30 KB',
      `[${Array(500)
        .fill(task(`"extra":"${'y'.repeat(30_000)}"`))
        .join()}]`,
    ],
  ];
}

/** How long requests of up to 16 MB hold the small requests of another account. */
export async function largeRequests(folder: string): Promise<readonly Row[]> {
  const service = startChild(
    './serviceServer.ts',
    JSON.stringify({ dataFolder: folder, host: '127.0.0.1', port: 0, plan: 'growth' }),
  );
  const { port, apiKey } = (await service.line()) as { port: number; apiKey: string };
  const base = `http://127.0.0.1:${port}`;
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  const small = async (): Promise<number> => {
    const since = performance.now();
    await (await fetch(`${base}/v1/states?country=US`, { headers })).arrayBuffer();
    return performance.now() - since;
  };
  for (let warm = 0; warm < 20; warm += 1) await small();
  const rows: Row[] = [];
  for (const [name, body] of largeBodies()) {
    let worst = 0;
    for (let round = 0; round < byForm({ full: 3, quick: 2, smoke: 1 }); round += 1) {
      let slowest = 0;
      let going = true;
      const large = fetch(`${base}/v1/async/task/batch`, { method: 'POST', headers, body })
        .then((answer) => answer.arrayBuffer())
        .finally(() => {
          going = false;
        });
      while (going) {
        slowest = Math.max(slowest, await small());
        await delay(5);
      }
      await large;
      // The first also compiles what it uses.
      worst = round === 0 ? slowest : Math.min(worst, slowest);
    }
    rows.push(atMost(`slowest small request beside ${name}, ms`, worst, 250, ''));
  }
  await service.kill();
  return rows;
}
