import type { Database } from 'better-sqlite3';
import type { Engine } from '#shared/interface/engines.ts';
import type { OwnQueue } from '#shared/model/account.ts';
import { parseCellId } from '../ids.ts';
import { reads, writes } from './operation.ts';
import { createConnectionFinder } from './projectRows.ts';

/** The rate shown is that of the last minutes. */
const rateWindowMs = 5 * 60_000;
/**
 * In a run of 255 slots, the answers of some ten seconds; counting all 40,000 of five minutes would delay
 * storing.
 */
const rateAnswers = 2000;
/** A task missing this long after its queue was cleared may have been answered and expired instead. */
const clearingHoldsMs = 24 * 3_600_000;

type OpenRunRow = Omit<OwnQueue['runs'][number], 'workedOn'> & { readonly workedOn: 0 | 1 };

/** Tasks of this history at the service of a connection. */
export function createQueueOperations(db: Database) {
  const connectionRow = createConnectionFinder(db);
  const openRuns = `r.connection_id = @connectionId AND (r.running > 0 OR (r.planned > 0 AND r.state IN ('running', 'paused', 'interrupted')))`;
  const runs = db.prepare<{ connectionId: number }, OpenRunRow>(
    `SELECT r.uid AS runId, coalesce(p.name || ' · version ' || v.number, q.text) AS name, r.mode, r.state, r.planned,
       r.running AS waiting, r.priority, r.session_id IS NOT NULL AS workedOn,
       (SELECT min(x.started_at_ms) FROM cells x WHERE x.run_id = r.id AND x.state = 'running') AS oldestAtMs
     FROM runs r JOIN questions q ON q.id = r.question_id LEFT JOIN plan_versions v ON v.id = r.plan_version_id
       LEFT JOIN plans p ON p.id = v.plan_id
     WHERE ${openRuns} ORDER BY r.created_at_ms`,
  );
  const engines = db.prepare<{ connectionId: number }, { engine: Engine; count: number }>(
    // CROSS JOIN, because SQLite would otherwise scan all cells first.
    `SELECT x.engine, count(*) AS count FROM runs r CROSS JOIN cells x ON x.run_id = r.id
     WHERE r.connection_id = @connectionId AND r.running > 0 AND r.mode = 'queued' AND x.state = 'running' GROUP BY x.engine ORDER BY count DESC`,
  );
  const answered = db.prepare<
    { receivedAtMs: number; connectionId: number; limit: number },
    { count: number; oldest: number | null }
  >(
    `SELECT count(*) AS count, min(at) AS oldest FROM (
       SELECT o.received_at_ms AS at FROM observations o CROSS JOIN runs r ON r.id = o.run_id
       WHERE o.received_at_ms > @receivedAtMs AND o.imported = 0 AND r.connection_id = @connectionId
       ORDER BY o.received_at_ms DESC LIMIT @limit)`,
  );
  const noteCleared = db.prepare<{ queueClearedAtMs: number; uid: string }>(
    'UPDATE connections SET queue_cleared_at_ms = @queueClearedAtMs WHERE uid = @uid',
  );
  const withdraw = db.prepare<[{ nowMs: number; runId: string; ordinal: number; holdsMs: number }]>(
    `UPDATE cells SET state = 'cancelled', finished_at_ms = @nowMs, task_id = NULL
     WHERE run_id = (SELECT id FROM runs WHERE uid = @runId) AND ordinal = @ordinal AND state = 'running'
       AND started_at_ms <= (
         SELECT c.queue_cleared_at_ms FROM runs r JOIN connections c ON c.id = r.connection_id
         WHERE r.uid = @runId AND c.queue_cleared_at_ms > @nowMs - @holdsMs)`,
  );
  const adopt = db.prepare<{ uid: string; runId: string }>(
    `UPDATE runs SET session_id = (SELECT id FROM sessions WHERE uid = @uid)
     WHERE uid = @runId AND session_id IS NULL AND state <> 'running' AND mode = 'queued' AND running > 0`,
  );

  const release = db.prepare<{ uid: string }>(
    `UPDATE runs SET session_id = NULL WHERE uid = @uid AND state <> 'running'`,
  );

  return {
    'queues.own': reads((input: { readonly connectionId: string; readonly nowMs: number }): OwnQueue => {
      const connectionId = connectionRow(input.connectionId);
      const open = runs.all({ connectionId });
      const queued = open.filter(({ mode }) => mode === 'queued');
      const recent = answered.get({
        receivedAtMs: input.nowMs - rateWindowMs,
        connectionId,
        limit: rateAnswers,
      });
      const spanMs = recent?.oldest ? Math.max(1000, input.nowMs - recent.oldest) : 0;
      return {
        waiting: queued.reduce((sum, { waiting }) => sum + waiting, 0),
        live: open.reduce((sum, { mode, waiting }) => sum + (mode === 'live' ? waiting : 0), 0),
        oldestAtMs: queued.reduce<number | null>(
          (least, { oldestAtMs: at }) => (at === null ? least : Math.min(least ?? at, at)),
          null,
        ),
        byEngine: engines.all({ connectionId }),
        perMinute: recent && spanMs > 0 ? (recent.count * 60_000) / spanMs : null,
        runs: open.map((run) => ({ ...run, workedOn: run.workedOn === 1 })),
      };
    }),
    /** Tasks submitted before then that are missing at the service never started. */
    'queues.noteCleared': writes((input: { readonly connectionId: string; readonly nowMs: number }): void => {
      noteCleared.run({ queueClearedAtMs: input.nowMs, uid: input.connectionId });
    }),
    /**
     * Cancels a cell whose task is missing because a user cleared the queue; false if that is not the reason.
     */
    'queues.withdrawCleared': writes(
      (input: { readonly cellId: string; readonly nowMs: number }): boolean => {
        const cell = parseCellId(input.cellId);
        if (!cell) return false;
        return withdraw.run({ ...cell, nowMs: input.nowMs, holdsMs: clearingHoldsMs }).changes > 0;
      },
    ),
    /** Adopts a run without a program to collect its tasks; false if another program was faster. */
    'queues.adopt': writes(
      (input: { readonly runId: string; readonly sessionId: string }): boolean =>
        adopt.run({ uid: input.sessionId, runId: input.runId }).changes > 0,
    ),
    /** This program no longer collects for the run; another one may. */
    'queues.release': writes((input: { readonly runId: string }): void => {
      release.run({ uid: input.runId });
    }),
  };
}
