import type { Database } from 'better-sqlite3';
import { damagedAnswer } from '#shared/model/appError.ts';
import type { SearchCursor, SearchHit, SearchResult } from '#shared/model/search.ts';
import { indexMatch } from '#shared/search/indexText.ts';
import { parseSearch, type SearchQuery } from '#shared/search/query.ts';
import { standsIn } from '#shared/search/snippet.ts';
import type { SearchTerm } from '#shared/search/words.ts';
import { type SearchableText, searchableTexts, searchableTextsIn } from '../store/derive/searchFields.ts';
import { isBrokenAnswer } from '../store/failures.ts';
import { cellIdColumn } from '../store/ids.ts';
import { type MarketRow, marketColumns, withMarket } from '../store/operations/marketRows.ts';
import { createAnnotations } from '../store/operations/notes.ts';
import { storedEngine } from '../store/operations/observationRows.ts';
import { searchReads } from '../store/operations/operation.ts';
import type { PayloadStore } from '../store/operations/payloads.ts';
import type { AnswerBitmap } from './answerBitmap.ts';
import { type AnswerColumns, createAnswerColumns } from './answerColumns.ts';
import { createFacetCounter } from './facetCounts.ts';
import { createFacetLabels } from './facetLabels.ts';
import { createFailedCells, type FoundFailure } from './failedCells.ts';
import { createFilters } from './filters.ts';
import { snippetFrom } from './hitSnippet.ts';
import { createMatchingPlaces } from './matchingPlaces.ts';
import { createNamedBrands } from './namedBrands.ts';
import { createUnknownBrands } from './unknownBrands.ts';

type HitRow = MarketRow &
  Omit<SearchHit, 'market' | 'engine' | 'status' | 'snippet' | 'error'> & {
    readonly engine: string;
    /** The main text, and below it the wording used in the market. */
    readonly asked: string;
    readonly payload: number;
  };

export type SearchInput = {
  readonly text: string;
  readonly limit: number;
  readonly after: SearchCursor | null;
  /** Unless the query names projects itself; all if absent. */
  readonly projectId?: string;
};

type Matches = {
  readonly key: string;
  readonly columns: AnswerColumns;
  readonly size: number;
  /** Column indexes; null for all. */
  readonly places: Int32Array | null;
  /** Terms that have to be verified in the text of each shown answer. */
  readonly toCheck: readonly SearchTerm[];
};

/** Answers verified per page, at about a quarter of a millisecond each: for a rare phrase of common words. */
const maxLookedInto = 400;

export function createSearchOperations(db: Database, payloads: PayloadStore) {
  const answers = createAnswerColumns(db);
  const namedBrands = createNamedBrands(db);
  const filters = createFilters(db, namedBrands.all);
  const unknownBrand = createUnknownBrands(db);
  const failed = createFailedCells(db);
  const countFacets = createFacetCounter();
  const labels = createFacetLabels(db, namedBrands.all);
  const annotations = createAnnotations(db);
  const matchingPlaces = createMatchingPlaces(db);
  // Every stored answer is either in the columns or pending. Counting a million answers takes as long as most
  // searches.
  const counts = db.prepare<{ last: number }, { pending: number; unknown: number }>(
    `SELECT count(*) AS pending, count(*) FILTER (WHERE observation_id > @last OR NOT EXISTS (
       SELECT 1 FROM search_facets f WHERE f.observation_id = p.observation_id)) AS unknown FROM search_pending p`,
  );
  const hit = db.prepare<{ id: number }, HitRow>(
    `SELECT o.uid AS observationId, r.uid AS runId, ${cellIdColumn} AS cellId, c.uid AS connectionId, o.engine,
       q.text AS question, concat_ws(char(10), q.text, w.text) AS asked, o.sample, o.received_at_ms AS atMs,
       o.payload_id AS payload, o.language, o.driver, o.source_count AS sourceCount, o.credits_charged AS creditsCharged,
       o.request_id AS requestId, ${marketColumns}
     FROM observations o JOIN cells x ON x.id = o.cell_id JOIN runs r ON r.id = o.run_id
       JOIN connections c ON c.id = r.connection_id JOIN questions q ON q.id = o.question_id
       JOIN markets m ON m.id = o.market_id LEFT JOIN questions w ON w.id = o.wording_id
     WHERE o.id = +@id`,
  );
  /** Matches of the last search: paging and choosing a facet need them again. */
  let held: Matches | null = null;

  /**
   * The answer's own text first; other texts are read only on demand. A damaged answer is found by its question
   * and notes.
   */
  const textsOf = function* (
    id: number,
    row: HitRow,
    onDamaged: () => void,
  ): Generator<SearchableText, void> {
    try {
      yield* searchableTextsIn(storedEngine(row.engine), row.asked, payloads.bytes(row.payload));
    } catch (error) {
      if (!isBrokenAnswer(error)) throw error;
      onDamaged();
      yield* searchableTexts(storedEngine(row.engine), row.asked, {});
    }
    yield* annotations.searchable(id);
  };
  /** The same for callers that need all of them, which is faster then. */
  const allTextsOf = (id: number, row: HitRow, onDamaged: () => void): readonly SearchableText[] => {
    const result = payloads.resultOrNull(row.payload);
    if (result === null) onDamaged();
    return [
      ...searchableTexts(storedEngine(row.engine), row.asked, result ?? {}),
      ...annotations.searchable(id),
    ];
  };
  const has = (id: number, toCheck: readonly SearchTerm[]): boolean => {
    const row = hit.get({ id });
    return fits(row ? allTextsOf(id, row, () => {}) : [], toCheck);
  };
  const matching = (terms: readonly SearchTerm[], columns: AnswerColumns): Matches => {
    const key = JSON.stringify(terms);
    if (held?.key === key && held.columns === columns && held.size === columns.size) return held;
    const wanted = indexMatch(terms);
    const places = matchingPlaces(wanted, columns);
    const { toCheck } = wanted;
    const few = (places?.length ?? columns.size) <= maxLookedInto;
    held = { key, columns, size: columns.size, places, toCheck };
    if (toCheck.length > 0 && few) {
      const candidates = places ?? Int32Array.from({ length: columns.size }, (_, at) => at);
      const kept = candidates.filter((at) => has(columns.id[at] ?? 0, toCheck));
      held = { ...held, places: kept, toCheck: [] };
    }
    return held;
  };

  /** The hit as shown, or null if verification finds no match. */
  const show = (
    id: number,
    terms: readonly SearchTerm[],
    toCheck: readonly SearchTerm[],
  ): SearchHit | null => {
    const row = hit.get({ id });
    if (!row) return null;
    const wanted = terms.filter((term) => !term.negated);
    let error: SearchHit['error'] = null;
    const onDamaged = (): void => {
      error = damagedAnswer;
    };
    const texts = toCheck.length === 0 ? null : allTextsOf(id, row, onDamaged);
    if (texts !== null && !fits(texts, toCheck)) return null;
    const snippet = snippetFrom(texts ?? textsOf(id, row, onDamaged), wanted);
    const { asked: _, payload: __, ...shown } = withMarket(row);
    return { ...shown, status: 'completed', engine: storedEngine(row.engine), snippet, error };
  };

  return {
    /** Loads data that is not in memory yet in batches, so that other calls get their turn. */
    'search.load': searchReads((input: { readonly most: number }): { readonly done: boolean } => {
      const { columns, done } = answers.readSome(input.most);
      return { done: done && !namedBrands.readNext(columns) };
    }),
    /** A page of matches, newest first, with the counts of all matches. */
    'search.run': searchReads((input: SearchInput): SearchResult => {
      const query = inProject(
        parseSearch(input.text, (filter) => unknownBrand(filter, projectOf(input))),
        input.projectId,
      );
      const columns = answers.refresh();
      const matches = matching(query.terms, columns);
      const counted = countFacets(columns, matches.places, filters.compile(query.filters, columns));
      const withoutAnswer = failed(query);
      const onlyFailed = query.filters.some(
        ({ field, value, negated }) => field === 'status' && (value === 'failed') !== negated,
      );
      const page = onlyFailed
        ? pageOfFailed(withoutAnswer, input)
        : pageOf(newestFirst(counted.found, columns, input.after), columns, input.limit, (id) =>
            show(id, query.terms, matches.toCheck),
          );
      const row = counts.get({ last: columns.id[columns.size - 1] ?? 0 });
      return {
        ...page,
        total: onlyFailed ? withoutAnswer.length : counted.passing.length,
        exact: matches.toCheck.length === 0 || onlyFailed,
        facets: [...labels.name(columns, counted, withoutAnswer.length)],
        problems: [...query.problems],
        pending: row?.pending ?? 0,
        stored: columns.size + (row?.unknown ?? 0),
      };
    }),
  };
}

