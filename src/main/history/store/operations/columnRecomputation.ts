import type { Database } from 'better-sqlite3';
import { derivedColumns, deriveObservation, ruleVersion } from '../derive/observation.ts';
import type { Dimensions } from './dimensions.ts';
import { storedEngine } from './observationRows.ts';
import { writes } from './operation.ts';
import type { PayloadStore } from './payloads.ts';
import { createSourceRows } from './sourceRows.ts';

type AnswerRow = {
  readonly id: number;
  readonly uid: string;
  readonly engine: string;
  readonly payload: number;
  readonly ruleVersion: number;
  readonly request: string;
};

type ColumnsMade = { readonly looked: number; readonly damaged: readonly string[] };

/** Answers checked per call; most already have the newest rule version. */
const lookedAtOnce = 2000;

/**
 * Recomputes derived columns of stored answers by the newest rules of `derive/`, in batches and oldest first.
 * One call is one transaction: an answer has all its columns from one version, whenever the program ends.
 */
export function createColumnRecomputationOperations(
  db: Database,
  dimensions: Dimensions,
  payloads: PayloadStore,
) {
  const progress = db.prepare<{ ruleVersion: number }, { through: number; finishedAtMs: number | null }>(
    'SELECT through_id AS through, finished_at_ms AS finishedAtMs FROM column_replays WHERE rule_version = @ruleVersion',
  );
  const begin = db.prepare<{ ruleVersion: number; startedAtMs: number }>(
    'INSERT INTO column_replays (rule_version, through_id, started_at_ms) VALUES (@ruleVersion, 0, @startedAtMs)',
  );
  const answers = db.prepare<{ through: number; lookedAtOnce: number }, AnswerRow>(
    `SELECT o.id, o.uid, o.engine, o.payload_id AS payload, o.rule_version AS ruleVersion, r.body AS request
     FROM observations o JOIN requests r ON r.id = o.sent_request_id
     WHERE o.id > @through ORDER BY o.id LIMIT @lookedAtOnce`,
  );
  const update = db.prepare<[Record<string, string | number | null>]>(
    `UPDATE observations SET language = @language, text_chars = @textChars, source_count = @sourceCount,
       served_shape = @servedShape, driver = @driver, model = @model, country_honoured = @countryHonoured,
       surface = @surface, stop = @stop, stop_reason = @stopReason, cost = @cost, cost_currency = @costCurrency,
       cost_source = @costSource, provider_request_id = @providerRequestId, answer_chars = @answerChars,
       overview = @overview, rule_version = @ruleVersion WHERE id = @id`,
  );
  const clearSources = db.prepare<{ id: number }>('DELETE FROM sources WHERE observation_id = @id');
  const setDomain = db.prepare<{ domainId: number; url: string }>(
    `UPDATE urls SET domain_id = @domainId WHERE url = @url AND domain_id <> @domainId
       AND NOT EXISTS (SELECT 1 FROM redirects r WHERE r.url_id = urls.id AND r.state = 'resolved')`,
  );
  const searchAgain = db.prepare<{ id: number }>(
    'INSERT OR IGNORE INTO search_pending (observation_id) VALUES (@id)',
  );
  const reach = db.prepare<{ through: number; ruleVersion: number }>(
    'UPDATE column_replays SET through_id = @through WHERE rule_version = @ruleVersion',
  );
  const finish = db.prepare<{ finishedAtMs: number; ruleVersion: number }>(
    'UPDATE column_replays SET finished_at_ms = @finishedAtMs WHERE rule_version = @ruleVersion',
  );
  // Programs that cache facet data read it again when this number has increased.
  const recount = db.prepare('UPDATE search_state SET removals = removals + 1');
  const sources = createSourceRows(db, dimensions);

  /** False for a damaged answer, which keeps its earlier values. */
  const again = ({ id, engine, payload, request }: AnswerRow): boolean => {
    const result = payloads.resultOrNull(payload);
    if (result === null) return false;
    const derived = deriveObservation(storedEngine(engine), result, request);
    update.run({ id, ...derivedColumns(derived) });
    clearSources.run({ id });
    sources.put(id, derived.sources);
    for (const { url, domain } of derived.sources) {
      const domainId = dimensions.domain(domain);
      setDomain.run({ domainId, url });
    }
    searchAgain.run({ id });
    return true;
  };

  return {
    /** How many answers were checked (0 if all have the newest rules), and which of them are damaged. */
    'recomputation.columnsSome': writes(
      (input: { readonly limit: number; readonly nowMs: number }): ColumnsMade => {
        const known = progress.get({ ruleVersion });
        if (known && known.finishedAtMs !== null) return { looked: 0, damaged: [] };
        if (!known) begin.run({ ruleVersion, startedAtMs: input.nowMs });
        let through = known?.through ?? 0;
        let [looked, made] = [0, 0];
        const damaged: string[] = [];
        for (const row of answers.all({ through, lookedAtOnce })) {
          if (made === input.limit) break;
          looked += 1;
          through = row.id;
          if (row.ruleVersion >= ruleVersion) continue;
          if (!again(row)) damaged.push(row.uid);
          made += 1;
        }
        reach.run({ through, ruleVersion });
        if (looked > 0) return { looked, damaged };
        finish.run({ finishedAtMs: input.nowMs, ruleVersion });
        recount.run();
        return { looked, damaged };
      },
    ),
  };
}
