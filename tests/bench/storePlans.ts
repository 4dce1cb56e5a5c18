// What PostgreSQL does for each operation of the shared store when it holds many tasks, for the very statements that the
// service sends: plans as EXPLAIN (ANALYZE, BUFFERS) gives them, by auto_explain; time, buffers and log by pg_stat_statements,
// which counts what a statement writes after its last row as well.
//   node tests/bench/storePlans.ts [--tasks=1000000] [--queued=200000] [--smoke]
import { Client } from 'pg';
import { timeOrderedId } from '#platform/identifiers.ts';
import { openPostgresStore, type SharedStore } from '#service/store/postgres/postgresStore.ts';
import { createDatabase, psql, startPostgres } from '#tests/support/postgres/postgresServer.ts';
import { newTask } from '#tests/support/service/temporaryStore.ts';
import { byForm } from './form.ts';

const option = (name: string, otherwise: number): number =>
  Number(process.argv.find((each) => each.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise);
const ended = option('tasks', byForm({ full: 1_000_000, quick: 100_000, smoke: 2_000 }));
const queued = option('queued', byForm({ full: 200_000, quick: 20_000, smoke: 1_000 }));
const accounts = 20;
const now = Date.now();

const spent = `SELECT sum(calls), round(sum(total_exec_time)::numeric, 2), sum(shared_blks_hit + shared_blks_read), sum(wal_bytes), sum(wal_fpi)
  FROM pg_stat_statements WHERE query !~ 'pg_stat_statements|^(BEGIN|COMMIT)'`;

const notices: string[] = [];
const connect = Client.prototype.connect;
Client.prototype.connect = function (this: Client, ...rest: Parameters<typeof connect>) {
  this.on('notice', ({ message }) => void notices.push(message ?? ''));
  return connect.apply(this, rest);
} as typeof connect;

const server = await startPostgres({
  durable: true,
  settings: {
    shared_preload_libraries: 'auto_explain,pg_stat_statements',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_format': 'json',
    // To the connection that sent the statement.
    'auto_explain.log_level': 'notice',
    shared_buffers: '512MB',
    max_wal_size: '4GB',
  },
});
const address = await createDatabase(server.url);
await psql(address, 'CREATE EXTENSION pg_stat_statements');
try {
  const opened = await openPostgresStore({
    address: `${address}?connections=1`,
    now: () => now,
    node: { leaseMs: 3_600_000, told: () => undefined },
  });
  try {
    await fill(opened);
    await measure(opened);
    await notifying();
  } finally {
    await opened.store.close();
  }
} finally {
  await server.close();
}

/** Ended tasks of the last day with their results and charges, and a queue for every account. */
async function fill({ store }: SharedStore): Promise<void> {
  for (let index = 1; index <= accounts; index += 1)
    await store.createAccount({ name: `account ${index}`, plan: 'enterprise-5k', now });
  const from = performance.now();
  const id = (offset: string) =>
    `(lpad(to_hex(${now} - ${offset}), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid`;
  const common = '\'request-\' || n, \'assistant-a\', \'{"prompt":"question \' || n || \'","country":"US"}\'';
  const columns =
    'account_id, id, request_id, engine, payload, priority, state, attempts, credits_to_charge, maximum_cost, credits_charged, created_at, started_at, finished_at';
  await psql(
    address,
    `INSERT INTO tasks (${columns}) SELECT 1 + n % ${accounts}, ${id(`86000000 + n * 60`)}, ${common}, 1 + n % 10, 'COMPLETED', 0, 5, 5, 5,
      ${now} - 86000000 + n * 60, ${now} - 86000000 + n * 60, ${now} - 86000000 + n * 60 + 1000 FROM generate_series(1, ${ended}) AS n;
    INSERT INTO tasks (${columns}) SELECT 1 + n % ${accounts}, ${id('1000000 + n')}, ${common}, 1 + n % 10, 'QUEUED', 0, 5, 5, NULL,
      ${now} - 1000000 + n, NULL, NULL FROM generate_series(${ended} + 1, ${ended + queued}) AS n;
    INSERT INTO results SELECT id, '{"success":true,"result":{"text":"' || repeat(md5(id::text), 12) || '"}}', NULL, 0, finished_at
      FROM tasks WHERE state = 'COMPLETED';
    INSERT INTO ledger SELECT account_id, 1 + row_number() OVER same, finished_at, 'charge', -5,
      16391783 - 5 * row_number() OVER same, id, 'assistant-a'
      FROM tasks WHERE state = 'COMPLETED' WINDOW same AS (PARTITION BY account_id ORDER BY sequence);
    UPDATE accounts SET queued = (SELECT count(*) FROM tasks WHERE account_id = accounts.id AND state = 'QUEUED'),
      balance = 16391783 - 5 * (SELECT count(*) FROM tasks WHERE account_id = accounts.id AND state = 'COMPLETED'),
      ledger_sequence = (SELECT max(sequence) FROM ledger WHERE account_id = accounts.id)`,
  );
  await psql(address, 'VACUUM ANALYZE');
  console.log(`filled in ${Math.round((performance.now() - from) / 1000)} s`);
  console.log(
    await psql(
      address,
      `SELECT relname || ': ' || n_live_tup || ' rows, ' || pg_table_size(relid) / greatest(1, n_live_tup) || ' B each in the table, '
        || pg_indexes_size(relid) / greatest(1, n_live_tup) || ' B in indexes'
       FROM pg_stat_user_tables WHERE n_live_tup > 1000 ORDER BY relname`,
    ),
  );
}

type Plan = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly Plan[];
};

