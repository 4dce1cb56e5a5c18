import { runnableColumns } from '../rows.ts';
import type { BalanceAfter, FinishedCall, RunnableTask, StoredPages, TaskOutcome } from '../serviceStore.ts';
import { callLanes, inLanes } from './batches.ts';
import { bigints, bytes, integers, texts, uuids } from './columns.ts';
import { type Database, isLost, type Query } from './database.ts';
import { type Homes, peersOf, shareOf } from './homes.ts';
import type { Node } from './nodes.ts';
import { alive, inOrder, type QueuedRow, runnable, takenFrom } from './tasksTable.ts';

/**
 * Ends several jobs in one statement: outcome, charge, result, pages and webhook. The accounts are locked
 * first, in order of their numbers; the rest reads the balances after the locks were acquired. These are
 * returned as a separate column, because a statement that waited for a lock re-reads the locked row and
 * everything joined to it. An account with an expired credit cycle is skipped, and returns nothing, until its
 * next cycle has begun.
 * `ended` contains what actually ended now: a task only while this node runs it, a call only once. Charges, and
 * released slots and credits, are computed from its rows, so that nothing sent twice counts twice.
 */
const lockedFirst = (accounts: string, more = '', condition = ''): string => `locked AS MATERIALIZED (
    SELECT id, balance, ledger_sequence${more} FROM accounts
    WHERE id = ANY (${accounts}::bigint[]) AND cycle_ends_at > $1${condition} ORDER BY id FOR NO KEY UPDATE),
  covered AS MATERIALIZED (
    SELECT asked.*, locked.balance, locked.ledger_sequence,
      sum(asked.charge) OVER (PARTITION BY asked.account_id ORDER BY asked.nth) <= locked.balance AS enough
    FROM asked JOIN locked ON locked.id = asked.account_id)`;
const charging = (taken = ''): string => `charged AS (
    SELECT account_id, id, engine, at, charge, ledger_sequence + row_number() OVER same AS sequence,
      balance - sum(charge) OVER same AS balance_after
    FROM ended WHERE charge > 0 WINDOW same AS (PARTITION BY account_id ORDER BY nth)),
  entered AS (
    INSERT INTO ledger (account_id, sequence, at, kind, delta, balance_after, job_id, note)
    SELECT account_id, sequence, at, 'charge', -charge, balance_after, id, engine FROM charged),
  totals AS (
    SELECT account_id, sum(charge) AS charge, count(*) FILTER (WHERE charge > 0) AS charges,
      sum(slots) AS slots, sum(credits) AS credits, sum(queued) AS queued
    FROM (SELECT account_id, charge, 0 AS slots, 0 AS credits, 0 AS queued FROM ended
      UNION ALL SELECT account_id, 0, 1, credits, 0 FROM freed${taken}) AS each
    GROUP BY account_id),
  counted AS (
    UPDATE accounts SET balance = accounts.balance - totals.charge,
      ledger_sequence = accounts.ledger_sequence + totals.charges,
      slots_used = accounts.slots_used - totals.slots, credits_held = accounts.credits_held - totals.credits,
      queued = accounts.queued - totals.queued
    FROM totals WHERE accounts.id = totals.account_id
    RETURNING accounts.id, accounts.balance, accounts.ledger_sequence)`;
const pages = (from: number): string => `paged AS (
    INSERT INTO result_pages (token, page, body, created_at)
    SELECT page.token, page.number, page.body, ended.at
    FROM unnest($${from}::uuid[], $${from + 1}::text[], $${from + 2}::integer[], $${from + 3}::bytea[])
      AS page (id, token, number, body) JOIN ended ON ended.id = page.id)`;
/** One row per item; the balance is that after all of them. */
const answer = `SELECT covered.nth::integer AS nth, covered.enough,
    coalesce(counted.balance, covered.balance) AS balance,
    coalesce(counted.ledger_sequence, covered.ledger_sequence) AS "ledgerSequence"`;

/**
 * Released slots go to the next tasks of their account in the same statement: one lock, one commit, and almost
 * no gap between two tasks. A node keeps no more of an account's slots this way than its share among the
 * account's home nodes; slots above that become free for these.
 */
const handedOn = `${peersOf('$2')},
  room AS MATERIALIZED (
    SELECT locked.id, available + sums.credits - sums.charge AS credits,
      least(sums.tasks, free + sums.tasks, ${shareOf('locked.id')} - hands.held)::integer AS room
    FROM locked JOIN unnest($17::bigint[], $18::integer[]) AS hands (id, held) ON hands.id = locked.id
      JOIN (SELECT account_id AS id, count(*) AS tasks, sum(maximum_cost) AS credits, sum(charge) AS charge FROM ended
        GROUP BY account_id) AS sums ON sums.id = locked.id, peers, alive)`;

