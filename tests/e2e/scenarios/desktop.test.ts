import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeSeries } from '#tests/support/history/storedSeries.ts';
import type { OpenApp } from '../harness/app.ts';
import {
  desktopHost,
  electronRequirement,
  joinBrowser,
  onElectron,
  startDesktopProgram,
} from '../harness/desktopHost.ts';
import { exitOf } from '../harness/hostProcess.ts';
import { ask, goTo, questionBox, untilAnswered } from '../harness/window.ts';

const { skip, note } = electronRequirement();

/** Tests that leave the window as usable as it was share one program. */
describe.skipIf(skip)(`a window of the desktop program, on ${desktopHost.name}${note}`, () => {
  let dataFolder: string;
  let app: OpenApp;
  beforeAll(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'parallax-desktop-'));
    app = await desktopHost.open({ dataFolder });
    await questionBox(app.page).waitFor();
  });
  afterAll(async () => {
    await app.quit();
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  });

  it('loads its page from the app scheme, isolated, with its content security policy and without network access', async () => {
    const { page, problems } = app;
    const outcome = await page.evaluate<Record<string, string>>(`(async () => {
      const refused = (attempt) => attempt().then(() => 'done', () => 'refused');
      return {
        node: typeof globalThis.require + typeof globalThis.process,
        bridge: Object.keys(globalThis.parallax).sort().join(),
        frozen: String(Object.isFrozen(globalThis.parallax)),
        network: await refused(() => fetch('https://example.org/')),
        outside: String((await fetch('../../package.json')).status),
        unknownRoute: (await globalThis.parallax.invoke('secrets.get', {}, 'a')).error.code,
      };
    })()`);
    expect(outcome).toEqual({
      node: 'undefinedundefined',
      bridge: 'cancel,invoke,subscribe',
      frozen: 'true',
      network: 'refused',
      outside: '404',
      unknownRoute: 'ROUTE_NOT_FOUND',
    });
    expect(problems().filter((problem) => problem.startsWith('the window asked the network'))).toEqual([]);
  });

  // The double has another Chromium, which the program does not set up.
  it.runIf(onElectron)(
    'has no Shared Storage, whose database Chromium would create two minutes after the start',
    async () => {
      expect(await app.page.evaluate(`typeof globalThis.sharedStorage`)).toBe('undefined');
    },
  );

  it('passes copies from the page’s own context, even if the page changed its prototypes', async () => {
    const { page } = app;
    const outcome = await page.evaluate<Record<string, unknown>>(`(async () => {
      const own = Promise.prototype.then;
      let seen = 0;
      Object.prototype.route = 'settings.update';
      Promise.prototype.then = function (...args) { seen += 1; return own.apply(this, args); };
      const { invoke, subscribe } = globalThis.parallax;
      const info = await invoke('app.info', {}, 'world');
      Promise.prototype.then = own;
      delete Object.prototype.route;
      const end = subscribe(() => {});
      end();
      return {
        ok: info.ok,
        ofThisWorld: Object.getPrototypeOf(info) === Object.prototype && info.data instanceof Object,
        own: invoke.constructor === Function,
        unsubscribes: typeof end,
      };
    })()`);
    expect(outcome).toMatchObject({ ok: true, ofThisWorld: true, own: true, unsubscribes: 'function' });
    // A module of the window that was read in the meantime saw the changed prototypes and failed for good.
    await page.reload();
    await questionBox(page).waitFor();
  });

  it('answers calls made before the window navigated', async () => {
    const { page } = app;
    const answered = await page.evaluate<readonly boolean[]>(`Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const answer = globalThis.parallax.invoke('runs.list', {}, 'reading-' + index);
        location.hash = index % 2 ? '#/ask' : '#/history';
        return (await answer).ok;
      }),
    )`);
    expect(answered).toEqual(answered.map(() => true));
  });

  it('can be used by its menu', async () => {
    const { page, act } = app;
    await act?.({ type: 'menu', labels: ['Go', 'History'] });
    await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
    await act?.({ type: 'menu', labels: ['Go', 'Settings: connections'] });
    await page.getByRole('heading', { level: 2, name: 'Connections' }).waitFor();
    await act?.({ type: 'menu', labels: ['View', 'Search or run a command'] });
    await page.getByRole('dialog', { name: 'Search or run a command' }).waitFor();
    await page.keyboard.press('Escape');
    await act?.({ type: 'menu', labels: ['File', 'New question'] });
    await questionBox(page).and(page.locator(':focus')).waitFor();
    // By the keys of every desktop program; what is typed stays.
    await questionBox(page).fill('Which locks?');
    await page.keyboard.press('F5');
    await page.keyboard.press('Alt+ArrowLeft');
    await page.getByRole('heading', { level: 2, name: 'Connections' }).waitFor();
    await act?.({ type: 'menu', labels: ['Go', 'Forward'] });
    await expect.poll(() => questionBox(page).inputValue(), { timeout: 15_000 }).toBe('Which locks?');
    await act?.({ type: 'menu', labels: ['File', 'Import results…'] });
    await page.getByRole('menuitem', { name: 'Results from files…' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('opens the link of a source in the user’s browser', async () => {
    const { page, externalAddresses } = app;
    const before = externalAddresses().length;
    await goTo(page, 'Ask');
    await ask(page, { question: 'Which locks? [[sandbox latency=1]]', markets: 'de' });
    await untilAnswered(page, 1);
    const link = page.getByRole('main').getByRole('link').first();
    const address = await link.getAttribute('href');
    await link.click();
    await expect.poll(() => externalAddresses().slice(before), { timeout: 15_000 }).toEqual([address]);
  });

  it('opens https links in the user’s browser, opens no second window and never leaves its page', async () => {
    const { page, externalAddresses } = app;
    const before = externalAddresses().length;
    for (const address of ['http://example.org/b', 'https://example.org/a']) {
      await page.evaluate(`(() => {
        const link = document.createElement('a');
        Object.assign(link, { href: '${address}', target: '_blank', textContent: '${address}' });
        Object.assign(link.style, { position: 'fixed', top: 0, left: 0, zIndex: 99, background: 'white' });
        document.body.append(link);
      })()`);
      await page.getByRole('link', { name: address }).click();
    }
    await expect
      .poll(() => externalAddresses().slice(before), { timeout: 15_000 })
      .toEqual(['https://example.org/a']);
    await goTo(page, 'Ask');
    const address = page.url();
    await questionBox(page).fill('');
    await page.evaluate(`location.href = 'https://example.org/'`);
    // By keys: Playwright waits for the end of a navigation that was held back before it began.
    await page.keyboard.type('Still here?');
    await expect.poll(() => page.evaluate('document.activeElement.value')).toBe('Still here?');
    expect(page.url()).toBe(address);
    await expect.poll(() => page.context().pages().length, { timeout: 15_000 }).toBe(1);
  });

  it('blocks redirects and embedded pages', async () => {
    const { act, shown } = app;
    for (const event of ['will-redirect', 'will-attach-webview'] as const) {
      await act?.({ type: 'page-event', event, url: 'https://example.org/' });
      expect(shown?.findLast(({ type }) => type === 'held-back')).toEqual({
        type: 'held-back',
        event,
        prevented: true,
      });
    }
  });

  it('refuses every permission of its page except copying', async () => {
    const { page, shown } = app;
    const outcome = await page.evaluate<Record<string, string>>(`(async () => {
      const tried = (attempt) => attempt().then((said) => String(said), () => 'refused');
      return {
        notifications: await Notification.requestPermission(),
        reading: await tried(() => navigator.clipboard.readText()),
        writing: await tried(() => navigator.clipboard.writeText('a')),
        position: await new Promise((told) => navigator.geolocation.getCurrentPosition(() => told('found'), () => told('refused'))),
      };
    })()`);
    expect(outcome).toEqual({
      notifications: 'denied',
      reading: 'refused',
      writing: 'undefined',
      position: 'refused',
    });
    expect(shown?.filter((message) => message.type === 'permission' && message.granted)).toEqual([
      { type: 'permission', permission: 'clipboard-sanitized-write', granted: true },
    ]);
  });

  it('runs no inline script of the page', async () => {
    const { page, problems } = app;
    const ran = await page.evaluate(`(() => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.ran = true';
      document.body.append(script);
      return String(globalThis.ran);
    })()`);
    expect(ran).toBe('undefined');
    await expect
      .poll(() => problems().some((problem) => problem.includes("script-src 'self'")), { timeout: 15_000 })
      .toBe(true);
  });

  // The last one: its page is reloaded.
  it('asks whether to wait or reload when its page does not respond, and withdraws the question when it does', async () => {
    const { page, act, shown } = app;
    const questions = () => shown?.flatMap((each) => (each.type === 'dialog' ? [each.message] : []));
    const reloads = () => shown?.filter(({ type }) => type === 'reload').length;
    const asked = 'The window does not respond.';
    await act?.({ type: 'unresponsive' });
    await act?.({ type: 'unresponsive' });
    await expect.poll(questions, { timeout: 30_000 }).toEqual([asked]);
    await act?.({ type: 'responsive' });
    await expect
      .poll(() =>
        act?.({ type: 'dialog', button: 'Wait' }).then(
          () => 'open',
          () => 'gone',
        ),
      )
      .toBe('gone');
    expect(reloads()).toBe(0);
    await act?.({ type: 'unresponsive' });
    await expect.poll(questions, { timeout: 30_000 }).toEqual([asked, asked]);
    await act?.({ type: 'dialog', button: 'Reload' });
    await expect.poll(reloads, { timeout: 30_000 }).toBeGreaterThan(0);
    expect(page.isClosed()).toBe(false);
  });
});

describe.skipIf(skip)(`the desktop program, on ${desktopHost.name}${note}`, () => {
  let dataFolder: string;
  let app: OpenApp | null = null;
  const open = async (): Promise<OpenApp> => {
    app = await desktopHost.open({ dataFolder });
    await questionBox(app.page).waitFor();
    return app;
  };
  beforeEach(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'parallax-desktop-'));
  });
  afterEach(async () => {
    await app?.quit();
    app = null;
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  });

  it('shows its window when it is started a second time, and the second process ends', async () => {
    const { shown, quit } = await open();
    const second = startDesktopProgram(dataFolder);
    expect(await exitOf(second.child)).toBe(0);
    expect(second.messages.filter(({ type }) => type !== 'browser')).toEqual([]);
    await expect.poll(() => shown?.some(({ type }) => type === 'second-instance')).toBe(true);
    expect(await quit()).toBe(0);
  });

  it('remembers its window, theme and last screen, and stores no secret in its settings', async () => {
    const { page, act, quit } = await open();
    await act?.({ type: 'menu', labels: ['Go', 'Settings: appearance'] });
    await page.getByRole('radio', { name: /dark/i }).check({ force: true });
    await expect
      .poll(() => page.evaluate(`matchMedia('(prefers-color-scheme: dark)').matches`), { timeout: 15_000 })
      .toBe(true);
    expect(await quit()).toBe(0);
    const settings = JSON.parse(await readFile(join(dataFolder, 'settings.json'), 'utf8'));
    const { x, y } = settings.window;
    expect(settings.window).toEqual({ x, y, width: 1440, height: 900, maximized: false });

    const again = startDesktopProgram(dataFolder);
    expect(await again.message('load')).toMatchObject({
      address: 'app://parallax/index.html#/settings/appearance',
    });
    expect(await again.message('theme')).toMatchObject({ source: 'dark' });
    await again.act({ type: 'quit' }).catch(() => {});
    expect(await exitOf(again.child)).toBe(0);
  });

  // The double keeps nothing of a page.
  it.runIf(onElectron)('opens the last screen where it was scrolled to', async () => {
    const guide = `document.querySelector('section[aria-label=Guide]')`;
    const { page, quit } = await open();
    await page.evaluate(`location.hash = '#/guide/monitors-and-alerts'`);
    await page.getByRole('heading', { name: 'Monitors and alerts' }).waitFor();
    await page.evaluate(`${guide}.scrollTop = 400`);
    await expect
      .poll(() => page.evaluate(`localStorage.getItem('parallax.scroll')`), { timeout: 15_000 })
      .toBe('[["#/guide/monitors-and-alerts",400]]');
    expect(await quit()).toBe(0);
    const again = await desktopHost.open({ dataFolder });
    app = again;
    await again.page.getByRole('heading', { name: 'Monitors and alerts' }).waitFor();
    await expect.poll(() => again.page.evaluate(`${guide}.scrollTop`), { timeout: 15_000 }).toBe(400);
  });

  // The double has no windows that fill a screen.
  it.runIf(onElectron)('is where it was after it was killed: screen, tab and full screen', async () => {
    const patient = { timeout: 60_000 };
    const loads = (of: ReturnType<typeof startDesktopProgram>) =>
      of.messages.flatMap((each) => (each.type === 'load' ? [new URL(each.address).hash] : []));
    const kept = async () =>
      JSON.parse(await readFile(join(dataFolder, 'settings.json'), 'utf8').catch(() => '{}'));
    const { page, act, pid, quit } = await open();
    await ask(page, { question: 'Which locks? [[sandbox latency=1]]', markets: 'de, jp' });
    await untilAnswered(page, 2);
    await page.getByRole('tab', { name: /^Sources/ }).click();
    await expect.poll(() => page.evaluate('location.hash'), patient).toMatch(/^#\/run\/.+tab=sources/);
    const run = await page.evaluate<string>('location.hash');
    await act?.({ type: 'menu', labels: ['View', 'Full screen'] });
    await expect.poll(async () => (await kept()).window?.fullScreen, patient).toBe(true);
    await expect.poll(async () => (await kept()).lastView, patient).toBe(run);
    process.kill(pid, 'SIGKILL');
    expect(await quit()).toBe('SIGKILL');

    const again = startDesktopProgram(dataFolder);
    await expect.poll(() => loads(again), patient).toEqual([run]);
    await again.act({ type: 'quit' }).catch(() => {});
    expect(await exitOf(again.child)).toBe(0);
    // It ended before its window could fill the screen.
    expect((await kept()).window.fullScreen).toBe(true);

    await writeFile(
      join(dataFolder, 'settings.json'),
      JSON.stringify({ ...(await kept()), reopenLastView: false }),
    );
    const fresh = startDesktopProgram(dataFolder);
    await fresh.message('window-shown');
    expect(loads(fresh)).toEqual(['']);
    await fresh.act({ type: 'quit' }).catch(() => {});
    expect(await exitOf(fresh.child)).toBe(0);
  });

  it('cancels a report, and asks for no place to save it', async () => {
    const { page, shown } = await open();
    await ask(page, { question: 'Which locks? [[sandbox latency=1]]', markets: 'eu' });
    await untilAnswered(page, 27);
    await page.getByRole('button', { name: 'Export', exact: true }).first().click();
    await page.getByRole('menuitem', { name: 'Report as PDF', exact: true }).click();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByText('Cancelled. No file was written.').waitFor();
    // The next one waits for what is left of the first, and is saved.
    await page.getByRole('button', { name: 'Export', exact: true }).first().click();
    await page.getByRole('menuitem', { name: 'Report as HTML', exact: true }).click();
    await page.getByText(/\.html saved$/).waitFor();
    expect(shown?.flatMap((each) => (each.type === 'save-asked' ? [each.name] : []))).toEqual([
      expect.stringMatching(/\.html$/),
    ]);
  });

  it('opens another window, and both again at the next start', async () => {
    const program = startDesktopProgram(dataFolder);
    const loads = (of: typeof program) =>
      of.messages.flatMap((each) => (each.type === 'load' ? [new URL(each.address).hash] : []));
    const patient = { timeout: 60_000 };
    await program.message('window-shown');
    await program.act({ type: 'menu', labels: ['Go', 'History'] });
    await program.act({ type: 'menu', labels: ['File', 'New window'] });
    // At once: it opens with the screen of the first one, the menu leads one of them elsewhere, and the other one stays.
    await program.act({ type: 'menu', labels: ['Go', 'Plans'] });
    await expect.poll(() => loads(program).slice(-3), patient).toEqual(['#/history', '#/history', '#/plans']);
    await program.act({ type: 'quit' }).catch(() => {});
    expect(await exitOf(program.child)).toBe(0);
    const { lastView, otherWindows } = JSON.parse(await readFile(join(dataFolder, 'settings.json'), 'utf8'));
    expect([lastView, ...otherWindows.map(({ view }: { view: string }) => view)].sort()).toEqual([
      '#/history',
      '#/plans',
    ]);

    const again = startDesktopProgram(dataFolder);
    await expect.poll(() => loads(again).sort(), patient).toEqual(['#/history', '#/plans']);
    // One that is closed does not come back, also where it has not loaded yet.
    await again.act({ type: 'close-window' }).catch(() => {});
    expect(await exitOf(again.child)).toBe(0);
    const { otherWindows: left } = JSON.parse(await readFile(join(dataFolder, 'settings.json'), 'utf8'));
    expect(left).toBeUndefined();
  });

  it('starts at login in the tray for its monitors, and ends by itself without any', async () => {
    const atLogin = () => startDesktopProgram(dataFolder, {}, {}, undefined, ['--background']);
    expect(await exitOf(atLogin().child)).toBe(0);
    await storeSeries(dataFolder, { countries: ['DE'], rules: [], lastMs: Date.now() });
    const program = atLogin();
    expect(await program.message('tray')).toMatchObject({ shown: true });
    expect(program.messages.filter(({ type }) => type === 'window-shown')).toEqual([]);
    await program.act({ type: 'tray', label: 'Open' });
    await program.message('window-shown');
    await program.act({ type: 'quit' }).catch(() => {});
    expect(await exitOf(program.child)).toBe(0);
  });

  it('runs monitors in the tray, and opens an alert’s answers from its notification', async () => {
    await storeSeries(dataFolder, {
      countries: ['DE'],
      samples: 5,
      rules: [{ kind: 'source' }],
      lastMs: Date.now(),
    });
    await writeFile(join(dataFolder, 'settings.json'), JSON.stringify({ keepInTray: true }));
    const program = startDesktopProgram(dataFolder);
    const browser = await joinBrowser(await program.endpoint());
    const page = browser.contexts()[0]?.pages()[0];
    if (!page) throw new Error('The program has no window.');
    const told = (text: RegExp) => () =>
      program.messages.some((message) => message.type === 'notification' && text.test(message.body));
    const patient = { timeout: 30_000 };
    expect(await program.message('tray')).toMatchObject({ shown: true });
    await expect.poll(told(/is (no longer cited|a new source) in DE/), patient).toBe(true);
    await expect
      .poll(() => program.messages.findLast((message) => message.type === 'badge')?.count, patient)
      .toBeGreaterThan(0);
    await expect.poll(() => page.title(), patient).toMatch(/^\(\d+\) /);
    await program.act({ type: 'click-notification' });
    await expect.poll(() => page.evaluate('location.hash'), patient).toMatch(/^#\/selection\//);

    const invoke = (route: string, input: object) =>
      page.evaluate(`globalThis.parallax.invoke(${JSON.stringify(route)}, ${JSON.stringify(input)}, "a")`);
    await invoke('monitors.pause', { monitor: 'Weekly', paused: true });
    await expect
      .poll(() => program.messages.findLast(({ type }) => type === 'tray'), patient)
      .toEqual({ type: 'tray', shown: false });
    await program.act({ type: 'quit' }).catch(() => {});
    expect(await exitOf(program.child)).toBe(0);
  });

  it('shows progress in the taskbar, notifies of the end if the window is not focused, and opens the run', async () => {
    const { page, act, shown } = await open();
    const bar = () => shown?.flatMap((message) => (message.type === 'progress' ? [message.share] : [])) ?? [];
    const said = () => shown?.filter(({ type }) => type === 'notification');
    await act?.({ type: 'blur-window' });
    const question = 'Which locks? [[sandbox latency=300]]';
    await ask(page, { question, markets: 'de, jp' });
    await untilAnswered(page, 2);
    await expect
      .poll(said, { timeout: 15_000 })
      .toEqual([
        { type: 'notification', title: question, body: expect.stringMatching(/^Finished: 2 of 2 completed/) },
      ]);
    // It begins empty, only grows, and goes with the run, right after it was said.
    await expect.poll(() => bar().at(-1), { timeout: 15_000 }).toBe(-1);
    const shares = bar();
    const growing = shares.slice(0, -1);
    expect(growing[0]).toBe(0);
    expect(growing).toEqual([...new Set(growing)].sort((one, two) => one - two));
    expect(growing.every((share) => share <= 1)).toBe(true);

    await act?.({ type: 'menu', labels: ['Go', 'History'] });
    await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
    await act?.({ type: 'click-notification' });
    await page.getByRole('heading', { level: 1, name: question }).waitFor();
    // Clicking it brought the window forward: who looks is told nothing.
    await goTo(page, 'Ask');
    await ask(page, { question: 'And keys? [[sandbox latency=1]]', markets: 'de, jp' });
    await untilAnswered(page, 2);
    await expect.poll(() => bar().slice(shares.length).at(-1), { timeout: 15_000 }).toBe(-1);
    expect(said()).toHaveLength(1);
  });

  it('ends when its window is closed, and by itself while answers are under way', async () => {
    const { page, act, shown } = await open();
    await ask(page, { question: 'Which locks? [[sandbox latency=60000]]', markets: 'de, jp' });
    await expect.poll(() => shown?.some(({ type }) => type === 'progress'), { timeout: 15_000 }).toBe(true);
    // It says what goes on and what waits, and stays when its user changes their mind.
    const questions = () => shown?.filter((each) => each.type === 'dialog') ?? [];
    await act?.({ type: 'close-window' });
    await expect.poll(questions, { timeout: 30_000 }).toHaveLength(1);
    expect(questions()[0]).toMatchObject({
      message: '1 run is in progress: 0 of 2 answers received.',
      detail: expect.stringContaining('resume it in the history'),
      buttons: ['Quit', 'Cancel'],
    });
    await act?.({ type: 'dialog', button: 'Cancel' });
    await act?.({ type: 'menu', labels: ['File', 'Quit'] });
    await expect.poll(questions, { timeout: 30_000 }).toHaveLength(2);
    await act?.({ type: 'dialog', button: 'Quit' }).catch(() => {});
    expect(await app?.quit()).toBe(0);
  });
});
