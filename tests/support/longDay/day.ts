import { setTimeout as delay } from 'node:timers/promises';
import type { RouteName } from '#shared/bridge/routeTable.ts';
import { seededRandom } from '#shared/figures/statistics/permutations.ts';
import { availableCountries } from '#shared/interface/availability.ts';
import type { RunSummary } from '#shared/model/run.ts';
import { startDroppingProxy } from '#tests/support/faults/droppingProxy.ts';
import { startService } from '#tests/support/service/startService.ts';
import { type Balance, type DayProgram, type DayWindow, startDayProgram } from './dayProgram.ts';

/** What a click waits for; the rest of a day is work that nobody looks at while it goes on. */
const clicks: ReadonlySet<RouteName> = new Set([
  'runs.list',
  'runs.grid',
  'runs.get',
  'history.search',
  'observations.get',
  'monitors.list',
  'exports.count',
]);

export type Day = {
  readonly start: Balance;
  readonly end: Balance;
  readonly rounds: number;
  readonly runs: number;
  readonly answers: number;
  /** What is not as it should be with runs and answers, a sentence each. */
  readonly lost: readonly string[];
  /** 95th percentile of what a click waits for, by quarter of the day, milliseconds. */
  readonly quarters: readonly number[];
  readonly exitCode: number | null;
};

const question = (about: string): string => `Which ${about} is best? [[sandbox latency=20]]`;

/**
 * A day of an analyst on one program: monitors, runs, searches, comparisons and exports, with pages that are reloaded, a
 * network that goes and comes back and a machine that sleeps. Balances are taken at rest, after the first round, which
 * has used everything once, and after the last.
 */
export async function spendDay(options: {
  readonly dataFolder: string;
  readonly seed: number;
  readonly speed: number;
  readonly lastsMs: number;
  /** Rest before the balance at the start, milliseconds. */
  readonly restMs: number;
  /** So small that it is full at the start, where a day is short: else the heap grows until it is. */
  readonly keptComparisonBytes?: number;
  readonly tell?: (line: string) => void;
}): Promise<Day> {
  const { dataFolder, seed, speed, lastsMs, restMs, keptComparisonBytes, tell = () => undefined } = options;
  const random = seededRandom(seed);
  const service = await startService({ plan: 'business', retryBaseMs: 5 });
  const network = await startDroppingProxy(random);
  network.lead(service.baseUrl);
  const program = await startDayProgram(dataFolder, speed, keptComparisonBytes);
  const took: { readonly atMs: number; readonly ms: number }[] = [];
  const began = performance.now();
  const timed = (route: RouteName, ms: number): void => {
    if (clicks.has(route)) took.push({ atMs: performance.now() - began, ms });
  };
  try {
    const remoteId = await prepare(program, network.baseUrl, service.apiKey);
    const round = createRound({ program, network, target: service.baseUrl, remoteId, random, timed });
    for (let times = 0; times < 2; times++) await round();
    await delay(restMs);
    const start = await program.balance();
    tell(described('start', start));
    const from = performance.now();
    took.length = 0;
    let rounds = 0;
    while (performance.now() - from < lastsMs) {
      await round();
      rounds += 1;
      if (rounds % 20 === 0) tell(described(`round ${rounds}`, await program.balance()));
    }
    const until = performance.now();
    const { lost, runs, answers } = await audit(program);
    const end = await atRest(program, start);
    tell(described('end', end));
    const quarterMs = (until - from) / 4;
    const quarters = [0, 1, 2, 3].map((quarter) =>
      percentile95(
        took.flatMap(({ atMs, ms }) =>
          Math.min(3, Math.floor((atMs - (from - began)) / quarterMs)) === quarter ? [ms] : [],
        ),
      ),
    );
    return { start, end, rounds, runs, answers, lost, quarters, exitCode: await program.end() };
  } finally {
    await Promise.allSettled([program.end(), network.close(), service.stop()]);
  }
}

async function prepare(program: DayProgram, baseUrl: string, key: string): Promise<string> {
  const window = await program.openWindow(() => undefined);
  const { id } = await window.call('connections.add', { name: 'Away', baseUrl });
  await window.call('connections.setKey', { id, key });
  await window.call('plans.save', {
    name: 'Often',
    plan: {
      questions: [{ text: question('lock') }, { text: question('helmet') }],
      engines: [{ engine: 'assistant-a' }, { engine: 'search' }],
      markets: [{ country: 'DE' }, { country: 'US' }, { country: 'JP' }],
    },
  });
  await window.call('monitors.add', {
    name: 'All day',
    plan: 'Often',
    connectionId: 'embedded',
    schedule: { cron: '* * * * *', timeZone: 'Europe/Berlin' },
  });
  window.close();
  return id;
}

type Round = {
  readonly program: DayProgram;
  readonly network: Awaited<ReturnType<typeof startDroppingProxy>>;
  readonly target: string;
  readonly remoteId: string;
  readonly random: () => number;
  readonly timed: (route: RouteName, ms: number) => void;
};

