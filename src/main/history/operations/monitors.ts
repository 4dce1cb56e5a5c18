import type { Database } from 'better-sqlite3';
import type { RunMode } from '#shared/bridge/routes/plans.ts';
import { type Schedule, scheduleSchema } from '#shared/planning/schedule.ts';
import { HistoryFailure } from '../failures.ts';
import { newUid } from '../uid.ts';
import type { createPlanRunOperations } from './planRuns.ts';

export type StoredMonitor = {
  readonly id: string;
  readonly name: string;
  readonly planId: string;
  readonly planName: string;
  readonly connectionId: string;
  readonly connectionName: string;
  readonly schedule: Schedule;
  readonly mode: RunMode;
  readonly ceiling: number | null;
  /** Every scheduled time up to this one is dealt with. */
  readonly handledUntilMs: number;
  /** Its newest run, however that went; never one that a person started. */
  readonly lastRunId: string | null;
  readonly lastRunState: string | null;
};

export type AddMonitor = {
  readonly name: string;
  readonly planUid: string;
  readonly connectionUid: string;
  readonly schedule: Schedule;
  readonly mode: RunMode;
  readonly ceiling: number | null;
  readonly nowMs: number;
};

export type HandleTime = {
  readonly monitorUid: string;
  /** As it was read; when another program has dealt with a time meanwhile, nothing happens. */
  readonly handledUntilMs: number;
  readonly leftOut: readonly { readonly atMs: number; readonly note: string }[];
  /** The time to run for, or null when times are only left out. */
  readonly runAtMs: number | null;
  readonly sessionUid: string;
  readonly nowMs: number;
};

type Row = {
  readonly id: number;
  readonly uid: string;
  readonly name: string;
  readonly plan_uid: string;
  readonly plan_name: string;
  readonly connection_uid: string;
  readonly connection_name: string;
  readonly schedule: string;
  readonly mode: RunMode;
  readonly ceiling: number | null;
  readonly handled_until_ms: number;
  readonly last_run: string | null;
  readonly last_state: string | null;
};

const selectMonitors = `SELECT m.id, m.uid, m.name, p.uid AS plan_uid, p.name AS plan_name, c.uid AS connection_uid,
    c.name AS connection_name, m.schedule, m.mode, m.ceiling, m.handled_until_ms, r.uid AS last_run,
    r.state AS last_state
  FROM monitors m JOIN plans p ON p.id = m.plan_id JOIN connections c ON c.id = m.connection_id
    LEFT JOIN runs r ON r.id = (SELECT run_id FROM monitor_times t WHERE t.monitor_id = m.id AND t.run_id IS NOT NULL
      ORDER BY t.scheduled_at_ms DESC LIMIT 1)
  WHERE m.removed_at_ms IS NULL`;

/** Monitors, and the one transaction in which a scheduled time becomes a run. */
export function createMonitorOperations(
  db: Database,
  planRuns: Pick<ReturnType<typeof createPlanRunOperations>, 'plans.createRun'>,
) {
  const all = db.prepare<[], Row>(`${selectMonitors} ORDER BY m.name COLLATE NOCASE`);
  const one = db.prepare<[string, string], Row>(
    `${selectMonitors} AND (m.uid = ? OR m.name = ? COLLATE NOCASE)`,
  );
  const idOf = (table: 'plans' | 'connections') =>
    db.prepare<[string], { id: number }>(`SELECT id FROM ${table} WHERE uid = ? AND removed_at_ms IS NULL`);
  const planId = idOf('plans');
  const connectionId = idOf('connections');
  const add = db.prepare<[Record<string, string | number | null>]>(
    `INSERT INTO monitors (uid, name, plan_id, connection_id, schedule, mode, ceiling, handled_until_ms, created_at_ms)
     VALUES (@uid, @name, @plan, @connection, @schedule, @mode, @ceiling, @nowMs, @nowMs)`,
  );
  const remove = db.prepare<[number, number]>('UPDATE monitors SET removed_at_ms = ? WHERE id = ?');
  const handle = db.prepare<[number, string, number]>(
    `UPDATE monitors SET handled_until_ms = ? WHERE uid = ? AND handled_until_ms = ? AND removed_at_ms IS NULL`,
  );
  const note = db.prepare<[number, number, string, string | null, string | null]>(
    `INSERT INTO monitor_times (monitor_id, scheduled_at_ms, outcome, run_id, note)
     VALUES (?, ?, ?, (SELECT id FROM runs WHERE uid = ?), ?)`,
  );
  const mustFind = (name: string): Row => {
    const row = one.get(name, name);
    if (row) return row;
    throw new HistoryFailure('NOT_FOUND', `There is no monitor "${name}".`);
  };
  const createRun = db.transaction(planRuns['plans.createRun']);

  return {
    'monitors.add': (input: AddMonitor): { readonly id: string } => {
      if (one.get(input.name, input.name)) {
        throw new HistoryFailure(
          'CONFLICT',
          `There is a monitor "${input.name}" already: choose another name.`,
        );
      }
      const plan = planId.get(input.planUid);
      const connection = connectionId.get(input.connectionUid);
      if (!plan || !connection) {
        throw new HistoryFailure('NOT_FOUND', 'The plan or the connection was removed: choose another.');
      }
      const uid = newUid();
      add.run({
        uid,
        name: input.name,
        plan: plan.id,
        connection: connection.id,
        schedule: JSON.stringify(input.schedule),
        mode: input.mode,
        ceiling: input.ceiling,
        nowMs: input.nowMs,
      });
      return { id: uid };
    },
    'monitors.list': (_: Readonly<Record<string, never>>): readonly StoredMonitor[] => all.all().map(stored),
    'monitors.remove': (input: { readonly monitor: string; readonly nowMs: number }): void => {
      remove.run(input.nowMs, mustFind(input.monitor).id);
    },
    /**
     * Deals with scheduled times: the log and the run come about together or not at all, so that a time neither
     * fires twice, whatever other programs do, nor gets lost when this one ends.
     */
    'monitors.handle': (input: HandleTime): { readonly runUid: string | null } => {
      const until = Math.max(input.runAtMs ?? 0, ...input.leftOut.map(({ atMs }) => atMs));
      const taken = handle.run(until, input.monitorUid, input.handledUntilMs).changes > 0;
      if (!taken) return { runUid: null };
      const monitor = mustFind(input.monitorUid);
      for (const { atMs, note: why } of input.leftOut) note.run(monitor.id, atMs, 'left-out', null, why);
      if (input.runAtMs === null) return { runUid: null };
      try {
        const { runUid } = createRun({
          plan: monitor.plan_uid,
          sessionUid: input.sessionUid,
          connectionUid: monitor.connection_uid,
          mode: monitor.mode,
          ceiling: monitor.ceiling,
          priority: 1,
          nowMs: input.nowMs,
        });
        note.run(monitor.id, input.runAtMs, 'run', runUid, null);
        return { runUid };
      } catch (error) {
        if (!(error instanceof HistoryFailure)) throw error;
        note.run(monitor.id, input.runAtMs, 'failed', null, error.message);
        return { runUid: null };
      }
    },
  };
}

function stored(row: Row): StoredMonitor {
  return {
    id: row.uid,
    name: row.name,
    planId: row.plan_uid,
    planName: row.plan_name,
    connectionId: row.connection_uid,
    connectionName: row.connection_name,
    schedule: scheduleSchema.parse(JSON.parse(row.schedule)),
    mode: row.mode,
    ceiling: row.ceiling,
    handledUntilMs: row.handled_until_ms,
    lastRunId: row.last_run,
    lastRunState: row.last_state,
  };
}
