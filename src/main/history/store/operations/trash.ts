import { deserialize, serialize } from 'node:v8';
import type { Database, Statement } from 'better-sqlite3';
import type { TrashedRun } from '#shared/model/trash.ts';
import { HistoryFailure, mustHave } from '../failures.ts';
import { reads, writes } from './operation.ts';
import type { PayloadStore } from './payloads.ts';
import {
  allRows,
  createRowInserter,
  packedRows,
  referringTables,
  type TrashRow,
  unpackedRows,
} from './trashRows.ts';

/** What lies beside the rows of a run: references that its deletion cleared, and what it added to removed costs. */
type Beside = {
  readonly references: readonly {
    readonly table: string;
    readonly column: string;
    readonly rows: readonly TrashRow[];
  }[];
  readonly costs: readonly { readonly before: TrashRow | null; readonly after: TrashRow }[];
};

const besideName = 'beside';
const costKey = [
  'connection_id',
  'day',
  'project_id',
  'engine',
  'driver',
  'cost_currency',
  'cost_source',
] as const;
const isCost = costKey.map((column) => `${column} = @${column}`).join(' AND ');

/**
 * The trash. The rows of a deleted run are moved out of the tables that lists, searches, figures and exports read, so
 * that none of them has to leave anything out, and moved back as they were when the run is restored.
 */
export function createTrashOperations(db: Database, payloads: PayloadStore) {
  const costs = (): TrashRow[] => allRows(db, 'SELECT * FROM removed_costs', {});
  const keyOf = (row: TrashRow): string => JSON.stringify(costKey.map((column) => String(row[column])));

  const add = db.prepare<{ id: bigint; nowMs: number }>(
    `INSERT INTO trash (uid, project_id, question, answers, created_at_ms, trashed_at_ms)
     SELECT r.uid, r.project_id, q.text, r.completed, r.created_at_ms, max(@nowMs, (SELECT max(created_at_ms) FROM runs))
     FROM runs r JOIN questions q ON q.id = r.question_id WHERE r.id = @id`,
  );
  const addRows = db.prepare<{ trash: bigint; ordinal: number; table: string; rows: Buffer }>(
    'INSERT INTO trash_rows (trash_id, ordinal, table_name, row_list) VALUES (@trash, @ordinal, @table, @rows)',
  );
  const removeRun = db.prepare<{ id: bigint }>('DELETE FROM runs WHERE id = @id');
  const find = db
    .prepare<{ runId: string }, bigint>('SELECT id FROM trash WHERE uid = @runId')
    .pluck()
    .safeIntegers();
  const runNumber = db
    .prepare<{ runId: string }, bigint>('SELECT id FROM runs WHERE uid = @runId')
    .pluck()
    .safeIntegers();
  const stored = db.prepare<{ trash: bigint }, { readonly table: string; readonly rows: Buffer }>(
    'SELECT table_name AS "table", row_list AS rows FROM trash_rows WHERE trash_id = @trash ORDER BY ordinal',
  );
  const drop = db.prepare<{ trash: bigint }>('DELETE FROM trash WHERE id = @trash');
  const list = db.prepare<[], TrashedRun>(
    `SELECT t.uid AS runId, t.question, p.name AS projectName, t.answers, t.created_at_ms AS createdAtMs,
       t.trashed_at_ms AS trashedAtMs
     FROM trash t JOIN projects p ON p.id = t.project_id ORDER BY t.trashed_at_ms DESC, t.id DESC`,
  );

  return {
    ...createEmptying(db, find),
    /** Newest first. */
    'trash.list': reads((_: Readonly<Record<string, never>>): TrashedRun[] => list.all()),
    /** Moves a run to the trash. @throws HistoryFailure CONFLICT for one in progress */
    'trash.add': writes(
      (input: { readonly runId: string; readonly nowMs: number }): { readonly removed: boolean } => {
        const id = runNumber.get({ runId: input.runId });
        if (id === undefined) return { removed: false };
        const [run] = allRows(db, `SELECT state, running FROM runs WHERE id = @id`, { id });
        if (run?.state === 'running' || Number(run?.running) > 0)
          throw new HistoryFailure(
            'CONFLICT',
            'This run still waits for answers that are paid for. Delete it when it has ended. Nothing was deleted.',
          );
        add.run({ id, nowMs: input.nowMs });
        const trash = find.get({ runId: input.runId }) ?? 0n;
        let ordinal = 0;
        for (const { table, rows } of packedRows(db, id)) {
          addRows.run({ trash, ordinal, table, rows });
          ordinal += 1;
        }
        const references = referencesTo(db, id);
        const before = new Map(costs().map((row) => [keyOf(row), row]));
        removeRun.run({ id });
        payloads.sweep();
        const changed = costs().flatMap((after) => {
          const was = before.get(keyOf(after)) ?? null;
          return was !== null && was.answers === after.answers ? [] : [{ before: was, after }];
        });
        const beside: Beside = { references, costs: changed };
        addRows.run({ trash, ordinal, table: besideName, rows: serialize(beside) });
        return { removed: true };
      },
    ),
    /** @throws HistoryFailure NOT_FOUND, CONFLICT if the same answers were stored again meanwhile */
    'trash.restore': writes((input: { readonly runId: string }): { readonly runId: string } => {
      const trash = mustHave(find.get(input), `There is no run ${input.runId} in the trash.`);
      const inserter = createRowInserter(db);
      try {
        let beside: Beside | null = null;
        // Its session may be gone; the reference is cleared at the end.
        db.pragma('defer_foreign_keys = ON');
        for (const { table, rows } of stored.all({ trash })) {
          if (table === besideName) beside = deserialize(rows) as Beside;
          else inserter.insert(table, unpackedRows(rows));
        }
        const run = runNumber.get(input) ?? 0n;
        fixRestored(db, run);
        if (beside !== null) {
          returnReferences(db, beside.references, run);
          returnCosts(db, beside.costs);
        }
        drop.run({ trash });
        return { runId: input.runId };
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'SQLITE_CONSTRAINT_UNIQUE')
          throw new HistoryFailure(
            'CONFLICT',
            'Some answers of this run were imported again meanwhile. Delete that import, then restore the run.',
            error,
          );
        throw error;
      }
    }),
  };
}

