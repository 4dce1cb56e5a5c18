import type { Database } from 'better-sqlite3';
import { newId } from '../ids.ts';
import type { SessionLocks } from '../sessionLocks.ts';
import { writes } from './operation.ts';

export type OpenSession = {
  readonly host: string;
  readonly programVersion: string;
  readonly nowMs: number;
  /** Registered by an earlier thread of this program: its runs in progress stay its own. */
  readonly sessionId?: string;
};

export type Recovery = { readonly interruptedRuns: readonly string[]; readonly unknownCells: number };

/**
 * A session is one running program on this history. Runs belong to the session that executes them, so a second
 * program leaves the runs of the first alone, and finds those of a dead one.
 */
export function createSessionOperations(db: Database, locks: SessionLocks) {
  const add = db.prepare<{ uid: string; host: string; programVersion: string; startedAtMs: number }>(
    'INSERT INTO sessions (uid, host, program_version, started_at_ms) VALUES (@uid, @host, @programVersion, @startedAtMs)',
  );
  const all = db.prepare<[], { id: number; uid: string }>('SELECT id, uid FROM sessions');
  const idOf = db.prepare<{ uid: string }, { id: number }>('SELECT id FROM sessions WHERE uid = @uid');
  const remove = db.prepare<{ id: number }>('DELETE FROM sessions WHERE id = @id');
  const orphans = db.prepare<{ sessionId: number }, { id: number; uid: string }>(
    `SELECT id, uid FROM runs WHERE state = 'running' AND session_id IS @sessionId`,
  );
  // Cancelled and paused runs wait for the calls in progress, too. Only the index of open cells is read.
  const waiting = db.prepare<{ sessionId: number }, { id: number }>(
    `SELECT id FROM runs WHERE session_id IS @sessionId AND state IN ('cancelled', 'paused') AND mode = 'live'
       AND id IN (SELECT run_id FROM cells WHERE state IN ('planned', 'running') AND state = 'running')`,
  );
  const strayed = db.prepare<{ nowMs: number; id: number }>(
    `UPDATE cells SET state = 'unknown', finished_at_ms = @nowMs, error_code = 'OUTCOME_UNKNOWN',
       error_message = 'The program ended before the answer arrived; the question was sent and may have been charged.'
     WHERE run_id = @id AND state = 'running' AND (SELECT mode FROM runs WHERE id = run_id) = 'live'`,
  );
  // Queued tasks outlive the program: their cells do not change, to be collected when the run is resumed. A run
  // that had nothing left to do when its program ended is finished.
  const interrupt = db.prepare<{ unknownCells: number; id: number }>(
    `UPDATE runs SET session_id = NULL,
       state = CASE WHEN planned = 0 AND running = 0 AND @unknownCells = 0 THEN 'finished' ELSE 'interrupted' END,
       finished_at_ms = CASE WHEN planned = 0 AND running = 0 AND @unknownCells = 0 THEN (
         SELECT max(finished_at_ms) FROM cells WHERE run_id = runs.id) ELSE NULL END
     WHERE id = @id`,
  );
  const openRun = db.prepare<{ uid: string }, { id: number }>(
    `SELECT id FROM runs WHERE uid = @uid AND state = 'running'`,
  );

  const interruptRun = (id: number, nowMs: number): number => {
    const unknownCells = strayed.run({ nowMs, id }).changes;
    interrupt.run({ unknownCells, id });
    return unknownCells;
  };
  const interruptRunsOf = (sessionRow: number | null, nowMs: number): Recovery => {
    const runs = orphans.all({ sessionId: sessionRow as number });
    let unknownCells = 0;
    for (const run of runs) unknownCells += interruptRun(run.id, nowMs);
    for (const { id } of waiting.all({ sessionId: sessionRow as number }))
      unknownCells += strayed.run({ nowMs, id }).changes;
    return { interruptedRuns: runs.map((run) => run.uid), unknownCells };
  };

  const sweep = (nowMs: number): Recovery => {
    const recovered: Recovery[] = [interruptRunsOf(null, nowMs)];
    for (const session of all.all()) {
      if (!locks.isAbandoned(session.uid)) continue;
      recovered.push(interruptRunsOf(session.id, nowMs));
      remove.run({ id: session.id });
      locks.forget(session.uid);
    }
    return {
      interruptedRuns: recovered.flatMap((entry) => entry.interruptedRuns),
      unknownCells: recovered.reduce((sum, entry) => sum + entry.unknownCells, 0),
    };
  };

  return {
    /** Registers this program and settles the runs of dead programs. */
    'sessions.open': writes((input: OpenSession): Recovery & { readonly sessionId: string } => {
      const uid = input.sessionId ?? newId();
      locks.hold(uid);
      if (!idOf.get({ uid }))
        add.run({ uid, host: input.host, programVersion: input.programVersion, startedAtMs: input.nowMs });
      return { sessionId: uid, ...sweep(input.nowMs) };
    }),
    /** Settles the runs of programs that died meanwhile. */
    'sessions.sweep': writes((input: { readonly nowMs: number }): Recovery => sweep(input.nowMs)),
    /** Interrupts a run that cannot continue; sent but unsettled cells become unknown. */
    'runs.interrupt': writes((input: { readonly runId: string; readonly nowMs: number }): void => {
      const run = openRun.get({ uid: input.runId });
      if (run) interruptRun(run.id, input.nowMs);
    }),
    /** Orderly shutdown: running runs are marked as interrupted now instead of at the next start. */
    'sessions.close': writes((input: { readonly sessionId: string; readonly nowMs: number }): Recovery => {
      const session = idOf.get({ uid: input.sessionId });
      if (!session) return { interruptedRuns: [], unknownCells: 0 };
      const recovery = interruptRunsOf(session.id, input.nowMs);
      remove.run({ id: session.id });
      locks.release(input.sessionId);
      return recovery;
    }),
  };
}
