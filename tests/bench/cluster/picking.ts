import { openPostgresStore, type SharedStore } from '#service/store/postgres/postgresStore.ts';
import { byForm } from '../form.ts';
import { atMost, type Row } from '../service/row.ts';
import { type Ground, onDatabase } from './nodes.ts';

/** Taking ten tasks from the head of a queue, and putting them back, at two lengths of it. */
export async function picking({ newDatabase }: Ground): Promise<readonly Row[]> {
  const lengths = [1_000, byForm({ full: 1_000_000, quick: 100_000, smoke: 10_000 })] as const;
  const queues = [
    await longQueue(await newDatabase(), lengths[0]),
    await longQueue(await newDatabase(), lengths[1]),
  ];
  const times: number[][] = [[], []];
  for (let sample = 0; sample < byForm({ full: 300, quick: 100, smoke: 5 }); sample += 1) {
    for (const [index, queue] of queues.entries()) times[index]?.push(await pickTime(queue));
  }
  for (const { store } of queues) await store.close();
  const [small = 0, large = 0] = times.map((all) => all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0);
  const queued = lengths.map((length) => length.toLocaleString('en-US'));
  return [
    {
      figure: `picking ten tasks at ${queued.join(' and ')} queued, ms`,
      value: `${small.toFixed(2)}, ${large.toFixed(2)}`,
    },
    atMost(`picking at ${queued[1]} queued / at ${queued[0]}`, large / small, 2),
  ];
}

type LongQueue = SharedStore & { readonly accountId: number };

async function longQueue(address: string, queued: number): Promise<LongQueue> {
  const node = { leaseMs: 600_000, told: () => undefined };
  const opened = await openPostgresStore({ address, node });
  const { id: accountId } = await opened.store.ensureAccount({
    name: 'bench',
    plan: 'enterprise-5k',
    now: Date.now(),
  });
  await onDatabase(address, async (client) => {
    await client.query(`INSERT INTO tasks (account_id, id, request_id, engine, payload, priority, state, attempts,
        credits_to_charge, maximum_cost, created_at)
      SELECT ${accountId}, gen_random_uuid(), 'bench', 'assistant-a', '{"prompt":"Which locks?","country":"US"}',
        1 + nth % 10, 'QUEUED', 0, 5, 5, 0 FROM generate_series(1, ${queued}) AS nth`);
    await client.query(`UPDATE accounts SET queued = ${queued}`);
    await client.query('VACUUM ANALYZE');
  });
  return { ...opened, accountId };
}

async function pickTime({ store, accountId }: LongQueue): Promise<number> {
  const startedAt = performance.now();
  const [pick] = await store.pickTasks({
    requests: [{ accountId, count: 10, budget: 1_000 }],
    now: Date.now(),
  });
  const ms = performance.now() - startedAt;
  if (pick?.tasks.length !== 10) throw new Error('no tasks were taken');
  await store.requeueTasks(pick.tasks.map(({ id }) => id));
  return ms;
}
