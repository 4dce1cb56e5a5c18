/**
 * `npm run bench:runs`: how close a run comes to the time its slots allow, live and queued, while another client takes
 * a third of the slots for half of the time; what a cell costs on our side; memory over many cells.
 *
 *   node tests/bench/runs.ts [--quick] [--slots=75] [--memory=80000] [--window]
 *
 * The ideal counts what the other client really had: (cells x engine time + its slot time) / slots. p-queue is no
 * dependency of this project, so a pool of the same kind over bare fetch stands in for it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlanInput } from '#shared/planning/plan.ts';
import { barePool, otherClient, type Target } from './runs/bareClient.ts';
import { bigPlan } from './runs/bigPlan.ts';
import type { ProgramOrders, ProgramResult } from './runs/program.ts';
import { startChild } from './service/child.ts';
import { whole } from './service/row.ts';

const planOfSlots = { 1: 'free', 10: 'lite', 75: 'growth', 255: 'enterprise-5k' } as const;
type Slots = keyof typeof planOfSlots;

type Shape = { readonly slots: Slots; readonly cells: number; readonly engineMs: number };
const argument = (name: string): string | undefined =>
  process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);
const quick = process.argv.includes('--quick');
const memoryCells = argument('memory');
const only = argument('slots');

/** Engines take 10 to 60 seconds; shorter ones make the bench shorter and the task harder. */
const shapes: readonly Shape[] = quick
  ? [
      { slots: 1, cells: 10, engineMs: 1_000 },
      { slots: 10, cells: 60, engineMs: 2_000 },
      { slots: 75, cells: 300, engineMs: 4_000 },
      { slots: 255, cells: 1_020, engineMs: 8_000 },
    ]
  : [
      { slots: 1, cells: 60, engineMs: 2_000 },
      { slots: 10, cells: 300, engineMs: 4_000 },
      { slots: 75, cells: 1_500, engineMs: 10_000 },
      { slots: 255, cells: 5_100, engineMs: 10_000 },
    ];
const target = 1.05;

const promptOf = (engineMs: number): string => `Which locks? [[sandbox latency=${engineMs} words=200]]`;

/** A plan of this many cells: markets first, then samples, then questions. */
function planOf(cells: number, engineMs: number): PlanInput {
  const samples = Math.min(50, cells);
  const questions = Math.ceil(cells / samples);
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
  orders: Pick<ProgramOrders, 'plan' | 'mode' | 'memoryEvery'>,
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
  console.log(`  ${figure.padEnd(52)} ${value.padStart(14)}  ${verdict}`);

for (const shape of shapes) {
  if (only !== undefined && Number(only) !== shape.slots) continue;
  const { slots, cells, engineMs } = shape;
  const plan = planOf(cells, engineMs);
  const actual = (plan.samples ?? 1) * plan.questions.length;
  const aloneMs = (actual * engineMs) / slots;
  const others = Math.floor(slots / 3);
  const prompt = promptOf(engineMs);
  const other = (service: Target) =>
    otherClient(service, { slots: others, forMs: aloneMs / 2, engineMs, prompt });
  console.log(`\n${slots} slots, ${actual} cells of ${engineMs} ms, load ${loadavg()[0]?.toFixed(1)}`);
  for (const mode of ['live', 'queued'] as const) {
    await withService(slots, async (service) => {
      let busy: Promise<number> = Promise.resolve(0);
      const result = await runProgram(service, { plan, mode, memoryEvery: 10_000 }, () => {
        busy = other(service);
      });
      const idealMs = (actual * engineMs + (await busy)) / slots;
      const ratio = result.ms / idealMs;
      if (ratio > target || result.completed < actual) missed = true;
      print(
        `${mode}: ${whole(result.ms)} ms, ideal ${whole(idealMs)} ms`,
        `${ratio.toFixed(3)}x`,
        ratio <= target ? 'met' : 'MISSED',
      );
      print(`${mode}: CPU of ours, a cell`, `${(result.cpuMs / actual).toFixed(2)} ms`);
      print(
        `${mode}: bytes on the wire / on the disk, a cell`,
        `${whole(result.wireBytes / actual)} / ${whole(result.diskBytes / actual)}`,
      );
      print(`${mode}: longest block of the main thread`, `${result.longestBlockMs.toFixed(0)} ms`);
      if (result.completed < actual) print(`${mode}: NOT ANSWERED`, whole(actual - result.completed));
    });
  }
  await withService(slots, async (service) => {
    const busy = other(service);
    const ms = await barePool(service, { cells: actual, slots, prompt });
    const idealMs = (actual * engineMs + (await busy)) / slots;
    print(
      `bare fetch in a pool: ${whole(ms)} ms, ideal ${whole(idealMs)} ms`,
      `${(ms / idealMs).toFixed(3)}x`,
    );
  });
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
    print('CPU of ours, a cell', `${(result.cpuMs / cells).toFixed(2)} ms`);
    print(`resident MB at each ${whole(memoryEvery)} cells`, result.rssMb.join(' '));
    print('longest block of the main thread', `${result.longestBlockMs.toFixed(0)} ms`);
  });
}
if (process.argv.includes('--window')) {
  console.log(
    `\n80,000 cells in the window, longest block of window / host, load ${loadavg()[0]?.toFixed(1)}`,
  );
  await bigPlan(20_000, ({ step, ms, windowMs, hostMs }) =>
    print(`${step} (${whole(ms)} ms)`, `${whole(windowMs)} / ${whole(hostMs)} ms`),
  );
}
process.exitCode = missed ? 1 : 0;
