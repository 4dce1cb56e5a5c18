import { damagedAnswer } from '#shared/model/appError.ts';
import type { ObservationView } from '#shared/model/observation.ts';
import type { SearchCursor, SearchHit, SearchResult } from '#shared/model/search.ts';
import { hitsTable } from '#shared/tables/historyTables.ts';
import type { AnswerLine } from '../answerLine.ts';
import type { ReadingContext } from '../context.ts';
import { type ExitCode, exitCode, UsageError } from '../exitCodes.ts';
import type { ListFormat } from '../flags.ts';
import { listFrom, printList, tableText, utcDay } from '../print.ts';
import { periodOf, type TimeFlags } from '../timeFlags.ts';

/** Flags that are the filter of the same name. */
const listed = ['engine', 'country', 'language', 'domain', 'brand', 'tag', 'status'] as const;

/** Flags that narrow a search; lists are separated by commas. */
export type SearchFlags = TimeFlags & {
  readonly [Name in 'search' | (typeof listed)[number]]?: string;
};

type Observations = ReadonlyMap<string, ObservationView>;

/** A page of the core is at most this long. */
const pageSize = 100;

/** Stored answers that have what is looked for, newest first, each with the place where it stands. */
export async function searchHistory(
  context: ReadingContext,
  flags: SearchFlags,
  limit: number,
  format: ListFormat,
): Promise<ExitCode> {
  const text = searchText(flags);
  await finishIndex(context);
  const { hits, total, exact } = await find(context, text, typedOf(flags), limit);
  const observations: Observations = format === 'json' ? await observationsOf(context, hits) : new Map();
  printList(context, format, hitsList, hits, {
    json: (hit) => ({ ...lineOf(hit, observations), snippet: hit.snippet?.text ?? null }),
    text: () => (hits.length === 0 ? '' : tableText(context, hitsList.columns, hits)),
  });
  const most = exact ? String(total) : `at most ${total}`;
  if (hits.length === 0) context.terminal.stderr('No results.\n');
  else if (total > hits.length)
    context.terminal.stderr(`${hits.length} of ${most} answers; --limit shows more.\n`);
  return exitCode.everyAnswer;
}

const hitsList = listFrom(hitsTable);

/** The flags as the search itself is written. */
export function searchText(flags: SearchFlags): string {
  const parts = [typedOf(flags)];
  for (const field of listed)
    for (const value of (flags[field] ?? '').split(',').map((each) => each.trim()))
      if (value !== '') parts.push(`${field}:"${value.replaceAll('"', '')}"`);
  const { fromMs, beforeMs } = periodOf(flags);
  if (fromMs !== undefined) parts.push(`after:${utcDay(fromMs)}`);
  if (beforeMs !== undefined) parts.push(`before:${utcDay(beforeMs)}`);
  return parts.join(' ').trim();
}

const typedOf = ({ search }: SearchFlags): string => (search ?? '').trim();

/** What another program stored and did not come to index is made searchable first. */
async function finishIndex({ call, terminal }: ReadingContext): Promise<void> {
  let done = 0;
  for (;;) {
    const { indexed, pending } = await call('history.index', { limit: 200 });
    done += indexed;
    const all = done + pending;
    if (all > 1000) terminal.liveLine(pending === 0 ? '' : `Indexing stored answers: ${done} of ${all}`);
    if (pending === 0) return;
  }
}

async function find(
  { call }: ReadingContext,
  text: string,
  typed: string,
  limit: number,
): Promise<{ readonly hits: readonly SearchHit[]; readonly total: number; readonly exact: boolean }> {
  const hits: SearchHit[] = [];
  let after: SearchCursor | null = null;
  for (;;) {
    const page: SearchResult = await call('history.search', {
      text,
      limit: Math.min(pageSize, limit - hits.length),
      after,
    });
    if (page.problems.length > 0)
      throw new UsageError(page.problems.map((each) => problemLine(each, typed)).join('\n'));
    hits.push(...page.hits);
    after = page.next;
    if (after === null || hits.length >= limit) return { hits, total: page.total, exact: page.exact };
  }
}

/** A filter that came from a flag is named by it: nobody typed the text it was made into. */
function problemLine({ at, part, message }: SearchResult['problems'][number], typed: string): string {
  return at > typed.length && part.includes(':')
    ? `--${part.slice(0, part.indexOf(':'))}: ${message}`
    : `The search has an error at character ${at} (${part}): ${message}`;
}

async function observationsOf({ call }: ReadingContext, hits: readonly SearchHit[]): Promise<Observations> {
  const ids = hits.flatMap((hit) => hit.observationId ?? []);
  const found = new Map<string, ObservationView>();
  for (let start = 0; start < ids.length; start += pageSize) {
    const { observations } = await call('observations.getMany', { ids: ids.slice(start, start + pageSize) });
    for (const observation of observations) found.set(observation.id, observation);
  }
  return found;
}

function lineOf(hit: SearchHit, observations: Observations): AnswerLine {
  const observation = observations.get(hit.observationId ?? '');
  return {
    id: hit.observationId ?? hit.cellId,
    runId: hit.runId,
    engine: hit.engine,
    country: hit.market.country,
    state: hit.market.state ?? null,
    status: observation?.damaged ? 'failed' : hit.status,
    text: observation === undefined || observation.damaged ? null : observation.text,
    sources: observation?.sources.map(({ position, url, label }) => ({ position, url, label })) ?? [],
    creditsCharged: hit.creditsCharged,
    latencyMs: observation?.latencyMs ?? null,
    requestId: hit.requestId,
    error: observation?.damaged ? damagedAnswer : hit.error,
  };
}
