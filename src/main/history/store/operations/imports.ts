import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import type { Engine } from '#shared/interface/engines.ts';
import { type Market, marketKey } from '#shared/model/market.ts';
import type { ReceivedAnswer } from '../../threads/encode/encodeAnswer.ts';
import { resultOf } from '../derive/result.ts';
import { HistoryFailure } from '../failures.ts';
import { newId } from '../ids.ts';
import type { Dimensions } from './dimensions.ts';
import type { ObservationWriter } from './observationWriter.ts';
import { writes } from './operation.ts';
import type { PayloadStore } from './payloads.ts';
import { createProjectFinder, type InProject } from './projectRows.ts';
import type { QuestionTags } from './questionTags.ts';

/** A result that was fetched elsewhere, read and checked. */
export type ImportedResult = {
  readonly question: string;
  readonly engine: Engine;
  readonly market: Market;
  /** Keeps runs of another project apart; null where the result names none. */
  readonly sourceRun: string | null;
  /** The stored answer's id in the project it comes from, which may be this one. */
  readonly observationId: string | null;
  /** What makes two of them the same result; any text. */
  readonly identity: string;
  /** File, and place in the file. */
  readonly source: string;
  readonly answer: ReceivedAnswer;
};

export type ImportOutcome = {
  readonly state: 'added' | 'known';
  readonly observationId: string;
  readonly runId: string;
};

type Found = { readonly observation: string; readonly run: string; readonly run_id: number };

const found = 'o.uid AS observation, r.uid AS run, r.id AS run_id';

