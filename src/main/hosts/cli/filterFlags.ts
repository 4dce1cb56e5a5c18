import type { Command, OptionValues } from '@commander-js/extra-typings';
import type { ZonedDays } from '#shared/figures/trends/zonedDays.ts';
import { marketId, parseMarketInput } from '#shared/geo/marketInput.ts';
import { engineNamed } from '#shared/interface/deployments.ts';
import { type Engine, engines } from '#shared/interface/engines.ts';
import type { SurfaceChoice } from '#shared/interface/surface.ts';
import { AppError } from '#shared/model/appError.ts';
import type { AnswerFilterInput, TrendPeriod } from '#shared/model/trend.ts';
import { UsageError } from './exitCodes.ts';
import { listOf, surfaceOption } from './flags.ts';
import { daysOf, periodOf, type TimeFlags } from './timeFlags.ts';

/** Flags that choose answers. Each throws `UsageError` with one sentence that says what is valid. */

const enginesOf = (text: string | undefined): Engine[] =>
  listOf(text).map((name) => {
    const engine = engineNamed(name);
    if (engine !== undefined) return engine;
    throw unknownEngine(name);
  });

/** An engine, also by the type of its tasks or by its name at a known service. */
export function engineOf(name: string | undefined): Engine | undefined {
  if (name === undefined) return undefined;
  const engine = engineNamed(name);
  if (engine === undefined) throw unknownEngine(name);
  return engine;
}

/** Options of the filter of the window that every command over the answers of a project has. */
export const answerOptions = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  command
    .option('--country <list>', 'Only these countries or markets, such as DE,US:CA')
    .addOption(surfaceOption())
    .option('--tag <name>', 'Only questions with this tag')
    .option('--from <date>', 'First day, month or year, such as 2026-10-01')
    .option('--to <date>', 'Last day, month or year');

/** The whole filter. */
export const filterOptions = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  answerOptions(
    command
      .option('--engine <list>', 'Only these engines')
      .option('--question <text>', 'Only this question, exactly as asked'),
  );

/** Options of a command that compares its period with another. */
export const comparingOptions = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  command
    .option('--compare-from <date>', 'First day of the period to compare with')
    .option('--compare-to <date>', 'Last day of that period');

export type FilterFlags = TimeFlags & {
  readonly engine?: string;
  readonly country?: string;
  readonly surface?: SurfaceChoice;
  readonly question?: string;
  readonly tag?: string;
};

/** @throws UsageError for an unknown engine, market or day */
export const filterOf = (
  { engine, country, surface, question, tag, from, to }: FilterFlags,
  days?: ZonedDays,
): AnswerFilterInput => ({
  engines: enginesOf(engine),
  markets: country === undefined ? [] : [...marketKeys('--country', country)],
  surfaces: given(surface),
  questions: given(question),
  tags: given(tag),
  ...periodOf({ from, to }, days),
});

export type CompareFlags = { readonly compareFrom?: string; readonly compareTo?: string };

/** The period to compare with; undefined without one. @throws UsageError for half of one */
export function comparedOf(
  { compareFrom, compareTo }: CompareFlags,
  days: ZonedDays,
): TrendPeriod | undefined {
  if (compareFrom === undefined && compareTo === undefined) return undefined;
  if (compareFrom === undefined || compareTo === undefined)
    throw new UsageError('Enter both --compare-from and --compare-to.');
  const period = {
    fromMs: daysOf('--compare-from', compareFrom, days).startMs,
    beforeMs: daysOf('--compare-to', compareTo, days).endMs,
  };
  if (period.beforeMs > period.fromMs) return period;
  throw new UsageError(`--compare-to "${compareTo}" is before --compare-from "${compareFrom}".`);
}

/** A flag of one value as a filter, which is a list. */
const given = <Value>(value: Value | undefined): Value[] => (value === undefined ? [] : [value]);

const unknownEngine = (name: string): UsageError =>
  new UsageError(`Unknown engine "${name}". Engines: ${engines.join(', ')}.`);

/**
 * Countries and states as the history keys them, `DE` or `US:CA`, of a list such as `germany, US:CA, G7`. A whole key
 * with language, place or device, such as `DE~de`, stays as it is.
 * @throws UsageError for a part that names none, and for an empty list
 */
export function marketKeys(flag: string, text: string): readonly string[] {
  const keys = text.split(',').filter((part) => /[~@#*]/.test(part));
  const places = text.split(',').filter((part) => !keys.includes(part));
  const { markets, unknown } = parseMarketInput(places.join(','));
  const [first] = unknown;
  if (first !== undefined) {
    const hint =
      first.suggestion === undefined
        ? 'use markets such as DE,US:CA or G7.'
        : `did you mean ${first.suggestion}?`;
    throw new UsageError(`${flag}: unknown market "${first.text}": ${hint}`);
  }
  if (markets.length + keys.length === 0)
    throw new UsageError(`${flag} is empty: enter markets such as DE,US:CA.`);
  return [...markets.map(marketId), ...keys.map((key) => key.trim())];
}

/** What a filter names and the history does not have is a mistake in the command. */
export function asUsage(error: unknown): never {
  if (error instanceof AppError && error.code === 'NOT_FOUND') throw new UsageError(error.message);
  throw error;
}
