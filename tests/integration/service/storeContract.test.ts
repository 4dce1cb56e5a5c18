import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { timeOrderedId } from '#platform/identifiers.ts';
import { createCreditReservations } from '#service/accounts/creditReservations.ts';
import { createMemoryCapacity } from '#service/accounts/memoryCapacity.ts';
import type { Capacity } from '#service/store/capacity.ts';
import { bigints, bytes, integers, texts, uuids } from '#service/store/postgres/columns.ts';
import { openPostgresStore } from '#service/store/postgres/postgresStore.ts';
import type { FinishedCall, NewTask, ServiceStore, TaskOutcome } from '#service/store/serviceStore.ts';
import { openSqliteStore } from '#service/store/sqlite/sqliteStore.ts';
import type { PlanId } from '#shared/interface/plans.ts';
import { requirement } from '#tests/support/keyring/requirement.ts';
import { startDatabaseProxy } from '#tests/support/postgres/databaseProxy.ts';
import { postgresMissing, psql } from '#tests/support/postgres/postgresServer.ts';
import { emptyDatabase } from '#tests/support/postgres/sharedPostgres.ts';
import { newTask } from '#tests/support/service/temporaryStore.ts';

const now = Date.UTC(2026, 9, 3);
const month = 32 * 86_400_000;
const { skip, note } = requirement(postgresMissing());

type Opened = { readonly store: ServiceStore; readonly capacity: Capacity };

async function sqlite(): Promise<Opened> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'parallax-contract-'));
  const reservations = createCreditReservations();
  const store = openSqliteStore({ dataFolder, held: reservations.held });
  onTestFinished(async () => {
    await store.close();
    await rm(dataFolder, { recursive: true, force: true });
  });
  return { store, capacity: createMemoryCapacity(reservations, store.waitingQueues) };
}

/** A node of its own on the database. */
async function nodeOn(
  address: string,
  leaseMs = 60_000,
): Promise<Opened & { readonly close: () => Promise<void> }> {
  const opened = await openPostgresStore({
    address,
    now: () => now,
    node: { leaseMs, told: () => undefined },
  });
  let closed: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closed ??= opened.store.close();
    return closed;
  };
  onTestFinished(close);
  return { ...opened, close };
}

const stores = [
  { name: 'SQLite', open: sqlite, missing: false },
  { name: 'PostgreSQL', open: async () => nodeOn(await emptyDatabase()), missing: skip },
  {
    name: 'PostgreSQL with one connection that prepares nothing',
    open: async () => nodeOn(`${await emptyDatabase()}?connections=1&prepared=no`),
    missing: skip,
  },
];

async function account({ store, capacity }: Opened, name = 'a'): Promise<number> {
  const made = await store.ensureAccount({ name, plan: 'free', now });
  capacity.learn(made);
  return made.id;
}

function call(accountId: number, changes: Partial<FinishedCall> = {}): FinishedCall {
  return {
    id: timeOrderedId(now),
    accountId,
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
    ...changes,
  };
}

function completed(taskId: string, changes: Partial<TaskOutcome> = {}): TaskOutcome {
  return {
    taskId,
    state: 'COMPLETED',
    charge: 5,
    response: '{"a":1}',
    pages: null,
    attempts: 1,
    now,
    ...changes,
  };
}

const put = (store: ServiceStore, accountId: number, tasks: readonly NewTask[], queueLimit = 100) =>
  store.createTasks({ accountId, tasks, batchSize: tasks.length, queueLimit, now });
const pick = async (store: ServiceStore, accountId: number, count: number, budget = 10_000) =>
  (await store.pickTasks({ requests: [{ accountId, count, budget }], now }))[0]?.tasks ?? [];

/** Every row follows from the one before, and the account agrees with the last. */
async function expectSoundLedger(store: ServiceStore, accountId: number): Promise<void> {
  const rows = (await store.ledgerPage({ accountId, before: null, limit: 10_000 })).toReversed();
  let balance = 0;
  for (const [index, row] of rows.entries()) {
    balance += row.delta;
    expect([row.sequence, row.balanceAfter]).toEqual([index + 1, balance]);
  }
  expect((await store.accounts()).find(({ id }) => id === accountId)?.balance).toBe(balance);
}