/** The project whose brands are meant; none if the query names projects itself. */
function projectOf({ text, projectId }: SearchInput): string | undefined {
  return parseSearch(text).filters.some(({ field }) => field === 'project') ? undefined : projectId;
}

/** The project to search, unless the query names projects itself. */
function inProject(query: SearchQuery, projectId: string | undefined): SearchQuery {
  if (projectId === undefined || query.filters.some(({ field }) => field === 'project')) return query;
  return { ...query, filters: [...query.filters, { field: 'project', value: projectId, negated: false }] };
}

function fits(texts: readonly SearchableText[], toCheck: readonly SearchTerm[]): boolean {
  return toCheck.every((term) => texts.some(({ text }) => standsIn(text, term)) !== term.negated);
}

type Page = { readonly hits: SearchHit[]; readonly next: SearchCursor | null };

function pageOf(
  places: Iterable<number>,
  columns: AnswerColumns,
  limit: number,
  show: (id: number) => SearchHit | null,
): Page {
  const hits: SearchHit[] = [];
  let looked = 0;
  let last: SearchCursor | null = null;
  for (const at of places) {
    // There is more, but this page is full or has taken long enough.
    if (hits.length === limit || looked === maxLookedInto) return { hits, next: last };
    const id = columns.id[at] ?? 0;
    const found = show(id);
    if (found) hits.push(found);
    looked += 1;
    last = { atMs: columns.receivedAtMs[at] ?? 0, id };
  }
  return { hits, next: null };
}

/** Iterates from newest to oldest, starting after the last hit shown. */
function* newestFirst(
  found: AnswerBitmap,
  columns: AnswerColumns,
  after: SearchCursor | null,
): Generator<number> {
  const order = columns.byTime();
  for (let place = order.length - 1; place >= 0; place--) {
    const at = order[place] ?? 0;
    if (!found.has(at)) continue;
    const when = columns.receivedAtMs[at] ?? 0;
    if (after !== null && (when > after.atMs || (when === after.atMs && (columns.id[at] ?? 0) >= after.id)))
      continue;
    yield at;
  }
}

function pageOfFailed(all: readonly FoundFailure[], { limit, after }: SearchInput): Page {
  const start =
    after === null ? 0 : all.findIndex(({ id, atMs }) => id === after.id && atMs === after.atMs) + 1;
  const shown = all.slice(start, start + limit);
  const last = shown.at(-1);
  const next = last && start + limit < all.length ? { atMs: last.atMs, id: last.id } : null;
  return { hits: shown.map(({ hit }) => hit()), next };
}
