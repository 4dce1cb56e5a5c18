import { damagedAnswer } from '#shared/model/appError.ts';
import type { ObservationView } from '#shared/model/observation.ts';
import type { SearchCursor, SearchHit, SearchResult } from '#shared/model/search.ts';
import { hitsSheet } from '#shared/tables/historySheets.ts';
import type { AnswerLine } from '../answerLine.ts';
import type { ReadingContext } from '../context.ts';
import { type ExitCode, exitCode, UsageError } from '../exitCodes.ts';
import { type ListFormat, sheetText } from '../flags.ts';
import { jsonLine } from '../storedAnswers.ts';
import { textTable } from '../textTable.ts';
import { periodOf } from '../timeFlags.ts';

/** Flags that narrow a search; lists are separated by commas. */
export type SearchFlags = {
  readonly search?: string;
  readonly engine?: string;
  readonly country?: string;
  readonly language?: string;
  readonly domain?: string;
  readonly brand?: string;
  readonly tag?: string;
  readonly status?: string;
  readonly from?: string;
  readonly to?: string;
};

export type SearchOptions = SearchFlags & {
  readonly limit: number;
  readonly format: ListFormat;
};

/** Flags that are the filter of the same name. */
const listed = ['engine', 'country', 'language', 'domain', 'brand', 'tag', 'status'] as const;

/** A page of the core is at most this long. */
const pageSize = 100;

export function isSearch(flags: SearchFlags): boolean {
  const { search, from, to } = flags;
  return [search, from, to, ...listed.map((field) => flags[field])].some((flag) => flag !== undefined);
}

/** Stored answers that have what is looked for, newest first, each with the place where it stands. */
export async function searchHistory(context: ReadingContext, options: SearchOptions): Promise<ExitCode> {
  const text = searchText(options);
  await finishIndex(context);
  const { hits, total, exact } = await find(context, text, options);
  const file = sheetText(options.format, () => hitsSheet(hits));
  if (file !== null) context.terminal.stdout(file);
  else if (options.format === 'json') await printLines(context, hits);
  else printTable(context, hits);
  if (hits.length === 0) context.terminal.stderr('No results.\n');
  else if (total > hits.length) {
    const most = exact ? String(total) : `at most ${total}`;
    context.terminal.stderr(`${hits.length} of ${most} answers; --limit shows more.\n`);
  }
  return exitCode.everyAnswer;
}

/** The flags as the search itself is written. */
export function searchText(flags: SearchFlags): string {
  const parts = [typedOf(flags)];
  for (const field of listed)
    for (const value of (flags[field] ?? '').split(',').map((each) => each.trim()))
      if (value !== '') parts.push(`${field}:"${value.replaceAll('"', '')}"`);
  const { fromMs, beforeMs } = periodOf(flags);
  const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  if (fromMs !== undefined) parts.push(`after:${dayOf(fromMs)}`);
  if (beforeMs !== undefined) parts.push(`before:${dayOf(beforeMs)}`);
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
  options: SearchOptions,
): Promise<{ readonly hits: readonly SearchHit[]; readonly total: number; readonly exact: boolean }> {
  const hits: SearchHit[] = [];
  let after: SearchCursor | null = null;
  for (;;) {
    const page: SearchResult = await call('history.search', {
      text,
      limit: Math.min(pageSize, options.limit - hits.length),
      after,
    });
    if (page.problems.length > 0)
      throw new UsageError(page.problems.map((each) => problemLine(each, typedOf(options))).join('\n'));
    hits.push(...page.hits);
    after = page.next;
    if (after === null || hits.length >= options.limit) return { hits, total: page.total, exact: page.exact };
  }
}

/** A filter that came from a flag is named by it: nobody typed the text it was made into. */
function problemLine({ at, part, message }: SearchResult['problems'][number], typed: string): string {
  return at > typed.length && part.includes(':')
    ? `--${part.slice(0, part.indexOf(':'))}: ${message}`
    : `The search has an error at character ${at} (${part}): ${message}`;
}

function printTable({ terminal }: ReadingContext, hits: readonly SearchHit[]): void {
  if (hits.length === 0) return;
  const rows = hits.map((hit) => [
    hit.observationId ?? hit.cellId,
    new Date(hit.atMs).toISOString().slice(0, 16).replace('T', ' '),
    hit.engine,
    hit.marketKey,
    foundIn(hit),
  ]);
  terminal.stdout(textTable(['ANSWER', 'DATE (UTC)', 'ENGINE', 'MARKET', 'FOUND'], rows, terminal.columns()));
}

function foundIn({ error, snippet, question, status }: SearchHit): string {
  if (error === null) return snippet?.text ?? question;
  return status === 'failed' ? `failed: ${error.message}` : error.message;
}

async function printLines({ call, terminal }: ReadingContext, hits: readonly SearchHit[]): Promise<void> {
  const ids = hits.flatMap((hit) => hit.observationId ?? []);
  const found = new Map<string, ObservationView>();
  for (let start = 0; start < ids.length; start += pageSize) {
    const { observations } = await call('observations.getMany', { ids: ids.slice(start, start + pageSize) });
    for (const observation of observations) found.set(observation.id, observation);
  }
  for (const hit of hits) {
    const observation = hit.observationId === null ? undefined : found.get(hit.observationId);
    terminal.stdout(jsonLine({ ...lineOf(hit, observation), snippet: hit.snippet?.text ?? null }));
  }
}

function lineOf(hit: SearchHit, observation: ObservationView | undefined): AnswerLine {
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
