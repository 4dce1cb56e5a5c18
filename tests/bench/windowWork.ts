/**
 * `npm run bench:window`: how much work the window makes, counted and not timed: calls over the bridge, commits and
 * components rendered, at start, at page switches and while a run of 250 markets is answered. The core is made up, so
 * the counts say something of the window only. `--calls` prints the calls of each phase by route. Two times stand below:
 * the longest task of opening the map of all markets, and the longest a letter takes in the palette.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { build, preview } from 'vite';
import { countries } from '#shared/geo/countries.ts';
import { isAvailable } from '#shared/interface/availability.ts';
import { questionBox } from '#tests/e2e/harness/window.ts';
import { browserPath, chromiumOptions } from '#tests/support/browser/chromium.ts';
import { byForm, form } from './form.ts';
import { milliseconds, printTable } from './startupTable.ts';

const config = fileURLToPath(new URL('../support/windowHost/vite.config.ts', import.meta.url));

type Work = { readonly calls: readonly string[]; readonly commits: number; readonly renders: number };

/**
 * Counts what React commits, through the hook that its developer tools use and that a production build calls too. A
 * component was rendered when its fiber says so (flag PerformedWork); what bailed out kept the fibers below it.
 */
const countRenders = `
  const performedWork = 1;
  const componentTags = new Set([0, 1, 11, 14, 15]);
  window.work = { commits: 0, renders: 0, byName: {} };
  const nameOf = (type) => type?.displayName || type?.name || type?.type?.name || type?.render?.name || '?';
  const count = (fiber, before) => {
    if (componentTags.has(fiber.tag) && (before === null || (fiber.flags & performedWork) !== 0)) {
      window.work.renders += 1;
      const name = nameOf(fiber.type);
      window.work.byName[name] = (window.work.byName[name] ?? 0) + 1;
    }
    if (before !== null && fiber.child === before.child) return;
    for (let child = fiber.child; child !== null; child = child.sibling) count(child, before === null ? null : child.alternate);
  };
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    renderers: new Map(),
    inject: () => 1,
    onCommitFiberRoot: (_id, root) => {
      window.work.commits += 1;
      count(root.current, root.current.alternate);
    },
    onPostCommitFiberRoot: () => {},
    onCommitFiberUnmount: () => {},
  };
`;

/** The host, the counters and the clock as the page holds them; `main.web.tsx` puts the host there. */
type WindowInPage = {
  readonly requestAnimationFrame: (done: () => void) => void;
  readonly memoryHost: {
    readonly calls: readonly { readonly route: string }[];
    readonly bridge: { readonly invoke: (route: string, input: unknown, callId: string) => Promise<unknown> };
    readonly finishCell: (runId: string, cellId: string, outcome: 'answer') => void;
  };
  readonly work: {
    readonly commits: number;
    readonly renders: number;
    readonly byName: Readonly<Record<string, number>>;
  };
};

const workSoFar = (page: Page): Promise<Work & { readonly byName: Readonly<Record<string, number>> }> =>
  page.evaluate(() => {
    const { memoryHost, work } = globalThis as unknown as WindowInPage;
    return {
      calls: memoryHost.calls.map(({ route }) => route),
      commits: work.commits,
      renders: work.renders,
      byName: { ...work.byName },
    };
  });

/** Until nothing was called or committed for 600 ms. A clock in the window ticks once a second: it is counted too. */
async function settled(page: Page): Promise<Work & { readonly byName: Readonly<Record<string, number>> }> {
  let before = await workSoFar(page);
  for (let turn = 0; turn < byForm({ full: 40, quick: 40, smoke: 3 }); turn += 1) {
    await page.waitForTimeout(byForm({ full: 600, quick: 600, smoke: 100 }));
    const now = await workSoFar(page);
    if (now.calls.length === before.calls.length && now.commits === before.commits) break;
    before = now;
  }
  return await workSoFar(page);
}

const waits = { map: 0, palette: 0 };
const phases: { readonly phase: string; readonly work: Work }[] = [];

