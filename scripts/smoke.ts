// Starts an installed desktop program once, as `release.yml` does with every installer: `node scripts/smoke.ts EXECUTABLE`.
// Through Chromium's debugging port, which no fuse closes, a question is asked in its window; the comparison that follows
// needs every kind of thread. Then the program has to end by itself.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, chromium } from 'playwright-core';
import { ask, openTab, questionBox, untilAnswered } from '#tests/e2e/harness/window.ts';

const startMs = 60_000;
const endMs = 30_000;

const [executable = ''] = process.argv.slice(2);
const data = mkdtempSync(join(tmpdir(), 'parallax-smoke-'));
const port = await freePort();
const program = spawn(executable, ['--data', data, `--remote-debugging-port=${port}`], { stdio: 'inherit' });
let ended: string | null = null;
const end = Promise.race([
  once(program, 'error').then(([error]) => String(error)),
  once(program, 'exit').then(([code, signal]) => String(signal ?? `code ${code}`)),
]).then((how) => {
  ended = how;
});

try {
  const browser = await joined();
  const page = browser.contexts()[0]?.pages()[0] ?? (await browser.contexts()[0]?.waitForEvent('page'));
  if (page === undefined) throw new Error('it has no window');
  page.setDefaultTimeout(startMs);
  await questionBox(page).waitFor();
  await ask(page, { question: 'Which locks? [[sandbox latency=1]]', markets: 'us, de' });
  await untilAnswered(page, 2);
  await openTab(page, 'Sources');
  await page.getByRole('region', { name: 'Sources by market' }).waitFor();
  const session = await browser.newBrowserCDPSession();
  await session.send('Browser.close').catch(() => undefined);
  await Promise.race([end, wait(endMs, null, { ref: false })]);
  if (ended === null) throw new Error('it did not end when it was asked to');
  console.log('The installed program started, asked a question, compared its answers and ended.');
  rmSync(data, { recursive: true, force: true });
  process.exit(0);
} catch (error) {
  console.error(`${executable} is not right: ${error instanceof Error ? error.message : String(error)}`);
  const logs = join(data, 'logs');
  for (const name of readdirSync(data).includes('logs') ? readdirSync(logs) : [])
    console.error(readFileSync(join(logs, name), 'utf8').slice(-4000));
  program.kill('SIGKILL');
  process.exit(1);
}

/** The program's browser, once it listens. */
async function joined(): Promise<Browser> {
  const until = performance.now() + startMs;
  for (;;) {
    if (ended !== null) throw new Error(`it ended at once with ${ended}`);
    try {
      return await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    } catch (error) {
      if (performance.now() > until) throw error;
      await wait(500);
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}
