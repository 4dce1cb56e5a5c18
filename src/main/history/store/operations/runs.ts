import type { Database } from 'better-sqlite3';
import type { HoldReason, RunSummary } from '#shared/model/run.ts';
import { HistoryFailure } from '../failures.ts';
import { writes } from './operation.ts';
import { createSessionFinder } from './projectRows.ts';
import { createRunFinder } from './runViews.ts';

type RunState = RunSummary['state'];

export type Replan = {
  readonly runId: string;
  readonly sessionId: string;
  readonly failed: boolean;
  readonly unknown: boolean;
  /** Ordinals selected by the user; then only these, whatever their outcome. */
  readonly ordinals?: readonly number[];
  /** Error codes; then only failed and unknown cells that ended with one of them. */
  readonly causes?: readonly string[];
  readonly ceiling?: number;
};

/**
 * The session of a run that sends nothing more. While calls are in progress the run stays that of the program that waits
 * for them: if it dies, the next one finds their cells.
 */
const keptSession = `CASE WHEN mode = 'live' AND running > 0 THEN session_id END`;

/** Changes of a run's state: end, cancel, pause, resume. */
export function createRunOperations(db: Database) {
  const mustFind = createRunFinder(db);
  const sessionRow = createSessionFinder(db);
  const stateOf = db.prepare<{ uid: string }, { id: number; state: RunState }>(
    'SELECT id, state FROM runs WHERE uid = @uid',
  );
  const finish = db.prepare<{ finishedAtMs: number; id: number }>(
    // A run that was paused when everything was sent has nothing left to resume.
    `UPDATE runs SET state = 'finished', finished_at_ms = @finishedAtMs, hold_reason = NULL, session_id = NULL
     WHERE id = @id AND state IN ('running', 'paused', 'interrupted') AND planned = 0 AND running = 0`,
  );
  const cancelCells = db.prepare<{ finishedAtMs: number; runId: number }>(
    `UPDATE cells SET state = 'cancelled', finished_at_ms = @finishedAtMs WHERE run_id = @runId AND state = 'planned'`,
  );
  const cancelRun = db.prepare<{ finishedAtMs: number; id: number }>(
    `UPDATE runs SET state = 'cancelled', finished_at_ms = @finishedAtMs, session_id = ${keptSession}
     WHERE id = @id AND state IN ('running', 'paused', 'interrupted')`,
  );
  const failPlanned = db.prepare<{
    finishedAtMs: number;
    errorCode: string;
    errorMessage: string;
    runId: number;
  }>(
    `UPDATE cells SET state = 'failed', finished_at_ms = @finishedAtMs, error_code = @errorCode, error_message = @errorMessage
     WHERE run_id = @runId AND state = 'planned'`,
  );
  // A new generation creates a new idempotency key: the service may still have the failed task under the old
  // one.
  const replanSet = `state = 'planned', generation = generation + 1, attempts = 0, started_at_ms = NULL,
    finished_at_ms = NULL, credits_charged = NULL, error_code = NULL, error_message = NULL, error_status = NULL,
    error_body = NULL, request_id = NULL, task_id = NULL, idempotency_key = @uid || '-' || ordinal || '-' || (generation + 1)`;
  const replanState = db.prepare<{ uid: string; run: number; state: string }>(
    `UPDATE cells SET ${replanSet} WHERE run_id = @run AND state = @state`,
  );
  const replanOne = db.prepare<{ uid: string; run: number; ordinal: number }>(
    `UPDATE cells SET ${replanSet} WHERE run_id = @run AND ordinal = @ordinal AND state IN ('failed', 'unknown', 'cancelled')`,
  );
  const replanCause = db.prepare<{ uid: string; run: number; cause: string }>(
    `UPDATE cells SET ${replanSet} WHERE run_id = @run AND state IN ('failed', 'unknown') AND error_code = @cause`,
  );
  const adopt = db.prepare<{ sessionId: number; id: number }>(
    `UPDATE runs SET state = 'running', finished_at_ms = NULL, hold_reason = NULL, session_id = @sessionId WHERE id = @id`,
  );
  const raise = db.prepare<{ ceiling: number; id: number }>(
    'UPDATE runs SET ceiling = @ceiling WHERE id = @id',
  );
  const pause = db.prepare<{ holdReason: string; id: number }>(
    `UPDATE runs SET state = 'paused', hold_reason = @holdReason, session_id = ${keptSession} WHERE id = @id AND state = 'running'`,
  );

  return {
    /** Finishes a run that has nothing left to do; false if it has, or is already finished. */
    'runs.finish': writes((input: { readonly runId: string; readonly nowMs: number }): boolean => {
      const row = stateOf.get({ uid: input.runId });
      return row !== undefined && finish.run({ finishedAtMs: input.nowMs, id: row.id }).changes > 0;
    }),
    /** Cancels unsent cells; the sender settles cells in progress. */
    'runs.cancel': writes(
      (input: { readonly runId: string; readonly nowMs: number }): { readonly cancelled: number } => {
        const row = mustFind(input.runId);
        const cancelled = cancelCells.run({ finishedAtMs: input.nowMs, runId: row.row }).changes;
        cancelRun.run({ finishedAtMs: input.nowMs, id: row.row });
        return { cancelled };
      },
    ),
    /** Fails unsent cells, if every further call would fail in the same way. */
    'runs.failPlanned': writes(
      (input: {
        readonly runId: string;
        readonly code: string;
        readonly message: string;
        readonly nowMs: number;
      }): { readonly failed: number } => {
        const row = mustFind(input.runId);
        return {
          failed: failPlanned.run({
            finishedAtMs: input.nowMs,
            errorCode: input.code,
            errorMessage: input.message,
            runId: row.row,
          }).changes,
        };
      },
    ),
    /** Pauses a running run; the sender settles cells in progress. */
    'runs.pause': writes(
      (input: { readonly runId: string; readonly reason: HoldReason }): boolean =>
        pause.run({ holdReason: input.reason, id: mustFind(input.runId).row }).changes > 0,
    ),
    /** Prepares cells to be sent (again) and assigns the run to this session. */
    'runs.replan': writes(
      (
        input: Replan,
      ): {
        readonly ready: number;
        /** Sent before but not settled: tasks waiting at the service. */
        readonly collecting: number;
      } => {
        const row = mustFind(input.runId);
        const sessionId = sessionRow(input.sessionId);
        if (row.state === 'running')
          throw new HistoryFailure('CONFLICT', 'This run is in progress. Wait for it, or cancel it first.');
        const of = { uid: row.id, run: row.row };
        if (input.ordinals) {
          for (const ordinal of input.ordinals) replanOne.run({ ...of, ordinal });
        } else if (input.causes) {
          for (const cause of input.causes) replanCause.run({ ...of, cause });
        } else {
          replanState.run({ ...of, state: 'cancelled' });
          if (input.failed) replanState.run({ ...of, state: 'failed' });
          if (input.unknown) replanState.run({ ...of, state: 'unknown' });
        }
        if (input.ceiling !== undefined) raise.run({ ceiling: input.ceiling, id: row.row });
        const { planned: ready, running: collecting } = mustFind(input.runId);
        if (ready > 0 || collecting > 0) adopt.run({ sessionId, id: row.row });
        return { ready, collecting };
      },
    ),
  };
}
