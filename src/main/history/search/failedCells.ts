import type { Database } from 'better-sqlite3';
import { isEngine } from '#shared/interface/engines.ts';
import type { SearchHit } from '#shared/model/search.ts';
import type { SearchQuery } from '#shared/search/query.ts';
import { snippetOf, standsIn } from '#shared/search/snippet.ts';
import { cellId } from '../store/ids.ts';
import { type MarketRow, marketColumns, marketOf } from '../store/operations/marketRows.ts';
import { storedEngine } from '../store/operations/observationRows.ts';
import { createChangeStamp } from '../store/timeOrder.ts';
import { rangeOf } from './filters.ts';

type FailedRow = MarketRow & {
  readonly id: number;
  readonly run_uid: string;
  readonly ordinal: number;
  readonly connection_uid: string;
  readonly engine: string;
  readonly question: string;
  readonly sample: number;
  readonly finished_at_ms: number | null;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly request_id: string | null;
  readonly credits_charged: number | null;
  readonly project_uid: string;
  readonly project_name: string;
  /** JSON list. */
  readonly tags: string;
};

/** Converted to a hit only when it is shown. */
export type FoundFailure = { readonly id: number; readonly atMs: number; readonly hit: () => SearchHit };

/** Failures are rare; of more than this only the newest are considered. */
const most = 2000;

/** Failed requests, found by the question and the reason. Newest first. */
export function createFailedCells(db: Database) {
  const newest = db.prepare<{ most: number }, FailedRow>(
    `SELECT x.id, r.uid AS run_uid, x.ordinal, c.uid AS connection_uid, x.engine, q.text AS question, x.sample,
       x.finished_at_ms, x.error_code, x.error_message, x.request_id, x.credits_charged, j.uid AS project_uid, j.name AS project_name,
       (SELECT json_group_array(t.tag) FROM question_tags t
        WHERE t.project_id = r.project_id AND t.question_id = x.question_id) AS tags, ${marketColumns}
     FROM cells x JOIN runs r ON r.id = x.run_id JOIN projects j ON j.id = r.project_id
       JOIN connections c ON c.id = r.connection_id
       JOIN questions q ON q.id = x.question_id JOIN markets m ON m.id = x.market_id
     WHERE x.state IN ('failed', 'unknown')
     ORDER BY x.finished_at_ms DESC, x.id DESC LIMIT @most`,
  );
  const stamp = createChangeStamp(db);
  let held: { readonly stamp: string; readonly rows: readonly FailedRow[] } | null = null;
  /** Reading them takes longer than most searches, so they are cached until something is written. */
  const rows = (): readonly FailedRow[] => {
    const now = stamp();
    if (held?.stamp !== now) held = { stamp: now, rows: newest.all({ most }) };
    return held.rows;
  };
  return (query: SearchQuery): readonly FoundFailure[] =>
    rows()
      .filter((row) => isFound(row, query))
      .map((row) => ({ id: row.id, atMs: row.finished_at_ms ?? 0, hit: () => hitOf(row, query) }));
}

const reasonOf = (row: FailedRow): string => row.error_message ?? row.error_code ?? 'No answer arrived.';

function isFound(row: FailedRow, query: SearchQuery): boolean {
  const text = `${row.question}\n${reasonOf(row)}`;
  return (
    isEngine(row.engine) &&
    query.terms.every((term) => standsIn(text, term) !== term.negated) &&
    passes(row, query)
  );
}

function hitOf(row: FailedRow, query: SearchQuery): SearchHit {
  const terms = query.terms.filter((term) => !term.negated);
  const snippet = snippetOf(row.question, terms);
  return {
    observationId: null,
    runId: row.run_uid,
    cellId: cellId(row.run_uid, row.ordinal),
    status: 'failed',
    engine: storedEngine(row.engine),
    connectionId: row.connection_uid,
    question: row.question,
    market: marketOf(row),
    marketKey: row.market_key,
    sample: row.sample,
    atMs: row.finished_at_ms ?? 0,
    language: null,
    driver: null,
    sourceCount: 0,
    creditsCharged: row.credits_charged,
    requestId: row.request_id,
    snippet:
      snippet === null
        ? null
        : { ...snippet, marks: snippet.marks.map(([start, end]) => [start, end]), field: 'question' },
    error: { code: row.error_code ?? 'INTERNAL', message: reasonOf(row) },
  };
}

const belongs = (row: FailedRow, field: 'project' | 'tag'): readonly string[] =>
  (field === 'tag' ? (JSON.parse(row.tags) as string[]) : [row.project_uid, row.project_name]).map((each) =>
    each.toLowerCase(),
  );

/** A filter on something that failures do not have, such as a language, excludes them. */
function passes(row: FailedRow, query: SearchQuery): boolean {
  const ownValue: Readonly<Record<string, string>> = {
    engine: row.engine,
    country: row.country ?? '*',
    market: row.market_key,
    run: row.run_uid,
  };
  const fields = new Set(query.filters.map((filter) => filter.field));
  for (const field of fields) {
    if (field === 'status') continue;
    const filters = query.filters.filter((filter) => filter.field === field);
    const at = row.finished_at_ms ?? 0;
    const has = (value: string): boolean =>
      field === 'project' || field === 'tag'
        ? belongs(row, field).includes(value.toLowerCase())
        : field === 'question'
          ? standsIn(row.question, { kind: 'prefix', text: value, negated: false })
          : (ownValue[field] ?? '').toLowerCase() === value.toLowerCase();
    const wanted = filters.filter((filter) => !filter.negated);
    if (field === 'before' || field === 'after' || field === 'on') {
      for (const filter of filters) {
        const range = rangeOf(filter);
        if (range && (at >= range.startMs && at < range.endMs) === filter.negated) return false;
      }
    } else if (
      (wanted.length > 0 && !wanted.some((filter) => has(filter.value))) ||
      filters.some((filter) => filter.negated && has(filter.value))
    )
      return false;
  }
  return true;
}
