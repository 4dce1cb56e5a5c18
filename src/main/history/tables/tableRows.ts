import type { Database } from 'better-sqlite3';
import { type DeploymentId, engineNameAt } from '#shared/interface/deployments.ts';
import type { ExportFilter } from '#shared/model/export.ts';
import { sourceIdentity } from '#shared/text/addresses/urls.ts';
import { deriveSearchQueries, deriveText, textMembers } from '../store/derive/answerText.ts';
import { memberReader } from '../store/derive/resultMembers.ts';
import { isBrokenAnswer } from '../store/failures.ts';
import { mentionedBrand } from '../store/operations/acceptedBrands.ts';
import { answersPassing, exportParameters } from '../store/operations/exports.ts';
import { storedEngine } from '../store/operations/observationRows.ts';
import type { PayloadStore } from '../store/operations/payloads.ts';
import { createTranslationRecords } from '../store/operations/translationRecords.ts';
import type { Cell } from './parquetFile.ts';

/** Consecutive rows of answers read together; with their related rows, they are collected as young garbage. */
const answersTogether = 500;
/** URLs whose domain is cached. */
const maxAddresses = 100_000;

type Range = { readonly after: number; readonly through: number };
type TableRow = readonly [id: number, ...cells: Cell[]];
type Address = {
  readonly url: string;
  readonly host: string;
  readonly domain: string;
  readonly label: string;
};

/** In the order of the columns of `answers`, after the row id. */
const answerColumns = `o.id, o.uid, r.uid, p.name, o.received_at_ms, q.text,
  (SELECT t.tag = 'branded' FROM question_tags t WHERE t.project_id = r.project_id AND t.question_id = o.question_id
     AND t.tag IN ('branded', 'unbranded') ORDER BY t.by_rule LIMIT 1),
  o.engine, m.key, m.country, m.state, m.language, m.location, m.device, o.sample, o.language, o.text_chars,
  o.source_count, o.text_chars > 0 AND ifnull(o.stop, 'complete') = 'complete',
  EXISTS (SELECT 1 FROM replays v JOIN brand_searches s ON s.rules_version = v.rules_version
    WHERE v.project_id = r.project_id AND v.state = 'current' AND s.observation_id = o.id),
  o.imported, o.driver, o.model, o.surface, o.served_shape, o.country_honoured, o.stop, o.stop_reason,
  o.credits_charged, o.cost, o.cost_currency, o.cost_source, o.latency_ms, o.request_id,
  ifnull(w.text, q.text), r.connection_id`;

/** Where the engine is among them. */
const engineColumn = 6;

