import type { RunSummary } from '../bridge/routes/runs.ts';
import type { SearchHit } from '../bridge/routes/search.ts';
import type { Series, SeriesAnswer } from '../bridge/routes/series.ts';
import { csvLine } from '../report/sheetFormats.ts';
import type { Seen } from '../series/series.ts';

const iso = (atMs: number): string => new Date(atMs).toISOString();

const csvOf = (head: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string =>
  [head, ...rows].map(csvLine).join('');

/** The list of runs. */
export function runsCsv(runs: readonly RunSummary[]): string {
  return csvOf(
    [
      'run',
      'asked_at',
      'question',
      'plan',
      'engine',
      'connection',
      'state',
      'cells',
      'answers',
      'failed',
      'credits',
    ],
    runs.map((run) => [
      run.id,
      iso(run.createdAtMs),
      run.question,
      run.plan?.name ?? null,
      run.engine,
      run.connectionName,
      run.state,
      run.counts.total,
      run.counts.completed,
      run.counts.failed,
      run.creditsCharged,
    ]),
  );
}

/** Found answers, with the place where each was found. */
export function hitsCsv(hits: readonly SearchHit[]): string {
  return csvOf(
    [
      'answer',
      'run',
      'at',
      'question',
      'engine',
      'market',
      'status',
      'language',
      'driver',
      'source_count',
      'credits',
      'found_in',
      'found',
      'error',
    ],
    hits.map((hit) => [
      hit.observationId,
      hit.runId,
      iso(hit.atMs),
      hit.question,
      hit.engine,
      hit.marketKey,
      hit.status,
      hit.language,
      hit.driver,
      hit.sourceCount,
      hit.creditsCharged,
      hit.snippet?.field ?? null,
      hit.snippet?.text ?? null,
      hit.error?.message ?? null,
    ]),
  );
}

/** The answers of a series, oldest first. */
export function seriesCsv(series: Series): string {
  const nameOf = new Map(series.brands.map(({ id, name }) => [id, name]));
  return csvOf(
    [
      'answer',
      'run',
      'received_at',
      'question',
      'engine',
      'market',
      'sample',
      'language',
      'text_chars',
      'driver',
      'model',
      'served_shape',
      'imported',
      'credits',
      'labels',
      'domains',
      'brands',
    ],
    series.answers.map((answer: SeriesAnswer) => [
      answer.id,
      answer.runId,
      iso(answer.receivedAtMs),
      series.question,
      series.engine,
      series.marketKey,
      answer.sample,
      answer.language,
      answer.textChars,
      answer.driver,
      answer.model,
      answer.servedShape,
      answer.imported ? 1 : 0,
      answer.creditsCharged,
      answer.labels.join(' '),
      answer.domains.join('\n'),
      answer.brands === null ? null : answer.brands.map((id) => nameOf.get(id) ?? id).join('\n'),
    ]),
  );
}

/** First and last seen of what comes and goes in a series. */
export function seenCsv(what: 'domain' | 'brand', seen: readonly Seen[]): string {
  return csvOf(
    [
      what,
      'answers',
      'of',
      'best_place',
      'first_seen',
      'first_answer',
      'last_seen',
      'last_answer',
      'in_the_newest',
    ],
    seen.map((each) => [
      each.name,
      each.answers,
      each.of,
      each.best,
      iso(each.first.receivedAtMs),
      each.first.id,
      iso(each.last.receivedAtMs),
      each.last.id,
      each.still ? 1 : 0,
    ]),
  );
}

/** The sources of one answer, in its own order. */
export function sourcesCsv(
  sources: readonly {
    readonly position: number;
    readonly domain: string;
    readonly url: string;
    readonly label: string;
    readonly redirectLink: string | null;
  }[],
): string {
  return csvOf(
    ['position', 'domain', 'url', 'title', 'redirect_link'],
    sources.map(({ position, domain, url, label, redirectLink }) => [
      position,
      domain,
      url,
      label,
      redirectLink,
    ]),
  );
}
