import type { Database } from 'better-sqlite3';
import { damagedAnswer } from '#shared/model/appError.ts';
import type { CompareSample } from '#shared/model/comparison/samples.ts';
import type { AnswerStop } from '#shared/model/observation.ts';
import type { Observed } from '#shared/planning/observedQuestions.ts';
import { withDestinations } from '#shared/text/addresses/destinations.ts';
import { isWhole, stopSentence } from '#shared/text/answerStops.ts';
import { samplesFromResult } from '#shared/text/samples.ts';
import { analysisReads, reads } from './operation.ts';
import type { PayloadStore } from './payloads.ts';
import { createDestinationReader } from './redirects.ts';

type SampleRow = Pick<
  CompareSample,
  'observationId' | 'servedShape' | 'driver' | 'surface' | 'language' | 'creditsCharged' | 'latencyMs'
> & {
  readonly row: number;
  readonly payload: number;
  readonly engine: string;
  readonly receivedAtMs: number;
  readonly stop: AnswerStop | null;
  readonly stopReason: string | null;
  readonly overview: 0 | 1 | null;
};

/** Answers whose searches are cached: a stored payload never changes. */
const maxSearched = 5000;

const stopOf = (row: SampleRow): CompareSample['error'] =>
  isWhole(row)
    ? null
    : { code: `ANSWER_${row.stop?.toUpperCase()}`, message: stopSentence(row.stop, row.stopReason) };

/**
 * Stored answers as input of the comparison: read from their payloads, so they do not depend on rule versions.
 */
export function createSampleOperations(db: Database, payloads: PayloadStore) {
  const one = db.prepare<{ id: string }, SampleRow>(
    `SELECT id AS row, uid AS observationId, engine, payload_id AS payload, served_shape AS servedShape, driver, surface,
       language, credits_charged AS creditsCharged, latency_ms AS latencyMs, received_at_ms AS receivedAtMs, stop,
       stop_reason AS stopReason, overview
     FROM observations WHERE uid = @id`,
  );
  const destinationsOf = createDestinationReader(db);
  // A stored payload never changes, but its language may be recomputed and its URLs resolved.
  const stampOf = db
    .prepare<{ id: string }, string>(
      `SELECT json_array(payload_id, served_shape, driver, surface, language, credits_charged, latency_ms, received_at_ms,
         stop, overview)
       FROM observations WHERE uid = @id`,
    )
    .pluck();
  const resolved = db.prepare<[], number>("SELECT count(*) FROM redirects WHERE state = 'resolved'").pluck();
  // CROSS JOIN makes SQLite start from the newest answer and stop early, instead of sorting all of the
  // project's.
  const newest = db.prepare<{ projectId: string; limit: number }, { uid: string }>(
    `SELECT o.uid FROM observations o CROSS JOIN runs r ON r.id = o.run_id
     WHERE r.project_id = (SELECT id FROM projects WHERE uid = @projectId)
     ORDER BY o.received_at_ms DESC, o.id DESC LIMIT @limit`,
  );
  const searched = new Map<number, Observed>();
  const searchedOf = (row: SampleRow): Observed => {
    const kept = searched.get(row.payload);
    if (kept !== undefined) return kept;
    const result = payloads.resultOrNull(row.payload);
    const { searchQueries, questions, relatedQueries } = samplesFromResult(row.engine, result ?? {});
    const found = { searchQueries, questions, relatedQueries };
    if (searched.size >= maxSearched) searched.clear();
    searched.set(row.payload, found);
    return found;
  };
  return {
    /**
     * A text that changes whenever the result of `observations.samples` changes; cheap to query before reading
     * them.
     */
    'observations.samplesStamp': analysisReads((input: { readonly ids: readonly string[] }): string =>
      [resolved.get() ?? 0, ...input.ids.map((id) => stampOf.get({ id }) ?? '')].join('\n'),
    ),
    /** Ids of a project's answers, newest first. */
    'observations.newest': reads(
      (input: { readonly projectId: string; readonly limit: number }): readonly string[] =>
        newest.all(input).map(({ uid }) => uid),
    ),
    /** Fan-out queries and related questions of these answers, without the answers themselves. */
    'observations.searched': analysisReads(
      (input: { readonly ids: readonly string[] }): readonly Observed[] =>
        input.ids.flatMap((id) => {
          const row = one.get({ id });
          return row ? [searchedOf(row)] : [];
        }),
    ),
    /** In the requested order; ids that do not exist (any more) are skipped. */
    'observations.samples': analysisReads(
      (input: { readonly ids: readonly string[] }): readonly CompareSample[] =>
        input.ids.flatMap((id) => {
          const row = one.get({ id });
          if (!row) return [];
          const {
            row: answer,
            payload,
            engine,
            receivedAtMs,
            stop: _,
            stopReason: __,
            overview,
            ...facts
          } = row;
          const result = payloads.resultOrNull(payload);
          const error = result === null ? damagedAnswer : stopOf(row);
          return [
            {
              ...withDestinations(samplesFromResult(engine, result ?? {}), destinationsOf(answer)),
              ...facts,
              overviewShown: overview === null ? undefined : overview === 1,
              status: error === null ? ('completed' as const) : ('failed' as const),
              at: new Date(receivedAtMs).toISOString(),
              error,
            },
          ];
        }),
    ),
  };
}
