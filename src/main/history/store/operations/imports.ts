import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { notThisServiceMessage } from '#client/serviceError.ts';
import type { Engine } from '#shared/interface/engines.ts';
import { type Market, marketKey } from '#shared/model/market.ts';
import { encodeAnswer, type ReceivedAnswer } from '../../threads/encode/encodeAnswer.ts';
import { resultOf } from '../derive/result.ts';
import { HistoryFailure, isBrokenAnswer, mustHave } from '../failures.ts';
import { newId } from '../ids.ts';
import type { Dimensions } from './dimensions.ts';
import type { ObservationWriter } from './observationWriter.ts';
import { writes } from './operation.ts';
import type { PayloadStore } from './payloads.ts';
import { createProjectFinder, createSessionFinder, type InProject } from './projectRows.ts';
import type { QuestionTags } from './questionTags.ts';

/** A result from elsewhere, parsed and validated. */
export type ImportedResult = {
  readonly question: string;
  /** The wording, if it was not the main text. */
  readonly wording: string | null;
  readonly engine: Engine;
  readonly market: Market;
  /** Separates runs of different projects; null if the result names none. */
  readonly sourceRun: string | null;
  /** The stored answer's id in its original project, which may be this one. */
  readonly observationId: string | null;
  /** Identifies equal results; any text. */
  readonly identity: string;
  /** File, and position in the file. */
  readonly source: string;
  readonly answer: ReceivedAnswer;
};

export type ImportOutcome = {
  readonly state: 'added' | 'known';
  readonly observationId: string;
  readonly runId: string;
};

type KnownAnswer = { readonly observationId: string; readonly runId: string; readonly run: number };

const found = 'o.uid AS observationId, r.uid AS runId, r.id AS run';

