import { type Job, type JobResult, PgBoss } from 'pg-boss';
import { systemClock } from '#platform/clock.ts';
import { sandboxDefinition } from '#service/drivers/sandbox/sandboxDefinition.ts';
import { serviceSettings } from '#service/parts/settings.ts';
import { resultJson } from '#service/tasks/resultBody.ts';
import { runJob } from '#service/tasks/runJob.ts';
import { restoreEngineRequest } from '#shared/interface/requests/parseRequest.ts';
import { atLeast, type Row, whole } from '../service/row.ts';
import type { Figures } from '../service/serviceServer.ts';
import {
  fillQueues,
  type Ground,
  onDatabase,
  processorTimeOfServer,
  prompt,
  steadyRate,
  withNodes,
} from './nodes.ts';

const accounts = 20;
const plan = 'hobby';
const slots = 20;
/** Jobs a fetch, and fetches at once: of these pg-boss may use what it is fastest with. */
const bossSettings = [
  { batchSize: 10, localConcurrency: 8 },
  { batchSize: 50, localConcurrency: 4 },
  { batchSize: 200, localConcurrency: 2 },
] as const;

type Measured = { readonly rate: number; readonly nodeMicros: number; readonly databaseMicros: number };

/** Tasks completed a second by one, two and four nodes, each charged; and what pg-boss makes of the same queue. */
export async function taskRates({ quick, newDatabase }: Ground): Promise<readonly Row[]> {
  const tasks = quick ? 20_000 : 60_000;
  const rounds = quick ? 1 : 2;
  const best = new Map<number, Measured>();
  let boss: Measured = { rate: 0, nodeMicros: 0, databaseMicros: 0 };
  // In turns, so that a slow moment of the machine does not hit one of them only; the best round counts.
  for (let round = 0; round < rounds; round += 1) {
    for (const nodes of [1, 2, 4]) {
      const measured = await ownRate(await newDatabase(), nodes, tasks);
      if (measured.rate > (best.get(nodes)?.rate ?? 0)) best.set(nodes, measured);
    }
    for (const setting of bossSettings) {
      const measured = await bossRate(await newDatabase(), quick ? 6_000 : 20_000, setting);
      if (measured.rate > boss.rate) boss = measured;
    }
  }
  const nothing: Measured = { rate: 0, nodeMicros: 0, databaseMicros: 0 };
  const [one = nothing, two = nothing, four = nothing] = [1, 2, 4].map((nodes) => best.get(nodes));
  const times = (of: readonly Measured[]): string =>
    of.map((each) => `${whole(each.nodeMicros)} + ${whole(each.databaseMicros)}`).join(', ');
  return [
    atLeast('one node, tasks completed and charged a second', one.rate, 2_500, '/s'),
    { figure: 'two nodes, four nodes', value: `${whole(two.rate)}, ${whole(four.rate)}` },
    { figure: 'processor time a task, nodes + database, us; 1, 2, 4 nodes', value: times([one, two, four]) },
    { figure: 'pg-boss with groupConcurrency, nothing charged', value: whole(boss.rate) },
    { figure: 'processor time of pg-boss a job, worker + database, us', value: times([boss]) },
    atLeast('two nodes / one', two.rate / one.rate, 1),
    atLeast('four nodes / one', four.rate / one.rate, 1),
    atLeast('one node / pg-boss', one.rate / boss.rate, 3),
  ];
}

async function ownRate(store: string, nodes: number, tasks: number): Promise<Measured> {
  await fillQueues(store, { accounts, tasks, plan });
  return onDatabase(store, (client) =>
    withNodes(
      store,
      nodes,
      async (started) => {
        // Engines answer once all nodes are there.
        for (const { child } of started) child.say('go');
        const done = async (): Promise<number> => {
          // Every charge is one row of its account's ledger; the first is the cycle's credits.
          const { rows } = await client.query('SELECT sum(ledger_sequence - 1)::int AS done FROM accounts');
          return Number(rows[0]?.done);
        };
        const cpuMs = async (): Promise<readonly number[]> => {
          let ofNodes = 0;
          for (const { child } of started) {
            child.say('figures');
            ofNodes += ((await child.line()) as Figures).cpuMs;
          }
          return [ofNodes, await processorTimeOfServer(client)];
        };
        const { rate, each } = await steadyRate(tasks, done, cpuMs);
        const [nodeMs = 0, databaseMs = 0] = each;
        return { rate, nodeMicros: nodeMs * 1_000, databaseMicros: databaseMs * 1_000 };
      },
      {},
      'held',
    ),
  );
}

const sandbox = sandboxDefinition.create({} as Parameters<typeof sandboxDefinition.create>[0]);
const { jobRules } = serviceSettings({ dataFolder: '', host: '', port: 0 });
const neverStops = new AbortController().signal;

/** What a node does for a task, up to the result as it is stored. */
async function carryOut({ id, data }: Job<{ readonly payload: string }>): Promise<JobResult> {
  const restored = restoreEngineRequest('assistant-a', data.payload);
  if (!restored.ok) throw new Error('the payload cannot be read');
  const job = { id, asked: restored.asked, failedAttempts: 0, queued: true, receipt: null };
  const ports = { clock: systemClock, random: Math.random, driverFor: () => sandbox };
  const ended = await runJob(job, jobRules, ports, { stop: neverStops });
  if (ended.kind !== 'answer') throw new Error('the sandbox did not answer');
  return { id, status: 'completed', output: resultJson(ended.answer) };
}

/** As many connections, the same work, each job with its result; no charge, no order by priority. */
async function bossRate(
  connectionString: string,
  jobs: number,
  setting: (typeof bossSettings)[number],
): Promise<Measured> {
  const boss = new PgBoss({ connectionString, max: 10, supervise: false, schedule: false });
  boss.on('error', () => undefined);
  await boss.start();
  try {
    await boss.createQueue('tasks');
    const payload = JSON.stringify({ prompt, country: 'US', include: {} });
    for (let sent = 0; sent < jobs; sent += 500) {
      const batch = Array.from({ length: 500 }, (_, nth) => ({
        data: { payload },
        group: { id: `account-${nth % accounts}` },
      }));
      await boss.insert('tasks', batch);
    }
    let done = 0;
    const options = {
      ...setting,
      groupConcurrency: slots,
      burstWhenBatchFull: true,
      perJobResults: true,
      pollingIntervalSeconds: 0.5,
    } as const;
    await boss.work<{ readonly payload: string }, unknown, typeof options>(
      'tasks',
      options,
      async (batch) => {
        const results = await Promise.all(batch.map(carryOut));
        done += batch.length;
        return results;
      },
    );
    return await onDatabase(connectionString, async (client) => {
      const cpuMs = async (): Promise<readonly number[]> => {
        const { user, system } = process.cpuUsage();
        return [(user + system) / 1_000, await processorTimeOfServer(client)];
      };
      const { rate, each } = await steadyRate(jobs, async () => done, cpuMs);
      const [workerMs = 0, databaseMs = 0] = each;
      return { rate, nodeMicros: workerMs * 1_000, databaseMicros: databaseMs * 1_000 };
    });
  } finally {
    await boss.stop({ graceful: false, close: true });
  }
}
