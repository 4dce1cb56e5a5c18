import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

const module = new URL('../../../../src/platform/threads/returnIdleMemory.ts', import.meta.url).href;

const source = `
  import { parentPort } from 'node:worker_threads';
  import { returnIdleMemory } from ${JSON.stringify(module)};
  const worked = returnIdleMemory(() => parentPort.postMessage('released'), 50);
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

const fragments = `
  import { returnFreedMemory } from ${JSON.stringify(new URL('../sqlite/returnFreedMemory.ts', module).href)};
  const kept = [];
  let blocks = Array.from({ length: 8000 }, () => Buffer.alloc(32 * 1024, 1));
  for (let at = 0; at < blocks.length; at += 40) kept.push(blocks[at]);
  blocks = [];
  gc();
  // Memory of array buffers is freed after the collection, on another thread.
  while (process.memoryUsage().arrayBuffers > 32e6) await new Promise(setImmediate);
  const mb = () => process.memoryUsage.rss() / 1024 / 1024;
  const held = mb();
  await returnFreedMemory();
  console.log(JSON.stringify([held, mb(), kept.every((block) => block.every((byte) => byte === 1))]));`;

const { header } = process.report.getReport() as {
  readonly header: { readonly glibcVersionRuntime?: string };
};

it.skipIf(header.glibcVersionRuntime === undefined)(
  'freed memory between blocks in use returns to the system (glibc only)',
  async () => {
    const program = ['--expose-gc', '--input-type=module', '--eval', fragments];
    const { stdout } = await promisify(execFile)(process.execPath, program);
    const [heldMb, leftMb, intact] = JSON.parse(stdout) as [number, number, boolean];
    expect(intact).toBe(true);
    expect(heldMb - leftMb).toBeGreaterThan(100);
  },
);
