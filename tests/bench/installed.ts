/**
 * `npm run bench:installed`: from starting the desktop program to its window and to a page that can be typed into, as its
 * .deb installs it and as the checkout builds it, beside a program with one static page, in turns, all over the double of
 * Electron. What Electron itself adds by reading from its archive is not in it: Node cannot read from one. `--quick`:
 * fewer rounds. `--smoke` installs nothing, which the suite of the package does.
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
import { byForm, form } from './form.ts';
import { median, milliseconds, printTable, times } from './startupTable.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rounds = byForm({ full: 6, quick: 2, smoke: 1 });

type Started = { readonly shownMs: number; readonly usableMs: number };

/** One start with a data folder of its own. */
async function start(
  [program = '', ...args]: readonly string[],
  data: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Started> {
  const began = performance.now();
  const child = spawn(program, [...args, '--data', data], {
    env: programEnvironment(data, env),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let shownMs = 0;
  child.on('message', (message: DoubleMessage) => {
    if (message.type === 'window-shown') shownMs = performance.now() - began;
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
  return { shownMs, usableMs };
}

const folder = await mkdtemp(join(tmpdir(), 'parallax-bench-installed-'));
try {
  // Builds the checkout, too; `npm run bench -- --smoke` has built it.
  const program = form === 'smoke' ? null : await installProgram(folder);
  const double = join(root, 'tests/support/electron/double/run.ts');
  const checkout = [process.execPath, double, join(root, 'out/main/index.js')];
  const bareProgram = [process.execPath, double, join(root, 'tests/bench/startupBareDesktop.mjs')];
  const installed: Started[] = [];
  const built: Started[] = [];
  const bare: Started[] = [];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await start(bareProgram, join(folder, `bare-${round}`)));
    built.push(await start(checkout, join(folder, `built-${round}`)));
    if (program !== null)
      installed.push(await start([program.executable], join(folder, `installed-${round}`), program.env));
  }
  const shown = (of: readonly Started[]) => median(of.map(({ shownMs }) => shownMs));
  const usable = (of: readonly Started[]) => median(of.map(({ usableMs }) => usableMs));
  const row = (figure: string, value: number, baseline: string, to: number) => ({
    figure,
    value: milliseconds(value),
    baseline: `${baseline} ${milliseconds(to)}`,
    ratio: times(value, to),
  });
  printTable(`first start of the desktop program, median of ${rounds}`, [
    row('until the window is shown', shown(built), 'one static page', shown(bare)),
    row('to a usable page', usable(built), 'one static page', usable(bare)),
    ...(program === null
      ? []
      : [row('installed, to a usable page', usable(installed), 'build of the checkout', usable(built))]),
  ]);
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
