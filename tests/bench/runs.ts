/**
 * `npm run bench:runs`: how close a run comes to the time its slots allow, live and queued, while another client takes
 * a third of the slots for half of the time; what a cell costs on our side; memory over many cells.
 *
 *   node tests/bench/runs.ts [--quick|--smoke] [--slots=75] [--mode=queued] [--memory=80000] [--window]
 *
 * The ideal counts what the other client really had: (cells x engine time + its slot time) / slots. Whole calls do not
 * always fit into that: what nobody could beat stands beside it. The baseline of the same run is p-queue over bare fetch.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlanInput } from '#shared/planning/plan.ts';
import { byForm, endWith } from './form.ts';
import { bareQueue, otherClient, type Target } from './runs/bareClient.ts';
import { bestPossible, type Call } from './runs/bestPossible.ts';
import { bigPlan, cellsOfQuestion } from './runs/bigPlan.ts';
import type { ProgramConfig, ProgramResult } from './runs/program.ts';
import { startChild } from './service/child.ts';
import { whole } from './service/row.ts';

const planOfSlots = { 1: 'free', 10: 'lite', 75: 'growth', 255: 'enterprise-5k' } as const;
type Slots = keyof typeof planOfSlots;

type Shape = { readonly slots: Slots; readonly cells: number; readonly engineMs: number };
const argument = (name: string): string | undefined =>
  process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);
const memoryCells = argument('memory');
const only = argument('slots');
const onlyMode = argument('mode');
const inWindow = process.argv.includes('--window');
const isSmoke = process.argv.includes('--smoke');
/** Memory and the window are measured alone, unless slots are named as well. */
const timed = only !== undefined || (memoryCells === undefined && !inWindow);

/**
 * Engines take 10 to 60 seconds; shorter ones make the bench shorter and the task harder. Service, program and baseline
 * share one machine: the times are long enough that its processors are not what is measured.
 */
const shapes = byForm<readonly Shape[]>({
  smoke: [{ slots: 10, cells: 60, engineMs: 200 }],
  quick: [
    { slots: 1, cells: 20, engineMs: 2_000 },
    { slots: 10, cells: 150, engineMs: 4_000 },
    { slots: 75, cells: 900, engineMs: 6_000 },
    { slots: 255, cells: 2_550, engineMs: 10_000 },
  ],
  full: [
    { slots: 1, cells: 40, engineMs: 4_000 },
    { slots: 10, cells: 300, engineMs: 6_000 },
    { slots: 75, cells: 1_875, engineMs: 8_000 },
    { slots: 255, cells: 5_100, engineMs: 10_000 },
  ],
});
const target = 1.05;

const promptOf = (engineMs: number): string => `Which locks? [[sandbox latency=${engineMs} words=200]]`;

/** A plan of this many cells: samples first, then questions. */
function planOf(cells: number, engineMs: number): PlanInput {
  const samples = [50, 25, 20, 10].find((each) => cells % each === 0) ?? 1;
  const questions = cells / samples;
  return {
    questions: Array.from({ length: questions }, (_, index) => ({ text: `${index}: ${promptOf(engineMs)}` })),
    engines: [{ engine: 'assistant-a' }],
    markets: [{ country: 'US' }],
    samples,
  };
}

