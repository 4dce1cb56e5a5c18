import type { Database } from 'better-sqlite3';
import { type MonitorTime, type MonitorView, monitorTranslationSchema } from '#shared/model/monitor.ts';
import { scheduleSchema } from '#shared/model/schedule.ts';
import { HistoryFailure, mustHave } from '../failures.ts';
import { newId } from '../ids.ts';
import { notTranslatedYet } from './monitorTranslations.ts';
import { reads, writes } from './operation.ts';
import type { createRunCreationOperations } from './runCreation.ts';

export type StoredMonitor = Omit<MonitorView, 'words' | 'nextTimesMs'> & {
  /** Every scheduled time up to this one has been handled. */
  readonly handledUntilMs: number;
  /** Earlier times are not its own. */
  readonly createdAtMs: number;
};

export type AddMonitor = Pick<
  MonitorView,
  'name' | 'planId' | 'connectionId' | 'schedule' | 'mode' | 'ceiling' | 'translation'
> & { readonly nowMs: number };

/** Absent members do not change; a `ceiling` of null removes the credit limit. */
export type EditMonitor = Partial<Omit<AddMonitor, 'nowMs'>> & {
  readonly monitor: string;
  readonly nowMs: number;
};

export type HandleTime = {
  readonly monitorId: string;
  /** As read before; if another program has handled a time meanwhile, nothing happens. */
  readonly handledUntilMs: number;
  readonly leftOut: readonly { readonly atMs: number; readonly note: string }[];
  /** The time to run, or null if times are only skipped. */
  readonly runAtMs: number | null;
  readonly sessionId: string;
  readonly nowMs: number;
};

type MonitorRow = Omit<StoredMonitor, 'schedule' | 'translation'> & {
  readonly row: number;
  readonly schedule: string;
  readonly translation: string | null;
};

/** The run's members are null for a time without one. */
type TimeRow = Omit<MonitorTime, 'run' | 'translation'> &
  Omit<RunOfTime, 'id' | 'state'> & {
    readonly translation: string | null;
    readonly isDue: 0 | 1;
    readonly run: string | null;
    readonly state: RunOfTime['state'] | null;
  };
type RunOfTime = NonNullable<MonitorTime['run']>;

const selectMonitors = `SELECT m.id AS row, m.uid AS id, m.name, (SELECT uid FROM projects WHERE id = p.project_id) AS projectId,
    p.uid AS planId, p.name AS planName, c.uid AS connectionId, c.name AS connectionName, m.schedule, m.mode, m.ceiling, m.translation,
    m.handled_until_ms AS handledUntilMs, m.created_at_ms AS createdAtMs, m.paused_at_ms AS pausedAtMs, r.uid AS lastRunId, r.state AS lastRunState
  FROM monitors m JOIN plans p ON p.id = m.plan_id JOIN connections c ON c.id = m.connection_id
    LEFT JOIN runs r ON r.id = (SELECT run_id FROM monitor_times t WHERE t.monitor_id = m.id AND t.run_id IS NOT NULL
      ORDER BY t.scheduled_at_ms DESC LIMIT 1)
  WHERE m.removed_at_ms IS NULL`;