/** Runs each operation often enough that its plan is the one the service keeps, and reads the plan of the last. */
async function measure({ store, capacity }: SharedStore): Promise<void> {
  const plansTold = (): readonly Plan[] =>
    notices
      .splice(0)
      .filter((message) => message.includes('plan:'))
      .map((message) => (JSON.parse(message.slice(message.indexOf('{'))) as { readonly Plan: Plan }).Plan);
  // PostgreSQL takes half a second to begin and to stop telling plans.
  let left = byForm({ full: Number.POSITIVE_INFINITY, quick: Number.POSITIVE_INFINITY, smoke: 5 });
  const show = async (name: string, units: number, work: () => Promise<unknown>): Promise<void> => {
    if (left === 0) return void (await work());
    left -= 1;
    for (let warm = 0; warm < byForm({ full: 6, quick: 6, smoke: 1 }); warm += 1) await work();
    await explain('0');
    notices.length = 0;
    await psql(address, 'SELECT pg_stat_statements_reset()');
    await work();
    const [calls = '', ms = '', buffers, wal, images = ''] = (await psql(address, spent)).split('|');
    const whole = [...new Set(plansTold().flatMap(wholeTables))].join(' ');
    await explain('-1');
    console.log(
      [
        name.padEnd(44),
        calls.padStart(2),
        ms.padStart(8),
        (Number(buffers) / units).toFixed(1).padStart(9),
        (Number(wal) / units).toFixed(0).padStart(8),
        images.padStart(6),
        whole,
      ].join('  '),
    );
  };
  const explain = async (least: string): Promise<void> => {
    await psql(server.url, `ALTER SYSTEM SET auto_explain.log_min_duration = ${least}`);
    await psql(server.url, 'SELECT pg_reload_conf()');
    // The store's connection reads its settings with one of the next statements it gets.
    do {
      notices.length = 0;
      await store.waiting(now);
    } while (notices.length > 0 !== (least === '0'));
  };

  console.log(
    `\n${'operation'.padEnd(44)}  st        ms  bufs each  WAL each  pages  read whole (units: what "each" divides by)`,
  );
  let key = 0;
  const batch = () =>
    Array.from({ length: 500 }, () => {
      key += 1;
      return newTask({ id: timeOrderedId(now), idempotencyKey: `key ${key}` });
    });
  const create = () =>
    store.createTasks({ accountId: 1, tasks: batch(), batchSize: 500, queueLimit: 10_000_000, now });
  await show('accept 500 tasks', 500, create);

  const requests = Array.from({ length: accounts }, (_, index) => ({
    accountId: index + 1,
    count: 10,
    budget: 1_000_000,
  }));
  const taken: string[][] = [];
  const pick = async (): Promise<void> => {
    const picks = await store.pickTasks({ requests, now });
    taken.push(picks.flatMap(({ tasks }) => tasks.map(({ id }) => id)));
  };
  /** @param handsOn takes as many others in the same statement */
  const settle = async (handsOn = false): Promise<void> => {
    const ids = taken.shift() ?? [];
    const settled = await Promise.all(
      ids.map((taskId) =>
        store.settleTask({
          taskId,
          state: 'COMPLETED',
          charge: 5,
          response: `{"success":true,"result":{"text":"${'answer '.repeat(60)}"}}`,
          pages: null,
          attempts: 1,
          now,
          handsOn,
        }),
      ),
    );
    const next = settled.flatMap((each) => (each.kind === 'settled' && each.next ? [each.next.id] : []));
    if (next.length > 0) taken.push(next);
  };
  await show('take 200 tasks of 20 accounts', 200, pick);
  await show('end 200 tasks with charge and result', 200, settle);
  await pick();
  await show('end 200 tasks and take the next ones', 200, () => settle(true));
  await show('hold a slot for a call, and let go', 1, async () => {
    const call = { id: timeOrderedId(now), accountId: 3, credits: 5 };
    await capacity.holdForCall(call);
    await capacity.releaseCall(call);
  });
  await show('end a call with its charge', 1, async () => {
    const call = { id: timeOrderedId(now), accountId: 3, credits: 5 };
    await capacity.holdForCall(call);
    await store.settleCall({
      ...call,
      requestId: 'request',
      engine: 'assistant-a',
      status: 200,
      errorCode: null,
      errorMessage: null,
      charge: 5,
      attempts: 1,
      startedAt: now,
      finishedAt: now,
      result: null,
      pages: null,
    });
  });
  const [{ id: someTask = '' } = {}] = await store.recentJobs({ accountId: 5, limit: 1 });
  await show('a task by its id', 1, () => store.task({ accountId: 5, taskId: someTask }));
  await show('a task by its key', 1, () => store.task({ accountId: 1, taskId: 'key 7' }));
  await show('queue of an account by priority', 1, () => store.queueCounts(7));
  await show('queues of all accounts', 1, async () => store.waitingQueues());
  await show('webhooks that are due', 1, () => store.dueDeliveries({ now, perAccount: 16 }));
  await show('tasks and webhooks waiting (metrics)', 1, () => store.waiting(now));
  await show('20 newest jobs of an account', 1, () => store.recentJobs({ accountId: 5, limit: 20 }));
  await show('a page of the ledger', 1, () => store.ledgerPage({ accountId: 5, before: null, limit: 100 }));
  await show('charges of an account since midnight', 1, () =>
    store.chargedSince({ accountId: 5, since: now - 86_400_000 }),
  );
  const oldest = now - 86_000_000;
  await show('retention of 1,000 tasks', 1_000, () =>
    store.sweep({ endedBefore: oldest + 3_600_000, now, limit: 1_000 }),
  );

  console.log('\nrows changed in place (HOT), by table:');
  for (let round = 0; round < 50; round += 1) {
    await pick();
    await settle();
  }
  console.log(
    await psql(
      address,
      `SELECT relname || ': ' || n_tup_upd || ' updates, ' || round(100.0 * n_tup_hot_upd / n_tup_upd) || ' % in place, '
        || n_dead_tup || ' dead, ' || pg_size_pretty(pg_relation_size(relid))
       FROM pg_stat_user_tables WHERE relname IN ('accounts', 'tasks', 'nodes') AND n_tup_upd > 0 ORDER BY relname`,
    ),
  );
}

