import { Option } from 'commander';
import { definitionJson } from '#shared/figures/definitions/figure.ts';
import { type TrendMetric, trendMetric, trendMetrics } from '#shared/figures/trends/trendMetrics.ts';
import type { ZonedDays } from '#shared/figures/trends/zonedDays.ts';
import { pooledSurfaces } from '#shared/interface/surface.ts';
import { allSourceTypes } from '#shared/model/sourceTypes.ts';
import type { TrendPeriod, TrendQueryInput } from '#shared/model/trend.ts';
import { trendGroupings, trendIntervals } from '#shared/model/trendLines.ts';
import { counted } from '#shared/tables/figureLabels.ts';
import { filteredSheet } from '#shared/tables/filterLabels.ts';
import { sheetToText } from '#shared/tables/sheetFormats.ts';
import { changeLabels, movementSheet, readableTrend, trendSheet } from '#shared/tables/trendTables.ts';
import type { CommandContext, Declare } from '../context.ts';
import { type ExitCode, UsageError } from '../exitCodes.ts';
import { asUsage, comparedOf, comparingOptions, filterOf, filterOptions } from '../filterFlags.ts';
import { brandedOption, type ListFormat, listFormat } from '../flags.ts';
import { print } from '../print.ts';
import { daysOf, projectDays } from '../timeFlags.ts';
import { searchForBrands } from './recompute.ts';

const intervals = [...trendIntervals, 'auto'] as const;

/** Prints a metric through time, or what its change from one period to another is made of. */
export const trend: Declare = (command, { withCore }) =>
  comparingOptions(filterOptions(command))
    .argument('<metric>', 'Metric ID or name; an unknown one lists them all')
    .option('--brand <name>', 'Listed brand (default: your first one)')
    .option('--domain <name>', 'Domain, for source metrics')
    .addOption(new Option('--type <name>', 'Source type, for the type mix').choices(allSourceTypes))
    .addOption(new Option('--by <name>', 'Break down by').choices(trendGroupings))
    .addOption(
      new Option('--every <name>', 'Interval; auto chooses one from how often questions were asked')
        .choices(intervals)
        .default('day' as (typeof intervals)[number]),
    )
    .option('--project <name>', 'Project (default: the current one)')
    .option('--monitor <name>', 'Only runs of this monitor')
    .option('--ad-hoc', 'Only manual runs', false)
    .addOption(brandedOption())
    .option('--no-imported', 'Exclude imported answers')
    .option('--as-then', 'Use the brand list of the time, not the current one', false)
    .option(
      '--why <period...>',
      'Show what drove the change between two periods, such as --why 2026-09 2026-10',
    )
    .addOption(listFormat())
    .action(
      withCore(async (context, name, { why, format, ...flags }) => {
        const { every, monitor, adHoc, branded, imported, asThen } = flags;
        const { by, brand, domain, type, project } = flags;
        const metric = trendMetric(name);
        if (metric === null)
          throw new UsageError(
            `Unknown metric "${name}". Metrics: ${trendMetrics.map(({ id }) => id).join(', ')}.`,
          );
        await searchForBrands(context);
        if (monitor !== undefined && adHoc)
          throw new UsageError('Use either --monitor or --ad-hoc, not both.');
        refuseOthers(metric, flags);
        const days = await projectDays(context.call, project);
        const query: TrendQueryInput = {
          metric: metric.id,
          every,
          series: adHoc ? 'ad-hoc' : (monitor ?? 'all'),
          branded,
          imported,
          rules: asThen ? 'as-then' : 'current',
          most: 1000,
          by,
          brand,
          domain,
          type,
          project,
          ...filterOf(flags, days),
          compare: comparedOf(flags, days),
        };
        const printed =
          why === undefined
            ? printTrend(context, metric, query, days, format)
            : printWhy(context, metric, query, { periods: why, days }, format);
        return printed.catch(asUsage);
      }),
    );

/** @throws UsageError for a flag that the metric does not have */
function refuseOthers(metric: TrendMetric, flags: Pick<TrendQueryInput, 'domain' | 'type' | 'by'>): void {
  const { label: name } = metric;
  if (metric.of === 'domain' && flags.domain === undefined)
    throw new UsageError(`${name} needs a domain, such as --domain example.com.`);
  for (const flag of ['domain', 'type'] as const)
    if (flags[flag] !== undefined && metric.of !== flag)
      throw new UsageError(`${name} does not use --${flag}. Remove the flag.`);
  if (flags.by === 'type' && metric.id !== 'type-mix')
    throw new UsageError(
      'Only the type mix can be broken down by type. Use --by market, engine, surface or question.',
    );
  if (flags.by === 'brand' && metric.of !== 'brand')
    throw new UsageError(`${name} is of no brand. Use --by market, engine, surface or question.`);
}