const settleTasks = {
  name: 'tasks_settle',
  text: `WITH ${alive},
  asked AS MATERIALIZED (
      SELECT * FROM unnest($3::uuid[], $4::bigint[], $5::text[], $6::bigint[], $7::text[], $8::integer[], $9::bigint[],
        $10::text[], $11::integer[])
        WITH ORDINALITY AS asked (id, account_id, state, charge, response, attempts, at, token, pages, nth)),
  ${lockedFirst(
    '$17',
    ', slots, slots - slots_used AS free, balance - credits_held AS available',
    ' AND (SELECT count(*) FROM alive) >= 0',
  )},
  ended AS (
    UPDATE tasks SET state = covered.state, credits_charged = covered.charge, attempts = covered.attempts,
      finished_at = covered.at, node_id = NULL
    FROM covered
    WHERE tasks.account_id = covered.account_id AND tasks.id = covered.id AND covered.enough
      AND tasks.state = 'PROCESSING' AND tasks.node_id = $2
    RETURNING tasks.id, tasks.account_id, tasks.engine, tasks.maximum_cost, tasks.webhook_url, covered.charge,
      covered.response, covered.at, covered.token, covered.pages, covered.nth, covered.balance, covered.ledger_sequence),
  freed AS (SELECT account_id, maximum_cost AS credits FROM ended),
  ${handedOn},
  ${takenFrom('room')},
  ${charging(' UNION ALL SELECT account_id, 0, -1, -maximum_cost, 1 FROM started')},
  stored AS (
    INSERT INTO results (job_id, body, page_token, page_count, created_at)
    SELECT id, response, token, pages, at FROM ended),
  ${pages(12)},
  sent AS (
    INSERT INTO webhook_deliveries (account_id, task_id, url, state, attempts, attempts_left, next_attempt_at, created_at)
    SELECT account_id, id, webhook_url, 'pending', 0, $16, at, at FROM ended WHERE webhook_url IS NOT NULL)
  ${answer}, (covered.id, covered.nth) IN (SELECT id, nth FROM ended) AS ended, NULL::uuid AS id, NULL::bigint AS "accountId",
    NULL AS "requestId", NULL AS engine, NULL AS payload, NULL::integer AS attempts, NULL::bigint AS "maximumCost",
    NULL::bigint AS "startedAt", NULL AS receipt, NULL AS "webhookUrl", NULL::integer AS priority, NULL::bigint AS sequence
  FROM covered LEFT JOIN counted ON counted.id = covered.account_id
  UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, ${runnableColumns}, priority, sequence FROM started`,
};

const settleCalls = {
  name: 'calls_settle',
  text: `WITH asked AS MATERIALIZED (
      SELECT * FROM unnest($2::uuid[], $3::bigint[], $4::text[], $5::text[], $6::integer[], $7::text[], $8::text[],
        $9::bigint[], $10::integer[], $11::bigint[], $12::bigint[], $13::text[], $14::text[], $15::integer[])
        WITH ORDINALITY AS asked (id, account_id, request_id, engine, status, error_code, error_message, charge,
          attempts, started_at, at, result, token, pages, nth)),
  ${lockedFirst('$20')},
  freed AS (
    DELETE FROM running_calls USING covered WHERE running_calls.id = covered.id AND covered.enough
    RETURNING running_calls.account_id, running_calls.credits),
  written AS (
    INSERT INTO calls (account_id, id, request_id, engine, status, error_code, error_message, credits_charged, attempts,
      started_at, finished_at)
    SELECT account_id, id, request_id, engine, status, error_code, error_message, charge, attempts, started_at, at
    FROM covered WHERE enough
    ON CONFLICT DO NOTHING RETURNING account_id, id, engine, credits_charged AS charge, finished_at AS at),
  ended AS MATERIALIZED (
    SELECT written.*, row_number() OVER () AS nth, locked.balance, locked.ledger_sequence
    FROM written JOIN locked ON locked.id = written.account_id),
  ${charging()},
  stored AS (
    INSERT INTO results (job_id, body, page_token, page_count, created_at)
    SELECT kept.id, kept.result, kept.token, kept.pages, ended.at
    FROM (SELECT * FROM asked WHERE result IS NOT NULL) AS kept JOIN ended ON ended.id = kept.id),
  ${pages(16)}
  ${answer}, true AS ended
  FROM covered LEFT JOIN counted ON counted.id = covered.account_id`,
};

