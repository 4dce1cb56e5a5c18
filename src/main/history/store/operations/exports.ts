import type { Database, Statement } from 'better-sqlite3';
import { engineNameAt } from '#shared/interface/deployments.ts';
import type {
  BrandRecord,
  CellRecord,
  ExportCount,
  ExportFilter,
  StoredRecord,
  TranslatedBy,
} from '#shared/model/export.ts';
import { deriveShown } from '../derive/observation.ts';
import { resultOf } from '../derive/result.ts';
import { isBrokenAnswer } from '../failures.ts';
import { cellIdColumn } from '../ids.ts';
import { mentionedBrand } from './acceptedBrands.ts';
import { createHeaderStore } from './headers.ts';
import { createAnnotations } from './notes.ts';
import {
  factsOf,
  type ObservationRow,
  observationColumns,
  observationTables,
  storedEngine,
} from './observationRows.ts';
import { analysisReads } from './operation.ts';
import type { PayloadStore } from './payloads.ts';
import { createDestinationReader, withTrueDomains } from './redirects.ts';
import { createTranslationRecords } from './translationRecords.ts';

type RecordRow = ObservationRow & {
  readonly path: string;
  readonly body: string;
  readonly status: number;
  /** Deployment and engine aliases of the connection that was asked, as JSON. */
  readonly connection: string | null;
};

/**
 * Conditions of a filter; `r`, `q` and `m` are run, question and market, `at` is the time, `engine` and
 * `surface` are columns.
 */
const passing = (at: string, engine: string, surface: string): string => `${at} >= @from AND ${at} < @before
    AND (@project IS NULL OR r.project_id = (SELECT id FROM projects WHERE uid = @project))
    AND (@engine IS NULL OR ${engine} = @engine)
    AND (@surface IS NULL OR ${surface} = @surface)
    AND (@markets IS NULL OR m.key IN (SELECT value FROM json_each(@markets))
      OR m.country IN (SELECT value FROM json_each(@markets)))
    AND (@text IS NULL OR instr(lower(q.text), lower(@text)) > 0)`;

const passingAnswer = passing('o.received_at_ms', 'o.engine', "ifnull(o.surface, 'none')");

/** The same for given runs and answers, which are looked up by id. */
const namedAnswer = `${passingAnswer} AND o.id IN (
    SELECT id FROM observations WHERE uid IN (SELECT value FROM json_each(@ids))
    UNION SELECT a.id FROM runs n JOIN observations a ON a.run_id = n.id
      WHERE n.uid IN (SELECT value FROM json_each(@ids)))`;

/** The condition of each filter member, so that counting evaluates only the given ones. */
const asked: Readonly<Record<Exclude<keyof ExportFilter, 'ids'>, string>> = {
  fromMs: 'o.received_at_ms >= @from',
  beforeMs: 'o.received_at_ms < @before',
  project: `o.run_id IN (SELECT r.id FROM runs r JOIN projects p ON p.id = r.project_id WHERE p.uid = @project)`,
  engine: 'o.engine = @engine',
  surface: "ifnull(o.surface, 'none') = @surface",
  markets: `o.market_id IN (SELECT id FROM markets WHERE key IN (SELECT value FROM json_each(@markets))
      OR country IN (SELECT value FROM json_each(@markets)))`,
  text: 'o.question_id IN (SELECT id FROM questions WHERE instr(lower(text), lower(@text)) > 0)',
};

/** The last answer before the period, if it has a beginning; earlier answers are not scanned. */
const beforeFirst = `CASE WHEN @from = 0 THEN 0 ELSE (SELECT min(id) - 1 FROM observations
    WHERE received_at_ms >= @from AND received_at_ms < @before) END`;

/** Answers that pass a filter, with `exportParameters`; `o` is the answer, the others as in `passing`. */
export const answersPassing = ({ ids }: ExportFilter): string =>
  ids === undefined ? passingAnswer : namedAnswer;

export type RecordPage = {
  readonly records: readonly StoredRecord[];
  /** Ids of answers between them that are damaged. */
  readonly unreadable: readonly string[];
  /** Cursor of the next page. */
  readonly last: string | null;
  readonly more: boolean;
};

type Parameters = Record<string, string | number | null>;

type UnansweredRow = Omit<CellRecord, 'engine'> & { readonly engine: string };

