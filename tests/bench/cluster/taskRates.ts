import { PgBoss } from 'pg-boss';
import { atLeast, type Row, whole } from '../service/row.ts';
import { fillQueues, type Ground, onDatabase, prompt, ratePerSecond, withNodes } from './nodes.ts';

const accounts = 20;
const plan = 'hobby';
const slots = 20;

/** Tasks completed a second by one, two and four nodes, each charged; and what pg-boss makes of the same queue. */
export async function taskRates({ quick, newDatabase }: Ground): Promise<readonly Row[]> {
  const tasks = quick ? 5_000 : 20_000;
  const rounds = quick ? 1 : 2;
  const best = new Map<number, number>();
  let others = 0;
  // In turns, so that a slow moment of the machine does not hit one of them only; the best round counts.
  for (let round = 0; round < rounds; round += 1) {
    for (const nodes of [1, 2, 4]) {
      const rate = await ownRate(await newDatabase(), nodes, tasks);
      best.set(nodes, Math.max(best.get(nodes) ?? 0, rate));
    }
    others = Math.max(others, await bossRate(await newDatabase(), quick ? 2_000 : 5_000));
  }
  const [one = 0, two = 0, four = 0] = [1, 2, 4].map((nodes) => best.get(nodes));
  return [
    atLeast('one node, tasks completed and charged a second', one, 2_500, '/s'),
    { figure: 'two nodes, four nodes', value: `${whole(two)}, ${whole(four)}` },
    { figure: 'pg-boss with groupConcurrency, nothing charged', value: whole(others) },
    atLeast('two nodes / one', two / one, 1),
    atLeast('four nodes / one', four / one, 1),
    atLeast('one node / pg-boss', one / others, 3),
  ];
}

async function ownRate(store: string, nodes: number, tasks: number): Promise<number> {
  await fillQueues(store, { accounts, tasks, plan });
  return onDatabase(store, (client) =>
    withNodes(
      store,
      nodes,
      async (started) => {
        // Engines answer once all nodes are there.
        for (const { child } of started) child.say('go');
        return ratePerSecond(tasks, async () => {
          // Every charge is one row of its account's ledger; the first is the cycle's credits.
          const { rows } = await client.query('SELECT sum(ledger_sequence - 1)::int AS done FROM accounts');
          return Number(rows[0]?.done);
        });
      },
      {},
      'held',
    ),
  );
}

/** As many connections, as many tasks a fetch as it takes to be fast, and a handler that does nothing at all. */
async function bossRate(connectionString: string, jobs: number): Promise<number> {
  const boss = new PgBoss({ connectionString, max: 10, supervise: false, schedule: false });
  boss.on('error', () => undefined);
  await boss.start();
  try {
    await boss.createQueue('tasks');
    for (let sent = 0; sent < jobs; sent += 500) {
      const batch = Array.from({ length: 500 }, (_, nth) => ({
        data: { prompt, country: 'US' },
        group: { id: `account-${nth % accounts}` },
      }));
      await boss.insert('tasks', batch);
    }
    let done = 0;
    const options = { batchSize: 10, localConcurrency: 8, groupConcurrency: slots, burstWhenBatchFull: true };
    await boss.work('tasks', { ...options, pollingIntervalSeconds: 0.5 }, async (batch) => {
      done += batch.length;
    });
    return await ratePerSecond(jobs, async () => done);
  } finally {
    await boss.stop({ graceful: false, close: true });
  }
}
