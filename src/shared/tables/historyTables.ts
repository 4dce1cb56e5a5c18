import type { Seen } from '../alerts/series.ts';
import { importedConnectionId } from '../model/import.ts';
import type { SourceView } from '../model/observation.ts';
import type { RunSummary } from '../model/run.ts';
import type { SavedSearch, SearchFacet, SearchHit } from '../model/search.ts';
import type { Series } from '../model/series.ts';
import type { TrashedRun } from '../model/trash.ts';
import type { Sheet } from './sheet.ts';
import { column, sheetOf, tableOf } from './table.ts';

/** The list of runs. */
export const runsTable = tableOf<RunSummary>()({
  id: 'runs',
  title: 'Runs',
  columns: {
    run: column.text('Run', ({ id }) => id),
    asked_at: column.time('Date', ({ createdAtMs }) => createdAtMs),
    question: column.text('Question', ({ question }) => question, {
      text: ({ plan, question }) => (plan ? `${plan.name} (${plan.questions} questions)` : question),
    }),
    plan: ({ plan }) => plan?.name ?? null,
    engine: column.text('Engine', ({ engine }) => engine, {
      text: ({ engine, plan, connectionId }) =>
        `${engine}${plan && plan.engines.length > 1 ? ` +${plan.engines.length - 1}` : ''}${connectionId === importedConnectionId ? ' (imported)' : ''}`,
    }),
    connection: ({ connectionName }) => connectionName,
    project: ({ projectName }) => projectName,
    state: ({ state }) => state,
    cells: ({ counts }) => counts.total,
    answers: column.number('Completed', ({ counts }) => counts.completed, {
      text: runAnswers,
    }),
    failed: ({ counts }) => counts.failed,
    credits: column.number('Credits', ({ creditsCharged }) => creditsCharged),
    markets: column.text('Markets', runMarkets, { inFiles: false }),
  },
  terminal: ['run', 'asked_at', 'engine', 'answers', 'markets', 'credits', 'question'],
});

function runMarkets({ markets, strip }: RunSummary): string {
  const shown = [...new Set(strip.map(({ market }) => market))].slice(0, 4);
  return markets > shown.length ? `${shown.join(' ')} +${markets - shown.length}` : shown.join(' ');
}

/** Answers, and the state of the run while some are missing. */
function runAnswers({ counts, state }: RunSummary): string {
  const ended = counts.completed + counts.failed + counts.cancelled + counts.unknown;
  return `${counts.completed}/${counts.total}${ended < counts.total ? ` ${state}` : ''}`;
}

/** Deleted runs. */
export const trashTable = tableOf<TrashedRun>()({
  id: 'trash',
  title: 'Trash',
  columns: {
    run: column.text('Run', ({ runId }) => runId),
    deleted_at: column.time('Deleted', ({ trashedAtMs }) => trashedAtMs),
    asked_at: column.time('Date', ({ createdAtMs }) => createdAtMs),
    project: column.text('Project', ({ projectName }) => projectName),
    answers: column.number('Answers', ({ answers }) => answers),
    question: column.text('Question', ({ question }) => question),
  },
  terminal: ['run', 'deleted_at', 'project', 'answers', 'question'],
});

export const runsSheet = (runs: readonly RunSummary[]): Sheet => sheetOf(runsTable, runs);

/** Search results, with the place of each match. */
export const hitsTable = tableOf<SearchHit>()({
  id: 'found',
  title: 'Search results',
  columns: {
    answer: column.text('Answer', ({ observationId }) => observationId, {
      text: ({ observationId, cellId }) => observationId ?? cellId,
    }),
    run: ({ runId }) => runId,
    at: column.time('Date', ({ atMs }) => atMs),
    question: ({ question }) => question,
    engine: column.text('Engine', ({ engine }) => engine),
    market: column.text('Market', ({ marketKey }) => marketKey),
    status: ({ status }) => status,
    language: ({ language }) => language,
    driver: ({ driver }) => driver,
    source_count: ({ sourceCount }) => sourceCount,
    credits: ({ creditsCharged }) => creditsCharged,
    found_in: ({ snippet }) => snippet?.field ?? null,
    found: column.text('Found', ({ snippet }) => snippet?.text ?? null, { text: foundIn }),
    error: ({ error }) => error?.message ?? null,
  },
  terminal: ['answer', 'at', 'engine', 'market', 'found'],
});

