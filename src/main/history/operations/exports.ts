import type { Database } from 'better-sqlite3';
import type { ExportFilter, StoredRecord } from '#shared/bridge/routes/exports.ts';
import { deriveObservation } from '../derive/observation.ts';
import { createHeaderStore } from './headers.ts';
import { createRemarks } from './notes.ts';
import { factsOf, type ObservationRow, observationColumns, observationTables } from './observationRows.ts';
import { resultOf } from './observationWriter.ts';
import type { PayloadStore } from './payloads.ts';
import { createDestinationReader, withTrueDomains } from './redirects.ts';

type RecordRow = ObservationRow & {
  readonly path: string;
  readonly body: string;
  readonly status: number;
};

const chosen = `FROM ${observationTables}
  WHERE (@ids IS NULL OR r.uid IN (SELECT value FROM json_each(@ids)) OR o.uid IN (SELECT value FROM json_each(@ids)))
    AND o.received_at_ms >= @from AND o.received_at_ms < @before
    AND (@engine IS NULL OR o.engine = @engine)
    AND (@markets IS NULL OR m.key IN (SELECT value FROM json_each(@markets))
      OR m.country IN (SELECT value FROM json_each(@markets)))
    AND (@text IS NULL OR instr(lower(q.text), lower(@text)) > 0)`;

/** Whole stored answers, for taking them out: with payload, request and headers as they came. */
export function createExportOperations(db: Database, payloads: PayloadStore) {
  const page = db.prepare<[Record<string, string | number | null>], RecordRow>(
    `SELECT ${observationColumns},
       (SELECT path FROM requests WHERE id = o.sent_request_id) AS path,
       (SELECT body FROM requests WHERE id = o.sent_request_id) AS body,
       ifnull((SELECT status FROM response_headers WHERE observation_id = o.id), 200) AS status
     ${chosen} AND o.id > ifnull((SELECT id FROM observations WHERE uid = @after), 0)
     ORDER BY o.id LIMIT @limit`,
  );
  const headers = createHeaderStore(db);
  const remarks = createRemarks(db);
  const destinationsOf = createDestinationReader(db);
  const count = db.prepare<[Record<string, string | number | null>], { n: number }>(
    `SELECT count(*) AS n ${chosen}`,
  );
  const pagesOf = db.prepare<[number], { url: string; payload_id: number }>(
    `SELECT url, payload_id FROM pages WHERE observation_id = ? AND payload_id IS NOT NULL ORDER BY ordinal`,
  );

  const recordOf = (row: RecordRow, withPages: boolean): StoredRecord => {
    const { body, sha256 } = payloads.get(row.payload_id);
    const facts = factsOf(row);
    const derived = deriveObservation(facts.engine, resultOf(body));
    const sources = withTrueDomains(derived.sources, destinationsOf(row.id));
    return {
      ...facts,
      text: derived.text,
      sources: sources.map(({ kind, position, url, label, domain, redirectLink }) => ({
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
      notes: remarks.notesOf(row.id),
      labels: remarks.labelsOf(row.id),
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
