import type { Database } from 'better-sqlite3';
import { notThisServiceMessage } from '#client/serviceError.ts';
import type { Engine } from '#shared/interface/engines.ts';
import type { Market } from '#shared/model/market.ts';
import type { CellView } from '#shared/model/run.ts';
import {
  deserializeAnswer,
  type EncodedAnswer,
  type EncodedBody,
  encodeAnswer,
  type ReceivedAnswer,
} from '../../threads/encode/encodeAnswer.ts';
import { HistoryFailure, mustHave } from '../failures.ts';
import { cellIdColumn, parseCellId } from '../ids.ts';
import { type CellRow, cellColumns, cellView, selectCells } from './cellRows.ts';
import { type MarketRow, marketColumns, withMarket } from './marketRows.ts';
import type { CellFacts, ObservationWriter } from './observationWriter.ts';
import { reads, writes } from './operation.ts';
import type { CellPrice, RunPrices } from './runPrices.ts';

export type TakenCell = {
  readonly id: string;
  readonly ordinal: number;
  /** The wording used in the market. */
  readonly question: string;
  readonly engine: Engine;
  readonly market: Market;
  readonly sample: number;
  /** Number of sends, including this one. */
  readonly attempt: number;
  readonly idempotencyKey: string;
  /** The task at the service, if it was queued and its id is known. */
  readonly taskId: string | null;
};

export type CellFailure = {
  readonly code: string;
  readonly message: string;
  readonly status: number | null;
  readonly requestId: string | null;
  /** The service's response, if it is text; kept for the inspector. */
  readonly body: string | null;
};

/** The outcome of a sent cell. Nothing else ends a cell. */
export type CellOutcome<Answer = ReceivedAnswer | EncodedBody> =
  | { readonly kind: 'completed'; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly failure: CellFailure }
  | { readonly kind: 'unknown'; readonly failure: CellFailure };

/** An outcome that could not be stored while its program ran. */
export type RescuedOutcome = {
  readonly cellId: string;
  /** The idempotency key under which the cell was sent. */
  readonly key: string;
  readonly engine: Engine;
  readonly outcome: CellOutcome<ReceivedAnswer>;
  readonly nowMs: number;
};

export type SettledCell = {
  readonly cell: CellView;
  readonly observationId: string | null;
  readonly pages: readonly { readonly id: string; readonly url: string }[];
};

/** A cell as its observation, its run's prices and its view need it, read at once. */
type FoundCell = {
  readonly facts: CellFacts;
  readonly price: CellPrice;
  readonly cell: Omit<CellRow, 'observationId' | 'surface'>;
};

type FoundRow = FoundCell['cell'] & {
  readonly row: number;
  readonly run: number;
  readonly runId: string;
  readonly questionRow: number;
  readonly wordingRow: number | null;
  readonly engine: Engine;
  readonly marketRow: number;
  readonly maximumCredits: number;
};

type TakenRow = MarketRow & Omit<TakenCell, 'market'>;

const errorBodyLimit = 65_536;

/**
 * Runs for every stored answer. Joins use `= +?` instead of `= ?`: SQLite uses the value of a bare parameter to
 * choose its plan, so it would plan again for every call, which costs ten times the call.
 */