function foundIn({ error, snippet, question, status }: SearchHit): string {
  if (error === null) return snippet?.text ?? question;
  return status === 'failed' ? `failed: ${error.message}` : error.message;
}

export const hitsSheet = (hits: readonly SearchHit[]): Sheet => sheetOf(hitsTable, hits);

type FacetLine = SearchFacet['values'][number] & { readonly facet: string };

const facetsTable = tableOf<FacetLine>()({
  id: 'facets',
  title: 'Filter counts',
  columns: {
    facet: ({ facet }) => facet,
    value: ({ value }) => value,
    label: ({ label }) => (label === '' ? null : label),
    answers: ({ count }) => count,
  },
});

/** Facet counts of a search, as in the panel beside the results. */
export const facetsSheet = (facets: readonly SearchFacet[]): Sheet =>
  sheetOf(
    facetsTable,
    facets.flatMap(({ name, values }) => values.map((value) => ({ facet: name, ...value }))),
  );

/** Searches kept under a name. */
export const savedSearchesTable = tableOf<SavedSearch>()({
  id: 'saved-searches',
  title: 'Saved searches',
  columns: { id: ({ id }) => id, name: ({ name }) => name, search: ({ text }) => text },
});

/** The answers of a series, oldest first. */
export function seriesSheet(series: Series): Sheet {
  const nameOf = new Map(series.brands.map(({ id, name }) => [id, name]));
  const table = tableOf<Series['answers'][number]>()({
    id: 'series',
    title: 'Change history',
    columns: {
      answer: ({ id }) => id,
      run: ({ runId }) => runId,
      received_at: column.time('Received', ({ receivedAtMs }) => receivedAtMs),
      question: () => series.question,
      engine: () => series.engine,
      market: () => series.marketKey,
      sample: ({ sample }) => sample,
      language: ({ language }) => language,
      text_chars: ({ textChars }) => textChars,
      driver: ({ driver }) => driver,
      model: ({ model }) => model,
      served_shape: ({ servedShape }) => servedShape,
      imported: ({ imported }) => imported,
      credits: ({ creditsCharged }) => creditsCharged,
      labels: ({ labels }) => labels.join(' '),
      domains: ({ domains }) => domains.join('\n'),
      brands: ({ brands }) => brands?.map((id) => nameOf.get(id) ?? id).join('\n') ?? null,
    },
  });
  return sheetOf(table, series.answers);
}

/** First and last seen of the items in a series. */
export const seenTable = (what: 'domain' | 'brand') =>
  tableOf<Seen>()<string>({
    id: what === 'domain' ? 'sources-seen' : 'brands-seen',
    title: 'First and last seen',
    columns: {
      [what]: column.text(what === 'domain' ? 'Domain' : 'Brand', ({ name }) => name),
      answers: column.number('Answers', ({ answers }) => answers),
      of: ({ of }) => of,
      best_place: column.number('Best position', ({ best }) => best),
      first_seen: column.time('First seen', ({ first }) => first.receivedAtMs),
      first_answer: ({ first }) => first.id,
      last_seen: column.time('Last seen', ({ last }) => last.receivedAtMs),
      last_answer: ({ last }) => last.id,
      in_the_newest: column.flag('In the latest', ({ still }) => still),
    },
    window: [what, 'answers', 'best_place', 'first_seen', 'last_seen', 'in_the_newest'],
  });

/** The sources of one answer, in its own order. */
export const sourcesTable = (answerId: string) =>
  tableOf<SourceView>()({
    id: `sources-${answerId}`,
    title: 'Sources',
    columns: {
      position: ({ position }) => position,
      domain: ({ domain }) => domain,
      url: ({ url }) => url,
      title: ({ label }) => label,
      redirect_link: ({ redirectLink }) => redirectLink,
      description: ({ description }) => description,
    },
  });
