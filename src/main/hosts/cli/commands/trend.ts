import {
  definitionOf,
  type TrendMetric,
  trendMetric,
  trendMetrics,
} from '#shared/figures/trends/trendMetrics.ts';
import { marketId, parseMarketInput } from '#shared/geo/marketInput.ts';
import { engines, isEngine } from '#shared/interface/engines.ts';
import { pooledSurfaces, type SurfaceChoice } from '#shared/interface/surface.ts';
import { AppError } from '#shared/model/appError.ts';
import type { TrendPeriod, TrendQueryInput } from '#shared/model/trend.ts';
import type { TrendGrouping, TrendInterval } from '#shared/model/trendLines.ts';
import { counted } from '#shared/tables/figureLabels.ts';
import { sheetToText } from '#shared/tables/sheetFormats.ts';
import { deltaLabel, movementSheet, trendSheet } from '#shared/tables/trendSheets.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCode, UsageError } from '../exitCodes.ts';
import { type ListFormat, sheetText } from '../flags.ts';
import { jsonLine } from '../storedAnswers.ts';
import { daysOf, periodOf } from '../timeFlags.ts';

export type TrendOptions = {
  readonly metric: string;
  readonly brand?: string;
  readonly domain?: string;
  readonly type?: string;
  readonly by?: TrendGrouping;
  readonly every: TrendInterval | 'auto';
  readonly from?: string;
  readonly to?: string;
  readonly engine?: string;
  readonly surface?: SurfaceChoice;
  readonly country?: string;
  readonly question?: string;
  readonly tag?: string;
  readonly project?: string;
  readonly monitor?: string;
  readonly adHoc: boolean;
  readonly branded: 'without' | 'only' | 'with';
  readonly imported: boolean;
  readonly asThen: boolean;
  readonly why?: readonly string[];
  readonly format: ListFormat;
};

/** Prints a metric through time, or what its change from one period to another is made of. */
export async function trend(context: CommandContext, options: TrendOptions): Promise<ExitCode> {
  const metric = trendMetric(options.metric);
  if (metric === null)
    throw new UsageError(
      `Unknown metric "${options.metric}". Metrics: ${trendMetrics.map(({ id }) => id).join(', ')}.`,
    );
  const query = queryOf(metric, options);
  try {
    return options.why === undefined
      ? await printTrend(context, metric, query, options)
      : await printWhy(context, metric, query, options);
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') throw new UsageError(error.message);
    throw error;
  }
}

async function printTrend(
  { call, terminal, interrupted }: CommandContext,
  metric: TrendMetric,
  query: TrendQueryInput,
  { format }: TrendOptions,
): Promise<ExitCode> {
  const answer = await call('trends.get', query, interrupted);
  const { trend: line, subject } = answer;
  const by = metric.id === 'type-mix' && subject === null ? 'type' : (query.by ?? 'none');
  // With a line for each market, all of them pooled is one line more in a table and a trap in a file.
  const lines =
    by === 'none' || format === 'table' ? line.series : line.series.filter(({ key }) => key !== '');
  const sheet = trendSheet(line, metric, by, lines);
  if (format === 'json') {
    const { buckets, markers, ruleVersion } = line;
    const { answers, rulesVersion, brandedLeftOut, unsearched, textless, linesLeftOut } = answer;
    terminal.stdout(
      jsonLine({
        metric: { ...definitionOf(metric), ruleVersion },
        subject,
        query,
        brandRulesVersion: rulesVersion,
        answers,
        brandedLeftOut,
        unsearched,
        textless,
        linesLeftOut,
        buckets: buckets.map(({ label, fromMs, beforeMs }) => ({
          label,
          from: new Date(fromMs).toISOString(),
          before: new Date(beforeMs).toISOString(),
        })),
        series: line.series,
        markers,
        surfaces: line.surfaces,
        pooledSurfaces: pooledSurfaces(line.surfaces),
      }),
    );
    return exitCode.everyAnswer;
  }
  const file = sheetText(format, () => sheet);
  if (file !== null) terminal.stdout(file);
  else if (line.buckets.length > 0) {
    const of = subject === null ? '' : ` of ${subject.name}`;
    // Annotations stand below, among what else changed.
    const [columns, rows] = [sheet.columns.slice(0, -1), sheet.rows.map((row) => row.slice(0, -1))];
    terminal.stdout(sheetToText({ ...sheet, columns, rows, title: `${sheet.title}${of}` }));
    for (const each of lines) terminal.stdout(`${each.label}: ${deltaLabel(each.delta, metric)}\n`);
    for (const { bucket, words } of line.markers) terminal.stdout(`${buckets(line, bucket)}: ${words}\n`);
  }
  // The table says it in its note.
  const pooled = file === null ? null : pooledSurfaces(line.surfaces);
  for (const note of [...(pooled === null ? [] : [`${pooled}.`]), ...notesOf(answer, query)])
    terminal.stderr(`${note}\n`);
  return exitCode.everyAnswer;
}

