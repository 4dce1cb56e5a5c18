import type { Plan } from '#shared/planning/plan.ts';
import { createTestCore } from './testCore.ts';

/**
 * A program of its own, for a test to kill: begins a live and a queued run of a plan, or goes on with the runs it is
 * given. Prints one line when it has begun, and ends when the runs have ended or cannot go on.
 */
type Orders = {
  readonly data: string;
  readonly apiKey: string;
  readonly begin?: { readonly baseUrl: string; readonly plan: Plan };
  readonly goOn?: { readonly connectionId: string; readonly runs: readonly string[] };
};

const orders: Orders = JSON.parse(process.argv[2] ?? '{}');
const { core } = await createTestCore({ paths: { data: orders.data } });
await core.start();
const { invoke } = core.router;
const say = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`);
let runs: readonly string[] = [];

if (orders.begin) {
  const { baseUrl, plan } = orders.begin;
  const { id: connectionId } = await invoke('connections.add', { name: 'Service', baseUrl });
  await invoke('connections.setKey', { id: connectionId, key: orders.apiKey });
  await invoke('plans.save', { name: 'Faults', plan });
  const begun = await Promise.all(
    (['live', 'queued'] as const).map((mode) => invoke('plans.run', { plan: 'Faults', connectionId, mode })),
  );
  runs = begun.map(({ runId }) => runId);
  say({ runs, connectionId });
}
if (orders.goOn) {
  const { connectionId } = orders.goOn;
  runs = orders.goOn.runs;
  await invoke('connections.setKey', { id: connectionId, key: orders.apiKey });
  for (const runId of runs) {
    const { state } = await invoke('runs.status', { runId });
    if (state !== 'finished') await invoke('runs.resume', { runId });
  }
  say({ runs, connectionId });
}
await Promise.all(runs.map((runId) => core.use.runs.ended(runId)));
await core.stop();
