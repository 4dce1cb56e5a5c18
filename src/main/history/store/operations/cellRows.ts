import type { CellState, CellView } from '#shared/model/run.ts';
import { cellId } from '../ids.ts';
import { type MarketRow, marketColumns, marketOf } from './marketRows.ts';

export type CellRow = MarketRow & {
  readonly run_uid: string;
  readonly ordinal: number;
  readonly wording: string | null;
  readonly sample: number;
  readonly state: CellState;
  readonly attempts: number;
  readonly started_at_ms: number | null;
  readonly finished_at_ms: number | null;
  readonly credits_charged: number | null;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly request_id: string | null;
  readonly observation_uid: string | null;
  readonly surface: string | null;
};

/** A cell with its market and its newest observation; add a WHERE clause on `x`. */
export const selectCells = `SELECT r.uid AS run_uid, x.ordinal, w.text AS wording, x.sample, x.state, x.attempts, x.started_at_ms,
    x.finished_at_ms, x.credits_charged, x.error_code, x.error_message, x.request_id, ${marketColumns},
    o.uid AS observation_uid, o.surface
  FROM cells x JOIN runs r ON r.id = x.run_id JOIN markets m ON m.id = x.market_id
    LEFT JOIN questions w ON w.id = x.wording_id
    LEFT JOIN observations o ON o.id = (SELECT max(id) FROM observations WHERE cell_id = x.id)`;

export function cellView(row: CellRow): CellView {
  return {
    id: cellId(row.run_uid, row.ordinal),
    ordinal: row.ordinal,
    market: marketOf(row),
    marketKey: row.market_key,
    ...(row.wording === null ? {} : { wording: row.wording }),
    sample: row.sample,
    state: row.state,
    observationId: row.state === 'completed' ? row.observation_uid : null,
    surface: row.state === 'completed' ? row.surface : null,
    error:
      row.error_code === null
        ? null
        : { code: row.error_code, message: row.error_message ?? '', requestId: row.request_id },
    startedAtMs: row.started_at_ms,
    finishedAtMs: row.finished_at_ms,
    creditsCharged: row.credits_charged,
    attempts: row.attempts,
  };
}
