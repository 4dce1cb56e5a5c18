/**
 * `npm run bench:desktop`: the desktop program on the real Electron beside a bare window of one static page, started in turns:
 * until the window is shown, has content and takes a typed character; memory of all processes after the start and after opening
 * runs of 240 answers; processor time and what is written to disk while nothing happens. Electron is found as by `npm run
 * test:electron` (`--fetch`). `--quick`: fewer rounds and a shorter rest.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import {
  type DesktopProgram,
  drivenElectron,
  joinBrowser,
  startDesktopProgram,
  windowPage,
} from '#tests/e2e/harness/desktopHost.ts';
import { builtProgram, exitOf } from '#tests/e2e/harness/hostProcess.ts';
import copyBuild from '#tests/support/builtCopy.ts';
import type { DoubleMessage } from '#tests/support/electron/double/channel.ts';
import { fitToNode20 } from '#tests/support/electron/real/node20/standIns.ts';
import { readyElectron } from '#tests/support/electron/real/readyElectron.ts';
import { buildVariable } from '#tests/support/programs.ts';
import { byForm, endWith } from './form.ts';
import { fillHistory } from './scrollHistory.ts';
import { type Figure, median, milliseconds, printTable, times } from './startupTable.ts';

const executable = process.env.PARALLAX_ELECTRON;
if (process.env.PARALLAX_BENCH_INSIDE !== '1') process.exit(await runAsUser());
if (executable === undefined) throw new Error('The bench was started without an Electron.');

const rounds = byForm({ full: 7, quick: 3, smoke: 1 });
const restMs = byForm({ full: 60_000, quick: 15_000, smoke: 200 });
const runs = byForm({ full: 12, quick: 4, smoke: 1 });
const answers = byForm({ full: 240, quick: 240, smoke: 10 });
/** A program that has just started still has work of its own. */
const settleMs = byForm({ full: 20_000, quick: 8_000, smoke: 100 });
/** Until a program has done what follows its start: it indexes, and a minute later it returns memory. */
const quietMs = byForm({ full: 75_000, quick: 20_000, smoke: 100 });
/** Milliseconds of a tick, in which Linux counts. */
const tickMs = 10;
const bareEntry = fileURLToPath(new URL('startupBareDesktop.mjs', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'parallax-bench-desktop-'));

type Started = {
  readonly shownMs: number;
  readonly paintedMs: number;
  readonly typedMs: number;
  readonly residentMb: number;
};
type Rested = { readonly percent: number; readonly writtenKb: number; readonly changed: readonly string[] };

const starts: { readonly own: Started[]; readonly bare: Started[] } = { own: [], bare: [] };
for (let round = 0; round < rounds; round += 1) {
  starts.bare.push(await oneStart(bareEntry, `bare-${round}`));
  starts.own.push(await oneStart(builtProgram('index'), `own-${round}`));
}
const bareRest = await withProgram(bareEntry, 'bare-rest', async ({ program }) => rest(program, 'bare-rest'));
const filled = join(folder, 'own-rest');
const runIds: string[] = [];
for (let run = 0; run < runs; run += 1) runIds.push(await fillHistory(filled, answers, { words: 300 }));
// The first start indexes these answers, which is no rest.
await withProgram(builtProgram('index'), 'own-rest', () => delay(quietMs));
const own = await withProgram(builtProgram('index'), 'own-rest', async ({ program, page }) => {
  const rested = await rest(program, 'own-rest');
  for (const id of runIds) {
    await page.evaluate(`location.hash = '#/run/${id}?tab=answer'`);
    await page.getByRole('columnheader').nth(1).waitFor();
  }
  await delay(settleMs);
  return { rested, residentMb: residentMb(program.child.pid ?? 0) };
});
await rm(folder, { recursive: true, force: true, maxRetries: 5 });

const of = (pick: (start: Started) => number): readonly [number, number] => [
  median(starts.own.map(pick)),
  median(starts.bare.map(pick)),
];
const figure = (
  name: string,
  [value, bare]: readonly [number, number],
  unit: 'ms' | 'MB' | '%',
  aim?: number,
): Figure => {
  const written = (number: number): string =>
    unit === 'ms' ? milliseconds(number) : `${number.toFixed(1)} ${unit}`;
  return {
    figure: name,
    value: written(value),
    baseline: `one static page ${written(bare)}`,
    ratio: times(value, bare),
    ...(aim !== undefined && { target: `${aim}x`, met: value <= aim * bare }),
  };
};
const [, bareMb] = of(({ residentMb: mb }) => mb);
endWith(
  printTable(`the desktop program on Electron, median of ${rounds}`, [
    figure(
      'until the window is shown',
      of(({ shownMs }) => shownMs),
      'ms',
    ),
    figure(
      'until it has content',
      of(({ paintedMs }) => paintedMs),
      'ms',
    ),
    figure(
      'until the first character is typed',
      of(({ typedMs }) => typedMs),
      'ms',
      1.5,
    ),
    figure(
      'memory of all processes after the start',
      of(({ residentMb: mb }) => mb),
      'MB',
    ),
    figure(`memory after opening ${runs} runs of ${answers} answers`, [own.residentMb, bareMb], 'MB', 2),
    figure(`processor time at rest, ${restMs / 1000} s`, [own.rested.percent, bareRest.percent], '%', 1.2),
    {
      figure: 'written to disk at rest',
      value: `${own.rested.writtenKb} KB`,
      baseline: `one static page ${bareRest.writtenKb} KB`,
      target: '0 KB',
      met: own.rested.writtenKb === 0,
    },
    {
      figure: 'files of its data folder that change at rest',
      value: own.rested.changed.length === 0 ? '0' : own.rested.changed.join(', '),
      baseline: `one static page ${bareRest.changed.length}`,
      target: '0',
      met: own.rested.changed.length === 0,
    },
  ]),
);