/**
 * A call that was charged by a statement whose response was lost: sent again, it may find too small a balance.
 */
const settledCall = {
  name: 'call_settled',
  text: `SELECT balance, ledger_sequence AS "ledgerSequence" FROM accounts JOIN calls ON calls.account_id = accounts.id
    WHERE accounts.id = $1 AND calls.id = $2`,
};

type NextRow = QueuedRow & { readonly nth: null };
type SettledRow = BalanceAfter & {
  readonly nth: number;
  readonly enough: boolean;
  readonly ended: boolean;
};
type Settled =
  | ({ readonly kind: 'settled'; readonly next?: RunnableTask } & BalanceAfter)
  | { readonly kind: 'insufficient' }
  | { readonly kind: 'gone' };

type OwnedOutcome = TaskOutcome & { readonly accountId: number };

/** Ends tasks, and takes as many others of their accounts if allowed. */
function taskEnding(
  db: Database,
  node: Node,
  { webhookAttempts, homes }: { readonly webhookAttempts: number; readonly homes: Homes },
) {
  /** How many other tasks of these accounts this node holds, up to its share. */
  const heldBeside = (accountIds: readonly number[], outcomes: readonly OwnedOutcome[]): Buffer => {
    const held = new Map(accountIds.map((accountId) => [accountId, 0]));
    const change = (accountId: number, by: number) => {
      const count = held.get(accountId);
      if (count !== undefined) held.set(accountId, count + by);
    };
    for (const accountId of node.tasks.values()) change(accountId, 1);
    for (const { accountId } of outcomes) change(accountId, -1);
    return integers([...held].map(([accountId, count]) => (homes.adopted(accountId) ? -allOfThem : count)));
  };
  const sendTasks = (send: Query, now: number, some: readonly OwnedOutcome[], handsOn: boolean) => {
    const accountIds = accountsOf(some);
    return send<SettledRow | NextRow>(settleTasks, [
      now,
      node.id,
      uuids(some.map(({ taskId }) => taskId)),
      bigints(some.map(({ accountId }) => accountId)),
      texts(some.map(({ state }) => state)),
      bigints(some.map(({ charge }) => charge)),
      texts(some.map(({ response }) => response)),
      integers(some.map(({ attempts }) => attempts)),
      bigints(some.map((each) => each.now)),
      texts(some.map((each) => each.pages?.token ?? null)),
      integers(some.map((each) => each.pages?.bodies.length ?? 0)),
      ...pageColumns(some.map((each) => ({ id: each.taskId, pages: each.pages }))),
      webhookAttempts,
      bigints(accountIds),
      handsOn ? heldBeside(accountIds, some) : integers(accountIds.map(() => allOfThem)),
    ]);
  };

  /** Returns one row per outcome, and passes the tasks taken to `next`. */
  const endTasks = async (
    now: number,
    some: readonly OwnedOutcome[],
    next: NextRow[],
  ): Promise<readonly SettledRow[]> => {
    if (some.every(({ handsOn }) => handsOn)) {
      try {
        return await node.taking(async () => {
          const rows = await sendTasks(db.once, now, some, true);
          const taken = rows.filter((row) => row.nth === null);
          for (const { id, accountId } of taken) node.tasks.set(id, accountId);
          next.push(...taken);
          return rows.filter((row) => row.nth !== null);
        });
      } catch (error) {
        // It is unknown whether it was executed, and what was taken: that is put back, and the outcomes are
        // sent again.
        if (!isLost(error)) throw error;
      }
    }
    return (await sendTasks(db.query, now, some, false)).filter((row) => row.nth !== null);
  };
  return endTasks;
}

