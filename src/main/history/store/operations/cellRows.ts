import type { CellView } from '#shared/model/run.ts';
import { cellIdColumn } from '../ids.ts';
import { type MarketRow, marketColumns, withMarket } from './marketRows.ts';

export type CellRow = MarketRow &
  Omit<CellView, 'market' | 'marketKey' | 'wording' | 'error'> & {
    readonly wording: string | null;
    readonly errorCode: string | null;
    readonly errorMessage: string | null;
    readonly requestId: string | null;
  };

/** Columns of `CellRow` that need no observation, for statements that join its run, market and wording (`w`). */
export const cellColumns = `${cellIdColumn} AS id, x.ordinal, w.text AS wording, x.sample, x.state, x.attempts,
    x.started_at_ms AS startedAtMs, x.finished_at_ms AS finishedAtMs, x.credits_charged AS creditsCharged,
    x.error_code AS errorCode, x.error_message AS errorMessage, x.request_id AS requestId, ${marketColumns}`;

/** A cell with its market and its newest observation; add a WHERE clause on `x`. */
export const selectCells = `SELECT ${cellColumns},
    CASE x.state WHEN 'completed' THEN o.uid END AS observationId, CASE x.state WHEN 'completed' THEN o.surface END AS surface
  FROM cells x JOIN runs r ON r.id = x.run_id JOIN markets m ON m.id = x.market_id
    LEFT JOIN questions w ON w.id = x.wording_id
    LEFT JOIN observations o ON o.id = (SELECT max(id) FROM observations WHERE cell_id = x.id)`;

export function cellView(row: CellRow): CellView {
  const { wording, errorCode: code, errorMessage: message, requestId, ...cell } = withMarket(row);
  return {
    ...cell,
    ...(wording === null ? {} : { wording }),
    error: code === null ? null : { code, message: message ?? '', requestId },
  };
}