async function counted(page: Page, phase: string, action: () => Promise<unknown>): Promise<void> {
  const before = await workSoFar(page).catch(() => ({ calls: [], commits: 0, renders: 0, byName: {} }));
  await action();
  const after = await settled(page);
  if (process.argv.includes('--components')) {
    const known: Readonly<Record<string, number>> = before.byName;
    const most = Object.entries(after.byName)
      .map(([name, count]) => [name, count - (known[name] ?? 0)] as const)
      .filter(([, count]) => count > 0)
      .sort((one, two) => two[1] - one[1])
      .slice(0, 60);
    console.log(phase, most.map(([name, count]) => `${name} ${count}`).join(', '));
  }
  phases.push({
    phase,
    work: {
      calls: after.calls.slice(before.calls.length),
      commits: after.commits - before.commits,
      renders: after.renders - before.renders,
    },
  });
}

const goTo = (hash: string) => (page: Page) =>
  page.evaluate(`window.location.hash = ${JSON.stringify(hash)}`);

const marketCount = byForm({ full: 250, quick: 250, smoke: 10 });

/** Starts a run in as many countries behind the window's back, as another part of the program would. */
const startRun = (page: Page): Promise<{ readonly runId: string; readonly cells: readonly string[] }> =>
  page.evaluate(async (countryCount) => {
    const { bridge } = (globalThis as unknown as WindowInPage).memoryHost;
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const markets = letters
      .flatMap((one) => letters.map((two) => ({ country: one + two })))
      .slice(0, countryCount);
    const ask = { question: 'Which locks?', engine: 'search', markets, connectionId: 'embedded' };
    const started = (await bridge.invoke('runs.start', ask, 'bench-1')) as { data: { runId: string } };
    const { runId } = started.data;
    const read = (await bridge.invoke('runs.get', { runId }, 'bench-2')) as {
      data: { cells: { id: string }[] };
    };
    return { runId, cells: read.data.cells.map(({ id }) => id) };
  }, marketCount);

/** One answer after another, each in frames of its own. */
const answerAll = (page: Page, run: { readonly runId: string; readonly cells: readonly string[] }) =>
  page.evaluate(async ({ runId, cells }) => {
    const { memoryHost, requestAnimationFrame } = globalThis as unknown as WindowInPage;
    const frame = () => new Promise<void>((done) => requestAnimationFrame(() => done()));
    for (const cell of cells) {
      memoryHost.finishCell(runId, cell, 'answer');
      await frame();
      await frame();
    }
  }, run);

/** Durations of tasks over 50 ms, as the browser reports them, since this was called last. */
async function longestTask(page: Page, action: () => Promise<unknown>): Promise<number> {
  await page.evaluate('window.longTasks = []');
  await action();
  await settled(page);
  return Number(await page.evaluate('Math.max(0, ...window.longTasks)'));
}

const observeTasks = `
  window.longTasks = [];
  window.letterTimes = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.longTasks.push(entry.duration);
  }).observe({ entryTypes: ['longtask'] });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name === 'input') window.letterTimes.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16 });
`;

/** Each way from the sources to the map of a run that is compared already: the made-up host compares in this very page. */
async function timeMap(page: Page): Promise<number> {
  const markets = countries
    .map(({ code }) => code)
    .filter((code) => isAvailable('assistant-a', code))
    .slice(0, marketCount);
  const runId = await page.evaluate(async (codes) => {
    const { memoryHost } = globalThis as unknown as WindowInPage;
    const ask = {
      question: 'Which locks?',
      engine: 'assistant-a',
      markets: codes.map((country) => ({ country })),
      connectionId: 'embedded',
    };
    const started = (await memoryHost.bridge.invoke('runs.start', ask, 'bench-3')) as {
      data: { runId: string };
    };
    const read = (await memoryHost.bridge.invoke('runs.get', started.data, 'bench-4')) as {
      data: { cells: { id: string }[] };
    };
    for (const { id } of read.data.cells) memoryHost.finishCell(started.data.runId, id, 'answer');
    return started.data.runId;
  }, markets);
  await goTo(`#/run/${runId}?tab=map`)(page);
  await settled(page);
  let longest = 0;
  for (let turn = 0; turn < byForm({ full: 3, quick: 3, smoke: 1 }); turn += 1) {
    await page.keyboard.press('2');
    await settled(page);
    longest = Math.max(longest, await longestTask(page, () => page.keyboard.press('8')));
  }
  return longest;
}

