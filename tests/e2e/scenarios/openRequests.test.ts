import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it as scenario } from 'vitest';
import type { MachineFacts } from '#tests/support/electron/double/channel.ts';
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
  windowPage,
} from '../harness/desktopHost.ts';
import { builtProgram, exitOf, programEnvironment } from '../harness/hostProcess.ts';
import { goTo, questionBox } from '../harness/window.ts';

const { skip, note } = desktopRequirement();
const it = scenario.runIf(everyScenario);
/** What a real Electron cannot show. */
const onDouble = scenario.skipIf(onElectron);
const patient = { timeout: 60_000 };

/** What **Copy link** in the menu of the run on the screen puts on the clipboard. */
async function copiedLink(page: Page): Promise<unknown> {
  await page.evaluate(`navigator.clipboard.writeText = async (text) => { globalThis.copied = text; }`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  return page.evaluate('globalThis.copied');
}

/** Links and files, as the systems hand them to the desktop program. */
describe.skipIf(skip)(`links and files opened by the system, on ${desktopHost.name}${note}`, () => {
  let home: string;
  /** Where the program keeps its data when nobody says otherwise. */
  let dataFolder: string;
  let app: OpenApp | null = null;
  const env = (): NodeJS.ProcessEnv => ({ XDG_DATA_HOME: home });
  const open = async (): Promise<OpenApp> => {
    app = await desktopHost.open({ dataFolder, env: env() });
    await questionBox(app.page).waitFor();
    return app;
  };
  /** As a system without events does it: the program is started again, which tells the one that runs. */
  const ask = async (what: string): Promise<void> => {
    const second = startDesktopProgram(dataFolder, env(), {}, undefined, [what]);
    expect(await exitOf(second.child)).toBe(0);
  };
  const dialogs = () => app?.shown?.filter((message) => message.type === 'dialog') ?? [];
  const hash = () => app?.page.evaluate('location.hash');
  const parallax = async (...args: string[]): Promise<string> =>
    (
      await promisify(execFile)(process.execPath, [builtProgram('cli'), ...args], {
        env: programEnvironment(home),
      })
    ).stdout;
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'parallax-opening-'));
    dataFolder = join(home, 'parallax');
  });
  afterEach(async () => {
    const problems = app?.problems() ?? [];
    await app?.quit();
    app = null;
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
    expect(problems).toEqual([]);
  });

  it('shows the run of a link after confirmation, ignores further links meanwhile, and changes nothing else', async () => {
    const runId = await storeSeries(dataFolder, { countries: ['DE'], rules: [], lastMs: Date.now() });
    const link = `parallax://run/${runId}`;
    const { act, page } = await open();
    const before = await hash();
    await act?.({ type: 'open-url', what: link });
    await expect.poll(dialogs, patient).toHaveLength(1);
    expect(dialogs()[0]).toMatchObject({
      message: 'A link asks to show this run.',
      buttons: ['Show', 'Cancel'],
    });
    await act?.({ type: 'open-url', what: `parallax://run/${'0'.repeat(12)}` });
    await act?.({ type: 'dialog', button: 'Cancel' });
    expect(await hash()).toBe(before);
    expect(dialogs()).toHaveLength(1);

    await ask(link);
    await expect.poll(dialogs, patient).toHaveLength(2);
    expect(await hash()).toBe(before);
    await act?.({ type: 'dialog', button: 'Show' });
    await expect.poll(hash, patient).toBe(`#/run/${runId}`);
    await page.evaluate(`location.hash = '#/run/${runId}?question=0'`);
    expect(await copiedLink(page)).toBe(link);
    await page.evaluate(`location.hash = '#/run/${runId}'`);

    await act?.({ type: 'open-url', what: 'parallax://run/zzzzzzzzzzzz' });
    await expect.poll(() => dialogs().at(-1)?.message, patient).toMatch(/is not in this history/);
    for (const hostile of [`${link}?data=/tmp`, 'parallax://settings/data', 'parallax://run/../../etc'])
      await act?.({ type: 'open-url', what: hostile });
    await ask(`${link}/../settings`);
    expect(dialogs()).toHaveLength(3);
    expect(await hash()).toBe(`#/run/${runId}`);
  });

  it('imports a project file after confirmation, and states why if it is not one', async () => {
    const other = join(home, 'other');
    await storeSeries(other, { countries: ['DE'], rules: [], lastMs: Date.now() });
    const file = join(home, 'Acme & Söhne.parallax');
    await parallax('--data', other, 'project', 'export', 'First project', file);
    const bytes = await readFile(file);
    const { act, page } = await open();
    await act?.({ type: 'open-file', what: file });
    await expect.poll(dialogs, patient).toHaveLength(1);
    expect(dialogs()[0]).toMatchObject({
      message: 'Import the project of Acme & Söhne.parallax?',
      detail: expect.stringContaining(file),
      buttons: ['Import', 'Cancel'],
    });
    await act?.({ type: 'dialog', button: 'Cancel' });
    await goTo(page, 'History');
    expect(await page.getByRole('option').count()).toBe(0);

    await ask(file);
    await expect.poll(dialogs, patient).toHaveLength(2);
    await act?.({ type: 'dialog', button: 'Import' });
    await expect.poll(() => dialogs().at(-1)?.message, patient).toMatch(/runs? and \d+ answers? added$/);
    await expect.poll(hash, patient).toBe('#/settings/projects');
    expect(await readFile(file)).toEqual(bytes);

    await writeFile(join(home, 'none.parallax'), 'not a database');
    await mkdir(join(home, 'folder.parallax'));
    for (const wrong of ['none', 'absent', 'folder']) {
      const count = dialogs().length;
      await act?.({ type: 'open-file', what: join(home, `${wrong}.parallax`) });
      await expect.poll(dialogs, patient).toHaveLength(count + 1);
      await act?.({ type: 'dialog', button: 'Import' });
      await expect.poll(() => dialogs().at(-1)?.message, patient).toMatch(/was not imported\.$/);
    }
  });

  /** Starts the program with something to open; it ends as its person does. */
  const startWith = async (
    what: readonly string[],
    machine: MachineFacts,
    use: (program: DesktopProgram, page: Page) => Promise<void>,
  ): Promise<void> => {
    const program = startDesktopProgram(dataFolder, env(), machine, undefined, what);
    const page = await windowPage(await joinBrowser(await program.endpoint()));
    await use(program, page);
    // The page is there, and nothing but the prompts was shown above it.
    await page.getByRole('navigation', { name: 'Navigation' }).waitFor();
    const told = program.messages.flatMap((each) => (each.type === 'dialog' ? [each.message] : []));
    expect(told.filter((message) => /could not be loaded|broke down/.test(message))).toEqual([]);
    await program.act({ type: 'quit' }).catch(() => {});
    expect(await exitOf(program.child)).toBe(0);
  };
  const dialogOf = (program: DesktopProgram, number: number) =>
    expect
      .poll(() => program.messages.filter(({ type }) => type === 'dialog').at(number - 1), patient)
      .toMatchObject({ type: 'dialog' })
      .then(() => program.messages.filter((each) => each.type === 'dialog')[number - 1]);

  const startsWithLink = async (by: (link: string) => [readonly string[], MachineFacts]): Promise<void> => {
    const runId = await storeSeries(dataFolder, { countries: ['DE'], rules: [], lastMs: Date.now() });
    await startWith(...by(`parallax://run/${runId}`), async (program, page) => {
      expect(await dialogOf(program, 1)).toMatchObject({ message: 'A link asks to show this run.' });
      await program.act({ type: 'dialog', button: 'Show' });
      await expect.poll(() => page.evaluate('location.hash'), patient).toBe(`#/run/${runId}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
    });
  };

  it('starts with the link of a run, told by a second process', () => startsWithLink((link) => [[link], {}]));

  // The real one has such events on macOS only.
  onDouble('starts with the link of a run, told by an event of macOS', () =>
    startsWithLink((startLink) => [[], { startLink }]),
  );

  it('starts with a link that leads nowhere and cannot choose the data folder', async () => {
    const elsewhere = join(home, 'elsewhere');
    const link = 'parallax://run/zzzzzzzzzzzz';
    await startWith(['--data', elsewhere, link], {}, async (program) => {
      expect((await dialogOf(program, 1))?.message).toMatch(/is not in this history/);
    });
    expect(existsSync(join(elsewhere, 'history.db'))).toBe(false);
    expect(existsSync(join(dataFolder, 'history.db'))).toBe(true);
  });

  it('starts with several files, and asks about each in turn', async () => {
    const other = join(home, 'other');
    await storeSeries(other, { countries: ['DE'], rules: [], lastMs: Date.now() });
    const [one, two] = [join(home, 'one.parallax'), join(home, 'two.parallax')] as const;
    await parallax('--data', other, 'project', 'export', 'First project', one);
    await copyFile(one, two);
    await startWith([one, two], {}, async (program, page) => {
      expect(await dialogOf(program, 1)).toMatchObject({ message: 'Import the project of one.parallax?' });
      await program.act({ type: 'dialog', button: 'Cancel' });
      expect(await dialogOf(program, 2)).toMatchObject({ message: 'Import the project of two.parallax?' });
      await program.act({ type: 'dialog', button: 'Import' });
      expect((await dialogOf(program, 3))?.message).toMatch(/answers? added$/);
      await expect.poll(() => page.evaluate('location.hash'), patient).toBe('#/settings/projects');
    });
  });

  // The real one that is tested is not packaged.
  onDouble('does not open a debugging port over stored data once it is packaged', async () => {
    await storeSeries(dataFolder, { countries: ['DE'], rules: [], lastMs: Date.now() });
    const packaged = { ...env(), PARALLAX_DOUBLE_PACKAGED: '1' };
    const program = startDesktopProgram(dataFolder, packaged, {}, undefined, ['--remote-debugging-port=0']);
    expect((await program.message('dialog')).detail).toContain('does not open a debugging port');
    expect(await exitOf(program.child)).toBe(70);
    expect(program.messages.filter(({ type }) => type === 'window-shown')).toEqual([]);
  });

  it('does not run without its sandbox, and states how to enable it', async () => {
    const program = startDesktopProgram(dataFolder, env(), {}, undefined, ['--no-sandbox']);
    expect((await program.message('dialog')).detail).toContain('Install the .deb or .rpm package');
    expect(await exitOf(program.child)).toBe(70);
    expect(existsSync(join(dataFolder, 'history.db'))).toBe(false);
  });
});
