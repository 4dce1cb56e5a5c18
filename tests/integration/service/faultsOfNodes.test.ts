import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { seededRandom } from '#shared/figures/statistics/permutations.ts';
import { inTime } from '#tests/support/inTime.ts';
import { requirement } from '#tests/support/keyring/requirement.ts';
import { startDatabaseProxy } from '#tests/support/postgres/databaseProxy.ts';
import { createDatabase, postgresMissing, startPostgres } from '#tests/support/postgres/postgresServer.ts';
import { type Ask, balanceSheet, type Observed } from '#tests/support/service/balanceSheet.ts';
import { directOperator } from '#tests/support/service/directOperator.ts';
import { rememberStore } from '#tests/support/service/roundRobin.ts';
import { type ServiceProcess, startServiceProcess } from '#tests/support/service/serviceProcess.ts';
import { startWebhookReceiver } from '#tests/support/service/webhookReceiver.ts';

// PARALLAX_LONG=1 makes the whole table of faults; PARALLAX_SEED repeats the random choices.
const long = process.env.PARALLAX_LONG === '1';
const seed = Number(process.env.PARALLAX_SEED ?? Date.now() % 1_000_000_000);
const leaseSeconds = 2;
/** A round takes a second or two, and a service retries for one minute. */
const roundBudgetMs = 150_000;
const { skip, note } = requirement(postgresMissing());

/** Where a connection breaks, just after the database has got these bytes. */
const cuts = ['COMMIT', 'tasks_settle', 'calls_settle', 'calls_hold', 'tasks_pick', 'queue_clear'] as const;
const kinds = ['kill', 'pause', 'cut', 'restart', 'failover'] as const;
type Kind = (typeof kinds)[number];
const table: Readonly<Record<Kind, number>> = long
  ? { kill: 50, pause: 10, cut: 60, restart: 10, failover: 5 }
  : { kill: 1, pause: 1, cut: cuts.length, restart: 1, failover: 1 };
const perRound = { tasks: 40, calls: 6, cleared: 25 };

