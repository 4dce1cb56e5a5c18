import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumMissing } from '#tests/support/browser/chromium.ts';
import type {
  DoubleCommand,
  DoubleMessage,
  MachineFacts,
  NumberedCommand,
} from '#tests/support/electron/double/channel.ts';
import { machineVariable } from '#tests/support/electron/double/machine.ts';
import { requirement } from '#tests/support/keyring/requirement.ts';
import { roomToLoad } from '#tests/support/programs.ts';
import { type AppHost, patienceMs, watchProblems } from './app.ts';
import { toldWhenFailing } from './failures.ts';
import { builtProgram, exitOf, keepOutput, programEnvironment } from './hostProcess.ts';

const runner = fileURLToPath(new URL('../../support/electron/double/run.ts', import.meta.url));

const driver = new URL('../../support/electron/real/driver.ts', import.meta.url);

/** The real Electron, where `npm run test:electron` found one; without it the scenarios run over its double. */
const electron = process.env.PARALLAX_ELECTRON;
export const onElectron = electron !== undefined;

/**
 * Whether every scenario of the desktop runs. `npm test` leaves them to `npm run test:electron`, and runs on the double only
 * what a real Electron cannot show.
 */
export const everyScenario = onElectron || process.env.PARALLAX_DESKTOP === 'double';

/** For a suite that has scenarios of both. */
export const desktopRequirement = (): { readonly skip: boolean; readonly note: string } =>
  requirement(onElectron ? null : chromiumMissing());

/** For a suite that `npm test` leaves out. */
export const electronRequirement = (): { readonly skip: boolean; readonly note: string } =>
  everyScenario ? desktopRequirement() : { skip: true, note: ' (part of npm run test:electron)' };

const builtCommand = (): readonly string[] =>
  electron === undefined
    ? [process.execPath, roomToLoad, runner, builtProgram('index')]
    : drivenElectron(electron, builtProgram('index'));

let writtenDriver: string | null = null;

/** An Electron that the tests lead by its own API. */
export function drivenElectron(executable: string, entry: string): readonly string[] {
  if (writtenDriver === null) {
    writtenDriver = join(mkdtempSync(join(tmpdir(), 'parallax-driver-')), 'driver.mjs');
    writeFileSync(writtenDriver, stripTypeScriptTypes(readFileSync(driver, 'utf8')));
  }
  return [executable, writtenDriver, entry];
}

/** Colours and focus stay as the program has them. */
export const joinBrowser = (endpoint: string): Promise<Browser> =>
  chromium.connectOverCDP(endpoint, { noDefaults: true, timeout: patienceMs });

/** A desktop program over the double; `command` starts it. */
export const desktopHostOf = (name: string, command: () => readonly string[]): AppHost => ({
  name,
  open: async ({ dataFolder, env, viewport, colorScheme, expectedProblems, machine }) => {
    const program = startDesktopProgram(dataFolder, env, machine, command());
    const browser = await joinBrowser(await program.endpoint());
    const page = await windowPage(browser);
    const watched = watchProblems(page, expectedProblems);
    // Other windows on the screen come and go; what a page may do must not depend on which of them has the focus.
    await (await page.context().newCDPSession(page)).send('Emulation.setFocusEmulationEnabled', {
      enabled: true,
    });
    await page.setViewportSize(viewport ?? { width: 1280, height: 800 });
    if (colorScheme) await page.emulateMedia({ colorScheme });
    await page.waitForLoadState('load');
    return toldWhenFailing({
      host: name,
      output: program.output,
      page,
      pid: program.child.pid ?? 0,
      externalAddresses: () =>
        program.messages.flatMap((message) => (message.type === 'external' ? [message.url] : [])),
      problems: () => [
        ...watched.problems(),
        ...program.messages.flatMap((message) =>
          message.type === 'network'
            ? [`the window asked the network for ${message.url}`]
            : message.type === 'heap'
              ? [`threads may fill ${message.limitsMb.join(' + ')} MB of one heap`]
              : message.type === 'threads-at-exit'
                ? [`the program left with ${message.count} threads alive`]
                : message.type === 'window-shown' && !message.painted && machine?.paintsShownOnly !== true
                  ? ['the window was shown before it had anything to show']
                  : [],
        ),
      ],
      pending: watched.pending,
      act: program.act,
      shown: program.messages,
      quit: async () => {
        await program.act({ type: 'quit' }).catch(() => {
          // The program may be gone before it can say that it heard.
        });
        return exitOf(program.child);
      },
    });
  },
});

