import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { type Browser, chromium, type Page } from 'playwright-core';
import { builtProgram, exitOf, keepOutput, programEnvironment } from '#tests/e2e/harness/hostProcess.ts';
import { questionBox } from '#tests/e2e/harness/window.ts';
import { browserPath, chromiumOptions } from '#tests/support/browser/chromium.ts';
import copyBuild from '#tests/support/builtCopy.ts';

/** Lateness of the browser host's event loop since the last reset, milliseconds. */
export type LoopDelay = { readonly max: number; readonly p99: number };

export type MeasuredWindow = {
  readonly browser: Browser;
  readonly page: Page;
  readonly loopDelay: (asked: 'reset' | 'report') => Promise<LoopDelay>;
  /** Longest task of the page since the last call, milliseconds; 0 when none took more than 50. */
  readonly longTasks: () => Promise<{ readonly longest: number; readonly count: number }>;
  readonly close: () => Promise<void>;
};

/** Longest wait for the host; a wait without an end would be a bench without one. */
const waitMs = 60_000;

const watchLongTasks = `
  window.benchLongTasks = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.benchLongTasks.push(entry.duration);
  }).observe({ entryTypes: ['longtask'] });
`;

/**
 * `parallax web` from a copy of the build, measured from inside, with its window open; on an empty data folder unless
 * `prepare` puts something there.
 */
export async function openMeasuredWindow(
  prepare: (folder: string) => Promise<void> = async () => {},
): Promise<MeasuredWindow> {
  const removeCopy = await copyBuild({ name: 'e2e' });
  const folder = await mkdtemp(join(tmpdir(), 'parallax-bench-window-'));
  await prepare(folder);
  const monitor = new URL('loopDelay.mjs', import.meta.url).href;
  const host: ChildProcess = spawn(
    process.execPath,
    ['--import', monitor, builtProgram('cli'), 'web', '--no-open', '--data', folder],
    { env: programEnvironment(folder), stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  );
  const output = keepOutput(host);
  if (host.stdout === null) throw new Error('The browser host has no output to read its link from.');
  // Read from now on: the host prints its link while the browser starts.
  const printed = printedLink(host, host.stdout, output);
  printed.catch(() => undefined);
  const browser = await chromium.launch(chromiumOptions(browserPath));
  const close = async () => {
    await browser.close();
    host.kill('SIGINT');
    await exitOf(host);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    await removeCopy();
  };
  try {
    const link = await printed;
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
    const page = await context.newPage();
    await page.addInitScript(watchLongTasks);
    await page.goto(link);
    await questionBox(page).waitFor();
    return {
      browser,
      page,
      close,
      loopDelay: async (asked) => {
        host.send(asked);
        const [answer] = await once(host, 'message', { signal: AbortSignal.timeout(waitMs) });
        return answer as LoopDelay;
      },
      longTasks: async () => {
        const tasks = (await page.evaluate('window.benchLongTasks.splice(0)')) as number[];
        return { longest: Math.max(0, ...tasks), count: tasks.length };
      },
    };
  } catch (problem) {
    await close();
    throw problem;
  }
}

/** @throws Error if the host ends before it prints its link, or prints none in time */
async function printedLink(host: ChildProcess, stdout: Readable, output: () => string): Promise<string> {
  const ended = exitOf(host).then((code) => {
    throw new Error(`The browser host ended with ${code}: ${output()}`);
  });
  const line = once(createInterface({ input: stdout }), 'line', { signal: AbortSignal.timeout(waitMs) });
  return Promise.race([
    line.then(
      ([text]) => String(text),
      () => {
        throw new Error(`The browser host printed no link within ${waitMs / 1000} seconds: ${output()}`);
      },
    ),
    ended,
  ]);
}