describe.skipIf(skip)(`two nodes on PostgreSQL under faults${note}`, () => {
  it('lose no accepted task, charge each job once, send each webhook and never exceed the slots', {
    timeout: long ? 3_600_000 : 600_000,
  }, async () => {
    const random = seededRandom(seed);
    const pickOne = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
    process.stdout.write(`seed ${seed}\n`);
    const cluster = await startCluster();
    const { nodes, hooks, proxy } = cluster;
    const caller = await cluster.operator.createAccount('caller', 'business');
    const clearing = await cluster.operator.createAccount('clearing', 'lite');
    const samples = await startSampling(() => cluster.databaseUrl());
    const calls = new Map<string, number | null>();
    const keys: string[] = [];
    let cleared = 0;

    const send = (key: string, method: string, path: string, body?: unknown, node = pickOne(nodes)) => {
      const headers: Record<string, string> = {
        Authorization: `Bearer ${key}`,
        'X-Request-Id': randomUUID(),
      };
      if (body !== undefined) headers['Content-Type'] = 'application/json';
      const signal = AbortSignal.timeout(90_000);
      const text = body === undefined ? {} : { body: JSON.stringify(body) };
      const answered = fetch(`${node.baseUrl}${path}`, { method, headers, ...text, signal }).catch(
        () => null,
      );
      return { requestId: String(headers['X-Request-Id']), answered };
    };
    /** Sends a batch, again with the same keys until it was answered: a fault may have eaten the answer. */
    const submit = async (
      key: string,
      names: readonly string[],
      orders: string,
      more = {},
    ): Promise<void> => {
      const tasks = names.map((name) => ({
        taskType: 'ASSISTANT_A',
        idempotencyKey: name,
        ...more,
        payload: { prompt: `question ${name} [[sandbox ${orders}]]`, country: 'US' },
      }));
      const until = performance.now() + roundBudgetMs;
      for (;;) {
        const answer = await send(key, 'POST', '/v1/async/task/batch', tasks).answered;
        if (answer?.status === 200) return;
        if (performance.now() > until) throw new Error(`the last response was ${answer?.status ?? 'none'}`);
        await delay(50);
      }
    };
    const call = async (): Promise<void> => {
      const body = { prompt: 'a question [[sandbox latency=40]]', country: 'US' };
      const { requestId, answered } = send(caller, 'POST', '/v1/monitor/assistant-a', body);
      calls.set(requestId, null);
      const answer = await answered;
      if (answer !== null) calls.set(requestId, Number(answer.headers.get('x-credits-charged')));
    };
    const clear = async (node: ServiceProcess): Promise<void> => {
      const answer = await send(clearing, 'DELETE', '/v1/async/queue', undefined, node).answered;
      if (answer?.status !== 200) throw new Error(`clearing was answered ${answer?.status} (seed ${seed})`);
      cleared += ((await answer.json()) as { cleared: number }).cleared;
    };
    const meet: Readonly<Record<Kind, (victim: number, nth: number) => Promise<void>>> = {
      kill: async (victim) => {
        await nodes[victim]?.kill();
        nodes[victim] = await cluster.start(victim);
      },
      pause: async (victim) => {
        nodes[victim]?.child.kill('SIGSTOP');
        await delay(leaseSeconds * 2_000);
        nodes[victim]?.child.kill('SIGCONT');
      },
      cut: (_victim, nth) => proxy.cutAfter(cuts[nth % cuts.length] ?? 'COMMIT'),
      restart: () => cluster.restart(),
      failover: () => cluster.failOver(),
    };

    const faults = kinds.flatMap((kind) => Array.from({ length: table[kind] }, (_, nth) => ({ kind, nth })));
    for (const [round, { kind, nth }] of faults.toSorted(() => random() - 0.5).entries()) {
      const victim = Math.floor(random() * nodes.length);
      const own = Array.from({ length: perRound.tasks }, (_, index) => `${round}-${index}`);
      const others = Array.from({ length: perRound.cleared }, (_, index) => `cleared-${round}-${index}`);
      keys.push(...own);
      const inRound = <T>(part: string, work: Promise<T>): Promise<T> =>
        inTime(`${part} in round ${round} (${kind} ${nth}, seed ${seed})`, work, roundBudgetMs);
      await inRound('submitting tasks to clear', submit(clearing, others, 'latency=50'));
      const busy = [
        inRound('submitting', submit(caller, own, 'latency=30', { webhook: { url: hooks.url('/ended') } })),
        ...Array.from({ length: perRound.calls }, () => inRound('a call', call())),
      ];
      // A cut waits for somebody to send what it breaks at: it is asked for before the work that does.
      const fault = inRound('the fault', meet[kind](victim, nth));
      await delay(Math.floor(random() * 60));
      const unharmed = nodes[1 - victim] as ServiceProcess;
      await Promise.all([...busy, inRound('clearing', clear(unharmed)), fault]);
      keys.push(...others);
    }

    await expect
      .poll(
        () => cluster.ask("SELECT count(*)::int AS open FROM tasks WHERE state IN ('QUEUED', 'PROCESSING')"),
        {
          timeout: 120_000,
          interval: 200,
        },
      )
      .toEqual([{ open: 0 }]);
    await expect
      .poll(() => cluster.ask('SELECT sum(slots_used)::int AS used FROM accounts'), { timeout: 20_000 })
      .toEqual([{ used: 0 }]);
    const maxOverPlan = await inTime(`sampling (seed ${seed})`, samples.stop(), roundBudgetMs);

    let chargedForTasks = 0;
    for (const name of keys) {
      const key = name.startsWith('cleared-') ? clearing : caller;
      const answer = await send(key, 'GET', `/v1/async/task/${name}`).answered;
      if (answer?.status === 404 && key === clearing) continue;
      if (answer?.status !== 200) throw new Error(`${name} was answered ${answer?.status} (seed ${seed})`);
      const { credits } = (await answer.json()) as { credits: { creditsCharged: number } };
      chargedForTasks += credits.creditsCharged;
    }
    const observed: Observed = { accepted: keys.length, cleared, chargedForTasks, calls, maxOverPlan };
    const summary = `seed ${seed}: ${faults.length} faults, ${keys.length} tasks, ${cleared} cleared, ${calls.size} calls, ${samples.count()} samples`;
    process.stdout.write(`${summary}, at most ${maxOverPlan} slots beyond a plan\n`);
    expect(await balanceSheet(cluster.ask, observed), summary).toEqual([]);
    expect(samples.busiest(), summary).toBeGreaterThan(0);
    expect(cleared, summary).toBeGreaterThan(0);
    await expect
      .poll(() => endedByWebhook(hooks.deliveriesTo('/ended')), { timeout: 90_000 })
      .toBe(faults.length * perRound.tasks);
    await expectTheSheetToNotice(cluster.databaseUrl(), observed);
  });
});

function endedByWebhook(deliveries: readonly { readonly body: unknown }[]): number {
  return new Set(deliveries.map(({ body }) => (body as { task: { id: string } }).task.id)).size;
}

async function startCluster() {
  const folder = await mkdtemp(join(tmpdir(), 'parallax-nodes-'));
  const database = await startPostgres({ durable: true });
  const hooks = await startWebhookReceiver();
  let direct = await createDatabase(database.url);
  const proxy = await startDatabaseProxy(direct);
  const nodes: ServiceProcess[] = [];
  onTestFinished(async () => {
    await Promise.all(nodes.map((node) => node.kill().catch(() => undefined)));
    await proxy.close();
    await hooks.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });
  const start = (index: number): Promise<ServiceProcess> =>
    startServiceProcess({
      dataFolder: join(folder, String(index)),
      store: proxy.url,
      leaseSeconds,
      host: '127.0.0.1',
      port: 0,
      retryBaseMs: 5,
      webhookBaseMs: 20,
      allowPrivateWebhooks: true,
    });
  nodes.push(...(await inTime('starting two nodes', Promise.all([start(0), start(1)]), roundBudgetMs)));
  rememberStore(folder, direct);
  const ask: Ask = async (statement) => onConnection(direct, (client) => rows(client, statement));
  return {
    nodes,
    hooks,
    proxy,
    start,
    ask,
    operator: directOperator(folder),
    databaseUrl: () => direct,
    restart: () => database.restart('crashed'),
    /** The disk of a machine that has failed, in another one. */
    failOver: async () => {
      const url = new URL(await database.failOver());
      url.pathname = new URL(direct).pathname;
      direct = url.href;
      proxy.leadTo(direct);
    },
  };
}

