import type { Database } from 'better-sqlite3';
import type { Engine } from '#shared/interface/engines.ts';
import type { ObservationDetail, ObservationView } from '#shared/model/observation.ts';
import { packQuickly } from '../compression/packBody.ts';
import { deriveMarkdown } from '../derive/answerText.ts';
import { deriveShown } from '../derive/observation.ts';
import { resultOf } from '../derive/result.ts';
import { HistoryFailure, mustHave, noAnswer } from '../failures.ts';
import { createHeaderStore } from './headers.ts';
import { createAnnotations } from './notes.ts';
import { factsOf, type ObservationRow, observationColumns, observationTables } from './observationRows.ts';
import { reads, writes } from './operation.ts';
import type { PayloadStore } from './payloads.ts';
import { createDestinationReader, withTrueDomains } from './redirects.ts';

type PendingPage = { readonly id: string; readonly url: string; readonly connectionId: string };

const selectObservations = `SELECT ${observationColumns} FROM ${observationTables}`;

export function createObservationOperations(db: Database, payloads: PayloadStore) {
  const one = db.prepare<{ uid: string }, ObservationRow>(`${selectObservations} WHERE o.uid = @uid`);
  const headers = createHeaderStore(db);
  const annotations = createAnnotations(db);
  const request = db.prepare<{ id: number }, { path: string; body: string }>(
    'SELECT path, body FROM requests WHERE id = @id',
  );
  const pagesOf = db.prepare<{ observationId: number }, ObservationDetail['pages'][number]>(
    `SELECT g.uid AS id, g.url, p.raw_bytes AS bytes FROM pages g LEFT JOIN payloads p ON p.id = g.payload_id
     WHERE g.observation_id = @observationId ORDER BY g.ordinal`,
  );
  const page = db.prepare<{ uid: string; pageId: string }, { payload: number | null; error: string | null }>(
    `SELECT g.payload_id AS payload, g.error_message AS error FROM pages g JOIN observations o ON o.id = g.observation_id
     WHERE o.uid = @uid AND g.uid = @pageId`,
  );
  const storePage = db.prepare<{ payloadId: number; fetchedAtMs: number; id: string }>(
    `UPDATE pages SET state = 'stored', payload_id = @payloadId, error_message = NULL, fetched_at_ms = @fetchedAtMs WHERE uid = @id`,
  );
  const failPage = db.prepare<{ errorMessage: string; fetchedAtMs: number; id: string }>(
    `UPDATE pages SET state = 'failed', error_message = @errorMessage, fetched_at_ms = @fetchedAtMs WHERE uid = @id AND state <> 'stored'`,
  );
  const pendingPages = db.prepare<{ limit: number }, PendingPage>(
    `SELECT g.uid AS id, g.url, c.uid AS connectionId FROM pages g JOIN observations o ON o.id = g.observation_id
       JOIN runs r ON r.id = o.run_id JOIN connections c ON c.id = r.connection_id
     WHERE g.state = 'pending' ORDER BY g.id LIMIT @limit`,
  );

  const typical = db.prepare<{ engine: string }, { ms: number | null }>(
    `SELECT avg(coalesce(latency_ms, round_trip_ms)) AS ms FROM observations
     WHERE id > (SELECT max(id) FROM observations) - 2000 AND engine = @engine`,
  );

  const destinationsOf = createDestinationReader(db);
  const mustFind = (uid: string): ObservationRow => mustHave(one.get({ uid }), noAnswer(uid));
  const viewed = (row: ObservationRow, result: Readonly<Record<string, unknown>>): ObservationView =>
    viewOf(row, result, destinationsOf(row.row));
  /** As one of many: a damaged answer is marked, and the others are read. */
  const view = (row: ObservationRow): ObservationView => {
    const result = payloads.resultOrNull(row.payloadRow);
    return result === null ? { ...viewed(row, {}), damaged: true } : viewed(row, result);
  };

  return {
    'observations.get': reads((input: { readonly id: string }): ObservationDetail => {
      const row = mustFind(input.id);
      const { body, sha256 } = payloads.get(row.payloadRow);
      const result = resultOf(body);
      const sent = request.get({ id: row.requestRow });
      return {
        ...viewed(row, result),
        request: { path: sent?.path ?? '', body: JSON.parse(sent?.body ?? 'null') },
        responseHeaders: { ...headers.get(row.row) },
        result: { ...result },
        payloadSha256: sha256,
        pages: pagesOf.all({ observationId: row.row }),
        notes: annotations.notesOf(row.row),
        labels: annotations.labelsOf(row.row),
      };
    }),
    /** In the requested order; ids that do not exist (any more) are skipped. */
    'observations.getMany': reads(
      (input: {
        readonly ids: readonly string[];
      }): { readonly observations: readonly ObservationView[] } => ({
        observations: input.ids.flatMap((id) => {
          const row = one.get({ uid: id });
          return row ? [view(row)] : [];
        }),
      }),
    ),
    /**
     * Mean latency of this engine's latest answers in milliseconds; null if there are none among the last
     * 2,000.
     */
    'observations.typicalMs': reads(
      (input: { readonly engine: Engine }): number | null =>
        typical.get({ engine: input.engine })?.ms ?? null,
    ),
    'observations.page': reads(
      (input: { readonly id: string; readonly pageId: string }): { readonly html: string } => {
        const row = page.get({ uid: input.id, pageId: input.pageId });
        if (row?.payload == null) {
          const reason = row?.error ? ` (${row.error})` : '';
          throw new HistoryFailure('NOT_FOUND', `No page is stored with this answer${reason}.`);
        }
        return { html: payloads.get(row.payload).body };
      },
    ),
    'pages.store': writes(
      (input: { readonly id: string; readonly html: string; readonly nowMs: number }): void => {
        storePage.run({
          payloadId: payloads.put(packQuickly(input.html)),
          fetchedAtMs: input.nowMs,
          id: input.id,
        });
      },
    ),
    'pages.fail': writes(
      (input: { readonly id: string; readonly message: string; readonly nowMs: number }): void => {
        failPage.run({ errorMessage: input.message, fetchedAtMs: input.nowMs, id: input.id });
      },
    ),
    /** Pages that a program did not fetch before it ended; the service keeps them for a day. */
    'pages.pending': reads((input: { readonly limit: number }): readonly PendingPage[] =>
      pendingPages.all(input),
    ),
  };
}

function viewOf(
  row: ObservationRow,
  result: Readonly<Record<string, unknown>>,
  destinations: ReadonlyMap<string, string>,
): ObservationView {
  const facts = factsOf(row);
  const shown = deriveShown(facts.engine, result);
  return {
    ...facts,
    persona: shown.persona,
    text: shown.text,
    markdown: deriveMarkdown(facts.engine, result),
    sources: withTrueDomains(shown.sources, destinations).map(
      ({ position, url, label, description, domain, redirectLink }) => ({
        position,
        url,
        label,
        description,
        domain,
        redirectLink,
      }),
    ),
    searchQueries: [...shown.searchQueries],
  };
}