describe.each(stores)('the store in $name', ({ open, missing }) => {
  const test = it.skipIf(missing);

  test('creates an account once, with the credits of its plan, at any number of concurrent requests', async () => {
    const { store } = await open();
    const made = await Promise.all(
      Array.from({ length: 8 }, () => store.ensureAccount({ name: 'x', plan: 'hobby', now })),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(await store.createAccount({ name: 'x', plan: 'free', now })).toEqual({ kind: 'exists' });
    await expectSoundLedger(store, made[0]?.id ?? 0);
  });

  test('knows keys by their hash until they are revoked', async () => {
    const opened = await open();
    const { store } = opened;
    const accountId = await account(opened);
    const hash = Buffer.alloc(32, 7);
    const key = { id: 'k', accountId, lastFour: 'abcd', label: null, createdAt: now, revokedAt: null };
    await store.createKey({ ...key, hash });
    expect(await store.liveKeys()).toEqual([{ accountId, hash }]);
    expect(await store.revokeKey({ accountId, keyId: 'k', now })).toBe('revoked');
    expect(await store.revokeKey({ accountId, keyId: 'k', now })).toBe('already-revoked');
    expect(await store.revokeKey({ accountId, keyId: 'other', now })).toBe('unknown');
    expect(await store.liveKeys()).toEqual([]);
    expect(await store.keys(accountId)).toEqual([{ ...key, revokedAt: now }]);
  });

  test('charges only what the balance covers, whatever runs concurrently', async () => {
    const opened = await open();
    const { store } = opened;
    const accountId = await account(opened);
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, () => store.settleCall(call(accountId, { charge: 90 }))),
    );
    expect(outcomes.filter(({ kind }) => kind === 'settled')).toHaveLength(5);
    expect(await store.settleCall(call(accountId, { charge: 50 }))).toMatchObject({
      kind: 'settled',
      balance: 0,
    });
    expect(await store.chargedSince({ accountId, since: 0 })).toEqual({ jobs: 6, credits: 500 });
    await expectSoundLedger(store, accountId);
  });

  test('begins the next cycle before it charges in it', async () => {
    const opened = await open();
    const { store } = opened;
    const accountId = await account(opened);
    const later = now + month;
    const [settled] = await Promise.all([
      store.settleCall(call(accountId, { charge: 5, finishedAt: later })),
      store.renewCycles(later),
      store.grantCredits({ accountId, credits: 7, note: null, now: later }),
    ]);
    expect(settled.kind).toBe('settled');
    const kinds = (await store.ledgerPage({ accountId, before: null, limit: 100 })).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['charge', 'cycle', 'cycle', 'expiry', 'grant']);
    expect((await store.accounts())[0]?.balance).toBe(502);
    await expectSoundLedger(store, accountId);
  });

  test('grants more credits immediately with a larger plan', async () => {
    const opened = await open();
    const accountId = await account(opened);
    const before = (await opened.store.accounts())[0]?.balance ?? 0;
    const larger = await opened.store.setPlan({ accountId, plan: 'hobby', now });
    expect(larger.balance).toBeGreaterThan(before);
    const smaller = await opened.store.setPlan({ accountId, plan: 'free', now });
    expect([smaller.plan, smaller.balance]).toEqual(['free', larger.balance]);
  });

  test('accepts each idempotency key once, and a batch completely or not at all', async () => {
    const opened = await open();
    const { store } = opened;
    const accountId = await account(opened);
    const same = () => newTask({ idempotencyKey: 'one\u0000key' });
    const answers = await Promise.all([
      put(store, accountId, [same(), same()]),
      put(store, accountId, [same()]),
    ]);
    const results = answers.flatMap((answer) => (answer.kind === 'done' ? answer.results : []));
    expect(results.toSorted()).toEqual(['created', 'exists', 'exists']);
    expect(await put(store, accountId, [newTask(), newTask()], 2)).toEqual({
      kind: 'overflow',
      queuedCount: 1,
    });
    expect(await put(store, accountId, [newTask({ maximumCost: 501 })])).toEqual({
      kind: 'done',
      results: ['insufficient'],
    });
    expect(await store.task({ accountId, taskId: 'one\u0000key' })).toMatchObject({ state: 'QUEUED' });
    expect(await store.queueCounts(accountId)).toMatchObject({ queued: 1, processing: 0 });
  });

  test('assigns tasks by priority, then age, and each once', async () => {
    const opened = await open();
    const { store } = opened;
    const accountId = await account(opened);
    await store.setPlan({ accountId, plan: 'growth', now });
    const tasks = [3, 9, 3, 9, 1].map((priority) => newTask({ priority }));
    await put(store, accountId, tasks);
    const order = [1, 3, 0, 2, 4].map((index) => tasks[index]?.id);
    const first = await pick(store, accountId, 2);
    const [second, third] = await Promise.all([pick(store, accountId, 1), pick(store, accountId, 5)]);
    expect(first.map(({ id }) => id)).toEqual(order.slice(0, 2));
    const rest = [...second, ...third].map(({ id }) => id);
    expect(rest.toSorted()).toEqual(order.slice(2, 2 + rest.length).toSorted());
    expect(new Set(rest).size).toBe(rest.length);
  });

  test('charges a task once, with its result, its pages and its webhook', async () => {
    const opened = await open();
    const { store } = opened;
    const accountId = await account(opened);
    const task = newTask({ webhookUrl: 'https://example.com/hook' });
    await put(store, accountId, [task]);
    await pick(store, accountId, 1);
    const pages = { token: 'token', bodies: [Buffer.from('one'), Buffer.from('two')] };
    const [first, second] = await Promise.all([
      store.settleTask(completed(task.id, { pages })),
      store.settleTask(completed(task.id)),
    ]);
    expect([first.kind, second.kind].toSorted()).toEqual(['gone', 'settled']);
    expect(await store.task({ accountId, taskId: task.id })).toMatchObject({
      state: 'COMPLETED',
      creditsCharged: 5,
    });
    expect(await store.jobResult(task.id)).toEqual({ body: '{"a":1}', pageToken: 'token', pageCount: 2 });
    expect(await store.resultPage({ token: 'token', page: 2, notBefore: 0 })).toEqual(Buffer.from('two'));
    expect(await store.deliveryOfTask(task.id)).toMatchObject({ state: 'pending', attempts: 0 });
    expect(await store.chargedSince({ accountId, since: 0 })).toEqual({ jobs: 1, credits: 5 });
    await expectSoundLedger(store, accountId);
  });

  test('keeps the attempts and the receipt of a task that is put back', async () => {
    const opened = await open();
    const { store } = opened;
    const accountId = await account(opened);
    const task = newTask();
    await put(store, accountId, [task]);
    await pick(store, accountId, 1);
    // SQLite starts a picked task a commit later.
    await store.claimTasks({ requests: [{ accountId, count: 0, budget: 0 }], now });
    await store.recordFailedAttempt({ taskId: task.id, attempts: 2 });
    await store.keepReceipt({ taskId: task.id, receipt: 'work 1' });
    await store.requeueTasks([task.id]);
    expect(await store.queueCounts(accountId)).toMatchObject({ queued: 1, processing: 0 });
    expect(await pick(store, accountId, 1)).toMatchObject([{ id: task.id, attempts: 2, receipt: 'work 1' }]);
  });

  test('fails tasks at their start that the balance no longer covers', async () => {
    const opened = await open();
    const { store } = opened;
    const accountId = await account(opened);
    const tasks = [newTask({ maximumCost: 400 }), newTask({ maximumCost: 20 })];
    await put(store, accountId, tasks);
    await store.settleCall(call(accountId, { charge: 450 }));
    const picks = await store.pickTasks({ requests: [{ accountId, count: 1, budget: 50 }], now });
    expect(picks).toMatchObject([{ tasks: [], blocked: true }]);
    const claims = await store.claimTasks({ requests: [{ accountId, count: 1, budget: 50 }], now });
    expect(claims).toMatchObject([{ refused: 1, tasks: [{ id: tasks[1]?.id }], waitsForCredits: false }]);
    const [failed] = (await store.recentJobs({ accountId, limit: 10 })).filter(
      ({ state }) => state === 'FAILED',
    );
    expect(failed).toMatchObject({ id: tasks[0]?.id, errorCode: 'INSUFFICIENT_CREDITS', creditsCharged: 0 });
  });

  test('clears queued tasks and keeps running ones', async () => {
    const opened = await open();
    const { store } = opened;
    const accountId = await account(opened);
    await put(store, accountId, [newTask(), newTask(), newTask()]);
    await pick(store, accountId, 1);
    const upTo = await store.queueEnd(accountId);
    expect(await store.clearQueue({ accountId, upTo, limit: 10 })).toBe(2);
    expect(await store.queueCounts(accountId)).toEqual({ queued: 0, processing: 1, byPriority: [] });
    expect(await store.waitingQueues()).toEqual([]);
  });

  test('delivers, retries up to the limit, and restarts on request', async () => {
    const opened = await open();
    const { store } = opened;
    const accountId = await account(opened);
    const task = newTask({ webhookUrl: 'https://example.com/hook' });
    await put(store, accountId, [task]);
    await pick(store, accountId, 1);
    await store.settleTask(completed(task.id));
    let at = now;
    for (const expected of ['pending', 'pending', 'pending', 'pending', 'failed']) {
      const { due } = await store.dueDeliveries({ now: at, perAccount: 5 });
      const [{ id } = { id: 0 }] = due;
      const next = at + 1_000;
      const tried = {
        deliveryId: id,
        delivered: false,
        status: 500,
        error: 'no',
        now: at,
        nextAttemptAt: next,
      };
      expect(await store.recordDelivery(tried)).toBe(expected);
      if (expected === 'pending') {
        expect(await store.dueDeliveries({ now: at, perAccount: 5 })).toEqual({ due: [], nextAt: next });
      }
      at = next;
    }
    const [{ id: deliveryId } = { id: 0 }] = await store.recentDeliveries({ accountId, limit: 5 });
    expect(await store.resendDelivery({ accountId, deliveryId, now: at })).toBe(true);
    expect((await store.dueDeliveries({ now: at, perAccount: 5 })).due).toMatchObject([
      { id: deliveryId, attempts: 5 },
    ]);
    const done = { deliveryId, delivered: true, status: 200, error: null, now: at, nextAttemptAt: at };
    expect(await store.recordDelivery(done)).toBe('delivered');
    expect(await store.delivery({ accountId, deliveryId })).toMatchObject({
      state: 'delivered',
      deliveredAt: at,
    });
  });

  test('stores the result of an undelivered call, once', async () => {
    const opened = await open();
    const { store } = opened;
    const accountId = await account(opened);
    const finished = call(accountId, { requestId: randomUUID() });
    await store.settleCall(finished);
    const kept = { accountId, callId: finished.id, pages: null, now };
    await store.keepCallResult({ ...kept, result: '{"b":2}' });
    await store.keepCallResult({ ...kept, result: '{"c":3}' });
    expect(await store.jobResult(finished.id)).toMatchObject({ body: '{"b":2}' });
    expect(await store.jobsByRequestId({ accountId, requestId: finished.requestId })).toMatchObject([
      { id: finished.id, kind: 'call', state: 'COMPLETED', creditsCharged: 5, priority: null },
    ]);
  });

  test('deletes only what ended long ago', async () => {
    const opened = await open();
    const { store } = opened;
    const accountId = await account(opened);
    const tasks = [newTask(), newTask()];
    await put(store, accountId, tasks);
    await pick(store, accountId, 1);
    await store.settleTask(completed(tasks[0]?.id ?? ''));
    await store.settleCall(call(accountId, { id: timeOrderedId(now - 1), startedAt: now - 1 }));
    expect(await store.sweep({ endedBefore: now, now, limit: 50 })).toBe(false);
    expect((await store.recentJobs({ accountId, limit: 10 })).map(({ id }) => id)).toEqual([tasks[1]?.id]);
    expect(await store.jobResult(tasks[0]?.id ?? '')).toBeNull();
    await expectSoundLedger(store, accountId);
  });

  test('accepts calls up to the slots and the credits, and no further', async () => {
    const opened = await open();
    const { store, capacity } = opened;
    const accountId = await account(opened);
    const { slotLimit } = await capacity.accountUse(accountId);
    const holds = Array.from({ length: slotLimit + 3 }, () => ({
      id: timeOrderedId(now),
      accountId,
      credits: 5,
    }));
    const outcomes = await Promise.all(holds.map((hold) => capacity.holdForCall(hold)));
    expect(outcomes.filter(({ kind }) => kind === 'held')).toHaveLength(slotLimit);
    expect(outcomes.filter(({ kind }) => kind === 'full')).toHaveLength(3);
    const held = holds.filter((_, index) => outcomes[index]?.kind === 'held');
    for (const hold of held.slice(1)) await capacity.releaseCall(hold);
    const [first] = held;
    if (first === undefined) throw new Error('nothing was held');
    expect(await capacity.holdForCall({ ...first, id: timeOrderedId(now), credits: 496 })).toMatchObject({
      kind: 'insufficient',
      slotsUsed: 1,
    });
    const settled = await store.settleCall(call(accountId, { id: first.id }));
    if (settled.kind === 'settled') capacity.settled(accountId, settled);
    await capacity.releaseCall(first);
    expect(await capacity.accountUse(accountId)).toEqual({ slotsUsed: 0, slotLimit, balance: 495 });
  });
});