export function createSettling(
  db: Database,
  node: Node,
  options: {
    readonly webhookAttempts: number;
    readonly homes: Homes;
    readonly renewCycles: (now: number) => Promise<unknown>;
  },
) {
  /** If another charge prevented one that fits by itself, it is tried alone. */
  const settle = async <Input extends { readonly charge: number }>(
    inputs: readonly Input[],
    now: number,
    send: (some: readonly Input[]) => Promise<readonly SettledRow[]>,
  ): Promise<readonly Settled[]> => {
    const outputs = new Array<Settled>(inputs.length);
    let left = inputs.map((_, index) => index);
    for (let round = 0; left.length > 0; round += 1) {
      if (round > 2) throw new Error('An account is missing, or its credit cycle cannot begin');
      if (round > 0) await options.renewCycles(now);
      const rows = await send(left.map((index) => inputs[index] as Input));
      const answered = new Map(rows.map((row) => [left[row.nth - 1] as number, row]));
      for (const [index, row] of answered) {
        const { balance, ledgerSequence } = row;
        if (row.enough)
          outputs[index] = row.ended ? { kind: 'settled', balance, ledgerSequence } : { kind: 'gone' };
        else if (inputs.length === 1) outputs[index] = { kind: 'insufficient' };
        else outputs[index] = (await settle([inputs[index] as Input], now, send))[0] as Settled;
      }
      left = left.filter((index) => !answered.has(index));
    }
    return outputs;
  };

  const endTasks = taskEnding(db, node, options);
  const task = inLanes(node.lanes, async (outcomes: readonly OwnedOutcome[]): Promise<readonly Settled[]> => {
    const latest = Math.max(...outcomes.map(({ now }) => now));
    const next: NextRow[] = [];
    const settled = await settle(outcomes, latest, (some) => endTasks(latest, some, next));
    next.sort(inOrder);
    return settled.map((each, index): Settled => {
      const at = next.findIndex((row) => row.accountId === outcomes[index]?.accountId);
      if (each.kind !== 'settled' || at < 0) return each;
      return { ...each, next: runnable(next.splice(at, 1)[0] as NextRow, latest) };
    });
  });

  const call = inLanes(callLanes, async (calls: readonly FinishedCall[]) => {
    const latest = Math.max(...calls.map(({ finishedAt }) => finishedAt));
    return settle(calls, latest, (some) => db.query<SettledRow>(settleCalls, callColumns(some, latest)));
  });

  return {
    settleTask: async (outcome: TaskOutcome): Promise<Settled> => {
      const accountId = node.tasks.get(outcome.taskId);
      if (accountId === undefined) return { kind: 'gone' };
      const settled = await task({ ...outcome, accountId });
      if (settled.kind !== 'insufficient') node.tasks.delete(outcome.taskId);
      return settled;
    },
    settleCall: async (finished: FinishedCall): Promise<Exclude<Settled, { readonly kind: 'gone' }>> => {
      let settled = await call(finished);
      if (settled.kind === 'insufficient') {
        const [after] = await db.query<BalanceAfter>(settledCall, [finished.accountId, finished.id]);
        if (after !== undefined) settled = { kind: 'settled', ...after };
      }
      if (settled.kind === 'settled') node.calls.delete(finished.id);
      return settled as Exclude<Settled, { readonly kind: 'gone' }>;
    },
  };
}

/**
 * More than any account's slots: with this many already held, none is taken; with this many missing, all are.
 */
const allOfThem = 1_000_000;

function accountsOf(jobs: readonly { readonly accountId: number }[]): readonly number[] {
  return [...new Set(jobs.map(({ accountId }) => accountId))];
}

function callColumns(some: readonly FinishedCall[], latest: number): readonly unknown[] {
  return [
    latest,
    uuids(some.map(({ id }) => id)),
    bigints(some.map(({ accountId }) => accountId)),
    texts(some.map(({ requestId }) => requestId)),
    texts(some.map(({ engine }) => engine)),
    integers(some.map(({ status }) => status)),
    texts(some.map(({ errorCode }) => errorCode)),
    texts(some.map(({ errorMessage }) => errorMessage)),
    bigints(some.map(({ charge }) => charge)),
    integers(some.map(({ attempts }) => attempts)),
    bigints(some.map(({ startedAt }) => startedAt)),
    bigints(some.map(({ finishedAt }) => finishedAt)),
    texts(some.map(({ result }) => result)),
    texts(some.map((each) => each.pages?.token ?? null)),
    integers(some.map((each) => each.pages?.bodies.length ?? 0)),
    ...pageColumns(some),
    bigints(accountsOf(some)),
  ];
}

function pageColumns(
  jobs: readonly { readonly id: string; readonly pages: StoredPages | null }[],
): readonly Buffer[] {
  const all = jobs.flatMap(({ id, pages: stored }) =>
    (stored?.bodies ?? []).map((body, index) => ({
      id,
      token: stored?.token ?? null,
      number: index + 1,
      body,
    })),
  );
  return [
    uuids(all.map(({ id }) => id)),
    texts(all.map(({ token }) => token)),
    integers(all.map(({ number }) => number)),
    bytes(all.map(({ body }) => body)),
  ];
}