const buckets = (line: { readonly buckets: readonly { readonly label: string }[] }, at: number): string =>
  line.buckets[at]?.label ?? '';

function notesOf(
  answer: {
    readonly answers: number;
    readonly brandedLeftOut: number;
    readonly unsearched: number;
    readonly textless: number;
    readonly linesLeftOut: number;
  },
  { branded }: TrendQueryInput,
): readonly string[] {
  return [
    ...(answer.answers === 0 ? ['No stored answers match these filters.'] : []),
    ...(answer.brandedLeftOut === 0
      ? []
      : [
          `${counted(answer.brandedLeftOut, 'answer')} excluded: the question ${branded === 'only' ? 'does not name' : 'names'} the brand (include them with "--branded with").`,
        ]),
    ...(answer.unsearched === 0
      ? []
      : [`${counted(answer.unsearched, 'answer')} without computed brands yet, counted as unknown.`]),
    ...(answer.textless === 0
      ? []
      : [`${answer.textless} results have no answer text, such as lists of links.`]),
    ...(answer.linesLeftOut === 0 ? [] : [`${answer.linesLeftOut} lines with fewer answers are not shown.`]),
  ];
}

async function printWhy(
  { call, terminal, interrupted }: CommandContext,
  metric: TrendMetric,
  query: TrendQueryInput,
  options: TrendOptions,
): Promise<ExitCode> {
  const [first, second] = options.why ?? [];
  if (first === undefined || second === undefined || options.why?.length !== 2)
    throw new UsageError('Enter two periods: --why 2026-09 2026-10, or two days.');
  if (metric.id === 'type-mix' && query.type === undefined)
    throw new UsageError('Enter a source type, such as --type editorial.');
  const movement = await call(
    'trends.why',
    { query, from: whyPeriod(first), to: whyPeriod(second) },
    interrupted,
  );
  const sheet = movementSheet(movement, metric);
  const file = sheetText(options.format, () => sheet);
  if (file !== null) terminal.stdout(file);
  else if (options.format === 'json')
    terminal.stdout(jsonLine({ metric: definitionOf(metric), query, periods: [first, second], ...movement }));
  else terminal.stdout(sheetToText(sheet, 80));
  if (movement.change === null) terminal.stderr('One period has no data.\n');
  else if (movement.disjoint) terminal.stderr('Periods not comparable: no segment was asked in both.\n');
  return exitCode.everyAnswer;
}

function queryOf(metric: TrendMetric, options: TrendOptions): TrendQueryInput {
  const { brand, domain, type, by, surface, question, tag, project, monitor } = options;
  const { name } = definitionOf(metric);
  if (monitor !== undefined && options.adHoc)
    throw new UsageError('Use either --monitor or --ad-hoc, not both.');
  if (metric.subject === 'domain' && domain === undefined)
    throw new UsageError(`${name} needs a domain, such as --domain example.com.`);
  for (const flag of ['domain', 'type'] as const)
    if (options[flag] !== undefined && metric.subject !== flag)
      throw new UsageError(`${name} does not use --${flag}. Remove the flag.`);
  if (by === 'type' && metric.id !== 'type-mix')
    throw new UsageError(
      'Only the type mix can be broken down by type. Use --by market, engine, surface or question.',
    );
  if (by === 'brand' && metric.subject !== 'brand')
    throw new UsageError(`${name} is of no brand. Use --by market, engine, surface or question.`);
  return {
    metric: metric.id,
    every: options.every,
    series: options.adHoc ? 'ad-hoc' : (monitor ?? 'all'),
    branded: options.branded,
    imported: options.imported,
    rules: options.asThen ? 'as-then' : 'current',
    most: 1000,
    engines: listOf(options.engine).map(engineOf),
    markets: options.country === undefined ? [] : [...marketKeys('--country', options.country)],
    ...(by === undefined ? {} : { by }),
    ...(brand === undefined ? {} : { brand }),
    ...(domain === undefined ? {} : { domain }),
    ...(type === undefined ? {} : { type: type as NonNullable<TrendQueryInput['type']> }),
    ...(surface === undefined ? {} : { surface }),
    ...(question === undefined ? {} : { question }),
    ...(tag === undefined ? {} : { tag }),
    ...(project === undefined ? {} : { project }),
    ...periodOf(options),
  };
}

export const listOf = (text = ''): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export function engineOf(name: string) {
  if (isEngine(name)) return name;
  throw new UsageError(`Unknown engine "${name}". Engines: ${engines.join(', ')}.`);
}

function whyPeriod(value: string): TrendPeriod {
  const { startMs, endMs } = daysOf('--why', value);
  return { fromMs: startMs, beforeMs: endMs };
}

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
