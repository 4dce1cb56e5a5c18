import { type Engine, isEngine } from '#shared/interface/engines.ts';
import type { Market } from '#shared/model/market.ts';
import type { Provenance } from '#shared/model/observation.ts';
import { HistoryFailure } from '../failures.ts';
import { cellId } from '../ids.ts';
import { type MarketRow, marketColumns, marketOf } from './marketRows.ts';

/** A stored answer without its payload, as `observationColumns` gives it. */
export type ObservationRow = MarketRow & {
  readonly id: number;
  readonly uid: string;
  readonly run_uid: string;
  readonly ordinal: number;
  readonly engine: string;
  readonly question: string;
  readonly wording: string | null;
  readonly sample: number;
  readonly received_at_ms: number;
  readonly payload_id: number;
  readonly sent_request_id: number;
  readonly answer_language: string | null;
  readonly served_shape: string | null;
  readonly driver: string | null;
  readonly model: string | null;
  readonly country_honoured: string | null;
  readonly surface: string | null;
  readonly stop: Provenance['stop'];
  readonly stop_reason: string | null;
  readonly cost: number | null;
  readonly cost_currency: string | null;
  readonly cost_source: Provenance['costSource'];
  readonly provider_request_id: string | null;
  readonly imported: 0 | 1;
  readonly credits_charged: number | null;
  readonly latency_ms: number | null;
  readonly request_id: string | null;
};

export const observationColumns = `o.id, o.uid, r.uid AS run_uid, x.ordinal, o.engine, q.text AS question, w.text AS wording, o.sample,
  o.received_at_ms, o.payload_id, o.sent_request_id, o.language AS answer_language, o.served_shape, o.driver, o.model,
  o.country_honoured, o.surface, o.stop, o.stop_reason, o.cost, o.cost_currency, o.cost_source, o.provider_request_id,
  o.imported, o.credits_charged, o.latency_ms, o.request_id, ${marketColumns}`;

/** The tables for `observationColumns`: `o` is the answer, `x` its cell, `r` its run. */
export const observationTables = `observations o JOIN cells x ON x.id = o.cell_id JOIN runs r ON r.id = o.run_id
  JOIN questions q ON q.id = o.question_id JOIN markets m ON m.id = o.market_id
  LEFT JOIN questions w ON w.id = o.wording_id`;

export type ObservationFacts = Omit<Provenance, 'persona'> & {
  readonly id: string;
  readonly runId: string;
  readonly cellId: string;
  readonly engine: Engine;
  readonly question: string;
  /** The wording, if it was not the main text. */
  readonly wording?: string;
  readonly market: Market;
  readonly marketKey: string;
  readonly sample: number;
  readonly receivedAtMs: number;
  /** Language of the answer. */
  readonly language: string | null;
  readonly servedShape: string | null;
  readonly driver: string | null;
  readonly model: string | null;
  readonly countryHonoured: string | null;
  readonly imported: boolean;
  readonly creditsCharged: number | null;
  readonly latencyMs: number | null;
  readonly requestId: string | null;
};

/** Data of an answer without its body. */
export function factsOf(row: ObservationRow): ObservationFacts {
  return {
    id: row.uid,
    runId: row.run_uid,
    cellId: cellId(row.run_uid, row.ordinal),
    engine: storedEngine(row.engine),
    question: row.question,
    ...(row.wording === null ? {} : { wording: row.wording }),
    market: marketOf(row),
    marketKey: row.market_key,
    sample: row.sample,
    receivedAtMs: row.received_at_ms,
    language: row.answer_language,
    servedShape: row.served_shape,
    driver: row.driver,
    model: row.model,
    countryHonoured: row.country_honoured,
    surface: row.surface,
    stop: row.stop,
    stopReason: row.stop_reason,
    cost: row.cost,
    costCurrency: row.cost_currency,
    costSource: row.cost_source,
    providerRequestId: row.provider_request_id,
    imported: row.imported === 1,
    creditsCharged: row.credits_charged,
    latencyMs: row.latency_ms,
    requestId: row.request_id,
  };
}

/** @throws HistoryFailure HISTORY_CORRUPT for an unknown engine name */
export function storedEngine(name: string): Engine {
  if (isEngine(name)) return name;
  throw new HistoryFailure('HISTORY_CORRUPT', `The history names an engine "${name}" that does not exist.`);
}