/** Reads the rows of an export, some answers at a time. */
export function createTableRows(db: Database, payloads: PayloadStore, filter: ExportFilter) {
  const parameters = exportParameters(filter);
  const from = `FROM observations o JOIN runs r ON r.id = o.run_id JOIN projects p ON p.id = r.project_id
    JOIN questions q ON q.id = o.question_id JOIN markets m ON m.id = o.market_id
    LEFT JOIN questions w ON w.id = o.wording_id`;
  /** The given answers in order: looked up once, not for each page. */
  const named =
    filter.ids === undefined
      ? null
      : db
          .prepare<[typeof parameters], number>(
            `SELECT o.id ${from} WHERE ${answersPassing(filter)} ORDER BY o.id`,
          )
          .pluck()
          .all(parameters);
  const inPage = named === null ? answersPassing(filter) : 'o.id IN (SELECT value FROM json_each(@rows))';
  const page = (columns: string, and = '') =>
    db
      .prepare<[typeof parameters & Range & { readonly limit: number; readonly rows: string }], TableRow>(
        `SELECT ${columns} ${from} WHERE ${inPage} ${and} AND o.id > @after AND o.id <= @through ORDER BY o.id LIMIT @limit`,
      )
      .raw();
  const answers = page(answerColumns);
  const ids = page('o.id, o.uid');
  const bodies = page('o.id, o.uid, o.engine, o.payload_id');
  const translated = page(
    'o.id, o.uid',
    'AND EXISTS (SELECT 1 FROM translations t WHERE t.observation_id = o.id)',
  );
  const recordsOf = createTranslationRecords(db, payloads);
  const mentioned = mentionedBrand(db);
  // The primary key leads through the brands: there are few, and answers are consecutive.
  const mentions = db
    .prepare<[{ first: number; last: number }], TableRow>(
      `SELECT f.observation_id, k.uid, ${mentioned.name}, ${mentioned.kind}, f.rank, f.list_rank, f.depth, f.mentions,
         f.rules_version
       FROM replays v CROSS JOIN brand_keys k CROSS JOIN brand_mentions f ON f.rules_version = v.rules_version
         AND f.brand_key = k.id AND f.observation_id BETWEEN @first AND @last
         LEFT JOIN brands b ON b.uid = k.uid AND b.project_id = v.project_id
       WHERE v.state = 'current'`,
    )
    .raw();
  const sources = db
    .prepare<[{ first: number; last: number }], TableRow>(
      `SELECT observation_id, ordinal, kind, position, url_id, label_of_url, label FROM sources
       WHERE observation_id BETWEEN @first AND @last ORDER BY observation_id, ordinal`,
    )
    .raw();
  const address = db.prepare<[{ id: number }], { url: string; host: string; label: string }>(
    `SELECT ifnull(r.destination, u.url) AS url, d.name AS host, u.label FROM urls u
       JOIN domains d ON d.id = u.domain_id LEFT JOIN redirects r ON r.url_id = u.id WHERE u.id = @id`,
  );
  const connections = new Map(
    db
      .prepare<[], { id: number; deployment: DeploymentId | null; engineAliases: string }>(
        'SELECT id, deployment, engine_aliases AS engineAliases FROM connections',
      )
      .all()
      .map(({ id, deployment, engineAliases }) => [
        id,
        { deployment, engineAliases: JSON.parse(engineAliases) },
      ]),
  );
  const nameAt = (connection: number, engine: string): string =>
    engineNameAt(connections.get(connection), storedEngine(engine));
  const addresses = new Map<number, Address>();
  const addressOf = (id: number): Address => {
    const known = addresses.get(id);
    if (known !== undefined) return known;
    const { url, host, label } = address.get({ id }) ?? { url: '', host: '', label: '' };
    const found = { url, host, domain: sourceIdentity(url, host)?.domain ?? host, label };
    if (addresses.size >= maxAddresses) addresses.clear();
    addresses.set(id, found);
    return found;
  };

  function* pages(statement: typeof answers, range: Range): Generator<readonly TableRow[]> {
    const of = { ...parameters, through: range.through, limit: answersTogether };
    if (named !== null) {
      for (let at = 0; at < named.length; at += answersTogether) {
        const rows = JSON.stringify(named.slice(at, at + answersTogether));
        const found = statement.all({ ...of, after: range.after, rows });
        if (found.length > 0) yield found;
      }
      return;
    }
    for (let after = range.after; ; ) {
      const rows = statement.all({ ...of, after, rows: '' });
      if (rows.length > 0) yield rows;
      if (rows.length < answersTogether) return;
      after = rows.at(-1)?.[0] ?? after;
    }
  }
  /** Rows related to answers, each with the answer's id instead of its row id; modified in place. */
  function* beside(
    range: Range,
    rowsOf: (range: { first: number; last: number }) => readonly TableRow[],
    change: (row: Cell[]) => void = () => {},
  ): Generator<readonly (readonly Cell[])[]> {
    for (const found of stretches(pages(ids, range))) {
      const uids = new Map(found.map(([id, uid]) => [id, uid]));
      const ends = { first: found[0]?.[0] ?? 0, last: found.at(-1)?.[0] ?? 0 };
      const passing: Cell[][] = [];
      for (const row of rowsOf(ends)) {
        const uid = uids.get(row[0]);
        if (uid === undefined) continue;
        const cells = row as readonly Cell[] as Cell[];
        cells[0] = uid;
        change(cells);
        passing.push(cells);
      }
      yield passing;
    }
  }

  return {
    *answers(range: Range): Generator<readonly (readonly Cell[])[]> {
      for (const rows of pages(answers, range))
        yield rows.map(([, ...cells]) => {
          // The connection is read as the name that people know the engine by.
          const connection = cells.pop();
          return [...cells, nameAt(Number(connection), String(cells[engineColumn]))];
        });
    },
    mentions: (range: Range) => beside(range, (ends) => mentions.all(ends)),
    citations: (range: Range) =>
      beside(
        range,
        (ends) => sources.all(ends),
        (row) => {
          const [, , , , url, ofUrl, label] = row;
          const known = addressOf(Number(url));
          row[4] = known.url;
          row[5] = known.host;
          row[6] = known.domain;
          row.push(ofUrl === 1 ? known.label : (label ?? ''));
        },
      ),
    /** Only pages with rows; a damaged answer has none. */
    *translations(range: Range): Generator<readonly (readonly Cell[])[]> {
      for (const found of pages(translated, range))
        yield found.flatMap(([row, uid]) =>
          recordsOf(row).map((record) => [
            String(uid),
            record.source,
            record.target,
            record.translator,
            record.model,
            Date.parse(record.madeAt),
            record.text,
          ]),
        );
    },
    /** Data that is only in the stored bodies; reading these takes longer than everything else. */
    *bodies(range: Range, onUnreadable: (id: string) => void) {
      for (const rows of pages(bodies, range))
        yield rows.flatMap(([, uid, engineName, payload]) => {
          const id = String(uid);
          try {
            const read = memberReader(payloads.bytes(Number(payload)));
            const engine = storedEngine(String(engineName));
            const members = (names: readonly string[]) =>
              Object.fromEntries(names.map((name) => [name, read(name)]));
            return [
              {
                id,
                queries: deriveSearchQueries(members(['searchQueries', 'search_model_queries'])),
                text: () => deriveText(engine, members(textMembers(engine))),
              },
            ];
          } catch (error) {
            // One damaged answer must not prevent the export of all others.
            if (!isBrokenAnswer(error)) throw error;
            onUnreadable(id);
            return [];
          }
        });
    },
  };
}

