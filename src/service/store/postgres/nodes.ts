import { randomUUID } from 'node:crypto';
import { StoreError } from '../storeError.ts';
import { type Database, isLost } from './database.ts';
import { type StoreClock, storeMs } from './storeClock.ts';

/**
 * This process among those on the database. It is alive while it renews its lease; slots, credits, tasks and
 * deliveries of a dead node are released.
 */
export type Node = {
  /** A new number after it was declared dead: work under the old one no longer counts. */
  readonly id: string;
  /** Aborted when it was declared dead: its tasks now belong to other nodes. */
  readonly lease: () => AbortSignal;
  /** Runs this now, and whenever the node has to rejoin; replaces an earlier one of the same name. */
  readonly keep: (name: string, work: () => Promise<unknown>) => Promise<void>;
  /** The node and account of every running task. */
  readonly tasks: Map<string, number>;
  /** Ids of the synchronous calls that hold a slot. */
  readonly calls: Set<string>;
  /**
   * Takes tasks. If the connection was lost, whatever may have been taken is put back before the next take,
   * once all takes in progress have reported their tasks.
   */
  readonly taking: <T>(take: () => Promise<T>) => Promise<T>;
  /** A slot may be held that nobody here knows of: it is released with the next heartbeat. */
  readonly doubt: () => void;
  /** Concurrent batches of ending tasks: a single node keeps two processors of the database busy. */
  readonly lanes: () => number;
  readonly close: () => Promise<void>;
};

const join = {
  name: 'node_join',
  text: `INSERT INTO nodes (id, started_at, lease_ends_at) VALUES ($1, now(), clock_timestamp() + $2 * interval '1 ms')
    ON CONFLICT (id) DO UPDATE SET lease_ends_at = excluded.lease_ends_at`,
};
const renew = {
  name: 'node_renew',
  text: `UPDATE nodes SET lease_ends_at = clock_timestamp() + $2 * interval '1 ms' WHERE id = $1
    RETURNING (SELECT count(*) FROM nodes) AS nodes, ${storeMs}`,
};
/** After the database starts, every node gets time to come back, because none could renew its lease. */
const expired = {
  name: 'nodes_expired',
  text: `SELECT id FROM nodes WHERE lease_ends_at < clock_timestamp()
      AND pg_postmaster_start_time() + $1 * interval '1 ms' < clock_timestamp()
    FOR UPDATE SKIP LOCKED`,
};
const lockHolders = {
  name: 'nodes_lock_accounts',
  text: `SELECT id FROM accounts WHERE id IN (
      SELECT account_id FROM tasks WHERE state = 'PROCESSING' AND node_id = ANY ($1::uuid[])
      UNION SELECT account_id FROM running_calls WHERE node_id = ANY ($1::uuid[]))
    ORDER BY id FOR NO KEY UPDATE`,
};
/** Releases everything nodes held, except the given tasks and calls. */
const giveBack = {
  name: 'nodes_give_back',
  text: `WITH back AS (
      UPDATE tasks SET state = 'QUEUED', node_id = NULL
      WHERE state = 'PROCESSING' AND node_id = ANY ($1::uuid[]) AND id <> ALL ($2::uuid[])
      RETURNING account_id, maximum_cost AS credits),
    ended AS (DELETE FROM running_calls WHERE node_id = ANY ($1::uuid[]) AND id <> ALL ($3::uuid[])
      RETURNING account_id, credits),
    freed AS (
      SELECT account_id, count(*) AS slots, sum(credits) AS credits, sum(queued) AS queued FROM (
        SELECT account_id, credits, 1 AS queued FROM back UNION ALL SELECT account_id, credits, 0 FROM ended) AS each
      GROUP BY account_id)
    UPDATE accounts SET slots_used = slots_used - freed.slots, credits_held = credits_held - freed.credits,
      queued = accounts.queued + freed.queued
    FROM freed WHERE accounts.id = freed.account_id`,
};
const freeDeliveries = {
  name: 'nodes_free_deliveries',
  text: `UPDATE webhook_deliveries SET leased_by = NULL, leased_until = NULL
    WHERE state = 'pending' AND leased_by = ANY ($1::uuid[])`,
};
const forget = { name: 'nodes_forget', text: 'DELETE FROM nodes WHERE id = ANY ($1::uuid[])' };

/** For an operator, which holds nothing and is not counted. */
export function detachedNode(): Node {
  const { signal } = new AbortController();
  return {
    id: randomUUID(),
    lease: () => signal,
    keep: async (_name, work) => void (await work()),
    tasks: new Map(),
    calls: new Set(),
    taking: (take) => take(),
    doubt: () => undefined,
    lanes: () => 1,
    close: async () => undefined,
  };
}