/** One page's life, from its first screen to its reload. */
function createRound({ program, network, target, remoteId, random, timed }: Round): () => Promise<void> {
  const countries = availableCountries('assistant-a');
  const some = (count: number): readonly { readonly country: string }[] => {
    const from = Math.floor(random() * (countries.length - count));
    return countries.slice(from, from + count).map((country) => ({ country }));
  };
  const start = async (window: DayWindow, connectionId: string, about: string): Promise<string> => {
    const asked = {
      question: question(about),
      engine: 'assistant-a' as const,
      markets: [...some(8)],
      connectionId,
    };
    await window.call('runs.preview', asked);
    return (await window.call('runs.start', asked)).runId;
  };
  const look = async (window: DayWindow, runId: string): Promise<void> => {
    await window.call('runs.grid', { runId });
    const { cells } = await window.call('runs.get', { runId });
    const id = cells.find((cell) => cell.observationId !== null)?.observationId;
    if (id != null) await window.call('observations.get', { id });
    await window.call('comparisons.parts', { runId, parts: ['answer'] });
    for (const text of ['lock', 'helmet engine:assistant-a', 'best country:DE'])
      await window.call('history.search', { text });
  };
  const takeOut = async (window: DayWindow, runId: string): Promise<void> => {
    const selection = { filter: { ids: [runId] } };
    await window.call('exports.count', selection);
    const format = random() < 0.5 ? ('xlsx' as const) : ('csv' as const);
    const { fileId } = await window.call('exports.make', { selection, format });
    for (let from: number | null = 0; from !== null; )
      from = (await window.call('exports.read', { fileId, from })).next;
  };
  return async () => {
    const window = await program.openWindow(timed);
    await window.call('runs.list', {});
    await window.call('monitors.list', {});
    const near = await start(window, 'embedded', 'helmet');
    const far = await start(window, remoteId, 'lock');
    // The network goes in the middle of a run, and comes back.
    network.drop(0.3);
    await delay(20 + random() * 60);
    network.lead(null);
    await delay(100 + random() * 200);
    network.drop(0);
    network.lead(target);
    await complete(window, near);
    await look(window, near);
    if (random() < 0.3) await program.sleep(200 + random() * 800);
    await complete(window, far);
    await look(window, far);
    await takeOut(window, near);
    await window.call('trends.choices', {});
    window.close();
  };
}

const stillGoing = ({ state, counts }: RunSummary): boolean =>
  state === 'running' || counts.planned + counts.running > 0;

/** Waits for the end of a run, and asks again what the network took, as a person would. */
async function complete(window: DayWindow, runId: string): Promise<void> {
  for (let times = 0; times < 20; times++) {
    let run = await window.call('runs.status', { runId });
    while (stillGoing(run) && run.state === 'running') {
      await delay(30);
      run = await window.call('runs.status', { runId });
    }
    if (run.counts.completed === run.counts.total) return;
    await window.call('runs.resume', { runId, retryFailed: true, includeUnknown: true });
  }
  throw new Error(
    `Run ${runId} does not end: ${JSON.stringify(await window.call('runs.status', { runId }))}`,
  );
}

/** Every run whole, and every answer of them still there. */
async function audit(program: DayProgram) {
  const window = await program.openWindow(() => undefined);
  const lost: string[] = [];
  await window.call('monitors.list', {}).then(async ({ monitors }) => {
    for (const { id } of monitors) await window.call('monitors.pause', { monitor: id, paused: true });
  });
  let runs = 0;
  let answers = 0;
  let before: { readonly createdAtMs: number; readonly id: string } | undefined;
  for (let more = true; more; ) {
    const page = await window.call('runs.list', { limit: 500, ...(before === undefined ? {} : { before }) });
    for (const run of page.runs) {
      if (run.state === 'running') await complete(window, run.id);
      const { counts, state } = await window.call('runs.status', { runId: run.id });
      const { answers: stored } = await window.call('exports.count', { filter: { ids: [run.id] } });
      if (counts.completed !== counts.total) lost.push(`${run.id}: ${state} ${JSON.stringify(counts)}`);
      if (stored !== counts.completed)
        lost.push(`${run.id}: ${stored} answers of ${counts.completed} requests`);
      runs += 1;
      answers += stored;
    }
    const last = page.runs.at(-1);
    before = last && { createdAtMs: last.createdAtMs, id: last.id };
    more = page.more;
  }
  window.close();
  return { lost, runs, answers };
}

const open = (of: Balance): number =>
  Object.values(of.handles).reduce((sum, count) => sum + count, of.threads);

/**
 * A balance as soon as no more is open and taken than at the start. What stays open for a minute stays for ever; threads
 * that still derive facts of the last runs on a busy machine do not.
 */
async function atRest(program: DayProgram, start: Balance): Promise<Balance> {
  const until = performance.now() + 60_000;
  let balance = await program.balance();
  const more = (): boolean =>
    open(balance) > open(start) || balance.residentBytes > start.residentBytes * 1.1;
  while (performance.now() < until && more()) {
    await delay(500);
    balance = await program.balance();
  }
  return balance;
}

const percentile95 = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

const described = (
  when: string,
  { residentBytes, heapBytes, threads, handles, listeners, signals, timers }: Balance,
): string =>
  `${when}: ${megabytes(residentBytes)} resident, ${megabytes(heapBytes)} heap, ${threads} threads, ${signals} signals, ${timers} timers, ${listeners} listeners, ${JSON.stringify(handles)}`;