async function printTrend(
  context: CommandContext,
  metric: TrendMetric,
  query: TrendQueryInput,
  days: ZonedDays,
  format: ListFormat,
): Promise<ExitCode> {
  const answer = await context.call('trends.get', query, context.interrupted);
  const { trend: line, subject, answers, brandedLeftOut, unsearched, textless, linesLeftOut } = answer;
  const by = metric.id === 'type-mix' && subject === null ? 'type' : (query.by ?? 'none');
  // With a line for each market, all of them pooled is one line more in a table and a trap in a file.
  const series =
    by === 'none' || format === 'table' ? line.series : line.series.filter(({ key }) => key !== '');
  const sheet = filteredSheet(trendSheet(line, metric, by, series), query, days);
  const pooled = pooledSurfaces(line.surfaces);
  const value = {
    metric: { ...definitionJson(metric), ruleVersion: line.ruleVersion },
    subject,
    query,
    brandRulesVersion: answer.rulesVersion,
    answers,
    brandedLeftOut,
    unsearched,
    textless,
    linesLeftOut,
    buckets: line.buckets.map(({ label, fromMs, beforeMs }) => ({
      label,
      from: new Date(fromMs).toISOString(),
      before: new Date(beforeMs).toISOString(),
    })),
    series: line.series,
    markers: line.markers,
    surfaces: line.surfaces,
    pooledSurfaces: pooled,
  };
  const text = (): string => {
    if (line.buckets.length === 0) return '';
    const of = subject === null ? '' : ` of ${subject.name}`;
    // Annotations stand below, among what else changed.
    const table = sheetToText({ ...readableTrend(sheet, metric, series), title: `${sheet.title}${of}` });
    const changes = changeLabels({ ...line, series }, metric, query.compare !== undefined).map(
      ({ label, change }) => `${label}: ${change}\n`,
    );
    const events = line.markers.map(
      ({ bucket, words }) => `${line.buckets[bucket]?.label ?? ''}: ${words}\n`,
    );
    return [table, ...changes, ...events].join('');
  };
  const ended = print(context, format, value, text, () => sheet);
  if (format === 'json') return ended;
  // The table says it in its note.
  const said = format === 'table' || pooled === null ? [] : [`${pooled}.`];
  for (const note of [...said, ...notesOf(answer, query)]) context.terminal.stderr(`${note}\n`);
  return ended;
}

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
      : [`${counted(answer.textless, 'result')} without answer text, such as lists of links.`]),
    ...(answer.linesLeftOut === 0
      ? []
      : [`${counted(answer.linesLeftOut, 'line')} with fewer answers not shown.`]),
  ];
}

async function printWhy(
  context: CommandContext,
  metric: TrendMetric,
  query: TrendQueryInput,
  { periods, days }: { readonly periods: readonly string[]; readonly days: ZonedDays },
  format: ListFormat,
): Promise<ExitCode> {
  const [first, second] = periods;
  if (first === undefined || second === undefined || periods.length !== 2)
    throw new UsageError('Enter two periods: --why 2026-09 2026-10, or two days.');
  if (first === second)
    throw new UsageError(`Enter two different periods: ${first} has no change to itself.`);
  if (metric.id === 'type-mix' && query.type === undefined)
    throw new UsageError('Enter a source type, such as --type editorial.');
  const asked = { query, from: whyPeriod(first, days), to: whyPeriod(second, days) };
  const movement = await context.call('trends.why', asked, context.interrupted);
  const sheet = movementSheet(movement, metric);
  const value = { metric: definitionJson(metric), query, periods, ...movement };
  const ended = print(
    context,
    format,
    value,
    () => sheetToText(sheet, 80),
    () => sheet,
  );
  if (movement.change === null) context.terminal.stderr('One period has no data.\n');
  else if (movement.disjoint)
    context.terminal.stderr('Periods not comparable: no segment was asked in both.\n');
  return ended;
}

function whyPeriod(value: string, days: ZonedDays): TrendPeriod {
  const { startMs, endMs } = daysOf('--why', value, days);
  return { fromMs: startMs, beforeMs: endMs };
}
