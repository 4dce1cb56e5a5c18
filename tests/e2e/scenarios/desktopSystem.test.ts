import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it as scenario } from 'vitest';
import type { DoubleMessage, MachineFacts } from '#tests/support/electron/double/channel.ts';
import { storeSeries } from '#tests/support/history/storedSeries.ts';
import type { OpenApp } from '../harness/app.ts';
import {
  type DesktopProgram,
  desktopHost,
  desktopRequirement,
  everyScenario,
  joinBrowser,
  onElectron,
  startDesktopProgram,
} from '../harness/desktopHost.ts';
import { exitOf } from '../harness/hostProcess.ts';
import { ask, goTo, questionBox, untilAnswered } from '../harness/window.ts';

const { skip, note } = desktopRequirement();
const it = scenario.runIf(everyScenario);
/** What a real Electron cannot show. */
const onDouble = scenario.skipIf(onElectron);
const patient = { timeout: 30_000 };
/** Who may write everywhere. */
const asRoot = process.getuid?.() === 0;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** What the real Electron and the systems under it do, and what the program does about it. */
describe.skipIf(skip)(`the desktop program and its system, on ${desktopHost.name}${note}`, () => {
  let dataFolder: string;
  let app: OpenApp | null = null;
  const open = async (machine: MachineFacts = {}): Promise<OpenApp> => {
    app = await desktopHost.open({ dataFolder, machine });
    await questionBox(app.page).waitFor();
    return app;
  };
  const last = <T extends DoubleMessage['type']>(messages: readonly DoubleMessage[] | null, type: T) =>
    messages?.findLast((message): message is Extract<DoubleMessage, { type: T }> => message.type === type);
  /** Monitors that run on in the tray. */
  const watching = async (): Promise<void> => {
    await storeSeries(dataFolder, { countries: ['DE'], rules: [], lastMs: Date.now() });
    await writeFile(join(dataFolder, 'settings.json'), JSON.stringify({ keepInTray: true }));
  };
  const ends = async (program: DesktopProgram): Promise<number | NodeJS.Signals | null> => {
    await program.act({ type: 'quit' }).catch(() => {});
    return exitOf(program.child);
  };
  beforeEach(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'parallax-system-'));
  });
  afterEach(async () => {
    const problems = app?.problems() ?? [];
    await app?.quit();
    app = null;
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
    expect(problems).toEqual([]);
  });

  // The real one stands on the screens that are there.
  onDouble(
    'opens where it was closed, maximised once it has content, on a connected screen, dark with the system',
    async () => {
      const window = { x: 2000, y: 100, width: 1200, height: 800, maximized: true };
      await writeFile(join(dataFolder, 'settings.json'), JSON.stringify({ window }));
      const second = { x: 1920, y: 0, width: 1920, height: 1080 };
      const { shown, quit, problems } = await open({
        dark: true,
        displays: [{ x: 0, y: 0, width: 1920, height: 1080 }, second],
      });
      await expect
        .poll(() => last(shown, 'window-shown'), patient)
        .toEqual({ type: 'window-shown', painted: true, ground: '#16181d' });
      expect(problems()).toEqual([]);
      expect(await quit()).toBe(0);
      const settings = JSON.parse(await readFile(join(dataFolder, 'settings.json'), 'utf8'));
      expect(settings.window).toEqual(window);
    },
  );

  it('asks whether to reload or quit when its page has crashed twice', async () => {
    const { act, shown } = await open();
    await expect.poll(() => last(shown, 'window-shown')?.painted, patient).toBe(true);
    const reloads = () => shown?.filter(({ type }) => type === 'reload').length;
    await act?.({ type: 'crash-page' });
    await expect.poll(reloads, patient).toBe(1);
    await act?.({ type: 'crash-page' });
    await expect.poll(() => last(shown, 'dialog')?.buttons, patient).toEqual(['Reload', 'Quit']);
    expect(reloads()).toBe(1);
    await act?.({ type: 'dialog', button: 'Reload' });
    await expect.poll(reloads, patient).toBe(2);
  });

  onDouble('shows a window that is never painted while it is hidden, as on Wayland', async () => {
    const { shown, quit } = await open({ paintsShownOnly: true });
    await expect.poll(() => last(shown, 'window-shown'), patient).toMatchObject({ painted: false });
    expect(await quit()).toBe(0);
  });

  onDouble('comes to a screen that is left when its own is unplugged', async () => {
    const window = { x: 2000, y: 100, width: 1200, height: 800, maximized: false };
    await writeFile(join(dataFolder, 'settings.json'), JSON.stringify({ window }));
    const main = { x: 0, y: 0, width: 960, height: 508 };
    const { act, quit } = await open({ displays: [main, { x: 1920, y: 0, width: 1920, height: 1080 }] });
    await act?.({ type: 'displays', areas: [main] });
    expect(await quit()).toBe(0);
    const settings = JSON.parse(await readFile(join(dataFolder, 'settings.json'), 'utf8'));
    expect(settings.window).toEqual({ x: 0, y: 0, width: 960, height: 508, maximized: false });
  });

  it('shows a message and quits after an uncaught error', async () => {
    const program = startDesktopProgram(dataFolder);
    await program.message('window-shown');
    await program.act({ type: 'throw', message: 'a secret place in the code' }).catch(() => {});
    const { message, detail } = await program.message('dialog');
    expect(message).toBe('Parallax has to close.');
    expect(detail).not.toContain('secret place');
    expect(await exitOf(program.child)).toBe(70);
    expect(await readFile(join(dataFolder, 'logs/parallax.log'), 'utf8')).toContain(
      'a secret place in the code',
    );
  });

  it('saves by a system dialog, announces it once it is done, and does nothing when the user cancels', async () => {
    const { page, act, shown } = await open();
    await ask(page, { question: 'Which locks? [[sandbox latency=1]]', markets: 'de' });
    await untilAnswered(page, 1);
    const file = join(dataFolder, 'answers of mine.csv');
    const save = async (path: string | null): Promise<void> => {
      await act?.({ type: 'save-to', path });
      await page.getByRole('button', { name: 'Export', exact: true }).first().click();
      await page.getByRole('menuitem', { name: 'Answers as CSV' }).click();
    };
    const exported = page.getByText('1 answer exported');
    const saves = () => shown?.flatMap((each) => (each.type === 'save-asked' ? [each.name] : [])) ?? [];
    // Its person cancels: nothing is said, and nothing is there.
    await save(null);
    await expect.poll(saves, patient).toHaveLength(1);
    expect(saves()[0]).toMatch(/^which-locks.*-answers-\d{4}-\d\d-\d\d\.csv$/);
    await page.getByRole('button', { name: 'Export', exact: true }).and(page.locator(':enabled')).waitFor();
    await expect.poll(() => page.getByText('Exporting…').count(), patient).toBe(0);
    expect(await page.getByText(/saved|exported/).count()).toBe(0);

    await save(file);
    await page.getByText('answers of mine.csv saved', { exact: true }).waitFor();
    await exported.waitFor();
    const written = await readFile(file, 'utf8');
    expect(written).toContain('Which locks?');
    await page.getByRole('button', { name: 'Show in folder' }).click();
    await expect.poll(() => last(shown, 'path-opened')?.path, patient).toBe(file);

    // A place that cannot be written to keeps what it has, and no success is announced.
    const locked = join(dataFolder, 'locked');
    await mkdir(locked);
    await writeFile(join(locked, 'a.csv'), written);
    await chmod(locked, 0o500);
    for (const place of [
      join(dataFolder, 'no such folder', 'a.csv'),
      ...(asRoot ? [] : [join(locked, 'a.csv')]),
    ]) {
      await save(place);
      await page
        .getByText(new RegExp(`${place} cannot be written\\..* No file was written\\.`))
        .first()
        .waitFor();
      await page.getByRole('button', { name: 'Dismiss' }).last().click();
      expect(await exported.count()).toBe(0);
    }
    expect(await readFile(join(locked, 'a.csv'), 'utf8')).toBe(written);
    expect(await readdir(locked)).toEqual(['a.csv']);
    await chmod(locked, 0o700);
  });

  it('moves its data to a folder that is chosen, and restarts there', async () => {
    const target = `${dataFolder}-moved`;
    const { page, act, shown, quit } = await open();
    await goTo(page, 'Settings');
    await page.getByRole('link', { name: 'Data', exact: true }).click();
    const folder = page.getByLabel('Move data folder to', { exact: true });
    const browse = page.getByRole('button', { name: 'Browse: Move data folder to' });
    await act?.({ type: 'save-to', path: null });
    await browse.click();
    await expect.poll(() => last(shown, 'open-asked')?.properties, patient).toContain('openDirectory');
    expect(await folder.inputValue()).toBe('');
    await act?.({ type: 'save-to', path: target });
    await browse.click();
    await expect.poll(() => folder.inputValue(), patient).toBe(target);
    await page.getByRole('button', { name: 'Move…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click();
    const moved = page.getByRole('dialog', { name: 'Data folder moved' });
    await moved.getByText(target).waitFor();
    // Nothing of it is a failure.
    expect(await page.getByRole('button', { name: 'Reopen history' }).count()).toBe(0);
    await moved.getByRole('button', { name: 'Restart Parallax' }).click();
    await expect.poll(() => last(shown, 'relaunch')?.args, patient).toContain(dataFolder);
    expect(await quit()).toBe(0);

    app = await desktopHost.open({ dataFolder });
    const again = app;
    const info = await again.page.evaluate(`globalThis.parallax.invoke('app.info', {}, 'a')`);
    expect(info).toMatchObject({ data: { dataFolder: target, movedTo: null, historyProblem: null } });
    expect(await again.quit()).toBe(0);
    await rm(target, { recursive: true, force: true, maxRetries: 5 });
  });

  // The double has another Chromium, which the program does not set up.
  const askedOfNetwork = async (netLog: string): Promise<readonly string[]> => {
    const log = await readFile(netLog, 'utf8');
    expect(log).toContain('"events"');
    return [...new Set(log.match(/"url":"(https?|wss?):[^"]*"/g) ?? [])];
  };
  scenario.runIf(onElectron)(
    'asks the network for nothing: first start, a run on the sandbox, every screen, quit',
    async () => {
      const netLog = join(dataFolder, 'net.json');
      const { page, quit } = await open({ netLog });
      await ask(page, { question: 'Wich loks? [[sandbox latency=1]]', markets: 'de, us' });
      await untilAnswered(page, 2);
      // What Chromium does by itself, it does soon after its start.
      const screens = page.getByRole('navigation', { name: 'Navigation' }).getByRole('link');
      for (let at = 0; at < (await screens.count()); at += 1) {
        await screens.nth(at).click();
        await page.getByRole('heading', { level: 1 }).first().waitFor();
      }
      expect(await quit()).toBe(0);
      expect(await askedOfNetwork(netLog)).toEqual([]);
    },
  );

  scenario.runIf(onElectron)(
    'asks for dictionaries, and nothing else, once spelling is turned on, and says what it could not get',
    async () => {
      const netLog = join(dataFolder, 'net.json');
      const { page, quit } = await open({ netLog });
      await goTo(page, 'Settings');
      await page.getByRole('link', { name: 'Appearance', exact: true }).click();
      await page.getByText(/Turning this on downloads .* from a server of Google/).waitFor();
      await page.getByRole('checkbox', { name: 'Check spelling in text fields' }).check();
      // Nothing is reached: the log is all that such a request leaves.
      await page
        .getByText(/The spelling dictionary .* could not be downloaded/)
        .first()
        .waitFor();
      await page.getByRole('checkbox', { name: 'Check spelling in text fields' }).uncheck();
      expect(await quit()).toBe(0);
      const asked = await askedOfNetwork(netLog);
      expect(asked).not.toEqual([]);
      for (const url of asked) expect(url).toMatch(/\.bdic"$/);
    },
  );

  it('keeps the machine awake during a run, and states once that the system shows no notifications', async () => {
    const reason = 'Notifications are not allowed for this application';
    const { page, act, shown } = await open({ notificationsFail: reason });
    await act?.({ type: 'blur-window' });
    await ask(page, { question: 'Which locks? [[sandbox latency=300]]', markets: 'de' });
    await untilAnswered(page, 1);
    await page.getByText(`The system does not show notifications of Parallax: ${reason}`).waitFor();
    await expect
      .poll(() => shown?.filter(({ type }) => type === 'keep-awake'), patient)
      .toEqual([
        { type: 'keep-awake', on: true },
        { type: 'keep-awake', on: false },
      ]);
    await act?.({ type: 'suspend' });
    await act?.({ type: 'resume' });
    expect(await readFile(join(dataFolder, 'logs/parallax.log'), 'utf8')).toContain(
      'The machine is awake again.',
    );
  });

  it('asks before it runs in the background without a tray, and a menu command reopens the window', async () => {
    await watching();
    const program = startDesktopProgram(dataFolder);
    await program.message('tray');
    await program.message('window-shown');
    await program.act({ type: 'close-window' });
    const { message, buttons } = await program.message('dialog');
    expect(message).toBe('This desktop shows no tray icon for Parallax.');
    expect(buttons).toEqual(['Keep Running', 'Quit', 'Cancel']);
    const count = (wanted: string) => program.messages.filter(({ type }) => type === wanted).length;
    const shownTimes = () => count('window-shown');
    expect(shownTimes()).toBe(1);
    await program.act({ type: 'dialog', button: 'Keep Running' });
    await expect.poll(() => count('window-closed'), patient).toBe(1);
    const before = count('load');
    // One load, of the place itself, however often it is chosen: each would abort the one before it.
    for (let times = 0; times < 3; times += 1) await program.act({ type: 'menu', labels: ['Go', 'History'] });
    await expect.poll(shownTimes, patient).toBeGreaterThan(1);
    const loads = program.messages
      .flatMap((each) => (each.type === 'load' ? [each.address] : []))
      .slice(before);
    expect(loads).toEqual(['app://parallax/index.html#/history']);
    expect(await ends(program)).toBe(0);
    expect(await readFile(join(dataFolder, 'logs/parallax.log'), 'utf8')).not.toMatch(
      /ERR_ABORTED|not loaded/,
    );
  });

  // In `npm test`, too: only the double shows what the window does then.
  scenario(
    'runs in the background without asking where there is a tray, and a menu command reaches a window that is still loading',
    async () => {
      await watching();
      const bin = join(dataFolder, 'bin');
      await mkdir(bin);
      await writeFile(join(bin, 'gdbus'), '#!/bin/sh\necho "(true,)"\n');
      await chmod(join(bin, 'gdbus'), 0o755);
      const program = startDesktopProgram(dataFolder, { PATH: `${bin}:${process.env.PATH}` });
      await program.message('tray');
      await program.message('window-shown');
      await program.act({ type: 'close-window' });
      await expect
        .poll(() => program.messages.filter(({ type }) => type === 'window-closed').length, patient)
        .toBe(1);
      expect(program.messages.filter(({ type }) => type === 'dialog')).toEqual([]);
      await program.act({ type: 'menu', labels: ['View', 'Search or run a command'] });
      // A real Electron whose first page was closed cannot be joined from outside.
      if (!onElectron) {
        const browser = await joinBrowser(await program.endpoint());
        const palettes = async (): Promise<number> => {
          const pages = browser.contexts().flatMap((context) => context.pages());
          const shown = pages.map((page) =>
            page.getByRole('dialog', { name: 'Search or run a command' }).count(),
          );
          return Math.max(0, ...(await Promise.all(shown)));
        };
        await expect.poll(palettes, patient).toBe(1);
      }
      expect(await ends(program)).toBe(0);
    },
  );

  it('delays the end of the session until it has quit', async () => {
    // Once it has started: what has not closed after five seconds is killed.
    const { act, shown, pid, quit } = await open();
    await act?.({ type: 'shutdown' }).catch(() => {});
    await expect.poll(() => last(shown, 'shutdown-delayed'), patient).toMatchObject({ delayed: true });
    await expect.poll(() => isAlive(pid), patient).toBe(false);
    expect(await quit()).toBe(0);
  });
});
