/**
 * `npm run bench:startup`: from starting `parallax web` to the first picture and to a page that can be typed into, beside a
 * bare node:http server with one static page, started and opened the same way; commands from start to end, beside
 * `node -e 0`; and what the window weighs. `--quick`: fewer rounds.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';
import { exitOf, keepOutput, programEnvironment } from '#tests/e2e/harness/hostProcess.ts';
import { questionBox } from '#tests/e2e/harness/window.ts';
import { browserPath, chromiumOptions } from '#tests/support/browser/chromium.ts';
import { byForm } from './form.ts';
import { median, milliseconds, printTable, times } from './startupTable.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rounds = byForm({ full: 4, quick: 2, smoke: 1 });

type Started = {
  readonly listeningMs: number;
  /** Until the first picture: the frame of the window, or the whole bare page. */
  readonly paintedMs: number;
  readonly usableMs: number;
};

/** One start in a fresh process, a fresh data folder and a fresh browser profile; Chromium itself already runs. */
async function start(browser: Browser, args: readonly string[], dataFolder: string): Promise<Started> {
  const began = performance.now();
  const child = spawn(process.execPath, [...args], {
    env: programEnvironment(dataFolder),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = keepOutput(child);
  try {
    const link = await Promise.race([
      once(createInterface({ input: child.stdout }), 'line').then(([line]) => String(line)),
      exitOf(child).then((code) => {
        throw new Error(`It ended with ${code} before it listened: ${output()}`);
      }),
    ]);
    const listeningMs = performance.now() - began;
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' });
    const page = await context.newPage();
    await page.goto(link, { waitUntil: 'commit' });
    const box = questionBox(page);
    await box.waitFor();
    await box.and(page.locator(':focus:enabled')).waitFor();
    const usableMs = performance.now() - began;
    // As text: paints are known in a browser only.
    const paintedAtMs = await page.evaluate<number>(`(async () => {
      const first = () => performance.getEntriesByName('first-paint')[0];
      while (first() === undefined) await new Promise(requestAnimationFrame);
      return performance.timeOrigin + first().startTime;
    })()`);
    await context.close();
    return { listeningMs, paintedMs: paintedAtMs - performance.timeOrigin - began, usableMs };
  } finally {
    child.kill('SIGINT');
    await exitOf(child);
  }
}

/** From starting a program to its end, milliseconds. */
async function lasted(args: readonly string[], dataFolder: string): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, [...args], {
    env: programEnvironment(dataFolder),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if ((await exitOf(child)) !== 0) throw new Error(`It failed: ${args.join(' ')}`);
  return performance.now() - began;
}

const commands: Readonly<Record<string, readonly string[]>> = {
  'parallax --help': ['--help'],
  'parallax history': ['history'],
  'parallax sql': ['sql', 'SELECT count(*) AS answers FROM observations'],
};

type Weight = { readonly raw: number; readonly gzip: number };
const weigh = (files: readonly string[]): Weight =>
  files.reduce<Weight>(
    (sum, file) => {
      const bytes = readFileSync(file);
      return { raw: sum.raw + bytes.length, gzip: sum.gzip + gzipSync(bytes).length };
    },
    { raw: 0, gzip: 0 },
  );

/** What the page's HTML asks for by itself, against everything a build puts beside it. */
function rendererWeight(): { readonly first: Weight; readonly scripts: Weight; readonly all: Weight } {
  const folder = join(root, 'out/renderer');
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const named = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.(?:js|css))"/g)].map((found) =>
    join(folder, found[1] ?? ''),
  );
  const assets = readdirSync(join(folder, 'assets')).map((name) => join(folder, 'assets', name));
  return {
    first: weigh([join(folder, 'index.html'), ...new Set(named)]),
    scripts: weigh(assets.filter((file) => /\.(?:js|css)$/.test(file))),
    all: weigh([join(folder, 'index.html'), ...assets.filter((file) => !file.endsWith('.map'))]),
  };
}
const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(0)} KiB`;
const weight = (of: Weight): string => `${kilobytes(of.raw)} raw`;

const build = spawnSync(process.execPath, [join(root, 'scripts/build.ts')], {
  cwd: root,
  stdio: ['ignore', 2, 2],
});
if (build.status !== 0) throw new Error('Parallax could not be built.');
const browser = await chromium.launch(chromiumOptions(browserPath));
const folder = await mkdtemp(join(tmpdir(), 'parallax-bench-start-'));
const own: Started[] = [];
const again: Started[] = [];
const bare: Started[] = [];
const bareNode: number[] = [];
const ended: Record<string, number[]> = {};
try {
  const staticServer = fileURLToPath(new URL('startupStaticServer.mjs', import.meta.url));
  const program = (data: string) => [join(root, 'bin/parallax.js'), 'web', '--no-open', '--data', data];
  for (let round = 0; round < rounds; round++) {
    const data = join(folder, `data-${round}`);
    bare.push(await start(browser, [staticServer], data));
    own.push(await start(browser, program(data), data));
    again.push(await start(browser, program(data), data));
    bareNode.push(await lasted(['-e', '0'], data));
    for (const [name, words] of Object.entries(commands)) {
      ended[name] ??= [];
      ended[name].push(await lasted([join(root, 'bin/parallax.js'), ...words, '--data', data], data));
    }
  }
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

const usable = (of: readonly Started[]) => median(of.map(({ usableMs }) => usableMs));
const painted = (of: readonly Started[]) => median(of.map(({ paintedMs }) => paintedMs));
const listening = (of: readonly Started[]) => median(of.map(({ listeningMs }) => listeningMs));
const beside = (pick: (of: readonly Started[]) => number, of: readonly Started[]) => ({
  value: milliseconds(pick(of)),
  baseline: `bare node:http ${milliseconds(pick(bare))}`,
  ratio: times(pick(of), pick(bare)),
});
const ofCommands = Object.entries(ended).map(([figure, each]) => ({
  figure: `${figure}, from start to end`,
  value: milliseconds(median(each)),
  baseline: `node -e 0 ${milliseconds(median(bareNode))}`,
  ratio: times(median(each), median(bareNode)),
}));
const { first, scripts, all } = rendererWeight();
printTable(`start-up, median of ${rounds}`, [
  { figure: 'parallax web, first start, to a usable page', ...beside(usable, own) },
  { figure: 'the same with its data folder already there', ...beside(usable, again) },
  { figure: 'of this, until the frame of the window is painted', ...beside(painted, again) },
  { figure: 'of this, until it listens', ...beside(listening, again) },
  {
    figure: 'best start of all',
    value: milliseconds(Math.min(...[...own, ...again].map((one) => one.usableMs))),
  },
  ...ofCommands,
  {
    figure: 'renderer, first load (HTML, scripts, styles)',
    value: weight(first),
    baseline: `${kilobytes(first.gzip)} gzip`,
  },
  {
    figure: 'renderer, all scripts and styles',
    value: weight(scripts),
    baseline: `${kilobytes(scripts.gzip)} gzip`,
    ratio: `first load is ${((first.gzip / scripts.gzip) * 100).toFixed(0)} % of it`,
  },
  {
    figure: 'renderer, everything with flags and maps',
    value: weight(all),
    baseline: `${kilobytes(all.gzip)} gzip`,
  },
]);