export type NodeOptions = {
  /** How long the node counts as alive without a heartbeat. */
  readonly leaseMs: number;
  /** Reports releases, losses and errors. */
  readonly told: (level: 'info' | 'warn', message: string) => void;
};

/** Takes run concurrently, until one is lost. */
function takingGate(putBack: () => Promise<void>) {
  const takings = new Set<Promise<unknown>>();
  let inDoubt = false;
  /** A statement sent before the connection was lost may be waiting for a lock and still be executed later. */
  let doubtfulBeats = 0;
  let puttingBack: Promise<void> | null = null;
  const doubt = (): void => {
    inDoubt = true;
    doubtfulBeats = 2;
  };
  const putAllBack = async (): Promise<void> => {
    await Promise.allSettled(takings);
    inDoubt = false;
    try {
      await putBack();
    } catch (error) {
      inDoubt = true;
      throw error;
    }
  };
  const taking = async <T>(take: () => Promise<T>): Promise<T> => {
    while (inDoubt || puttingBack !== null) {
      puttingBack ??= putAllBack().finally(() => {
        puttingBack = null;
      });
      await puttingBack;
    }
    const work = take();
    takings.add(work);
    try {
      return await work;
    } catch (error) {
      if (error instanceof StoreError || isLost(error)) doubt();
      throw error;
    } finally {
      takings.delete(work);
    }
  };
  return {
    taking,
    doubt,
    /** With a heartbeat, because there may be no other take for a long time. */
    putBackLate: async (): Promise<void> => {
      inDoubt ||= doubtfulBeats > 0;
      doubtfulBeats = Math.max(0, doubtfulBeats - 1);
      if (inDoubt) await taking(async () => undefined);
    },
  };
}

/** @param clock follows the database's with every heartbeat */
export async function joinNodes(
  db: Database,
  clock: StoreClock,
  { leaseMs, told }: NodeOptions,
): Promise<Node> {
  let id = randomUUID();
  let lease = new AbortController();
  const kept = new Map<string, () => Promise<unknown>>();
  const tasks = new Map<string, number>();
  const calls = new Set<string>();
  let busy = false;
  let alone = true;

  const free = (nodes: readonly string[], keep: boolean): Promise<void> =>
    db.transaction(async (query) => {
      await query(lockHolders, [nodes]);
      await query(giveBack, [nodes, keep ? [...tasks.keys()] : [], keep ? [...calls] : []]);
      if (keep) return;
      await query(freeDeliveries, [nodes]);
      await query(forget, [nodes]);
    });
  const reap = (): Promise<number> =>
    db.transaction(async (query) => {
      const dead = (await query<{ id: string }>(expired, [leaseMs])).map((row) => row.id);
      if (dead.length === 0) return 0;
      await query(lockHolders, [dead]);
      await query(giveBack, [dead, [], []]);
      await query(freeDeliveries, [dead]);
      await query(forget, [dead]);
      return dead.length;
    });

  const gate = takingGate(() => free([id], true));
  const beat = async (): Promise<void> => {
    const [renewed] = await clock.follow(() =>
      db.once<{ nodes: number; storeMs: number }>(renew, [id, leaseMs]),
    );
    alone = renewed?.nodes === 1;
    if (renewed === undefined) {
      told('warn', 'this node was taken for dead: its lease had ended');
      tasks.clear();
      calls.clear();
      lease.abort();
      lease = new AbortController();
      id = randomUUID();
      await db.once(join, [id, leaseMs]);
      for (const again of kept.values()) await again();
    }
    await gate.putBackLate();
    const dead = await reap();
    if (dead > 0)
      told('warn', `${dead} dead node${dead === 1 ? '' : 's'}: what was held there is free again`);
  };

  await db.query(join, [id, leaseMs]);
  const timer = setInterval(
    () => {
      if (busy) return;
      busy = true;
      beat()
        .catch((error: unknown) => told('warn', `the lease could not be renewed: ${String(error)}`))
        .finally(() => {
          busy = false;
        });
    },
    Math.max(50, leaseMs / 4),
  );
  timer.unref();

  return {
    get id() {
      return id;
    },
    lease: () => lease.signal,
    keep: async (name, work) => {
      kept.set(name, work);
      await work();
    },
    tasks,
    calls,
    taking: gate.taking,
    doubt: gate.doubt,
    lanes: () => (alone ? 2 : 1),
    close: async () => {
      clearInterval(timer);
      await free([id], false);
    },
  };
}
