/**
 * `npm run bench:installed`: from starting the desktop program to a page that can be typed into, as its .deb installs it
 * beside the build of the checkout, in turns, both over the double of Electron. What Electron itself adds by reading from
 * its archive is not in it: Node cannot read from one. `--quick`: fewer rounds.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { exitOf, programEnvironment } from '#tests/e2e/harness/hostProcess.ts';
import { questionBox } from '#tests/e2e/harness/window.ts';
import type { DoubleMessage } from '#tests/support/electron/double/channel.ts';
import { installProgram } from '#tests/support/packaging/installedProgram.ts';
import { median, milliseconds, printTable, times } from './startupTable.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rounds = process.argv.includes('--quick') ? 2 : 6;

/** One start with a data folder of its own, milliseconds. */
async function start([program = '', ...args]: readonly string[], data: string, env: NodeJS.ProcessEnv) {
  const began = performance.now();
  const child = spawn(program, [...args, '--data', data], {
    env: programEnvironment(data, env),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const endpoint = await new Promise<string>((told, failed) => {
    child.on('message', (message: DoubleMessage) => {
      if (message.type === 'browser') told(message.endpoint);
    });
    child.once('exit', (code) => failed(new Error(`It ended with ${code} before it had a window.`)));
  });
  const browser = await chromium.connectOverCDP(endpoint);
  const [context] = browser.contexts();
  const page = context?.pages()[0] ?? (await context?.waitForEvent('page'));
  if (page === undefined) throw new Error('The program has no window.');
  const box = questionBox(page);
  await box.and(page.locator(':focus:enabled')).waitFor();
  const usableMs = performance.now() - began;
  child.send({ command: 1, action: { type: 'quit' } });
  await exitOf(child);
  return usableMs;
}

const folder = await mkdtemp(join(tmpdir(), 'parallax-bench-installed-'));
try {
  // Builds the checkout, too.
  const { executable, env } = await installProgram(folder);
  const double = join(root, 'tests/support/electron/double/run.ts');
  const checkout = [process.execPath, double, join(root, 'out/main/index.js')];
  const installed: number[] = [];
  const built: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    built.push(await start(checkout, join(folder, `built-${round}`), {}));
    installed.push(await start([executable], join(folder, `installed-${round}`), env));
  }
  printTable(`start-up of the desktop program, median of ${rounds}`, [
    {
      figure: 'installed, first start, to a usable page',
      value: milliseconds(median(installed)),
      baseline: `build of the checkout ${milliseconds(median(built))}`,
      ratio: times(median(installed), median(built)),
    },
  ]);
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
