import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { roomToLoad } from '#tests/support/programs.ts';
import { type AppHost, patienceMs, watchProblems } from './app.ts';
import { toldWhenFailing } from './failures.ts';
import { builtProgram, exitOf, keepOutput, programEnvironment } from './hostProcess.ts';
import { openChromium } from './sharedChromium.ts';

/** `parallax web`, in a Chromium that was given its printed link. */
export const browserHost: AppHost = {
  name: 'the browser host',
  open: async ({ dataFolder, env, viewport, colorScheme, expectedProblems }) => {
    const command = [roomToLoad, builtProgram('cli'), 'web', '--no-open', '--data', dataFolder];
    const host = spawn(process.execPath, command, {
      env: programEnvironment(dataFolder, env),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = keepOutput(host);
    const lines = createInterface({ input: host.stdout });
    const link = await Promise.race([
      once(lines, 'line').then(([line]) => line as string),
      exitOf(host).then((code) => {
        throw new Error(`The browser host ended with ${code}: ${output()}`);
      }),
    ]);
    const browser = await openChromium();
    const context = await browser.newContext({
      viewport: viewport ?? { width: 1280, height: 800 },
      colorScheme: colorScheme ?? 'light',
      locale: 'en-US',
    });
    const page = await context.newPage();
    page.setDefaultTimeout(patienceMs);
    const watched = watchProblems(page, expectedProblems);
    await page.goto(link);
    return toldWhenFailing({
      ...watched,
      host: browserHost.name,
      output,
      page,
      pid: host.pid ?? 0,
      externalAddresses: () => [],
      act: null,
      shown: null,
      quit: async () => {
        await browser.close();
        host.kill('SIGINT');
        return exitOf(host);
      },
    });
  },
};