/** From the press of a letter to the picture with what it finds. */
async function timePalette(page: Page): Promise<number> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').waitFor();
  await settled(page);
  await page.evaluate('window.letterTimes = []');
  for (const letter of 'germany') {
    await page.keyboard.press(letter);
    await page.waitForTimeout(150);
  }
  await page.keyboard.press('Escape');
  return Number(await page.evaluate('Math.max(0, ...window.letterTimes)'));
}

const folder = await mkdtemp(join(tmpdir(), 'parallax-bench-window-'));
const browser = await chromium.launch(chromiumOptions(browserPath));
try {
  await build({
    configFile: config,
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, minify: !process.argv.includes('--components') },
  });
  const server = await preview({
    configFile: config,
    logLevel: 'error',
    build: { outDir: folder },
    preview: { port: 0, host: '127.0.0.1' },
  });
  const origin = server.resolvedUrls?.local[0];
  if (origin === undefined) throw new Error('The window is not served.');
  const open = async (query: string): Promise<Page> => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
    await page.addInitScript(countRenders);
    await page.addInitScript(observeTasks);
    await page.goto(`${origin}?byHand&${query}`);
    await questionBox(page).waitFor();
    return page;
  };
  let page: Page | undefined;
  const shown = (): Page => {
    if (page === undefined) throw new Error('No page is open.');
    return page;
  };
  page = await open('');
  await counted(page, 'start', async () => undefined);
  const first = phases.pop();
  const atStart = await workSoFar(page);
  phases.push({ phase: 'start, to a window at rest', work: atStart });
  if (first === undefined) throw new Error('Nothing was counted.');
  await counted(page, 'Ask to History', () => goTo('#/history')(shown()));
  const option = page.getByRole('listbox', { name: 'Runs' }).getByRole('option').first();
  const runId = (await option.getAttribute('id'))?.replace(/^run-/, '') ?? '';
  await counted(page, `History to a run`, () => goTo(`#/run/${runId}`)(shown()));
  await counted(page, 'run, its tab Sources', () => page?.keyboard.press('2') ?? Promise.resolve());
  await counted(page, 'run, back to its tab Answer', () => page?.keyboard.press('1') ?? Promise.resolve());
  await counted(page, 'run to History', () => goTo('#/history')(shown()));
  await counted(page, 'History to the same run', () => goTo(`#/run/${runId}`)(shown()));
  await counted(page, 'run to Settings', () => goTo('#/settings/connections')(shown()));
  await counted(page, 'Settings to Ask', () => goTo('#/ask')(shown()));
  await page.close();

  page = await open('empty');
  await settled(page);
  const run = await startRun(page);
  await counted(page, `run of ${marketCount} markets, read as it is answered`, async () => {
    await goTo(`#/run/${run.runId}`)(shown());
    await answerAll(shown(), run);
  });
  for (const [name, hash] of [
    ['Ask', '#/ask'],
    ['History', '#/history'],
  ] as const) {
    if (form === 'smoke') break;
    await goTo(hash)(page);
    await settled(page);
    const beside = await startRun(page);
    await counted(page, `run of ${marketCount} markets, while ${name} is shown`, () =>
      answerAll(shown(), beside),
    );
  }
  await page.close();

  page = await open('empty');
  await settled(page);
  waits.map = await timeMap(page);
  waits.palette = await timePalette(page);
  await server.close();
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

printTable(
  'work of the window',
  phases.map(({ phase, work }) => ({
    figure: phase,
    value: `${work.calls.length} calls`,
    baseline: `${work.renders} renders`,
    ratio: `${work.commits} commits`,
  })),
);
printTable('waiting in the window (0: nothing over what the browser reports)', [
  {
    figure: 'longest task of opening the map of all markets, compared before',
    value: milliseconds(waits.map),
    target: '100 ms',
    met: waits.map < 100,
  },
  {
    figure: 'longest letter in the palette, to the picture',
    value: milliseconds(waits.palette),
    target: '50 ms',
    met: waits.palette < 50,
  },
]);
if (process.argv.includes('--calls'))
  for (const { phase, work } of phases) {
    const byRoute = Map.groupBy(work.calls, (route) => route);
    console.log(`${phase}: ${[...byRoute].map(([route, calls]) => `${route} ${calls.length}`).join(', ')}`);
  }