/** The built desktop program over the double of Electron. */
export const desktopHost: AppHost = desktopHostOf(
  `the desktop host over ${onElectron ? 'Electron' : 'the double'}`,
  builtCommand,
);

export type DesktopProgram = {
  readonly child: ChildProcess;
  readonly messages: readonly DoubleMessage[];
  /** Where its Chromium can be joined, once it has one. */
  readonly endpoint: () => Promise<string>;
  /** Resolves with the first message of the kind, also one that came before. */
  readonly message: <T extends DoubleMessage['type']>(
    type: T,
  ) => Promise<Extract<DoubleMessage, { type: T }>>;
  readonly act: (action: DoubleCommand) => Promise<void>;
  readonly output: () => string;
};

/** Starts a desktop program; it may end without ever showing a window. */
export function startDesktopProgram(
  dataFolder: string,
  env?: NodeJS.ProcessEnv,
  machine: MachineFacts = {},
  [program = '', ...args]: readonly string[] = builtCommand(),
  /** What the system adds at the end. */
  added: readonly string[] = [],
): DesktopProgram {
  const child = spawn(program, [...args, '--data', dataFolder, ...added], {
    env: programEnvironment(dataFolder, {
      ...displayEnvironment(),
      [machineVariable]: JSON.stringify(machine),
      ...env,
    }),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output = keepOutput(child);
  const messages: DoubleMessage[] = [];
  child.on('message', (message: DoubleMessage) => messages.push(message));
  let lastCommand = 0;

  const until = async <T>(find: () => T | undefined): Promise<T> => {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      if (!child.connected) throw new Error(`The desktop program ended: ${output()}`);
      const heard = new AbortController();
      const { signal } = heard;
      await Promise.race([once(child, 'message', { signal }), once(child, 'disconnect', { signal })]).finally(
        () => heard.abort(),
      );
    }
  };
  const message: DesktopProgram['message'] = (type) =>
    until(() =>
      messages.find((known): known is Extract<DoubleMessage, { type: typeof type }> => known.type === type),
    );

  return {
    child,
    messages,
    output,
    message,
    endpoint: async () => (await message('browser')).endpoint,
    act: async (action) => {
      if (!child.connected) throw new Error(`The desktop program ended: ${output()}`);
      lastCommand += 1;
      const command = lastCommand;
      child.send({ command, action } satisfies NumberedCommand);
      const done = await until(() =>
        messages.find((known) => known.type === 'done' && known.command === command),
      );
      if (done.type === 'done' && done.problem) throw new Error(done.problem);
    },
  };
}

/** What the real Electron needs of the machine besides; on other systems than Linux that is no short list. */
function displayEnvironment(): NodeJS.ProcessEnv {
  if (!onElectron) return {};
  if (process.platform !== 'linux') return process.env;
  const { DISPLAY, XAUTHORITY, WAYLAND_DISPLAY } = process.env;
  return { DISPLAY, XAUTHORITY, WAYLAND_DISPLAY };
}

export async function windowPage(browser: Browser): Promise<Page> {
  const [context] = browser.contexts();
  if (!context) throw new Error('The program’s browser has no window.');
  context.setDefaultTimeout(patienceMs);
  const page = context.pages()[0] ?? (await context.waitForEvent('page'));
  const own = /\.electron-double\.invalid|^app:\/\/parallax\//;
  if (!own.test(page.url())) await page.waitForURL(own);
  return page;
}