/** Stores results that were fetched elsewhere: one call is one transaction, so whole results or none. */
export function createImportOperations(
  db: Database,
  dimensions: Dimensions,
  payloads: PayloadStore,
  writer: ObservationWriter,
  tags: QuestionTags,
) {
  const projectRow = createProjectFinder(db);
  const sessionRow = db.prepare<[string], { id: number }>('SELECT id FROM sessions WHERE uid = ?');
  const addImport = db.prepare<[string, number, number]>(
    'INSERT INTO imports (uid, session_id, started_at_ms) VALUES (?, ?, ?)',
  );
  const importId = db.prepare<[string], { id: number }>(
    'SELECT id FROM imports WHERE uid = ? AND finished_at_ms IS NULL',
  );
  const endImport = db.prepare<[number | null, string]>(
    'UPDATE imports SET session_id = NULL, finished_at_ms = ? WHERE uid = ?',
  );
  const byIdentity = db.prepare<[Buffer], Found>(
    `SELECT ${found} FROM imported_results i JOIN observations o ON o.id = i.observation_id
     JOIN runs r ON r.id = o.run_id WHERE i.identity = ?`,
  );
  const byId = db.prepare<[string], Found>(
    `SELECT ${found} FROM observations o JOIN runs r ON r.id = o.run_id WHERE o.uid = ?`,
  );
  const byRequest = db.prepare<[string, string], Found & { payload_id: number }>(
    `SELECT ${found}, o.payload_id FROM observations o JOIN runs r ON r.id = o.run_id
     WHERE o.request_id = ? AND o.engine = ?`,
  );
  // A run of an import that broke off, because its program ended or a person cancelled it.
  const adopt = db.prepare<[number, number]>(
    `UPDATE import_runs SET import_id = ? WHERE import_id IN (
       SELECT i.id FROM import_runs x JOIN imports i ON i.id = x.import_id
       WHERE x.run_id = ? AND i.finished_at_ms IS NULL AND i.session_id IS NULL)`,
  );
  const runOfGroup = db.prepare<[number, string], { id: number; uid: string; cells: number }>(
    `SELECT r.id, r.uid, r.completed AS cells FROM import_runs x JOIN runs r ON r.id = x.run_id
     WHERE x.import_id = ? AND x.group_key = ? ORDER BY r.id LIMIT 1`,
  );
  const addRun = db.prepare<[string, number, number, string, number, number]>(
    `INSERT INTO runs (uid, project_id, kind, question_id, engine, connection_id, state, created_at_ms, finished_at_ms)
     VALUES (?, ?, 'import', ?, ?, (SELECT id FROM connections WHERE uid = 'imported'), 'finished', ?, ?)`,
  );
  const linkRun = db.prepare<[number, number, string]>(
    'INSERT INTO import_runs (run_id, import_id, group_key) VALUES (?, ?, ?)',
  );
  const nextSample = db.prepare<[number, number], { sample: number }>(
    'SELECT ifnull(max(sample), 0) + 1 AS sample FROM cells WHERE run_id = ? AND market_id = ?',
  );
  const addCell = db.prepare<[Record<string, string | number | null>]>(
    `INSERT INTO cells (run_id, ordinal, question_id, engine, market_id, sample, state, idempotency_key, attempts,
       finished_at_ms, request_id)
     VALUES (@run, @ordinal, @question, @engine, @market, @sample, 'completed', @key, 1, @at, @request)`,
  );
  // Credits stay with the answer: this project was not charged for it, so its run counts none.
  const countRun = db.prepare<[number, number, number, number]>(
    `UPDATE runs SET completed = completed + 1, samples = max(samples, ?),
       created_at_ms = min(created_at_ms, ?), finished_at_ms = max(finished_at_ms, ?) WHERE id = ?`,
  );
  const idOf = db.prepare<[string], { id: number }>('SELECT id FROM observations WHERE uid = ?');
  const note = db.prepare<[number, Buffer, string, number]>(
    'INSERT INTO imported_results (observation_id, identity, source, imported_at_ms) VALUES (?, ?, ?, ?)',
  );
  const leavePages = db.prepare<[string, number]>(
    `UPDATE pages SET state = 'failed', error_message = ?
     WHERE observation_id = ? AND state = 'pending'`,
  );

  const findKnown = (result: ImportedResult, identity: Buffer): Found | undefined => {
    const imported = byIdentity.get(identity);
    if (imported) return imported;
    const own = result.observationId === null ? undefined : byId.get(result.observationId);
    if (own) return own;
    if (result.answer.requestId === null) return undefined;
    const same = JSON.stringify(resultOf(result.answer.body));
    return byRequest
      .all(result.answer.requestId, result.engine)
      .find((row) => JSON.stringify(resultOf(payloads.get(row.payload_id).body)) === same);
  };

  const runFor = (id: number, project: number, result: ImportedResult, question: number) => {
    const group = JSON.stringify([result.engine, result.question, result.sourceRun]);
    const known = runOfGroup.get(id, group);
    if (known) return known;
    const uid = newId();
    const at = result.answer.receivedAtMs;
    const run = Number(addRun.run(uid, project, question, result.engine, at, at).lastInsertRowid);
    linkRun.run(run, id, group);
    tags.asked(project, question);
    return { id: run, uid, cells: 0 };
  };

  const add = (importId: number, project: number, result: ImportedResult, nowMs: number): ImportOutcome => {
    const identity = createHash('sha256').update(result.identity).digest();
    const known = findKnown(result, identity);
    if (known) {
      adopt.run(importId, known.run_id);
      return { state: 'known', observationId: known.observation, runId: known.run };
    }
    const { answer, engine } = result;
    const question = dimensions.question(result.question);
    const market = dimensions.market(result.market);
    const run = runFor(importId, project, result, question);
    const sample = nextSample.get(run.id, market)?.sample ?? 1;
    const at = answer.receivedAtMs;
    const key = `${run.uid}-${run.cells}-1`;
    const request = answer.requestId;
    const place = { run: run.id, ordinal: run.cells, question, engine, market, sample };
    const cell = addCell.run({ ...place, key, at, request });
    countRun.run(sample, at, at, run.id);
    const id = Number(cell.lastInsertRowid);
    const facts = { id, run_id: run.id, question_id: question, engine, market_id: market, sample };
    const stored = writer.write(facts, answer);
    const row = idOf.get(stored.uid);
    if (!row)
      throw new HistoryFailure('INTERNAL', `The result of ${marketKey(result.market)} was not stored.`);
    note.run(row.id, identity, result.source, nowMs);
    leavePages.run('an imported result brings no pages; they are not fetched from where it came', row.id);
    return { state: 'added', observationId: stored.uid, runId: run.uid };
  };

  return {
    'imports.begin': writes(
      (input: { readonly sessionId: string; readonly nowMs: number }): { readonly importId: string } => {
        const session = sessionRow.get(input.sessionId);
        if (!session)
          throw new HistoryFailure('CONFLICT', 'This program is no longer registered: restart it.');
        const uid = newId();
        addImport.run(uid, session.id, input.nowMs);
        return { importId: uid };
      },
    ),
    /** Outcomes in the order of the results. One question and engine is one run, whatever call it came in. */
    'imports.add': writes(
      (
        input: InProject & {
          readonly importId: string;
          readonly results: readonly ImportedResult[];
          readonly nowMs: number;
        },
      ): readonly ImportOutcome[] => {
        const found = importId.get(input.importId);
        if (!found) throw new HistoryFailure('NOT_FOUND', 'This import has ended: begin another one.');
        const project = projectRow(input);
        return input.results.map((result) => add(found.id, project, result, input.nowMs));
      },
    ),
    /** An import that did not come to its end is gone on with by the next one that meets its results. */
    'imports.end': writes(
      (input: { readonly importId: string; readonly complete: boolean; readonly nowMs: number }): void => {
        endImport.run(input.complete ? input.nowMs : null, input.importId);
      },
    ),
  };
}
