import { type Engine, isEngine } from '#shared/interface/engines.ts';
import type { ObservationFacts } from '#shared/model/observation.ts';
import { HistoryFailure } from '../failures.ts';
import { cellIdColumn } from '../ids.ts';
import { type MarketRow, marketColumns, withMarket } from './marketRows.ts';

/** A stored answer without its payload, as `observationColumns` gives it. */
export type ObservationRow = MarketRow &
  Omit<ObservationFacts, 'engine' | 'wording' | 'market' | 'imported'> & {
    readonly row: number;
    readonly payloadRow: number;
    readonly requestRow: number;
    readonly engine: string;
    readonly wording: string | null;
    readonly imported: 0 | 1;
  };

export const observationColumns = `o.id AS row, o.payload_id AS payloadRow, o.sent_request_id AS requestRow, o.uid AS id,
  r.uid AS runId, ${cellIdColumn} AS cellId, o.engine, q.text AS question, w.text AS wording, ${marketColumns}, o.sample,
  o.received_at_ms AS receivedAtMs, o.language, o.served_shape AS servedShape, o.driver, o.model,
  o.country_honoured AS countryHonoured, o.surface, o.stop, o.stop_reason AS stopReason, o.cost,
  o.cost_currency AS costCurrency, o.cost_source AS costSource, o.provider_request_id AS providerRequestId, o.imported,
  o.credits_charged AS creditsCharged, o.latency_ms AS latencyMs, o.request_id AS requestId`;

/** The tables for `observationColumns`: `o` is the answer, `x` its cell, `r` its run. */
export const observationTables = `observations o JOIN cells x ON x.id = o.cell_id JOIN runs r ON r.id = o.run_id
  JOIN questions q ON q.id = o.question_id JOIN markets m ON m.id = o.market_id
  LEFT JOIN questions w ON w.id = o.wording_id`;

/** Data of an answer without its body. */
export function factsOf(row: ObservationRow): ObservationFacts {
  const { row: _, payloadRow: __, requestRow: ___, wording, ...facts } = withMarket(row);
  return {
    ...facts,
    engine: storedEngine(row.engine),
    ...(wording === null ? {} : { wording }),
    imported: row.imported === 1,
  };
}

/** @throws HistoryFailure HISTORY_CORRUPT for an unknown engine name */
export function storedEngine(name: string): Engine {
  if (isEngine(name)) return name;
  throw new HistoryFailure('HISTORY_CORRUPT', `The history names an engine "${name}" that does not exist.`);
}
