import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { chromiumOptions } from '#tests/support/browser/chromium.ts';
import { tell } from './channel.ts';
import { switchValue } from './sessionAndProtocol.ts';

const portSwitch = 'remote-debugging-port';
let starting: Promise<BrowserContext> | null = null;

/** The one Chromium of the program, with its profile where Electron keeps it; the test is told how to join in. */
export function openBrowser(userData: string): Promise<BrowserContext> {
  starting ??= start(userData);
  return starting;
}

/** The browser when it was started, without starting it. */
export const openedBrowser = (): Promise<BrowserContext> | null => starting;

async function start(userData: string): Promise<BrowserContext> {
  mkdirSync(userData, { recursive: true });
  const options = chromiumOptions();
  // Electron too hands this switch to its Chromium.
  const port = switchValue(portSwitch) ?? '0';
  const context = await chromium.launchPersistentContext(userData, {
    ...options,
    args: [...options.args, `--${portSwitch}=${port}`],
    viewport: null,
    // The program ends on signals by itself, and its browser with it.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  // Chromium tells the port only where it chose it.
  const [chosen] =
    port === '0' ? (await readFile(join(userData, 'DevToolsActivePort'), 'utf8')).split('\n') : [port];
  tell({ type: 'browser', endpoint: `http://127.0.0.1:${chosen}` });
  return context;
}