export function createCellOperations(db: Database, observations: ObservationWriter, prices: RunPrices) {
  const take = db.prepare<{ startedAtMs: number; uid: string; limit: number }, { id: number }>(
    `UPDATE cells SET state = 'running', attempts = attempts + 1, started_at_ms = @startedAtMs, finished_at_ms = NULL
     WHERE id IN (
       SELECT x.id FROM cells x
       WHERE x.run_id = (SELECT id FROM runs WHERE uid = @uid AND state = 'running') AND x.state = 'planned'
       ORDER BY x.ordinal LIMIT @limit
     ) RETURNING id`,
  );
  const selectTaken = `SELECT ${cellIdColumn} AS id, x.ordinal, ifnull(w.text, q.text) AS question, x.engine, x.sample,
      x.attempts AS attempt, x.idempotency_key AS idempotencyKey, x.task_id AS taskId, ${marketColumns}
    FROM cells x JOIN runs r ON r.id = x.run_id JOIN questions q ON q.id = x.question_id
      JOIN markets m ON m.id = x.market_id LEFT JOIN questions w ON w.id = x.wording_id`;
  const taken = db.prepare<{ id: number }, TakenRow>(`${selectTaken} WHERE x.id = +@id`);
  const sent = db.prepare<{ uid: string }, TakenRow>(
    `${selectTaken} WHERE r.uid = @uid AND x.state = 'running' ORDER BY x.ordinal`,
  );
  const find = db.prepare<{ runId: string; ordinal: number }, FoundRow>(
    `SELECT x.id AS row, x.run_id AS run, r.uid AS runId, x.question_id AS questionRow, x.wording_id AS wordingRow,
       x.engine, x.market_id AS marketRow, x.maximum_credits AS maximumCredits, ${cellColumns}
     FROM cells x JOIN runs r ON r.id = x.run_id JOIN markets m ON m.id = x.market_id
       LEFT JOIN questions w ON w.id = x.wording_id
     WHERE r.uid = +@runId AND x.ordinal = +@ordinal`,
  );
  const release = db.prepare<{ id: number }>(
    `UPDATE cells SET started_at_ms = NULL, task_id = NULL,
       state = CASE (SELECT state FROM runs WHERE id = run_id) WHEN 'cancelled' THEN 'cancelled' ELSE 'planned' END
     WHERE id = +@id AND state = 'running'`,
  );
  const endWith = db.prepare<{
    finishedAtMs: number;
    creditsCharged: number | null;
    requestId: string | null;
    id: number;
  }>(
    `UPDATE cells SET state = 'completed', finished_at_ms = @finishedAtMs, credits_charged = @creditsCharged, request_id = @requestId,
       error_code = NULL, error_message = NULL, error_status = NULL, error_body = NULL
     WHERE id = +@id AND state = 'running'`,
  );
  const endFailed = db.prepare<{
    state: 'failed' | 'unknown';
    finishedAtMs: number;
    creditsCharged: number | null;
    errorCode: string;
    errorMessage: string;
    errorStatus: number | null;
    errorBody: string | null;
    requestId: string | null;
    id: number;
  }>(
    `UPDATE cells SET state = @state, finished_at_ms = @finishedAtMs, credits_charged = @creditsCharged, error_code = @errorCode, error_message = @errorMessage,
       error_status = @errorStatus, error_body = @errorBody, request_id = @requestId
     WHERE id = +@id AND state = 'running'`,
  );
  const reopen = db.prepare<{ uid: string; key: string; taskId: string }, { id: number }>(
    `UPDATE cells SET state = 'running', task_id = @taskId, finished_at_ms = NULL
     WHERE run_id = (SELECT id FROM runs WHERE uid = @uid) AND idempotency_key = @key AND state = 'unknown' RETURNING id`,
  );
  const view = db.prepare<{ id: number }, CellRow>(`${selectCells} WHERE x.id = +@id`);
  // When its program ended, the cell became unknown; a queued one is still running.
  const openAgain = db.prepare<{ id: number; key: string }>(
    `UPDATE cells SET state = 'running', finished_at_ms = NULL, error_code = NULL, error_message = NULL,
       error_status = NULL, error_body = NULL
     WHERE id = @id AND idempotency_key = @key AND state IN ('running', 'unknown')`,
  );
  const finishRun = db.prepare<{ runId: number }>(
    `UPDATE runs SET state = 'finished', finished_at_ms = (SELECT max(finished_at_ms) FROM cells WHERE run_id = @runId)
     WHERE id = @runId AND state = 'interrupted' AND planned = 0 AND running = 0 AND unknown = 0`,
  );

  const mustFind = (uid: string): FoundCell => {
    const parts = parseCellId(uid);
    const found = parts ? find.get({ runId: parts.runId, ordinal: parts.ordinal }) : undefined;
    if (!found)
      throw new HistoryFailure('NOT_FOUND', `No request ${uid} in the history. It may have been deleted.`);
    const { row, run, runId, questionRow, wordingRow, engine, marketRow, maximumCredits, ...cell } = found;
    return {
      facts: {
        id: row,
        run,
        question: questionRow,
        wording: wordingRow,
        engine,
        market: marketRow,
        sample: cell.sample,
      },
      price: { run, runId, engine, credits: maximumCredits },
      cell,
    };
  };
  const viewOf = (id: number): CellView => {
    const row = mustHave(view.get({ id }), 'This request no longer exists. Nothing was changed.');
    return cellView(row);
  };

  /** The end of a cell without an answer. */
  const endWithout = (
    { facts: { id } }: FoundCell,
    state: 'failed' | 'unknown',
    { code, message, status, body, requestId }: CellFailure,
    nowMs: number,
    creditsCharged = 0,
  ): SettledCell => {
    endFailed.run({
      state,
      finishedAtMs: nowMs,
      creditsCharged: state === 'failed' ? creditsCharged : null,
      errorCode: code,
      errorMessage: message,
      errorStatus: status,
      errorBody: body === null ? null : body.slice(0, errorBodyLimit),
      requestId,
      id,
    });
    return { cell: viewOf(id), observationId: null, pages: [] };
  };

  const complete = ({ facts, price, cell }: FoundCell, answer: EncodedAnswer, nowMs: number): SettledCell => {
    const { creditsCharged, requestId } = answer;
    const { changes } = endWith.run({ finishedAtMs: nowMs, creditsCharged, requestId, id: facts.id });
    if (changes === 0) return { cell: viewOf(facts.id), observationId: null, pages: [] };
    if (creditsCharged !== null) prices.state(price, creditsCharged);
    const { observationId, pages } = observations.write(facts, answer);
    const ended = {
      state: 'completed',
      finishedAtMs: nowMs,
      creditsCharged,
      errorCode: null,
      observationId,
      surface: answer.columns.surface,
    } as const;
    // Not read again: that would take as long as ending it.
    return { cell: cellView({ ...cell, ...ended }), observationId, pages };
  };

  const settle = (cell: FoundCell, outcome: CellOutcome, nowMs: number): SettledCell => {
    if (outcome.kind !== 'completed') return endWithout(cell, outcome.kind, outcome.failure, nowMs);
    const { answer: received } = outcome;
    if ('sealed' in received) return complete(cell, deserializeAnswer(received), nowMs);
    const answer = encodeAnswer(cell.facts.engine, received);
    if (answer !== null) return complete(cell, answer, nowMs);
    const { status, requestId, body } = received;
    const failure = { code: 'NOT_THIS_SERVICE', message: notThisServiceMessage, status, requestId, body };
    // It was charged, whatever it is.
    return endWithout(cell, 'failed', failure, nowMs, received.creditsCharged ?? 0);
  };

  return {
    /**
     * Takes up to `limit` cells in plan order, as far as their maximum cost fits every credit limit. They then
     * count as sent, and their maximum cost is reserved.
     */
    'cells.take': writes(
      (input: {
        readonly runId: string;
        readonly limit: number;
        readonly nowMs: number;
      }): readonly TakenCell[] => {
        const limit = prices.affordable(input);
        if (limit === 0) return [];
        const ids = take.all({ startedAtMs: input.nowMs, uid: input.runId, limit }).map((row) => row.id);
        const cells = ids.flatMap((id) => {
          const row = taken.get({ id });
          return row ? [takenCell(row)] : [];
        });
        return cells.sort((one, other) => one.ordinal - other.ordinal);
      },
    ),
    /** Sent but not settled, in plan order: a queued run's cells at the service. */
    'cells.sent': reads((input: { readonly runId: string }): readonly TakenCell[] =>
      sent.all({ uid: input.runId }).map(takenCell),
    ),
    /**
     * A cell of unknown outcome whose task was found counts as sent again. Its key names it; null if the run has no
     * such cell.
     */
    'cells.reopen': writes(
      (input: {
        readonly runId: string;
        readonly idempotencyKey: string;
        readonly taskId: string;
      }): TakenCell | null => {
        const found = reopen.get({ uid: input.runId, key: input.idempotencyKey, taskId: input.taskId });
        const row = found && taken.get({ id: found.id });
        return row ? takenCell(row) : null;
      },
    ),
    /** Plans a cell again: the service refused it before anything ran, or it was never sent. */
    'cells.release': writes((input: { readonly cellId: string }): CellView => {
      const { facts } = mustFind(input.cellId);
      release.run({ id: facts.id });
      return viewOf(facts.id);
    }),
    /** Ends a sent cell, with its answer and charge, in one transaction. */
    'cells.settle': writes(
      (input: {
        readonly cellId: string;
        /** The engine asked: if given, the answer can be encoded on another thread. */
        readonly engine?: Engine;
        readonly outcome: CellOutcome;
        readonly nowMs: number;
      }): SettledCell => settle(mustFind(input.cellId), input.outcome, input.nowMs),
    ),
    /**
     * Ends a cell whose program ended before its outcome could be stored. False if the history has an outcome
     * already, or the cell was sent again under another key.
     */
    'cells.recover': writes(({ cellId, key, outcome, nowMs }: RescuedOutcome): boolean => {
      const cell = mustFind(cellId);
      if (openAgain.run({ id: cell.facts.id, key }).changes === 0) return false;
      settle(cell, outcome, nowMs);
      finishRun.run({ runId: cell.facts.run });
      return true;
    }),
  };
}

const takenCell = (row: TakenRow): TakenCell => {
  const { marketKey: _, ...cell } = withMarket(row);
  return cell;
};
