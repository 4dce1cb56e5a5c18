import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { type RunningCommand, startParallax } from '#tests/support/cli/parallax.ts';
import { buildVariable } from '#tests/support/programs.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Counts without end inside SQLite, where nothing of JavaScript can reach the thread any more, as soon as it is asked
 * for `stuckAt`; everything else goes to the real thread.
 */
const stuckThread = (name: string): string => `
import { writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import threads, { parentPort } from 'node:worker_threads';
import Database from 'better-sqlite3';
const stickAt = (messages) => {
  if (!Array.isArray(messages) || !messages.some((message) => message?.name === process.env.STUCK_AT)) return;
  writeFileSync(process.env.STUCK_FILE, '');
  new Database(':memory:')
    .prepare('WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c')
    .get();
};
const on = parentPort.on.bind(parentPort);
parentPort.on = (event, listener) =>
  on(event, event !== 'message' ? listener : (messages) => {
    stickAt(messages);
    listener(messages);
  });
// A thread that is at work takes what comes meanwhile by itself.
const receive = threads.receiveMessageOnPort;
threads.receiveMessageOnPort = (port) => {
  const next = receive(port);
  stickAt(next?.message);
  return next;
};
syncBuiltinESMExports();
await import('./${name}Real.js');
`;

export type StuckProgram = RunningCommand & {
  /** Resolves when a thread is stuck. */
  readonly stuck: () => Promise<void>;
};

/** Starts the built `parallax` with threads that get stuck when they are asked for `stuckAt`. */
export function startStuckProgram(
  stuckAt: string,
  args: readonly string[],
  dataFolder: string,
): StuckProgram {
  const parent = join(root, 'node_modules/.cache/stuck');
  mkdirSync(parent, { recursive: true });
  const copy = mkdtempSync(join(parent, 'build-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  cpSync(join(process.env[buildVariable] ?? root, 'out'), join(copy, 'out'), { recursive: true });
  const main = join(copy, 'out/main');
  for (const name of ['historyWorker', 'serviceWorker', 'analysisWorker']) {
    renameSync(join(main, `${name}.js`), join(main, `${name}Real.js`));
    writeFileSync(join(main, `${name}.js`), stuckThread(name));
  }
  const marker = join(copy, 'stuck');
  const running = startParallax(args, {
    dataFolder,
    entry: join(main, 'cli.js'),
    env: { STUCK_AT: stuckAt, STUCK_FILE: marker },
  });
  onTestFinished(() => void running.child.kill('SIGKILL'));
  return {
    ...running,
    stuck: async () => {
      const early = running.finished.then(({ code, stdout, stderr }) => {
        throw new Error(`It ended with ${code} before a thread was stuck.\n${stdout}${stderr}`);
      });
      const reached = expect.poll(() => existsSync(marker), { timeout: 40_000 }).toBe(true);
      await Promise.race([reached, early]);
      early.catch(() => {});
    },
  };
}