async function withService<T>(slots: Slots, work: (target: Target) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'parallax-bench-'));
  const service = startChild(
    './serviceServer.ts',
    JSON.stringify({
      dataFolder: folder,
      host: '127.0.0.1',
      port: 0,
      plan: planOfSlots[slots],
      rateLimitPerSecond: 1e9,
    }),
  );
  try {
    const { port, apiKey } = (await service.line()) as { port: number; apiKey: string };
    return await work({ baseUrl: `http://127.0.0.1:${port}`, apiKey });
  } finally {
    await service.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

async function runProgram(
  service: Target,
  orders: Pick<ProgramConfig, 'plan' | 'mode' | 'memoryEvery'>,
  onBegun: () => void = () => {},
): Promise<ProgramResult> {
  const data = await mkdtemp(join(tmpdir(), 'parallax-bench-'));
  const child = startChild('../runs/program.ts', JSON.stringify({ data, ...service, ...orders }));
  try {
    await child.line();
    onBegun();
    return (await child.line()) as ProgramResult;
  } finally {
    await child.kill();
    await rm(data, { recursive: true, force: true });
  }
}

let missed = false;
const print = (figure: string, value: string, verdict = ''): void =>
  console.log(`  ${figure.padEnd(66)} ${value.padStart(14)}  ${verdict}`);

for (const shape of timed ? shapes : []) {
  if (only !== undefined && Number(only) !== shape.slots) continue;
  const { slots, cells, engineMs } = shape;
  const plan = planOf(cells, engineMs);
  const others = Math.floor(slots / 3);
  const prompt = promptOf(engineMs);
  const other = (service: Target) =>
    otherClient(service, { slots: others, forMs: (cells * engineMs) / slots / 2, prompt });
  /** Milliseconds that were needed, beside the ideal and what nobody could beat. True when the aim was met. */
  const printTime = (name: string, ms: number, calls: readonly Call[]): boolean => {
    const idealMs = ((cells + calls.length) * engineMs) / slots;
    const ratio = ms / idealMs;
    const met = ratio <= target;
    print(
      `${name}: ${whole(ms)} ms, ideal ${whole(idealMs)} ms`,
      `${ratio.toFixed(3)}x`,
      met ? 'met' : 'MISSED',
    );
    const bestMs = bestPossible({ cells, engineMs, slots, others: calls });
    print(`${name}: against the best possible, ${whole(bestMs)} ms`, `${(ms / bestMs).toFixed(3)}x`);
    return met;
  };
  console.log(`\n${slots} slots, ${cells} cells of ${engineMs} ms, load ${loadavg()[0]?.toFixed(1)}`);
  for (const mode of ['live', 'queued'] as const) {
    if (onlyMode !== undefined && onlyMode !== mode) continue;
    await withService(slots, async (service) => {
      let busy: Promise<readonly Call[]> = Promise.resolve([]);
      const result = await runProgram(service, { plan, mode, memoryEvery: 10_000 }, () => {
        busy = other(service);
      });
      const met = printTime(mode, result.ms, await busy);
      if (!met || result.completed < cells) missed = true;
      print(`${mode}: CPU of ours, a cell`, `${result.cpuMsOfCell.toFixed(2)} ms`);
      print(
        `${mode}: bytes on the wire / on the disk, a cell`,
        `${whole(result.wireBytes / cells)} / ${whole(result.diskBytes / cells)}`,
      );
      print(`${mode}: longest block of the main thread`, `${result.maxBlockMs.toFixed(0)} ms`);
      if (result.completed < cells) print(`${mode}: NOT ANSWERED`, whole(cells - result.completed));
    });
  }
  await withService(slots, async (service) => {
    const busy = other(service);
    const ms = await bareQueue(service, { cells, slots, prompt });
    printTime('p-queue over bare fetch', ms, await busy);
  });
  console.log(`  load at the end ${loadavg()[0]?.toFixed(1)}`);
}

if (memoryCells !== undefined) {
  const cells = Number(memoryCells);
  console.log(
    `\nmemory over ${whole(cells)} cells of a fast engine, 255 slots, load ${loadavg()[0]?.toFixed(1)}`,
  );
  await withService(255, async (service) => {
    const memoryEvery = Math.min(10_000, Math.ceil(cells / 8));
    const result = await runProgram(service, { plan: planOf(cells, 0), mode: 'live', memoryEvery });
    print('cells a second', whole((result.completed * 1000) / result.ms));
    print('CPU of ours, a cell', `${result.cpuMsOfCell.toFixed(2)} ms`);
    print(`resident MB at each ${whole(memoryEvery)} cells`, result.rssMb.join(' '));
    print('heap MB after collection: before, half-way, at the end', result.heapMb.join(' / '));
    print('longest block of the main thread', `${result.maxBlockMs.toFixed(0)} ms`);
  });
}
if (inWindow || isSmoke) {
  const questions = isSmoke ? 1 : 40;
  console.log(
    `\n${whole(questions * cellsOfQuestion)} requests in the window, longest block of window / host, load ${loadavg()[0]?.toFixed(1)}`,
  );
  await bigPlan({ questions, watchMs: isSmoke ? 200 : 20_000 }, ({ step, ms, windowMs, hostMs }) =>
    print(`${step} (${whole(ms)} ms)`, `${whole(windowMs)} / ${whole(hostMs)} ms`),
  );
}
endWith(!missed);