/** Monitors, and the transaction that turns a scheduled time into a run. */
export function createMonitorOperations(
  db: Database,
  runCreation: Pick<ReturnType<typeof createRunCreationOperations>, 'plans.createRun'>,
) {
  const all = db.prepare<[], MonitorRow>(`${selectMonitors} ORDER BY m.name COLLATE NOCASE`);
  const one = db.prepare<{ name: string }, MonitorRow>(
    `${selectMonitors} AND (m.uid = @name OR m.name = @name COLLATE NOCASE)`,
  );
  const idOf = (table: 'plans' | 'connections') =>
    db.prepare<{ uid: string }, { id: number }>(
      `SELECT id FROM ${table} WHERE uid = @uid AND removed_at_ms IS NULL`,
    );
  const planRow = idOf('plans');
  const connectionRow = idOf('connections');
  const add = db.prepare<[Record<string, string | number | null>]>(
    `INSERT INTO monitors (uid, name, plan_id, connection_id, schedule, mode, ceiling, translation, handled_until_ms, created_at_ms)
     VALUES (@uid, @name, @plan, @connection, @schedule, @mode, @ceiling, @translation, @nowMs, @nowMs)`,
  );
  const remove = db.prepare<{ removedAtMs: number; id: number }>(
    'UPDATE monitors SET removed_at_ms = @removedAtMs WHERE id = @id',
  );
  const handle = db.prepare<{ until: number; uid: string; handledUntilMs: number }>(
    `UPDATE monitors SET handled_until_ms = @until WHERE uid = @uid AND handled_until_ms = @handledUntilMs AND removed_at_ms IS NULL`,
  );
  const note = db.prepare<{
    monitorId: number;
    scheduledAtMs: number;
    outcome: string;
    runId: string | null;
    note: string | null;
  }>(
    `INSERT INTO monitor_times (monitor_id, scheduled_at_ms, outcome, run_id, note, translation_due_ms)
     VALUES (@monitorId, @scheduledAtMs, @outcome, (SELECT id FROM runs WHERE uid = @runId), @note,
       iif(@runId IS NULL, NULL, (SELECT iif(translation IS NULL, NULL, 0) FROM monitors WHERE id = @monitorId)))
     ON CONFLICT DO NOTHING`,
  );
  const known = db.prepare<{ monitorId: number; scheduledAtMs: number }, { outcome: string }>(
    'SELECT outcome FROM monitor_times WHERE monitor_id = @monitorId AND scheduled_at_ms = @scheduledAtMs',
  );
  const edit = db.prepare<[Record<string, string | number | null>]>(
    `UPDATE monitors SET name = @name, plan_id = @plan, connection_id = @connection, schedule = @schedule,
       mode = @mode, ceiling = @ceiling, translation = @translation, handled_until_ms = @handledUntil WHERE id = @id`,
  );
  const pause = db.prepare<{ pausedAtMs: number | null; nowMs: number; id: number }>(
    'UPDATE monitors SET paused_at_ms = @pausedAtMs, handled_until_ms = max(handled_until_ms, @nowMs) WHERE id = @id',
  );
  const rewind = db.prepare<{ nowMs: number; uid: string; handledUntilMs: number }>(
    'UPDATE monitors SET handled_until_ms = max(@nowMs, created_at_ms) WHERE uid = @uid AND handled_until_ms = @handledUntilMs',
  );
  const fail = db.prepare<{ note: string; uid: string }>(
    `UPDATE monitor_times SET outcome = 'failed', note = @note
     WHERE run_id = (SELECT id FROM runs WHERE uid = @uid)`,
  );
  const left = db.prepare<[], { uid: string }>(
    `SELECT r.uid FROM monitor_times t JOIN runs r ON r.id = t.run_id JOIN monitors m ON m.id = t.monitor_id
     WHERE r.state = 'interrupted' AND (r.planned > 0 OR r.running > 0) AND t.outcome = 'run'
       AND m.removed_at_ms IS NULL AND m.paused_at_ms IS NULL ORDER BY r.id`,
  );
  const times = db.prepare<{ monitorId: number; scheduledAtMs: number; limit: number }, TimeRow>(
    `SELECT t.scheduled_at_ms AS scheduledAtMs, t.outcome, t.note, t.translation,
       t.translation_due_ms IS NOT NULL AS isDue, r.uid AS run, r.state, r.created_at_ms AS startedAtMs,
       r.finished_at_ms AS finishedAtMs, r.planned + r.running + r.completed + r.failed + r.cancelled + r.unknown AS cells,
       r.completed, r.failed + r.unknown AS failed, r.credits_charged AS creditsCharged,
       (SELECT count(*) FROM alerts a WHERE a.run_id = r.id) AS alerts
     FROM monitor_times t LEFT JOIN runs r ON r.id = t.run_id
     WHERE t.monitor_id = @monitorId AND t.scheduled_at_ms < @scheduledAtMs ORDER BY t.scheduled_at_ms DESC LIMIT @limit`,
  );
  const mustFind = (name: string): MonitorRow => mustHave(one.get({ name }), `No monitor "${name}".`);
  const refuseTaken = (name: string, except?: number): void => {
    const taken = one.get({ name });
    if (taken && taken.row !== except)
      throw new HistoryFailure('CONFLICT', `A monitor "${name}" already exists. Choose another name.`);
  };
  const parts = (planId: string, connectionId: string): { plan: number; connection: number } => {
    const plan = planRow.get({ uid: planId });
    const connection = connectionRow.get({ uid: connectionId });
    if (plan && connection) return { plan: plan.id, connection: connection.id };
    throw new HistoryFailure('NOT_FOUND', 'The plan or the connection was deleted. Choose another.');
  };
  const createPlanRun = db.transaction(runCreation['plans.createRun'].run);
  const createRun = (monitor: MonitorRow, { sessionId, nowMs }: Pick<HandleTime, 'sessionId' | 'nowMs'>) =>
    createPlanRun({
      plan: monitor.planId,
      sessionId,
      connectionId: monitor.connectionId,
      mode: monitor.mode,
      ceiling: monitor.ceiling,
      priority: 1,
      nowMs,
    });

  return {
    'monitors.add': writes((input: AddMonitor): { readonly id: string } => {
      refuseTaken(input.name);
      const { plan, connection } = parts(input.planId, input.connectionId);
      const uid = newId();
      add.run({
        uid,
        name: input.name,
        plan,
        connection,
        schedule: JSON.stringify(input.schedule),
        mode: input.mode,
        ceiling: input.ceiling,
        translation: jsonOf(input.translation),
        nowMs: input.nowMs,
      });
      return { id: uid };
    }),
    'monitors.list': reads((_: Readonly<Record<string, never>>): readonly StoredMonitor[] =>
      all.all().map(stored),
    ),
    'monitors.remove': writes((input: { readonly monitor: string; readonly nowMs: number }): void => {
      remove.run({ removedAtMs: input.nowMs, id: mustFind(input.monitor).row });
    }),
    /** A changed schedule applies from now on: its earlier times are neither run nor missed. */
    'monitors.edit': writes((input: EditMonitor): { readonly id: string } => {
      const row = mustFind(input.monitor);
      const name = input.name ?? row.name;
      refuseTaken(name, row.row);
      const schedule = input.schedule === undefined ? row.schedule : JSON.stringify(input.schedule);
      const changed = schedule !== row.schedule;
      edit.run({
        id: row.row,
        name,
        ...parts(input.planId ?? row.planId, input.connectionId ?? row.connectionId),
        schedule,
        mode: input.mode ?? row.mode,
        ceiling: input.ceiling === undefined ? row.ceiling : input.ceiling,
        translation: input.translation === undefined ? row.translation : jsonOf(input.translation),
        handledUntil: changed ? input.nowMs : row.handledUntilMs,
      });
      return { id: row.id };
    }),
    /** Times during a pause are neither run nor missed. */
    'monitors.pause': writes(
      (input: { readonly monitor: string; readonly paused: boolean; readonly nowMs: number }) => {
        const row = mustFind(input.monitor);
        if ((row.pausedAtMs !== null) === input.paused) return;
        pause.run({ pausedAtMs: input.paused ? input.nowMs : null, nowMs: input.nowMs, id: row.row });
      },
    ),
    'monitors.find': reads(
      (input: { readonly monitor: string }): StoredMonitor => stored(mustFind(input.monitor)),
    ),
    /** Newest first, older than `beforeMs`. */
    'monitors.times': reads(
      (input: {
        readonly monitor: string;
        readonly beforeMs: number;
        readonly limit: number;
      }): readonly MonitorTime[] =>
        times
          .all({ monitorId: mustFind(input.monitor).row, scheduledAtMs: input.beforeMs, limit: input.limit })
          .map(timeOf),
    ),
    /** The clock was set back by a large amount: times count again from now on; handled ones stay handled. */
    'monitors.rewind': writes(
      (input: {
        readonly monitorId: string;
        readonly handledUntilMs: number;
        readonly nowMs: number;
      }): void => {
        rewind.run({ nowMs: input.nowMs, uid: input.monitorId, handledUntilMs: input.handledUntilMs });
      },
    ),
    /** A run that was created for a scheduled time could not be executed. */
    'monitors.failed': writes((input: { readonly runId: string; readonly note: string }): void => {
      fail.run({ note: input.note, uid: input.runId });
    }),
    /** Runs of monitors that their programs left unfinished. */
    'monitors.interrupted': reads((_: Readonly<Record<string, never>>): readonly string[] =>
      left.all().map(({ uid }) => uid),
    ),
    /** A manual run in the same series, outside the schedule. */
    'monitors.runNow': writes(
      (input: { readonly monitor: string; readonly sessionId: string; readonly nowMs: number }) => {
        const monitor = mustFind(input.monitor);
        const { runId } = createRun(monitor, input);
        let scheduledAtMs = input.nowMs;
        while (known.get({ monitorId: monitor.row, scheduledAtMs })) scheduledAtMs += 1;
        note.run({ monitorId: monitor.row, scheduledAtMs, outcome: 'run', runId, note: null });
        return { runId, connectionId: monitor.connectionId };
      },
    ),
    /**
     * Handles scheduled times: log and run are created in one transaction, so that a time neither fires twice
     * in several programs, nor is lost when this one ends.
     */
    'monitors.handle': writes((input: HandleTime): { readonly runId: string | null } => {
      const until = Math.max(input.runAtMs ?? 0, ...input.leftOut.map(({ atMs }) => atMs));
      const taken =
        handle.run({ until, uid: input.monitorId, handledUntilMs: input.handledUntilMs }).changes > 0;
      if (!taken) return { runId: null };
      const monitor = mustFind(input.monitorId);
      for (const { atMs, note: why } of input.leftOut)
        note.run({
          monitorId: monitor.row,
          scheduledAtMs: atMs,
          outcome: 'left-out',
          runId: null,
          note: why,
        });
      if (input.runAtMs === null || known.get({ monitorId: monitor.row, scheduledAtMs: input.runAtMs }))
        return { runId: null };
      try {
        const { runId } = createRun(monitor, input);
        note.run({ monitorId: monitor.row, scheduledAtMs: input.runAtMs, outcome: 'run', runId, note: null });
        return { runId };
      } catch (error) {
        if (!(error instanceof HistoryFailure)) throw error;
        note.run({
          monitorId: monitor.row,
          scheduledAtMs: input.runAtMs,
          outcome: 'failed',
          runId: null,
          note: error.message,
        });
        return { runId: null };
      }
    }),
  };
}

const timeOf = ({
  scheduledAtMs,
  outcome,
  note,
  translation,
  isDue,
  run: id,
  state,
  ...counts
}: TimeRow): MonitorTime => ({
  scheduledAtMs,
  outcome,
  note,
  translation: translation !== null ? JSON.parse(translation) : isDue ? notTranslatedYet : null,
  run: id === null || state === null ? null : { id, state, ...counts },
});

const stored = ({ row: _, ...monitor }: MonitorRow): StoredMonitor => ({
  ...monitor,
  schedule: scheduleSchema.parse(JSON.parse(monitor.schedule)),
  translation:
    monitor.translation === null ? null : monitorTranslationSchema.parse(JSON.parse(monitor.translation)),
});

const jsonOf = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
