import type { Database } from 'better-sqlite3';
import type { Series } from '#shared/model/series.ts';
import { mustHave, noAnswer } from '../store/failures.ts';
import { type MarketRow, marketColumns, withMarket } from '../store/operations/marketRows.ts';
import { storedEngine } from '../store/operations/observationRows.ts';
import { analysisReads } from '../store/operations/operation.ts';

type SeriesRow = MarketRow & {
  readonly questionRow: number;
  readonly project: number;
  readonly question: string;
  readonly engine: string;
  readonly marketRow: number;
};

type SeriesAnswer = Series['answers'][number];
type AnswerRow = Omit<SeriesAnswer, 'wording' | 'imported' | 'labels' | 'domains' | 'brands'> & {
  readonly wording: string | null;
  readonly imported: 0 | 1;
  readonly labels: string;
  readonly domains: string;
  readonly brands: string | null;
};

export type SeriesInput = {
  readonly id: string;
  readonly monitorId: string | null;
  readonly fromMs?: number;
  readonly beforeMs?: number;
};

/** A time every hour for seven months. */
const maxAnswers = 5000;

type Bounds = {
  readonly question: number;
  readonly engine: string;
  readonly market: number;
  readonly from: number;
  readonly before: number;
  readonly monitor: string | null;
  readonly project: number;
};

/**
 * Uses the index `observations_series`. Only answers of the same project, because another one is another
 * client. A monitor's answers are those of its runs.
 */
const inSeries = `o.question_id = @question AND o.engine = @engine AND o.market_id = @market
  AND (SELECT project_id FROM runs WHERE id = o.run_id) = @project
  AND o.received_at_ms >= @from AND o.received_at_ms < @before
  AND (@monitor IS NULL OR EXISTS (SELECT 1 FROM monitor_times t JOIN monitors n ON n.id = t.monitor_id
    WHERE t.run_id = o.run_id AND n.uid = @monitor))`;

/** Domains of an answer as a JSON list, each once, in order. */
const domainsOf = `(SELECT json_group_array(name) FROM (
  SELECT d.name FROM sources s JOIN urls u ON u.id = s.url_id JOIN domains d ON d.id = u.domain_id
  WHERE s.observation_id = o.id GROUP BY d.id ORDER BY min(s.position), min(s.ordinal)))`;

/** Brands of an answer as a JSON list by rank; null if it was not searched with the current rules. */
const brandsOf = `(SELECT (SELECT json_group_array(uid) FROM (
    SELECT k.uid FROM brand_keys k CROSS JOIN brand_mentions f ON f.brand_key = k.id
    WHERE f.rules_version = v.rules_version AND f.observation_id = o.id ORDER BY f.rank))
  FROM replays v JOIN brand_searches b ON b.rules_version = v.rules_version AND b.observation_id = o.id
  WHERE v.state = 'current')`;

/** One question, engine and market over time. */
export function createSeriesOperations(db: Database) {
  const around = db.prepare<{ uid: string }, SeriesRow>(
    `SELECT o.question_id AS questionRow, r.project_id AS project, q.text AS question, o.engine, o.market_id AS marketRow,
       ${marketColumns}
     FROM observations o JOIN runs r ON r.id = o.run_id JOIN questions q ON q.id = o.question_id
       JOIN markets m ON m.id = o.market_id
     WHERE o.uid = @uid`,
  );
  const answers = db.prepare<[Bounds & { readonly limit: number }], AnswerRow>(
    `SELECT o.uid AS id, r.uid AS runId, o.received_at_ms AS receivedAtMs, w.text AS wording, o.sample, o.language,
       o.text_chars AS textChars, o.source_count AS sourceCount, o.driver, o.model, o.served_shape AS servedShape, o.imported,
       o.credits_charged AS creditsCharged,
       (SELECT n.uid FROM monitor_times t JOIN monitors n ON n.id = t.monitor_id WHERE t.run_id = o.run_id) AS monitorId,
       (SELECT json_group_array(name) FROM labels WHERE observation_id = o.id) AS labels,
       ${domainsOf} AS domains, ${brandsOf} AS brands
     FROM observations o JOIN runs r ON r.id = o.run_id LEFT JOIN questions w ON w.id = o.wording_id
     WHERE ${inSeries} ORDER BY o.received_at_ms DESC, o.id DESC LIMIT @limit`,
  );
  const total = db.prepare<[Bounds], { n: number }>(
    `SELECT count(*) AS n FROM observations o WHERE ${inSeries}`,
  );
  const monitors = db.prepare<[Bounds], { id: string; name: string; answers: number }>(
    `SELECT n.uid AS id, n.name, count(*) AS answers
     FROM observations o JOIN monitor_times t ON t.run_id = o.run_id JOIN monitors n ON n.id = t.monitor_id
     WHERE ${inSeries} GROUP BY n.id ORDER BY answers DESC, n.name`,
  );
  const brands = db.prepare<[], { id: string; name: string }>(
    'SELECT k.uid AS id, ifnull(b.name, k.uid) AS name FROM brand_keys k LEFT JOIN brands b ON b.uid = k.uid',
  );

  return {
    /** @throws HistoryFailure NOT_FOUND if the answer is not stored (any more) */
    'observations.series': analysisReads((input: SeriesInput): Series => {
      const row = mustHave(around.get({ uid: input.id }), noAnswer(input.id));
      const { questionRow, marketRow, project, engine, ...about } = withMarket(row);
      const bounds: Bounds = {
        question: questionRow,
        engine,
        market: marketRow,
        from: input.fromMs ?? 0,
        before: input.beforeMs ?? Number.MAX_SAFE_INTEGER,
        monitor: input.monitorId,
        project,
      };
      const found = answers.all({ ...bounds, limit: maxAnswers });
      return {
        ...about,
        engine: storedEngine(engine),
        // All of them, so that the user can choose another one.
        monitors: monitors.all({ ...bounds, monitor: null }),
        answers: found.reverse().map(answerOf),
        total: total.get(bounds)?.n ?? 0,
        brands: brands.all(),
      };
    }),
  };
}

const answerOf = ({ wording, ...row }: AnswerRow): SeriesAnswer => ({
  ...row,
  ...(wording === null ? {} : { wording }),
  imported: row.imported === 1,
  labels: JSON.parse(row.labels),
  domains: JSON.parse(row.domains),
  brands: row.brands === null ? null : JSON.parse(row.brands),
});