/** Rows for answers far apart are read in ranges: the whole history may be between them. */
function* stretches(pages: Iterable<readonly TableRow[]>): Generator<readonly TableRow[]> {
  for (const rows of pages) {
    let from = 0;
    for (const [at, [id]] of rows.entries())
      if (id - (rows[from]?.[0] ?? id) > 2 * answersTogether) {
        yield rows.slice(from, at);
        from = at;
      }
    yield rows.slice(from);
  }
}

/** Runs are few and change after they start, so all of a project, or of every project, are written. */
export function* runsOfProject(db: Database, { project, ids }: ExportFilter): Generator<readonly Cell[]> {
  const rows = db
    .prepare<[{ project: string | null; ids: string | null }], Cell[]>(
      `SELECT r.uid, p.name, r.created_at_ms, r.finished_at_ms, q.text, r.question_count, r.engine, r.kind, r.mode, r.state,
         (SELECT n.name FROM monitor_times t JOIN monitors n ON n.id = t.monitor_id WHERE t.run_id = r.id LIMIT 1), c.name,
         r.planned + r.running + r.completed + r.failed + r.cancelled + r.unknown, r.completed, r.failed, r.unknown,
         r.cancelled, r.credits_charged
       FROM runs r JOIN projects p ON p.id = r.project_id JOIN questions q ON q.id = r.question_id
         JOIN connections c ON c.id = r.connection_id
       WHERE (@project IS NULL OR p.uid = @project)
         AND (@ids IS NULL OR r.uid IN (SELECT value FROM json_each(@ids)) OR EXISTS (SELECT 1 FROM observations o
           WHERE o.run_id = r.id AND o.uid IN (SELECT value FROM json_each(@ids))))
       ORDER BY r.id`,
    )
    .raw();
  yield* rows.iterate({ project: project ?? null, ids: ids === undefined ? null : JSON.stringify(ids) });
}
