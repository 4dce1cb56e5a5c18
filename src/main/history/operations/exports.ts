import type { Database } from 'better-sqlite3';
import type { ExportFilter, StoredRecord } from '#shared/bridge/routes/exports.ts';
import { type Engine, isEngine } from '#shared/interface/engines.ts';
import { deriveObservation } from '../derive/observation.ts';
import { HistoryFailure } from '../failures.ts';
import { type MarketRow, marketColumns, marketOf } from './dimensions.ts';
import { createHeaderStore } from './headers.ts';
import { resultOf } from './observationWriter.ts';
import type { PayloadStore } from './payloads.ts';

type RecordRow = MarketRow & {
  readonly id: number;
  readonly uid: string;
  readonly run_uid: string;
  readonly engine: string;
  readonly question: string;
  readonly sample: number;
  readonly received_at_ms: number;
  readonly payload_id: number;
  readonly answer_language: string | null;
  readonly served_shape: string | null;
  readonly driver: string | null;
  readonly model: string | null;
  readonly country_honoured: string | null;
  readonly imported: 0 | 1;
  readonly credits_charged: number | null;
  readonly latency_ms: number | null;
  readonly request_id: string | null;
  readonly path: string;
  readonly body: string;
  readonly status: number;
};

const chosen = `FROM observations o JOIN runs r ON r.id = o.run_id JOIN questions q ON q.id = o.question_id
    JOIN markets m ON m.id = o.market_id
  WHERE (@ids IS NULL OR r.uid IN (SELECT value FROM json_each(@ids)) OR o.uid IN (SELECT value FROM json_each(@ids)))
    AND o.received_at_ms >= @from AND o.received_at_ms < @before
    AND (@engine IS NULL OR o.engine = @engine)
    AND (@markets IS NULL OR m.key IN (SELECT value FROM json_each(@markets))
      OR m.country IN (SELECT value FROM json_each(@markets)))
    AND (@text IS NULL OR instr(lower(q.text), lower(@text)) > 0)`;

/** Whole stored answers, for taking them out: with payload, request and headers as they came. */
export function createExportOperations(db: Database, payloads: PayloadStore) {
  const page = db.prepare<[Record<string, string | number | null>], RecordRow>(
    `SELECT o.id, o.uid, r.uid AS run_uid, o.engine, q.text AS question, o.sample, o.received_at_ms, o.payload_id,
       o.language AS answer_language, o.served_shape, o.driver, o.model, o.country_honoured, o.imported,
       o.credits_charged, o.latency_ms, o.request_id, ${marketColumns},
       (SELECT path FROM requests WHERE id = o.sent_request_id) AS path,
       (SELECT body FROM requests WHERE id = o.sent_request_id) AS body,
       ifnull((SELECT status FROM response_headers WHERE observation_id = o.id), 200) AS status
     ${chosen} AND o.id > ifnull((SELECT id FROM observations WHERE uid = @after), 0)
     ORDER BY o.id LIMIT @limit`,
  );
  const headers = createHeaderStore(db);
  const count = db.prepare<[Record<string, string | number | null>], { n: number }>(
    `SELECT count(*) AS n ${chosen}`,
  );
  const pagesOf = db.prepare<[number], { url: string; payload_id: number }>(
    `SELECT url, payload_id FROM pages WHERE observation_id = ? AND payload_id IS NOT NULL ORDER BY ordinal`,
  );

  const recordOf = (row: RecordRow, withPages: boolean): StoredRecord => {
    const { body, sha256 } = payloads.get(row.payload_id);
    const derived = deriveObservation(engineOf(row.engine), resultOf(body));
    return {
      id: row.uid,
      runId: row.run_uid,
      engine: engineOf(row.engine),
      question: row.question,
      market: marketOf(row),
      marketKey: row.market_key,
      sample: row.sample,
      receivedAtMs: row.received_at_ms,
      requestId: row.request_id,
      creditsCharged: row.credits_charged,
      latencyMs: row.latency_ms,
      imported: row.imported === 1,
      driver: row.driver,
      model: row.model,
      servedShape: row.served_shape,
      countryHonoured: row.country_honoured,
      language: row.answer_language,
      text: derived.text,
      sources: derived.sources.map(({ kind, position, url, label, domain, redirectLink }) => ({
        kind,
        position,
        url,
        label,
        domain,
        redirectLink,
      })),
      searchQueries: [...derived.searchQueries],
      request: { path: row.path, body: row.body },
      status: row.status,
      responseHeaders: { ...headers.get(row.id) },
      payload: body,
      payloadSha256: sha256,
      pages: withPages
        ? pagesOf.all(row.id).map(({ url, payload_id }) => ({ url, html: payloads.get(payload_id).body }))
        : [],
    };
  };

  return {
    /** In the order they were stored; `after` is the id of the last one seen. */
    'exports.page': (input: {
      readonly filter: ExportFilter;
      readonly after: string | null;
      readonly limit: number;
      readonly pages: boolean;
    }): { readonly records: readonly StoredRecord[]; readonly more: boolean } => {
      const rows = page.all({
        ...parameters(input.filter),
        after: input.after,
        limit: input.limit + 1,
      });
      return {
        records: rows.slice(0, input.limit).map((row) => recordOf(row, input.pages)),
        more: rows.length > input.limit,
      };
    },
    'exports.count': (input: { readonly filter: ExportFilter }): number =>
      count.get(parameters(input.filter))?.n ?? 0,
  };
}

function parameters(filter: ExportFilter): Record<string, string | number | null> {
  return {
    ids: filter.ids === undefined ? null : JSON.stringify(filter.ids),
    from: filter.fromMs ?? 0,
    before: filter.beforeMs ?? Number.MAX_SAFE_INTEGER,
    engine: filter.engine ?? null,
    markets: filter.markets === undefined ? null : JSON.stringify(filter.markets),
    text: filter.text ?? null,
  };
}

function engineOf(name: string): Engine {
  if (isEngine(name)) return name;
  throw new HistoryFailure('HISTORY_CORRUPT', `The history names an engine "${name}" that does not exist.`);
}
