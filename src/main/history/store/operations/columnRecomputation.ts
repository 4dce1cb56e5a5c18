import type { Database } from 'better-sqlite3';
import { derivedColumns, deriveObservation, ruleVersion } from '../derive/observation.ts';
import { resultOf } from '../derive/result.ts';
import type { Dimensions } from './dimensions.ts';
import { storedEngine } from './observationRows.ts';
import { writes } from './operation.ts';
import type { PayloadStore } from './payloads.ts';
import { createSourceRows } from './sourceRows.ts';

type AnswerRow = {
  readonly id: number;
  readonly engine: string;
  readonly payload_id: number;
  readonly rule_version: number;
};

/** Answers looked at in one call; most of them are by the newest rule already. */
const lookedAtOnce = 2000;

/**
 * Derived columns of stored answers by the newest rules of `derive/`, some answers at a time and oldest first. One
 * call is one transaction: an answer has all of its columns by one version, whenever the program ends.
 */
export function createColumnRecomputationOperations(
  db: Database,
  dimensions: Dimensions,
  payloads: PayloadStore,
) {
  const progress = db.prepare<[number], { through_id: number; finished_at_ms: number | null }>(
    'SELECT through_id, finished_at_ms FROM column_replays WHERE rule_version = ?',
  );
  const begin = db.prepare<[number, number]>(
    'INSERT INTO column_replays (rule_version, through_id, started_at_ms) VALUES (?, 0, ?)',
  );
  const answers = db.prepare<[number, number], AnswerRow>(
    'SELECT id, engine, payload_id, rule_version FROM observations WHERE id > ? ORDER BY id LIMIT ?',
  );
  const update = db.prepare<[Record<string, string | number | null>]>(
    `UPDATE observations SET language = @language, text_chars = @text_chars, source_count = @source_count,
       served_shape = @served_shape, driver = @driver, model = @model, country_honoured = @country_honoured,
       rule_version = @rule_version WHERE id = @id`,
  );
  const clearSources = db.prepare<[number]>('DELETE FROM sources WHERE observation_id = ?');
  const setDomain = db.prepare<[number, string, number]>(
    `UPDATE urls SET domain_id = ? WHERE url = ? AND domain_id <> ?
       AND NOT EXISTS (SELECT 1 FROM redirects r WHERE r.url_id = urls.id AND r.state = 'resolved')`,
  );
  const searchAgain = db.prepare<[number]>(
    'INSERT OR IGNORE INTO search_pending (observation_id) VALUES (?)',
  );
  const reach = db.prepare<[number, number]>(
    'UPDATE column_replays SET through_id = ? WHERE rule_version = ?',
  );
  const finish = db.prepare<[number, number]>(
    'UPDATE column_replays SET finished_at_ms = ? WHERE rule_version = ?',
  );
  // Programs that hold what facets count in memory read it again when this number has grown.
  const recount = db.prepare('UPDATE search_state SET removals = removals + 1');
  const sources = createSourceRows(db, dimensions);

  const again = ({ id, engine, payload_id }: AnswerRow): void => {
    const derived = deriveObservation(storedEngine(engine), resultOf(payloads.get(payload_id).body));
    update.run({ id, ...derivedColumns(derived) });
    clearSources.run(id);
    sources.put(id, derived.sources);
    for (const { url, domain } of derived.sources) {
      const domainId = dimensions.domain(domain);
      setDomain.run(domainId, url, domainId);
    }
    searchAgain.run(id);
  };

  return {
    /** How many answers were looked at; 0 when every one is by the newest rules. */
    'recomputation.columnsSome': writes(
      (input: { readonly limit: number; readonly nowMs: number }): number => {
        const known = progress.get(ruleVersion);
        if (known && known.finished_at_ms !== null) return 0;
        if (!known) begin.run(ruleVersion, input.nowMs);
        let through = known?.through_id ?? 0;
        let [looked, made] = [0, 0];
        for (const row of answers.all(through, lookedAtOnce)) {
          if (made === input.limit) break;
          looked += 1;
          through = row.id;
          if (row.rule_version >= ruleVersion) continue;
          again(row);
          made += 1;
        }
        reach.run(through, ruleVersion);
        if (looked > 0) return looked;
        finish.run(input.nowMs, ruleVersion);
        recount.run();
        return 0;
      },
    ),
  };
}
