import type { Database } from 'better-sqlite3';
import type { Engine } from '#shared/interface/engines.ts';
import type { EncodedAnswer, SentRequest } from '../../threads/encode/encodeAnswer.ts';
import { newId } from '../ids.ts';
import type { Dimensions } from './dimensions.ts';
import { createHeaderStore } from './headers.ts';
import type { PayloadStore } from './payloads.ts';
import type { RowIdCache } from './rowIdCache.ts';
import { createSourceRows } from './sourceRows.ts';

/** Values of an answer's row that come from its cell. */
export type CellFacts = {
  readonly id: number;
  readonly run: number;
  readonly question: number;
  /** Null for the main text. */
  readonly wording: number | null;
  readonly engine: Engine;
  readonly market: number;
  readonly sample: number;
};

export type ObservationWriter = ReturnType<typeof createObservationWriter>;

/** Stores an answer with all derived data. Call inside the transaction that settles its cell. */
export function createObservationWriter(
  db: Database,
  dimensions: Dimensions,
  payloads: PayloadStore,
  rowIds: RowIdCache,
) {
  const insert = db.prepare<[Record<string, string | number | null>]>(
    `INSERT INTO observations (uid, cell_id, run_id, question_id, wording_id, engine, market_id, sample, received_at_ms,
       round_trip_ms, latency_ms, credits_charged, request_id, imported, payload_id, sent_request_id, language,
       text_chars, source_count, served_shape, driver, model, country_honoured,
       surface, stop, stop_reason, cost, cost_currency, cost_source, provider_request_id, answer_chars,
       overview, rule_version)
     VALUES (@uid, @cell, @run, @question, @wording, @engine, @market, @sample, @receivedAtMs,
       @roundTripMs, @latencyMs, @creditsCharged, @requestId, @imported, @payload, @sentRequest, @language,
       @textChars, @sourceCount, @servedShape, @driver, @model, @countryHonoured,
       @surface, @stop, @stopReason, @cost, @costCurrency, @costSource, @providerRequestId, @answerChars,
       @overview, @ruleVersion)`,
  );
  const insertPending = db.prepare<{ id: number }>(
    'INSERT INTO search_pending (observation_id) VALUES (@id)',
  );
  const headers = createHeaderStore(db);
  const sources = createSourceRows(db, dimensions);
  const insertPage = db.prepare<{ pageId: string; id: number; ordinal: number; url: string }>(
    'INSERT INTO pages (uid, observation_id, ordinal, url) VALUES (@pageId, @id, @ordinal, @url)',
  );
  const noteDriver = db.prepare<{ driver: string; runId: number }>(
    `UPDATE runs SET drivers = json_insert(drivers, '$[#]', @driver)
     WHERE id = +@runId AND NOT EXISTS (SELECT 1 FROM json_each(drivers) WHERE value = +@driver)`,
  );
  const headerSet = rowIds.remembered(headers.set);
  const requestId = rowIds.remembered((_, request: SentRequest) => payloads.putRequest(request));
  const driverNoted = rowIds.remembered((_, runId: number, driver: string): true => {
    noteDriver.run({ driver, runId });
    return true;
  });

  return {
    write(
      { id: cell, ...facts }: CellFacts,
      answer: EncodedAnswer,
    ): {
      readonly observationId: string;
      readonly pages: readonly { readonly id: string; readonly url: string }[];
    } {
      const { request } = answer;
      const uid = newId();
      const row = insert.run({
        uid,
        cell,
        ...facts,
        receivedAtMs: answer.receivedAtMs,
        roundTripMs: Math.round(answer.roundTripMs),
        latencyMs: answer.latencyMs,
        creditsCharged: answer.creditsCharged,
        requestId: answer.requestId,
        imported: answer.imported ? 1 : 0,
        payload: payloads.put(answer.payload),
        sentRequest: requestId(`${request.path}\n${request.body}`, request),
        ...answer.columns,
      });
      const id = Number(row.lastInsertRowid);
      const { driver } = answer.columns;
      if (driver !== null) driverNoted(`${facts.run} ${driver}`, facts.run, driver);
      insertPending.run({ id });
      headers.put(id, answer.status, headerSet(answer.headers.shared), answer.headers.own);
      sources.put(id, answer.sources);
      const pages = answer.pageUrls.map((url, ordinal) => {
        const pageId = newId();
        insertPage.run({ pageId, id, ordinal, url });
        return { id: pageId, url };
      });
      return { observationId: uid, pages };
    },
  };
}
