import { z } from 'zod';
import { engineSchema } from '#shared/model/run.ts';
import type { TrendQueryInput } from '#shared/model/trend.ts';
import { searchText } from '../commands/searchHistory.ts';
import { marketKeys } from '../filterFlags.ts';
import type { Caller } from '../projectCaller.ts';
import { periodOf, projectDays } from '../timeFlags.ts';

export const projectShape = {
  project: z.string().max(100).optional().describe('Project name or ID (default: the current one)'),
};

/** Filter of stored answers, the same in every tool. */
export const scopeShape = {
  ...projectShape,
  countries: z
    .array(z.string().max(100))
    .max(250)
    .optional()
    .describe('Only these countries: names, codes, US states or groups, such as Germany, US, US:CA, G7'),
  engines: z.array(engineSchema).max(20).optional().describe('Only these engines'),
  from: z
    .string()
    .max(10)
    .optional()
    .describe('First day, month or year in the time zone of the project, such as 2026-10-01 or 2026-10'),
  to: z.string().max(10).optional().describe('Last day, month or year, included'),
};
export type Scope = z.output<z.ZodObject<typeof scopeShape>>;

const keysOf = ({ countries = [] }: Scope): readonly string[] =>
  countries.length === 0 ? [] : marketKeys('--countries', countries.join(','));

/**
 * The scope as filters of trends.
 * @throws UsageError
 */
export async function trendScope(
  call: Caller,
  scope: Scope,
): Promise<Pick<TrendQueryInput, 'project' | 'engines' | 'markets' | 'fromMs' | 'beforeMs'>> {
  const { project, engines = [] } = scope;
  return {
    project,
    engines,
    markets: [...keysOf(scope)],
    ...periodOf(scope, await projectDays(call, project)),
  };
}

/**
 * The scope as filters of a search, added to the query.
 * @throws UsageError
 */
export function searchScope(
  scope: Scope,
  typed: { readonly search?: string; readonly status?: string },
): string {
  const { engines = [], from, to } = scope;
  const keys = keysOf(scope);
  // Values of one filter widen the result and different filters narrow it: a state converts all countries into
  // markets.
  const field = keys.some((key) => key.includes(':')) ? 'market' : 'country';
  const flags = {
    ...typed,
    ...(engines.length === 0 ? {} : { engine: engines.join(',') }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
  return [searchText(flags), ...keys.map((key) => `${field}:"${key}"`)].join(' ').trim();
}

export const countsShape = {
  answers: z.number().int().describe('Stored answers in this scope'),
  failures: z.number().int().describe('Requests in this scope that got no answer; they count in no figure'),
};

/** Requests of a scope without an answer. */
export async function failuresIn(call: Caller, scope: Scope, words = ''): Promise<number> {
  const { project } = scope;
  const { total } = await call('history.search', {
    project,
    text: searchScope(scope, { search: words, status: 'failed' }),
    limit: 1,
  });
  return total;
}

/** Answers and failures of a scope, and what those answers have in common. */
export async function choicesIn(call: Caller, scope: Scope, signal: AbortSignal, domains = false) {
  const [choices, failures] = await Promise.all([
    call('trends.choices', { ...(await trendScope(call, scope)), domains }, signal),
    failuresIn(call, scope),
  ]);
  return { ...choices, counts: { answers: choices.answers, failures } };
}
