import { utcDays, type ZonedDays } from '../figures/trends/zonedDays.ts';
import { countryName } from '../geo/countries.ts';
import { usStateName } from '../geo/states.ts';
import { surfaceLabel } from '../interface/surface.ts';
import type { AnswerFilterInput, TrendPeriod } from '../model/trend.ts';
import { listed } from './figureLabels.ts';
import type { Sheet } from './sheet.ts';

/** The filter of a table in words, and in the names of its files. */

/** `Germany`, `California`, `Germany (DE~fr)`; `No country` for an untargeted market. */
export function marketName(key: string): string {
  const [, country, state] = /^([A-Z]{2})(?::([A-Z]{2}))?/.exec(key) ?? [];
  if (country === undefined) return key === '*' ? 'No country' : key;
  const name = state === undefined ? countryName(country, 'en') : (usStateName(state) ?? state);
  return key === country || key === `${country}:${state}` ? name : `${name} (${key})`;
}

type Filter = AnswerFilterInput & { readonly compare?: TrendPeriod };

/** @param days the calendar of the project, whose days begin and end the period */
function periodLabel({ fromMs, beforeMs }: Pick<Filter, 'fromMs' | 'beforeMs'>, days: ZonedDays): string {
  const day = (atMs: number): string => new Date(days.clockAt(atMs)).toISOString().slice(0, 10);
  const last = beforeMs === undefined ? undefined : day(beforeMs - 1);
  if (fromMs === undefined) return last === undefined ? 'All time' : `Up to ${last}`;
  return last === undefined ? `From ${day(fromMs)}` : `${day(fromMs)} to ${last}`;
}

/** `2026-10-01 to 2026-10-28, compared with 2026-09-03 to 2026-09-30 · Germany and Japan`. */
export function filterLabel(filter: Filter, days: ZonedDays = utcDays): string {
  const { compare } = filter;
  const period = periodLabel(filter, days);
  const periods = compare === undefined ? period : `${period}, compared with ${periodLabel(compare, days)}`;
  const choices = choicesLabel(filter);
  return choices === '' ? periods : `${periods} · ${choices}`;
}

/** `Germany and Japan · assistant-a`; empty for all. */
function choicesLabel({
  markets = [],
  engines = [],
  surfaces = [],
  tags = [],
  questions = [],
}: Filter): string {
  return [
    listed(markets.map(marketName)),
    listed(engines),
    listed(surfaces.map(surfaceLabel)),
    tags.length === 0 ? '' : `tagged ${listed(tags)}`,
    listed(questions.map((question) => `“${question}”`)),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** The table with its filter in the heading, and in the name of its file, so that two exports are told apart. */
export function filteredSheet(sheet: Sheet, filter: Filter, days: ZonedDays = utcDays): Sheet {
  const { fromMs, beforeMs } = filter;
  const period = fromMs === undefined && beforeMs === undefined ? [] : [periodLabel(filter, days)];
  return named(sheet, filter, filterLabel(filter, days), period);
}

/** The same within one run, which has no period. */
export const narrowedSheet = (sheet: Sheet, filter: Filter): Sheet =>
  named(sheet, filter, choicesLabel(filter), []);

function named(
  sheet: Sheet,
  { markets = [], engines = [], tags = [] }: Filter,
  label: string,
  period: readonly string[],
): Sheet {
  const name = [sheet.id, ...period, ...markets, ...engines, ...tags].join('-');
  return {
    ...sheet,
    id: name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100),
    note: [label, sheet.note].filter((part) => part !== '').join('. '),
  };
}
