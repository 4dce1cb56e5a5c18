import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

const module = new URL('../../../../src/platform/threads/atRest.ts', import.meta.url).href;

const source = `
  import { parentPort } from 'node:worker_threads';
  import { createRest } from ${JSON.stringify(module)};
  const worked = createRest(() => parentPort.postMessage('released'), 50);
  const lists = [];
  for (let list = 0; list < 60; list++)
    lists.push(Array.from({ length: 20_000 }, (_, at) => ({ at, text: 'a text ' + at })));
  lists.length = 0;
  parentPort.on('message', worked);
  parentPort.postMessage('done');`;

const heldMb = async (thread: Worker): Promise<number> =>
  (await thread.getHeapStatistics()).total_physical_size / 1024 / 1024;

it('an idle thread releases its memory', async () => {
  const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`));
  try {
    await once(thread, 'message');
    expect(await heldMb(thread)).toBeGreaterThan(60);
    thread.postMessage('work');
    expect(await once(thread, 'message')).toEqual(['released']);
    await expect.poll(() => heldMb(thread)).toBeLessThan(25);
  } finally {
    await thread.terminate();
  }
});