/** Tables of which a plan reads every row. */
function wholeTables(plan: Plan): readonly string[] {
  const own =
    plan['Node Type'] === 'Seq Scan' && plan['Relation Name'] !== undefined && plan['Actual Loops'] > 0
      ? [plan['Relation Name']]
      : [];
  return [...own, ...(plan.Plans ?? []).flatMap(wholeTables)];
}

/** What NOTIFY costs where many commit at once: the same small transaction with it and without. */
async function notifying(): Promise<void> {
  await psql(address, 'CREATE TABLE told (id integer PRIMARY KEY, count integer NOT NULL)');
  await psql(address, 'INSERT INTO told SELECT n, 0 FROM generate_series(1, 16) AS n');
  const clients = await Promise.all(
    Array.from({ length: 16 }, async () => {
      const client = new Client({ connectionString: address });
      await client.connect();
      return client;
    }),
  );
  const seconds = byForm({ full: 5, quick: 5, smoke: 0.2 });
  const rate = async (statement: (index: number) => string): Promise<number> => {
    const until = performance.now() + seconds * 1000;
    let count = 0;
    await Promise.all(
      clients.map(async (client, index) => {
        while (performance.now() < until) {
          await client.query(statement(index + 1));
          count += 1;
        }
      }),
    );
    return count / seconds;
  };
  const update = (index: number) => `UPDATE told SET count = count + 1 WHERE id = ${index}`;
  const told = (index: number) => `BEGIN; ${update(index)}; NOTIFY work; COMMIT`;
  const plain = (index: number) => `BEGIN; ${update(index)}; COMMIT`;
  const rates = [await rate(plain), await rate(told), await rate(plain), await rate(told)];
  console.log(
    `\n16 connections, commits per second: ${rates[0]} and ${rates[2]} plain, ${rates[1]} and ${rates[3]} with NOTIFY`,
  );
  console.log(`the same on one row: ${await rate(() => plain(1))}`);
  await Promise.all(clients.map((client) => client.end()));
}
