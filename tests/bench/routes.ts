/**
 * `npm run bench:routes`: every route that only reads, called as a window calls it, one after the other, while a run of
 * 255 slots stores its answers: 95th percentile of each, the slowest first. `-- --folder=PATH` begins with a copy of that history.db,
 * and once what a new version recomputes of it is done.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type RouteInput, type RouteName, routeTable } from '#shared/bridge/routeTable.ts';
import { availableCountries } from '#shared/interface/availability.ts';
import { openWindow, processorMs } from '#tests/support/longDay/dayProgram.ts';
import { byForm } from './form.ts';
import { startWeb } from './webProgram.ts';

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    times: { type: 'string', default: String(byForm({ full: 20, quick: 5, smoke: 1 })) },
    quick: { type: 'boolean' },
    smoke: { type: 'boolean' },
  },
});
const aimMs = 50;
const root = fileURLToPath(new URL('../..', import.meta.url));
const { link, pid, end } = await startWeb(root, values.folder);
/** Resolves once the program has taken less than a tenth of a processor for three seconds. */
async function atRest(): Promise<void> {
  for (let rested = 0; rested < byForm({ full: 3, quick: 3, smoke: 1 }); ) {
    const before = processorMs(pid);
    await delay(1000);
    rested = processorMs(pid) - before < 100 ? rested + 1 : 0;
  }
}
/** The answers of the newest runs, at most fifty. */
async function newestAnswers(call: Awaited<ReturnType<typeof openWindow>>['call']) {
  const { runs } = await call('runs.list', { limit: 5 });
  const details = await Promise.all(runs.map(({ id }) => call('runs.get', { runId: id })));
  const ids = details.flatMap(({ cells }) => cells.flatMap(({ observationId }) => observationId ?? []));
  return call('observations.getMany', { ids: ids.slice(0, 50) });
}
/** Words that nearly a third of the newest answers contain: for brands that nobody names there would be no gaps. */
async function wordsOfAnswers(
  { call }: Awaited<ReturnType<typeof openWindow>>,
  most: number,
): Promise<readonly string[]> {
  const { observations } = await newestAnswers(call);
  const counts = new Map<string, number>();
  for (const answer of observations)
    for (const word of new Set(JSON.stringify(answer).match(/\p{L}{6,}/gu)))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  const away = (count: number): number => Math.abs(count / observations.length - 0.3);
  return [...counts]
    .toSorted(([, one], [, two]) => away(one) - away(two))
    .slice(0, most)
    .map(([word]) => word);
}
const took = new Map<RouteName, number[]>();
try {
  const window = await openWindow(link, (route, ms) => took.set(route, [...(took.get(route) ?? []), ms]));
  await window.call('service.plan.set', { plan: 'business' }).catch(() => undefined);
  await window.call('service.credits.grant', { credits: 10_000_000 }).catch(() => undefined);
  const { brands } = await window.call('brands.get', {});
  if (brands.length === 0)
    for (const [at, name] of (await wordsOfAnswers(window, 4)).entries()) {
      const kind = at === 0 ? 'own' : 'competitor';
      await window.call('brands.save', { kind, name, aliases: [], domains: [] });
    }
  await atRest();
  const { runs } = await window.call('runs.list', { limit: 5 });
  const stored = runs.find(({ counts }) => counts.completed > 0);
  const { observations } = await newestAnswers(window.call);
  const runId = stored?.id ?? '';
  const ids = observations.map((each) => each.id);
  const id = ids[0] ?? '';
  const ask = {
    question: 'Which lock is best? [[sandbox latency=2000]]',
    engine: 'assistant-a' as const,
    markets: availableCountries('assistant-a').map((country) => ({ country })),
    samples: 20,
    connectionId: 'embedded',
  };
  const plan = {
    questions: [{ text: ask.question }],
    engines: [{ engine: ask.engine }],
    markets: ask.markets.slice(0, 20),
  };
  const atMs = observations.map((each) => each.receivedAtMs);
  const period = { fromMs: Math.min(...atMs), beforeMs: Math.max(...atMs) + 1 };
  const metric = 'visibility';
  await window.call('plans.save', { name: 'Bench', plan });
  await window.call('monitors.add', {
    name: 'Bench',
    plan: 'Bench',
    connectionId: 'embedded',
    schedule: { cron: '0 7 1 1 *', timeZone: 'UTC' },
  });
  const inputs: { readonly [N in RouteName]?: RouteInput<N> } = {
    'queue.get': { connectionId: 'embedded' },
    'credits.get': { connectionId: 'embedded' },
    'comparisons.parts': { runId, parts: ['answer'] },
    'comparisons.ofAnswers': { ids: ids.slice(0, 12), parts: ['answer'] },
    'connections.refresh': { id: 'embedded' },
    'exports.count': { filter: {} },
    'exports.page': { filter: {}, after: null },
    'observations.get': { id },
    // As many as the window asks for at once.
    'observations.getMany': { ids: ids.slice(0, 12) },
    'observations.series': { id },
    'monitors.read': { cron: '0 7 * * 1', timeZone: 'UTC' },
    'monitors.times': { monitor: 'Bench' },
    'plans.get': { plan: 'Bench' },
    'plans.price': { plan, connectionId: 'embedded' },
    'reports.schedule': { monitor: 'Bench' },
    'reports.list': { monitor: 'Bench' },
    'rollups.league': { runId },
    'rollups.matrix': { runId, metric: 'concentration' },
    'rollups.answers': { runId, metric: 'concentration', row: '0', column: '' },
    'runs.preview': ask,
    'runs.status': { runId },
    'runs.grid': { runId },
    'runs.failures': { runId },
    'runs.get': { runId },
    'history.search': { text: 'best' },
    'trends.get': { metric, every: 'auto' },
    'trends.pooled': { metric },
    'trends.answers': { query: { metric }, line: '', period },
  };
  const begun = await window.call('runs.start', ask);
  const failures = new Set<string>();
  const reading = (Object.keys(routeTable) as RouteName[]).filter((name) => !routeTable[name].mutation);
  const callable = reading.filter(
    (name) => inputs[name] !== undefined || routeTable[name].input().safeParse({}).success,
  );
  took.clear();
  for (let round = 0; round < Number(values.times); round++)
    for (const name of callable)
      await window
        .call(name, (inputs[name] ?? {}) as RouteInput<typeof name>)
        .catch((error: unknown) => failures.add(String(error)));
  const state = await window.call('runs.status', { runId: begun.runId });
  console.table(
    [...took]
      .map(([route, ms]) => {
        const sorted = ms.toSorted((a, b) => a - b);
        // By nearest rank.
        const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
        const first = Math.round(ms[0] ?? 0);
        const missed = at(0.95) > aimMs ? 'missed' : 'met';
        return { route, 'first ms': first, 'median ms': at(0.5), 'p95 ms': at(0.95), aim: missed };
      })
      .sort((a, b) => b['p95 ms'] - a['p95 ms'])
      .slice(0, 20),
  );
  process.stdout.write(
    `${callable.length} of ${reading.length} reading routes, ${values.times} times each; the run is ${state.state} with ${state.counts.completed} of ${state.counts.total}\n${[...failures].join('\n')}\n`,
  );
  await window.call('runs.cancel', { runId: begun.runId });
  window.close();
} finally {
  await end();
}