/** Stores imported results: one call is one transaction. */
export function createImportOperations(
  db: Database,
  dimensions: Dimensions,
  payloads: PayloadStore,
  writer: ObservationWriter,
  tags: QuestionTags,
) {
  const projectRow = createProjectFinder(db);
  const sessionRow = createSessionFinder(db);
  const addImport = db.prepare<{ uid: string; sessionId: number; startedAtMs: number }>(
    'INSERT INTO imports (uid, session_id, started_at_ms) VALUES (@uid, @sessionId, @startedAtMs)',
  );
  const importId = db.prepare<{ uid: string }, { id: number }>(
    'SELECT id FROM imports WHERE uid = @uid AND finished_at_ms IS NULL',
  );
  const endImport = db.prepare<{ finishedAtMs: number | null; uid: string }>(
    'UPDATE imports SET session_id = NULL, finished_at_ms = @finishedAtMs WHERE uid = @uid',
  );
  const byIdentity = db.prepare<{ identity: Buffer }, KnownAnswer>(
    `SELECT ${found} FROM imported_results i JOIN observations o ON o.id = i.observation_id
     JOIN runs r ON r.id = o.run_id WHERE i.identity = @identity`,
  );
  const byId = db.prepare<{ uid: string }, KnownAnswer>(
    `SELECT ${found} FROM observations o JOIN runs r ON r.id = o.run_id WHERE o.uid = @uid`,
  );
  const byRequest = db.prepare<{ requestId: string; engine: string }, KnownAnswer & { payload: number }>(
    `SELECT ${found}, o.payload_id AS payload FROM observations o JOIN runs r ON r.id = o.run_id
     WHERE o.request_id = @requestId AND o.engine = @engine`,
  );
  // A run of an import that was interrupted, by the end of its program or the user.
  const adopt = db.prepare<{ importId: number; runId: number }>(
    `UPDATE import_runs SET import_id = @importId WHERE import_id IN (
       SELECT i.id FROM import_runs x JOIN imports i ON i.id = x.import_id
       WHERE x.run_id = @runId AND i.finished_at_ms IS NULL AND i.session_id IS NULL)`,
  );
  const runOfGroup = db.prepare<{ id: number; group: string }, { id: number; uid: string; cells: number }>(
    `SELECT r.id, r.uid, r.completed AS cells FROM import_runs x JOIN runs r ON r.id = x.run_id
     WHERE x.import_id = @id AND x.group_key = @group ORDER BY r.id LIMIT 1`,
  );
  const addRun = db.prepare<{ uid: string; project: number; question: number; engine: string; at: number }>(
    `INSERT INTO runs (uid, project_id, kind, question_id, engine, connection_id, state, created_at_ms, finished_at_ms)
     VALUES (@uid, @project, 'import', @question, @engine, (SELECT id FROM connections WHERE uid = 'imported'), 'finished', @at, @at)`,
  );
  const linkRun = db.prepare<{ run: number; id: number; group: string }>(
    'INSERT INTO import_runs (run_id, import_id, group_key) VALUES (@run, @id, @group)',
  );
  const nextSample = db.prepare<{ runId: number; market: number }, { sample: number }>(
    'SELECT ifnull(max(sample), 0) + 1 AS sample FROM cells WHERE run_id = @runId AND market_id = @market',
  );
  const addCell = db.prepare<[Record<string, string | number | null>]>(
    `INSERT INTO cells (run_id, ordinal, question_id, wording_id, engine, market_id, sample, state, idempotency_key, attempts,
       finished_at_ms, request_id)
     VALUES (@run, @ordinal, @question, @wording, @engine, @market, @sample, 'completed', @key, 1, @at, @request)`,
  );
  // Credits are stored with the answer, but not counted for its run: this project was not charged.
  const countRun = db.prepare<{ sample: number; at: number; id: number }>(
    `UPDATE runs SET completed = completed + 1, samples = max(samples, @sample),
       created_at_ms = min(created_at_ms, @at), finished_at_ms = max(finished_at_ms, @at) WHERE id = @id`,
  );
  const idOf = db.prepare<{ uid: string }, { id: number }>('SELECT id FROM observations WHERE uid = @uid');
  const note = db.prepare<{ observationId: number; identity: Buffer; source: string; nowMs: number }>(
    'INSERT INTO imported_results (observation_id, identity, source, imported_at_ms) VALUES (@observationId, @identity, @source, @nowMs)',
  );
  const leavePages = db.prepare<{ errorMessage: string; observationId: number }>(
    `UPDATE pages SET state = 'failed', error_message = @errorMessage
     WHERE observation_id = @observationId AND state = 'pending'`,
  );

  const findKnown = (result: ImportedResult, identity: Buffer): KnownAnswer | undefined => {
    const imported = byIdentity.get({ identity });
    if (imported) return imported;
    const own = result.observationId === null ? undefined : byId.get({ uid: result.observationId });
    if (own) return own;
    if (result.answer.requestId === null) return undefined;
    const same = JSON.stringify(resultOf(result.answer.body));
    return byRequest.all({ requestId: result.answer.requestId, engine: result.engine }).find((row) => {
      try {
        return JSON.stringify(resultOf(payloads.get(row.payload).body)) === same;
      } catch (error) {
        if (isBrokenAnswer(error)) return false;
        throw error;
      }
    });
  };

  const runFor = (id: number, project: number, result: ImportedResult, question: number) => {
    const group = JSON.stringify([result.engine, result.question, result.sourceRun]);
    const known = runOfGroup.get({ id, group });
    if (known) return known;
    const uid = newId();
    const at = result.answer.receivedAtMs;
    const run = Number(addRun.run({ uid, project, question, engine: result.engine, at }).lastInsertRowid);
    linkRun.run({ run, id, group });
    tags.asked(project, question);
    return { id: run, uid, cells: 0 };
  };

  const add = (importId: number, project: number, result: ImportedResult, nowMs: number): ImportOutcome => {
    const identity = createHash('sha256').update(result.identity).digest();
    const known = findKnown(result, identity);
    if (known) {
      const { run: runRow, ...ids } = known;
      adopt.run({ importId, runId: runRow });
      return { state: 'known', ...ids };
    }
    const { answer, engine } = result;
    const question = dimensions.question(result.question);
    const wording = result.wording === null ? null : dimensions.question(result.wording);
    const market = dimensions.market(result.market);
    const run = runFor(importId, project, result, question);
    const sample = nextSample.get({ runId: run.id, market })?.sample ?? 1;
    const at = answer.receivedAtMs;
    const key = `${run.uid}-${run.cells}-1`;
    const request = answer.requestId;
    const place = { run: run.id, ordinal: run.cells, question, wording, engine, market, sample };
    const cell = addCell.run({ ...place, key, at, request });
    countRun.run({ sample, at, id: run.id });
    const id = Number(cell.lastInsertRowid);
    const facts = { id, run: run.id, question, wording, engine, market, sample };
    const encoded = encodeAnswer(engine, answer);
    if (encoded === null) throw new HistoryFailure('INVALID_INPUT', notThisServiceMessage);
    const stored = writer.write(facts, encoded);
    const row = idOf.get({ uid: stored.observationId });
    if (!row)
      throw new HistoryFailure('INTERNAL', `The result of ${marketKey(result.market)} was not stored.`);
    note.run({ observationId: row.id, identity, source: result.source, nowMs });
    leavePages.run({ errorMessage: 'imported results have no stored pages', observationId: row.id });
    return { state: 'added', observationId: stored.observationId, runId: run.uid };
  };

  return {
    'imports.begin': writes(
      (input: { readonly sessionId: string; readonly nowMs: number }): { readonly importId: string } => {
        const uid = newId();
        addImport.run({ uid, sessionId: sessionRow(input.sessionId), startedAtMs: input.nowMs });
        return { importId: uid };
      },
    ),
    /** Outcomes in the order of the results. One question and engine is one run, across calls. */
    'imports.add': writes(
      (
        input: InProject & {
          readonly importId: string;
          readonly results: readonly ImportedResult[];
          readonly nowMs: number;
        },
      ): readonly ImportOutcome[] => {
        const found = mustHave(
          importId.get({ uid: input.importId }),
          'This import has ended. Start another one.',
        );
        const project = projectRow(input);
        return input.results.map((result) => add(found.id, project, result, input.nowMs));
      },
    ),
    /** An unfinished import is continued by the next one with the same results. */
    'imports.end': writes(
      (input: { readonly importId: string; readonly complete: boolean; readonly nowMs: number }): void => {
        endImport.run({ finishedAtMs: input.complete ? input.nowMs : null, uid: input.importId });
      },
    ),
  };
}