function referencesTo(db: Database, run: bigint): Beside['references'] {
  return referringTables.map(({ table, column, key }) => ({
    table,
    column,
    rows: allRows(db, `SELECT ${key.join(', ')} FROM ${table} WHERE ${column} = @run`, { run }),
  }));
}

function returnReferences(db: Database, references: Beside['references'], run: bigint): void {
  for (const { table, column, rows } of references) {
    for (const row of rows) {
      const isRow = Object.keys(row).map((key) => `${key} = @${key}`);
      db.prepare(
        `UPDATE ${table} SET ${column} = @run WHERE ${isRow.join(' AND ')} AND ${column} IS NULL`,
      ).run({ ...row, run });
    }
  }
}

function returnCosts(db: Database, changes: Beside['costs']): void {
  for (const { before, after } of changes) {
    const [now] = allRows(db, `SELECT * FROM removed_costs WHERE ${isCost}`, after);
    if (now === undefined) continue;
    const less = (column: 'answers' | 'credits_charged'): bigint =>
      BigInt(String(now[column])) - (BigInt(String(after[column])) - BigInt(String(before?.[column] ?? 0)));
    const answers = less('answers');
    if (answers <= 0n) db.prepare(`DELETE FROM removed_costs WHERE ${isCost}`).run(after);
    else
      db.prepare(
        `UPDATE removed_costs SET answers = @answers, credits_charged = @credits, cost = @cost WHERE ${isCost}`,
      ).run({
        ...after,
        answers,
        credits: less('credits_charged'),
        // Exactly what it was, unless another deletion was added meanwhile.
        cost:
          before !== null && now.cost === after.cost
            ? (before.cost ?? null)
            : now.cost === null
              ? null
              : Number(now.cost) - (Number(after.cost ?? 0) - Number(before?.cost ?? 0)),
      });
  }
}