/** Finds Electron and runs this bench as the user that it confines pages of. */
async function runAsUser(): Promise<number> {
  const ready = await readyElectron(process.argv.includes('--fetch'));
  if ('problem' in ready) {
    console.log(`0 figures: nothing is measured, because ${ready.problem}.`);
    return 0;
  }
  const removeBuild = await copyBuild({ name: 'e2e' });
  const build = process.env[buildVariable] ?? '';
  chmodSync(build, 0o755);
  if (ready.addons !== null) fitToNode20(build, ready.addons);
  const env = {
    ...ready.user.env,
    [buildVariable]: build,
    PARALLAX_ELECTRON: ready.executable,
    PARALLAX_BENCH_INSIDE: '1',
  };
  const { status } = spawnSync(process.execPath, [...process.argv.slice(1)], {
    ...ready.user,
    env,
    stdio: 'inherit',
  });
  await removeBuild();
  await ready.close();
  return status ?? 1;
}

type Measured = {
  readonly program: DesktopProgram;
  readonly page: Page;
  /** When its window was shown, milliseconds since the epoch. */
  readonly shownAtMs: Promise<number>;
  readonly beganMs: number;
};

async function withProgram<T>(
  entry: string,
  data: string,
  use: (measured: Measured) => Promise<T>,
): Promise<T> {
  const beganMs = Date.now();
  const program = startDesktopProgram(join(folder, data), {}, {}, drivenElectron(executable ?? '', entry));
  const shownAtMs = new Promise<number>((told) => {
    program.child.on('message', ({ type }: DoubleMessage) => {
      if (type === 'window-shown') told(Date.now());
    });
  });
  const page = await windowPage(await joinBrowser(await program.endpoint()));
  const result = await use({ program, page, beganMs, shownAtMs });
  await program.act({ type: 'quit' }).catch(() => undefined);
  await exitOf(program.child);
  return result;
}

function oneStart(entry: string, data: string): Promise<Started> {
  return withProgram(entry, data, async ({ program, page, beganMs, shownAtMs }) => {
    // Asked in the page itself: to find the box by its role takes longer the more a page shows.
    await page.waitForFunction(`document.activeElement.matches('textarea:enabled, input:enabled')`);
    await page.keyboard.type('a');
    await page.waitForFunction(`document.activeElement.value === 'a'`);
    const typedMs = Date.now() - beganMs;
    const paintedAtMs = await page.evaluate<number>(
      `performance.timeOrigin + (performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0)`,
    );
    await delay(settleMs / 4);
    return {
      shownMs: (await shownAtMs) - beganMs,
      paintedMs: paintedAtMs - beganMs,
      typedMs,
      residentMb: residentMb(program.child.pid ?? 0),
    };
  });
}

async function rest({ child: { pid = 0 } }: DesktopProgram, data: string): Promise<Rested> {
  await delay(quietMs);
  const began = performance.now();
  const [processor, written, before] = [processorMs(pid), writtenBytes(pid), filesIn(data)];
  await delay(restMs);
  return {
    changed: [...filesIn(data)].flatMap(([name, state]) => (before.get(name) === state ? [] : [name])),
    percent: ((processorMs(pid) - processor) / (performance.now() - began)) * 100,
    writtenKb: Math.round((writtenBytes(pid) - written) / 1024),
  };
}

/** When each file was written last, and its size: what any of its processes writes shows here. */
function filesIn(data: string): ReadonlyMap<string, string> {
  const names = readdirSync(join(folder, data), { recursive: true, encoding: 'utf8' });
  return new Map(
    names.flatMap((name) => {
      const facts = statSync(join(folder, data, name), { throwIfNoEntry: false });
      return facts?.isFile() ? [[name, `${facts.mtimeMs} ${facts.size}`]] : [];
    }),
  );
}

/** Fields of `/proc/PID/stat` after the name, which may contain spaces; empty if the process has ended. */
function statOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return [];
  }
}

/** A process and everything that it started. */
function family(pid: number): readonly number[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const parents = new Map(all.map((each) => [each, Number(statOf(each)[1])]));
  const inFamily = (each: number | undefined): boolean =>
    each === pid || (each !== undefined && each > 1 && inFamily(parents.get(each)));
  return all.filter(inFamily);
}

function processorMs(pid: number): number {
  return family(pid).reduce((sum, each) => {
    const [user = 0, system = 0] = statOf(each).slice(11, 13).map(Number);
    return sum + (user + system) * tickMs;
  }, 0);
}

/** What each has in memory; what several share counts for each of them. */
function residentMb(pid: number): number {
  return family(pid).reduce((sum, each) => sum + (Number(statOf(each)[21] ?? 0) * 4096) / 1024 / 1024, 0);
}

/** Of the main process, which is the one that writes. */
function writtenBytes(pid: number): number {
  return Number(/write_bytes: (\d+)/.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
}