const rows = async (client: Client, statement: string): Promise<readonly Record<string, unknown>[]> =>
  (await client.query(statement)).rows as Record<string, unknown>[];

async function onConnection<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    query_timeout: roundBudgetMs,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await inTime('closing a connection', client.end(), roundBudgetMs).catch(() => undefined);
  }
}

/** Looks at the slots in use as fast as the database answers, by the rows that hold them and not by their sum. */
async function startSampling(url: () => string) {
  const statement = `SELECT max(held - slots)::int AS over, max(held)::int AS most FROM (
    SELECT slots, (SELECT count(*) FROM tasks WHERE account_id = accounts.id AND state = 'PROCESSING')
      + (SELECT count(*) FROM running_calls WHERE account_id = accounts.id) AS held FROM accounts) AS each`;
  let stopped = false;
  let over = Number.NEGATIVE_INFINITY;
  let most = 0;
  let count = 0;
  const sampling = (async () => {
    while (!stopped) {
      await onConnection(url(), async (client) => {
        while (!stopped) {
          const [row] = await rows(client, statement);
          over = Math.max(over, Number(row?.over));
          most = Math.max(most, Number(row?.most));
          count += 1;
          await delay(5);
        }
      }).catch(() => delay(50));
    }
  })();
  return {
    stop: async () => {
      stopped = true;
      await sampling;
      return over;
    },
    count: () => count,
    busiest: () => most,
  };
}

/** The check can fail: each of these is a store, or a service, that does it wrong. */
async function expectTheSheetToNotice(url: string, observed: Observed): Promise<void> {
  const job = "(SELECT job_id FROM ledger WHERE kind = 'charge' ORDER BY at LIMIT 1)";
  const writable = 'ALTER TABLE ledger DISABLE TRIGGER USER; DROP INDEX ledger_one_charge_per_job';
  const again = `INSERT INTO ledger (account_id, sequence, at, kind, delta, balance_after, job_id)
    SELECT account_id, sequence + 1, at, kind, delta, balance_after + delta, job_id FROM ledger
    WHERE (account_id, sequence) IN (SELECT account_id, max(sequence) FROM ledger GROUP BY account_id) AND kind = 'charge'`;
  const mistakes = {
    'a job charged twice': `${writable}; ${again}`,
    'a job charged twice, with the balance': `${writable}; ${again}; UPDATE accounts SET balance = (SELECT sum(delta) FROM ledger WHERE account_id = accounts.id)`,
    'a charge that was lost': `${writable}; DELETE FROM ledger WHERE job_id = ${job}`,
    'a charge that is not what the caller was told': `${writable}; UPDATE ledger SET delta = delta - 1 WHERE job_id = ${job}`,
    'a balance of its own': 'UPDATE accounts SET balance = balance + 1',
    'a task that was lost':
      "DELETE FROM tasks WHERE (account_id, id) IN (SELECT account_id, id FROM tasks WHERE state = 'COMPLETED' LIMIT 1)",
    'a task that never ends':
      "UPDATE tasks SET state = 'QUEUED', finished_at = NULL WHERE (account_id, id) IN (SELECT account_id, id FROM tasks WHERE state = 'COMPLETED' LIMIT 1)",
    'a slot that is never freed': 'UPDATE accounts SET slots_used = 1',
    'a call that left its record out': 'DELETE FROM calls WHERE credits_charged > 0',
  };
  await onConnection(url, async (client) => {
    for (const [mistake, statement] of Object.entries(mistakes)) {
      await client.query('BEGIN');
      await client.query(statement);
      const noticed = await balanceSheet((asked) => rows(client, asked), observed);
      await client.query('ROLLBACK');
      expect(noticed, mistake).not.toEqual([]);
    }
    const [[requestId, said] = ['', 0]] = [...observed.calls].filter(([, credits]) => (credits ?? 0) > 0);
    const wrongly: Readonly<Record<string, Partial<Observed>>> = {
      'a header with another charge': { calls: new Map([...observed.calls, [requestId, (said ?? 0) + 1]]) },
      'an accepted task more': { accepted: observed.accepted + 1 },
      'a cleared task more': { cleared: observed.cleared + 1 },
      'a slot beyond the plan': { maxOverPlan: 1 },
    };
    for (const [mistake, change] of Object.entries(wrongly)) {
      const noticed = await balanceSheet((asked) => rows(client, asked), { ...observed, ...change });
      expect(noticed, mistake).not.toEqual([]);
    }
  });
}