/** What else may have changed while a run was in the trash. */
function fixRestored(db: Database, run: bigint): void {
  const of = { run };
  // The session that executed it may be gone, and its project.
  db.prepare(
    `UPDATE runs SET session_id = NULL WHERE id = @run
       AND session_id IS NOT NULL AND session_id NOT IN (SELECT id FROM sessions)`,
  ).run(of);
  db.prepare(
    `UPDATE runs SET project_id = 1 WHERE id = @run
       AND project_id IN (SELECT id FROM projects WHERE removed_at_ms IS NOT NULL)`,
  ).run(of);
  // Facts by rules that nothing reads any more.
  for (const table of ['brand_searches', 'brand_mentions'])
    db.prepare(
      `DELETE FROM ${table} WHERE rules_version NOT IN (SELECT rules_version FROM replays)
         AND observation_id IN (SELECT id FROM observations WHERE run_id = @run)`,
    ).run(of);
  // Rules that have not searched these answers look at them again, and at what came after.
  db.prepare(
    `UPDATE replays SET through_id = min(through_id, (SELECT min(id) - 1 FROM observations WHERE run_id = @run))
     WHERE project_id = (SELECT project_id FROM runs WHERE id = @run)
       AND EXISTS (SELECT 1 FROM observations o WHERE o.run_id = @run AND NOT EXISTS (SELECT 1
         FROM brand_searches s WHERE s.rules_version = replays.rules_version AND s.observation_id = o.id))`,
  ).run(of);
  db.prepare(
    `UPDATE column_replays SET through_id = min(through_id, (SELECT min(id) - 1 FROM observations WHERE run_id = @run))
     WHERE EXISTS (SELECT 1 FROM observations WHERE run_id = @run AND rule_version < column_replays.rule_version)`,
  ).run(of);
  db.prepare(
    `INSERT OR IGNORE INTO search_pending (observation_id) SELECT id FROM observations WHERE run_id = @run`,
  ).run(of);
  // So that every program reads its answers again.
  db.prepare('UPDATE search_state SET removals = removals + 1').run();
}

/** What deletes permanently. */
function createEmptying(db: Database, find: Statement<{ runId: string }, bigint>) {
  const drop = db.prepare<{ trash: bigint }>('DELETE FROM trash WHERE id = @trash');
  const dropAll = db.prepare('DELETE FROM trash');
  const dropOld = db.prepare<{ beforeMs: number }>('DELETE FROM trash WHERE trashed_at_ms <= @beforeMs');
  // Moved by a clock that was ahead: kept as long as everything else from now on. A clock before the run is wrong itself.
  const bound = db.prepare<{ nowMs: number; keptMs: number }>(
    `UPDATE trash SET trashed_at_ms = @nowMs
     WHERE trashed_at_ms > @nowMs + @keptMs AND created_at_ms <= @nowMs`,
  );
  return {
    /** Deletes one run in the trash, or all, permanently. */
    'trash.empty': writes((input: { readonly runId?: string }): { readonly deleted: number } => {
      if (input.runId === undefined) return { deleted: dropAll.run().changes };
      const trash = mustHave(
        find.get({ runId: input.runId }),
        `There is no run ${input.runId} in the trash.`,
      );
      return { deleted: drop.run({ trash }).changes };
    }),
    /** Deletes permanently what has been in the trash for this long. */
    'trash.expire': writes(
      ({
        nowMs,
        keptMs,
      }: {
        readonly nowMs: number;
        readonly keptMs: number;
      }): { readonly deleted: number } => {
        bound.run({ nowMs, keptMs });
        return { deleted: dropOld.run({ beforeMs: nowMs - keptMs }).changes };
      },
    ),
  };
}
