import type { Database } from 'better-sqlite3';
import { utcDays, type ZonedDays, zonedDays } from '#shared/figures/trends/zonedDays.ts';
import { isEngine } from '#shared/interface/engines.ts';
import type { SearchHit } from '#shared/model/search.ts';
import type { SearchQuery } from '#shared/search/query.ts';
import { snippetOf, standsIn } from '#shared/search/snippet.ts';
import { cellIdColumn } from '../store/ids.ts';
import { type MarketRow, marketColumns, withMarket } from '../store/operations/marketRows.ts';
import { storedEngine } from '../store/operations/observationRows.ts';
import { timeZoneOfProject } from '../store/operations/projectRows.ts';
import { createChangeStamp } from '../store/timeOrder.ts';
import { rangeOf } from './filters.ts';

type FailedRow = MarketRow & {
  readonly id: number;
  readonly runId: string;
  readonly cellId: string;
  readonly connectionId: string;
  readonly engine: string;
  readonly question: string;
  readonly sample: number;
  /** 0 while it has not ended. */
  readonly atMs: number;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly requestId: string | null;
  readonly creditsCharged: number | null;
  readonly projectId: string;
  readonly projectName: string;
  readonly timeZone: string;
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
    `SELECT x.id, r.uid AS runId, ${cellIdColumn} AS cellId, c.uid AS connectionId, x.engine, q.text AS question, x.sample,
       ifnull(x.finished_at_ms, 0) AS atMs, x.error_code AS errorCode, x.error_message AS errorMessage,
       x.request_id AS requestId, x.credits_charged AS creditsCharged, j.uid AS projectId, j.name AS projectName,
       (SELECT ${timeZoneOfProject} FROM projects p WHERE p.id = j.id) AS timeZone,
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
  return (query: SearchQuery): readonly FoundFailure[] => {
    const found = rows();
    const zones = new Map(
      [...new Set(found.map(({ timeZone }) => timeZone))].map((zone) => [zone, zonedDays(zone)]),
    );
    return found
      .filter((row) => isFound(row, query, zones.get(row.timeZone) ?? utcDays))
      .map((row) => ({ id: row.id, atMs: row.atMs, hit: () => hitOf(row, query) }));
  };
}

const reasonOf = (row: FailedRow): string => row.errorMessage ?? row.errorCode ?? 'No answer arrived.';

function isFound(row: FailedRow, query: SearchQuery, days: ZonedDays): boolean {
  const text = `${row.question}\n${reasonOf(row)}`;
  return (
    isEngine(row.engine) &&
    query.terms.every((term) => standsIn(text, term) !== term.negated) &&
    passes(row, query, days)
  );
}

function hitOf(row: FailedRow, query: SearchQuery): SearchHit {
  const terms = query.terms.filter((term) => !term.negated);
  const snippet = snippetOf(row.question, terms);
  const {
    id: _,
    errorCode,
    errorMessage: __,
    projectId: ___,
    projectName: ____,
    tags: _____,
    timeZone: ______,
    ...hit
  } = withMarket(row);
  return {
    ...hit,
    observationId: null,
    status: 'failed',
    engine: storedEngine(row.engine),
    language: null,
    driver: null,
    sourceCount: 0,
    snippet:
      snippet === null
        ? null
        : { ...snippet, marks: snippet.marks.map(([start, end]) => [start, end]), field: 'question' },
    error: { code: errorCode ?? 'INTERNAL', message: reasonOf(row) },
  };
}

const belongs = (row: FailedRow, field: 'project' | 'tag'): readonly string[] =>
  (field === 'tag' ? (JSON.parse(row.tags) as string[]) : [row.projectId, row.projectName]).map((each) =>
    each.toLowerCase(),
  );

/** A filter on something that failures do not have, such as a language, excludes them. */
function passes(row: FailedRow, query: SearchQuery, days: ZonedDays): boolean {
  const ownValue: Readonly<Record<string, string>> = {
    engine: row.engine,
    country: row.country ?? '*',
    market: row.marketKey,
    run: row.runId,
  };
  const fields = new Set(query.filters.map((filter) => filter.field));
  for (const field of fields) {
    if (field === 'status') continue;
    const filters = query.filters.filter((filter) => filter.field === field);
    const at = row.atMs;
    const has = (value: string): boolean =>
      field === 'project' || field === 'tag'
        ? belongs(row, field).includes(value.toLowerCase())
        : field === 'question'
          ? standsIn(row.question, { kind: 'prefix', text: value, negated: false })
          : (ownValue[field] ?? '').toLowerCase() === value.toLowerCase();
    const wanted = filters.filter((filter) => !filter.negated);
    if (field === 'before' || field === 'after' || field === 'on') {
      for (const filter of filters) {
        const range = rangeOf(filter, days);
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