/** Complete stored answers for export: with payload, request and headers. */
export function createExportOperations(db: Database, payloads: PayloadStore) {
  // Along the primary key: with any other index, every page would find and sort all the answers again.
  const pageOf = (chosen: string) =>
    db.prepare<[Parameters], RecordRow>(
      `SELECT ${observationColumns},
         (SELECT path FROM requests WHERE id = o.sent_request_id) AS path,
         (SELECT body FROM requests WHERE id = o.sent_request_id) AS body,
         ifnull((SELECT status FROM response_headers WHERE observation_id = o.id), 200) AS status,
         (SELECT json_object('deployment', n.deployment, 'engineAliases', json(n.engine_aliases))
           FROM connections n WHERE n.id = r.connection_id) AS connection
       FROM ${observationTables} WHERE ${chosen}
         AND o.id > ifnull((SELECT id FROM observations WHERE uid = @after), ${beforeFirst})
       ORDER BY o.id LIMIT @limit`,
    );
  const pageOfAll = pageOf(passing('+o.received_at_ms', 'o.engine', "ifnull(o.surface, 'none')"));
  const pageOfNamed = pageOf(namedAnswer);
  const countNamed = db.prepare<[Parameters], { n: number }>(
    `SELECT count(*) AS n FROM ${observationTables} WHERE ${namedAnswer}`,
  );
  const counts = new Map<string, Statement<[Parameters], { n: number }>>();
  const countOf = (filter: ExportFilter): Statement<[Parameters], { n: number }> => {
    if (filter.ids !== undefined) return countNamed;
    const given = (Object.keys(asked) as (keyof typeof asked)[]).filter((key) => filter[key] !== undefined);
    const conditions = given.map((key) => asked[key]).join(' AND ');
    const kept = counts.get(conditions);
    if (kept !== undefined) return kept;
    const statement = db.prepare<[Parameters], { n: number }>(
      `SELECT count(*) AS n FROM observations o ${conditions === '' ? '' : `WHERE ${conditions}`}`,
    );
    counts.set(conditions, statement);
    return statement;
  };
  const mentioned = mentionedBrand(db);
  const brands = db.prepare<{ stringify: string }, BrandRecord>(
    `SELECT o.uid AS answer, ${mentioned.name} AS name, ${mentioned.kind} AS kind, f.rank, f.list_rank AS listRank, f.depth, f.mentions,
       f.rules_version AS rulesVersion
     FROM observations o JOIN brand_searches s ON s.observation_id = o.id
       JOIN replays v ON v.rules_version = s.rules_version AND v.state = 'current'
       CROSS JOIN brand_keys k JOIN brand_mentions f ON f.rules_version = v.rules_version AND f.brand_key = k.id
         AND f.observation_id = o.id
       LEFT JOIN brands b ON b.uid = k.uid
     WHERE o.uid IN (SELECT value FROM json_each(@stringify)) ORDER BY o.id, f.rank`,
  );
  const searched = db
    .prepare<{ stringify: string }, string>(
      `SELECT o.uid FROM observations o JOIN brand_searches s ON s.observation_id = o.id
         JOIN replays v ON v.rules_version = s.rules_version AND v.state = 'current'
       WHERE o.uid IN (SELECT value FROM json_each(@stringify)) AND o.answer_chars > 0
         AND ifnull(o.stop, 'complete') = 'complete'`,
    )
    .pluck();
  const unanswered = db.prepare<[Parameters], UnansweredRow>(
    `SELECT ${cellIdColumn} AS id, r.uid AS runId, q.text AS question, x.engine, m.key AS marketKey, x.sample, x.state,
       x.finished_at_ms AS finishedAtMs, x.attempts, x.credits_charged AS creditsCharged, x.error_code AS errorCode,
       x.error_message AS errorMessage, x.request_id AS requestId
     FROM cells x JOIN runs r ON r.id = x.run_id JOIN questions q ON q.id = x.question_id
       JOIN markets m ON m.id = x.market_id
     WHERE x.state <> 'completed' AND (@ids IS NULL OR r.uid IN (SELECT value FROM json_each(@ids)))
       AND ${passing('ifnull(x.finished_at_ms, r.created_at_ms)', 'x.engine', 'NULL')}
     ORDER BY x.id LIMIT @limit OFFSET @offset`,
  );
  const translatedOf = (chosen: string) =>
    db.prepare<[Parameters], TranslatedBy>(
      `SELECT DISTINCT t.target, t.translator FROM ${observationTables} JOIN translations t ON t.observation_id = o.id
       WHERE ${chosen} ORDER BY 1, 2`,
    );
  const translationsOf = createTranslationRecords(db, payloads);
  const headers = createHeaderStore(db);
  const annotations = createAnnotations(db);
  const destinationsOf = createDestinationReader(db);
  const pagesOf = db.prepare<{ observationId: number }, { url: string; payload: number }>(
    `SELECT url, payload_id AS payload FROM pages WHERE observation_id = @observationId AND payload_id IS NOT NULL ORDER BY ordinal`,
  );

  const recordOf = (
    { path, body: sent, status, connection, ...row }: RecordRow,
    withPages: boolean,
  ): StoredRecord => {
    const { body, sha256 } = payloads.get(row.payloadRow);
    const facts = factsOf(row);
    // What is exported later must be readable.
    JSON.parse(sent);
    new Date(row.receivedAtMs).toISOString();
    const derived = deriveShown(facts.engine, resultOf(body));
    const translations = translationsOf(row.row);
    const sources = withTrueDomains(derived.sources, destinationsOf(row.row));
    return {
      ...facts,
      engineName: engineNameAt(connection === null ? undefined : JSON.parse(connection), facts.engine),
      persona: derived.persona,
      text: derived.text,
      sources: [...sources],
      searchQueries: [...derived.searchQueries],
      request: { path, body: sent },
      status,
      responseHeaders: { ...headers.get(row.row) },
      payload: body,
      payloadSha256: sha256,
      notes: annotations.notesOf(row.row),
      labels: annotations.labelsOf(row.row),
      pages: withPages
        ? pagesOf
            .all({ observationId: row.row })
            .map(({ url, payload }) => ({ url, html: payloads.get(payload).body }))
        : [],
      // Files of a history without translations stay as they are.
      ...(translations.length > 0 ? { translations: [...translations] } : {}),
    };
  };

  return {
    /** In the order they were stored; `after` is the id of the last answer of the previous page. */
    'exports.page': analysisReads(
      (input: {
        readonly filter: ExportFilter;
        readonly after: string | null;
        readonly limit: number;
        readonly pages: boolean;
      }): RecordPage => {
        const rows = (input.filter.ids === undefined ? pageOfAll : pageOfNamed).all({
          ...exportParameters(input.filter),
          after: input.after,
          limit: input.limit + 1,
        });
        const records: StoredRecord[] = [];
        const unreadable: string[] = [];
        for (const row of rows.slice(0, input.limit)) {
          try {
            records.push(recordOf(row, input.pages));
          } catch (error) {
            if (!isBrokenAnswer(error)) throw error;
            unreadable.push(row.id);
          }
        }
        const last = rows.slice(0, input.limit).at(-1)?.id ?? null;
        return { records, unreadable, last, more: rows.length > input.limit };
      },
    ),
    /** Stored answers, and the languages and translators of their translations. */
    'exports.count': analysisReads(
      ({ filter }: { readonly filter: ExportFilter }): ExportCount => ({
        answers: countOf(filter).get(exportParameters(filter))?.n ?? 0,
        translated: translatedOf(answersPassing(filter)).all(exportParameters(filter)),
      }),
    ),
    /** Listed brands named in these answers, by the current rules, by rank within an answer; and which answers have text that was searched for them. */
    'exports.brands': analysisReads(
      (input: {
        readonly ids: readonly string[];
      }): { readonly brands: readonly BrandRecord[]; readonly searched: readonly string[] } => {
        const stringify = JSON.stringify(input.ids);
        return { brands: brands.all({ stringify }), searched: searched.all({ stringify }) };
      },
    ),
    /** Planned requests without an answer: of the given runs, or of all; ids of answers have none. */
    'exports.unanswered': analysisReads(
      (input: {
        readonly filter: ExportFilter;
        readonly offset: number;
        readonly limit: number;
      }): readonly CellRecord[] =>
        unanswered
          .all({ ...exportParameters(input.filter), offset: input.offset, limit: input.limit })
          .map(({ engine, ...cell }) => ({ ...cell, engine: storedEngine(engine) })),
    ),
  };
}

export function exportParameters(filter: ExportFilter): Parameters {
  return {
    ids: filter.ids === undefined ? null : JSON.stringify(filter.ids),
    from: filter.fromMs ?? 0,
    before: filter.beforeMs ?? Number.MAX_SAFE_INTEGER,
    project: filter.project ?? null,
    engine: filter.engine ?? null,
    surface: filter.surface ?? null,
    markets: filter.markets === undefined ? null : JSON.stringify(filter.markets),
    text: filter.text ?? null,
  };
}
