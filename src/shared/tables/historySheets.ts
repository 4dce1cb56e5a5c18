import type { Seen } from '../alerts/series.ts';
import type { RunSummary } from '../model/run.ts';
import type { SavedSearch, SearchFacet, SearchHit } from '../model/search.ts';
import type { Series } from '../model/series.ts';
import { isoTime, listSheet, type Sheet } from './sheet.ts';

/** The list of runs. */
export function runsSheet(runs: readonly RunSummary[]): Sheet {
  return listSheet('runs', 'Runs', runs, {
    run: ({ id }) => id,
    asked_at: ({ createdAtMs }) => isoTime(createdAtMs),
    question: ({ question }) => question,
    plan: ({ plan }) => plan?.name ?? null,
    engine: ({ engine }) => engine,
    connection: ({ connectionName }) => connectionName,
    project: ({ projectName }) => projectName,
    state: ({ state }) => state,
    cells: ({ counts }) => counts.total,
    answers: ({ counts }) => counts.completed,
    failed: ({ counts }) => counts.failed,
    credits: ({ creditsCharged }) => creditsCharged,
  });
}

/** Search results, with the place of each match. */
export function hitsSheet(hits: readonly SearchHit[]): Sheet {
  return listSheet('found', 'Search results', hits, {
    answer: ({ observationId }) => observationId,
    run: ({ runId }) => runId,
    at: ({ atMs }) => isoTime(atMs),
    question: ({ question }) => question,
    engine: ({ engine }) => engine,
    market: ({ marketKey }) => marketKey,
    status: ({ status }) => status,
    language: ({ language }) => language,
    driver: ({ driver }) => driver,
    source_count: ({ sourceCount }) => sourceCount,
    credits: ({ creditsCharged }) => creditsCharged,
    found_in: ({ snippet }) => snippet?.field ?? null,
    found: ({ snippet }) => snippet?.text ?? null,
    error: ({ error }) => error?.message ?? null,
  });
}

/** Facet counts of a search, as in the panel beside the results. */
export function facetsSheet(facets: readonly SearchFacet[]): Sheet {
  const values = facets.flatMap(({ name, values }) => values.map((value) => ({ facet: name, ...value })));
  return listSheet('facets', 'Filter counts', values, {
    facet: ({ facet }) => facet,
    value: ({ value }) => value,
    label: ({ label }) => (label === '' ? null : label),
    answers: ({ count }) => count,
  });
}

/** Searches kept under a name. */
export function savedSearchesSheet(searches: readonly SavedSearch[]): Sheet {
  return listSheet('saved-searches', 'Saved searches', searches, {
    id: ({ id }) => id,
    name: ({ name }) => name,
    search: ({ text }) => text,
  });
}

/** The answers of a series, oldest first. */
export function seriesSheet(series: Series): Sheet {
  const nameOf = new Map(series.brands.map(({ id, name }) => [id, name]));
  return listSheet('series', 'Change history', series.answers, {
    answer: ({ id }) => id,
    run: ({ runId }) => runId,
    received_at: ({ receivedAtMs }) => isoTime(receivedAtMs),
    question: () => series.question,
    engine: () => series.engine,
    market: () => series.marketKey,
    sample: ({ sample }) => sample,
    language: ({ language }) => language,
    text_chars: ({ textChars }) => textChars,
    driver: ({ driver }) => driver,
    model: ({ model }) => model,
    served_shape: ({ servedShape }) => servedShape,
    imported: ({ imported }) => (imported ? 1 : 0),
    credits: ({ creditsCharged }) => creditsCharged,
    labels: ({ labels }) => labels.join(' '),
    domains: ({ domains }) => domains.join('\n'),
    brands: ({ brands }) => brands?.map((id) => nameOf.get(id) ?? id).join('\n') ?? null,
  });
}

/** First and last seen of the items in a series. */
export function seenSheet(what: 'domain' | 'brand', seen: readonly Seen[]): Sheet {
  const id = what === 'domain' ? 'sources-seen' : 'brands-seen';
  return listSheet(id, 'First and last seen', seen, {
    [what]: ({ name }) => name,
    answers: ({ answers }) => answers,
    of: ({ of }) => of,
    best_place: ({ best }) => best,
    first_seen: ({ first }) => isoTime(first.receivedAtMs),
    first_answer: ({ first }) => first.id,
    last_seen: ({ last }) => isoTime(last.receivedAtMs),
    last_answer: ({ last }) => last.id,
    in_the_newest: ({ still }) => (still ? 1 : 0),
  });
}

/** The sources of one answer, in its own order. */
export function sourcesSheet(
  answerId: string,
  sources: readonly {
    readonly position: number;
    readonly domain: string;
    readonly url: string;
    readonly label: string;
    readonly redirectLink: string | null;
  }[],
): Sheet {
  return listSheet(`sources-${answerId}`, 'Sources', sources, {
    position: ({ position }) => position,
    domain: ({ domain }) => domain,
    url: ({ url }) => url,
    title: ({ label }) => label,
    redirect_link: ({ redirectLink }) => redirectLink,
  });
}