describe.skipIf(skip)(`nodes on one database${note}`, () => {
  it('never run more of an account together than it has slots, and each task once', async () => {
    const address = await emptyDatabase();
    const nodes = await Promise.all(Array.from({ length: 4 }, () => nodeOn(address)));
    const [first] = nodes;
    if (first === undefined) throw new Error('no node');
    const accountId = await account(first);
    const { slotLimit } = await first.capacity.accountUse(accountId);
    const tasks = Array.from({ length: 60 }, () => newTask({ creditsToCharge: 5, maximumCost: 5 }));
    await put(first.store, accountId, tasks);
    const ran: string[] = [];
    const work = async ({ store, capacity }: Opened): Promise<void> => {
      while (ran.length < tasks.length) {
        const taken = [...(await pick(store, accountId, 3))];
        for (let task = taken.pop(); task !== undefined; task = taken.pop()) {
          expect((await capacity.accountUse(accountId)).slotsUsed).toBeLessThanOrEqual(slotLimit);
          const settled = await store.settleTask(completed(task.id, { handsOn: ran.length % 2 === 0 }));
          expect(settled.kind).toBe('settled');
          ran.push(task.id);
          if (settled.kind === 'settled' && settled.next !== undefined) taken.push(settled.next);
        }
      }
    };
    await Promise.all(nodes.map(work));
    expect(ran.toSorted()).toEqual(tasks.map(({ id }) => id).toSorted());
    expect(await first.store.chargedSince({ accountId, since: 0 })).toEqual({ jobs: 60, credits: 300 });
    expect(await first.capacity.accountUse(accountId)).toMatchObject({ slotsUsed: 0, balance: 200 });
    await expectSoundLedger(first.store, accountId);
  });

  it('pass a slot on to the next task of its account, within its credits', async () => {
    const address = await emptyDatabase();
    const one = await nodeOn(address);
    const { store, capacity } = one;
    const { id: accountId } = await store.ensureAccount({ name: 'lite', plan: 'lite', now });
    const nextAfter = async (taskId = '', changes: Partial<TaskOutcome> = {}) => {
      const settled = await store.settleTask(completed(taskId, { handsOn: true, ...changes }));
      return settled.kind === 'settled' ? settled.next?.id : settled.kind;
    };
    const several = (count: number, changes: Partial<NewTask> = {}) =>
      Array.from({ length: count }, () => newTask(changes));
    await put(store, accountId, several(10));
    const running = (await pick(store, accountId, 10)).map(({ id }) => id);
    const low = newTask({ priority: 3 });
    const high = newTask({ priority: 9 });
    const dear = newTask({ priority: 2, maximumCost: 37_470 });
    await put(store, accountId, [low, high, dear, newTask()]);
    expect(await nextAfter(running[0], { handsOn: false })).toBeUndefined();
    expect(await pick(store, accountId, 1)).toMatchObject([{ id: high.id }]);
    expect(await nextAfter(running[1])).toBe(low.id);
    expect(await capacity.accountUse(accountId)).toMatchObject({ slotsUsed: 10, balance: 37_490 });
    expect(await store.queueCounts(accountId)).toMatchObject({ queued: 2, processing: 10 });
    expect(await store.waitingQueues()).toMatchObject([{ accountId, queued: 2 }]);
    // The next one waits until what runs beside it may cost no more than the rest of the balance.
    expect(await nextAfter(running[2])).toBeUndefined();
    for (const id of running.slice(3, 8)) expect(await nextAfter(id, { charge: 0 })).toBeUndefined();
    expect(await nextAfter(running[8], { charge: 0 })).toBe(dear.id);
    expect(await capacity.accountUse(accountId)).toMatchObject({ slotsUsed: 4, balance: 37_485 });

    await nextAfter(dear.id, { charge: 0, handsOn: false });
    await expectSoundLedger(store, accountId);
  });

  it('pass on the slots of an account with a long queue only on its home nodes', async () => {
    const address = await emptyDatabase();
    const nodes = [await nodeOn(address), await nodeOn(address)] as const;
    const onNodes = async (plan: PlanId) => {
      const [first] = nodes;
      const { id: accountId } = await first.store.ensureAccount({ name: plan, plan, now });
      const tasks = Array.from({ length: 400 }, () => newTask());
      await put(first.store, accountId, tasks, 400);
      return Promise.all(
        nodes.map(async ({ store, capacity }) => {
          const open = (await capacity.queues()).some((queue) => queue.accountId === accountId);
          return { store, accountId, open };
        }),
      );
    };
    const handedOn = async (
      { store, accountId }: { store: ServiceStore; accountId: number },
      count: number,
    ) => {
      const tasks = await pick(store, accountId, count);
      const settled = await Promise.all(
        tasks.map(({ id }) => store.settleTask(completed(id, { charge: 0, handsOn: true }))),
      );
      return settled.filter((each) => each.kind === 'settled' && each.next !== undefined).length;
    };
    const small = (await onNodes('hobby')).toSorted((a, b) => Number(b.open) - Number(a.open));
    const [home, other] = small as [(typeof small)[0], (typeof small)[0]];
    expect([home.open, other.open]).toEqual([true, false]);
    expect([await handedOn(other, 5), await handedOn(home, 15)]).toEqual([0, 15]);

    // Half of its slots for each of two nodes.
    const large = await onNodes('enterprise-5k');
    expect(large.map(({ open }) => open)).toEqual([true, true]);
    expect(await handedOn(large[0] as (typeof large)[0], 140)).toBe(128);
    for (const { accountId } of [home, large[0] as typeof home])
      await expectSoundLedger(home.store, accountId);
  });

  it('store columns of every kind unchanged', async () => {
    const client = new Client({ connectionString: await emptyDatabase() });
    await client.connect();
    onTestFinished(() => client.end());
    const strings = ['', 'a "b" \\ {c},d', 'ä€😀', null, '\n\t', 'NULL'];
    const numbers = [
      0,
      1,
      -1,
      2 ** 32,
      -(2 ** 32) - 1,
      Number.MAX_SAFE_INTEGER,
      -Number.MAX_SAFE_INTEGER,
      null,
    ];
    const ids = [randomUUID(), null, timeOrderedId(now)];
    const statement = `SELECT $1::text[] AS strings, $2::bigint[]::text[] AS numbers, $3::uuid[] AS ids,
      $4::integer[] AS integers, $5::bytea[] AS bodies, $6::text[] AS none`;
    const integerValues = [0, -(2 ** 31), 2 ** 31 - 1, null];
    const values = [texts(strings), bigints(numbers), uuids(ids), integers(integerValues)];
    const { rows } = await client.query(statement, [
      ...values,
      bytes([Buffer.from([0, 255]), null]),
      texts([]),
    ]);
    expect(rows).toEqual([
      {
        strings,
        numbers: numbers.map((number) => (number === null ? null : String(number))),
        ids,
        integers: integerValues,
        bodies: [Buffer.from([0, 255]), null],
        none: [],
      },
    ]);
  });

  it('put back a task that got a slot if no node knows of it', async () => {
    const proxy = await startDatabaseProxy(await emptyDatabase());
    onTestFinished(proxy.close);
    const opened = await nodeOn(proxy.url);
    const { store, capacity } = opened;
    const accountId = await account(opened);
    const [ended, next] = [newTask(), newTask()] as const;
    await put(store, accountId, [ended, next]);
    await pick(store, accountId, 1);
    const cut = proxy.cutAfter('tasks_settle');
    expect(await store.settleTask(completed(ended.id, { handsOn: true }))).toEqual({ kind: 'gone' });
    await cut;
    expect(await store.task({ accountId, taskId: ended.id })).toMatchObject({ state: 'COMPLETED' });
    expect(await pick(store, accountId, 1)).toMatchObject([{ id: next.id }]);
    expect(await capacity.accountUse(accountId)).toMatchObject({ slotsUsed: 1 });
    expect((await store.settleTask(completed(next.id))).kind).toBe('settled');
    expect(await store.chargedSince({ accountId, since: 0 })).toEqual({ jobs: 2, credits: 10 });
    await expectSoundLedger(store, accountId);
  });

  it('put back the tasks of a dead node; its late outcome is neither stored nor charged', async () => {
    const address = await emptyDatabase();
    const paused = await nodeOn(address);
    const living = await nodeOn(address, 400);
    const accountId = await account(paused);
    const task = newTask();
    await put(paused.store, accountId, [task]);
    await pick(paused.store, accountId, 1);
    await paused.capacity.holdForCall({ id: timeOrderedId(now), accountId, credits: 5 });
    // As if it had been stopped for longer than its lease; the database itself has just been started, too.
    await psql(
      address,
      "UPDATE nodes SET lease_ends_at = now() - interval '1 hour' WHERE lease_ends_at > now() + interval '10 s'",
    );
    await expect
      .poll(() => living.capacity.accountUse(accountId), { timeout: 10_000 })
      .toMatchObject({ slotsUsed: 0 });
    expect(await pick(living.store, accountId, 1)).toMatchObject([{ id: task.id }]);
    expect(await paused.store.settleTask(completed(task.id))).toEqual({ kind: 'gone' });
    expect(await living.store.settleTask(completed(task.id))).toMatchObject({
      kind: 'settled',
      balance: 495,
    });
    expect(await paused.store.settleTask(completed(task.id))).toEqual({ kind: 'gone' });
    expect(await living.store.chargedSince({ accountId, since: 0 })).toEqual({ jobs: 1, credits: 5 });
  });

  it('determine the result of a commit whose response was lost', async () => {
    const proxy = await startDatabaseProxy(await emptyDatabase());
    onTestFinished(proxy.close);
    const opened = await nodeOn(proxy.url);
    const { store } = opened;
    const accountId = await account(opened);
    const tasks = [newTask({ idempotencyKey: 'one' }), newTask()];
    const cutOfCreation = proxy.cutAfter('COMMIT');
    expect(await put(store, accountId, tasks)).toEqual({ kind: 'done', results: ['created', 'created'] });
    await cutOfCreation;
    expect(await store.queueCounts(accountId)).toMatchObject({ queued: 2 });
    expect(await put(store, accountId, tasks.slice(0, 1))).toEqual({ kind: 'done', results: ['exists'] });

    const cutOfClearing = proxy.cutAfter('COMMIT');
    const upTo = await store.queueEnd(accountId);
    expect(await store.clearQueue({ accountId, upTo, limit: 10 })).toBe(2);
    await cutOfClearing;
    expect(await store.waitingQueues()).toEqual([]);
  });

  it('charge a call once if the response to its settlement was lost, and report that also with an empty balance', async () => {
    const proxy = await startDatabaseProxy(await emptyDatabase());
    onTestFinished(proxy.close);
    const opened = await nodeOn(proxy.url);
    const { store } = opened;
    const accountId = await account(opened);
    const cut = proxy.cutAfter('calls_settle');
    expect(await store.settleCall(call(accountId, { charge: 400 }))).toMatchObject({
      kind: 'settled',
      balance: 100,
    });
    await cut;
    expect(await store.chargedSince({ accountId, since: 0 })).toEqual({ jobs: 1, credits: 400 });
    await expectSoundLedger(store, accountId);
  });

  it('clean up one at a time', async () => {
    const address = await emptyDatabase();
    const opened = await nodeOn(address);
    const accountId = await account(opened);
    await opened.store.settleCall(call(accountId, { id: timeOrderedId(now - 1), startedAt: now - 1 }));
    const other = new Client({ connectionString: address });
    await other.connect();
    onTestFinished(() => other.end());
    // As a node does that is at it.
    await other.query('BEGIN');
    await other.query('SELECT pg_advisory_xact_lock(7266190102)');
    await opened.store.sweep({ endedBefore: now, now, limit: 50 });
    expect(await opened.store.recentJobs({ accountId, limit: 5 })).toHaveLength(1);
    await other.query('COMMIT');
    await opened.store.sweep({ endedBefore: now, now, limit: 50 });
    expect(await opened.store.recentJobs({ accountId, limit: 5 })).toEqual([]);
  });

  it('clear no task that another node has just started', async () => {
    const address = await emptyDatabase();
    const [opened, other] = [await nodeOn(address), new Client({ connectionString: address })];
    await other.connect();
    onTestFinished(() => other.end());
    const accountId = await account(opened);
    await put(opened.store, accountId, [newTask(), newTask(), newTask()]);
    const upTo = await opened.store.queueEnd(accountId);
    // As a node that takes a task: it has the account, and has not committed yet.
    await other.query('BEGIN');
    await other.query('SELECT 1 FROM accounts FOR NO KEY UPDATE');
    await other.query(
      "UPDATE tasks SET state = 'PROCESSING', node_id = gen_random_uuid() WHERE sequence = (SELECT min(sequence) FROM tasks)",
    );
    await other.query('UPDATE accounts SET queued = queued - 1, slots_used = slots_used + 1');
    const clearing = opened.store.clearQueue({ accountId, upTo, limit: 10 });
    const waiting =
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
    await expect.poll(() => psql(address, waiting), { timeout: 10_000 }).toBe('1');
    await other.query('COMMIT');
    expect(await clearing).toBe(2);
    expect(await opened.store.queueCounts(accountId)).toMatchObject({ queued: 0, processing: 1 });
    expect(await psql(address, 'SELECT queued FROM accounts')).toBe('0');
  });

  it('put back their tasks when they close', async () => {
    const address = await emptyDatabase();
    const [leaving, staying] = [await nodeOn(address), await nodeOn(address)];
    const accountId = await account(leaving);
    await put(leaving.store, accountId, [newTask()]);
    await pick(leaving.store, accountId, 1);
    await leaving.close();
    expect(await staying.store.queueCounts(accountId)).toMatchObject({ queued: 1, processing: 0 });
  });

  it('send a webhook from one node at a time', async () => {
    const address = await emptyDatabase();
    const [one, other] = [await nodeOn(address), await nodeOn(address)];
    const accountId = await account(one);
    const task = newTask({ webhookUrl: 'https://example.com/hook' });
    await put(one.store, accountId, [task]);
    await pick(one.store, accountId, 1);
    await one.store.settleTask(completed(task.id));
    const looks = await Promise.all(
      [one, other].map(({ store }) => store.dueDeliveries({ now, perAccount: 5 })),
    );
    expect(looks.flatMap(({ due }) => due)).toHaveLength(1);
  });

  it('create the tables of an empty database together, and refuse a newer one', async () => {
    const address = await emptyDatabase();
    await Promise.all(Array.from({ length: 5 }, () => nodeOn(address)));
    expect(await psql(address, 'SELECT max(version) = count(*) FROM parallax_schema')).toBe('t');
    await psql(address, 'INSERT INTO parallax_schema VALUES (99, now())');
    await expect(nodeOn(address)).rejects.toMatchObject({ code: 'STORE_NEWER' });
  });

  it('see the changes of the others, and protect the ledger from changes', async () => {
    const address = await emptyDatabase();
    const [one, other] = [await nodeOn(address), await nodeOn(address)];
    await other.store.changedElsewhere();
    const accountId = await account(one);
    expect(await other.store.changedElsewhere()).toBe(true);
    expect(await other.store.changedElsewhere()).toBe(false);
    await expect(psql(address, 'DELETE FROM ledger')).rejects.toThrow(/append-only/);
    await expectSoundLedger(other.store, accountId);
  });
});
