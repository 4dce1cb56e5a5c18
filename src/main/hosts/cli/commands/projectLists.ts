import type { ZonedDays } from '#shared/figures/trends/zonedDays.ts';
import { AppError } from '#shared/model/appError.ts';
import type { QuestionList, SourceList } from '#shared/model/projectLists.ts';
import type { AnswerFilterInput, TrendPeriod } from '#shared/model/trend.ts';
import { counted } from '#shared/tables/figureLabels.ts';
import { filteredSheet, filterLabel } from '#shared/tables/filterLabels.ts';
import {
  questionsSummary,
  questionsTable,
  sourceListTable,
  sourcesSummary,
} from '#shared/tables/projectListTables.ts';
import type { Sheet } from '#shared/tables/sheet.ts';
import { sheetFileFormats } from '#shared/tables/sheetFormats.ts';
import { sheetOf, type TableDefinition, terminalColumns } from '#shared/tables/table.ts';
import type { CommandContext, Declare } from '../context.ts';
import { type ExitCode, UsageError } from '../exitCodes.ts';
import { enginesOf, given, marketKeys } from '../filterFlags.ts';
import { formatOption, surfaceOption, wholeNumber } from '../flags.ts';
import { type OutputFormat, print, tableText } from '../print.ts';
import { daysOf, periodOf, projectDays } from '../timeFlags.ts';
import { searchForBrands } from './recompute.ts';

/** Lists every question of the project, with the figures of a brand. */
export const questions: Declare = (command, { withCore }) =>
  command
    .option('--brand <name>', 'Listed brand (default: your first one)')
    .option('--engine <list>', 'Only these engines')
    .option('--country <list>', 'Only these countries or markets, such as DE,US:CA')
    .addOption(surfaceOption())
    .option('--question <text>', 'Only this question, exactly as asked')
    .option('--tag <name>', 'Only questions with this tag')
    .option('--from <date>', 'First day, month or year, such as 2026-10-01')
    .option('--to <date>', 'Last day, month or year')
    .option('--compare-from <date>', 'First day of the period to compare with')
    .option('--compare-to <date>', 'Last day of that period')
    .addOption(formatOption('text', 'json', ...sheetFileFormats))
    .action(
      withCore(async (context, { format, brand, ...flags }) => {
        await searchForBrands(context);
        const filter = filterOf(flags, await projectDays(context.call, context.project));
        const list = await context
          .call('trends.questions', { ...filter, brand }, context.interrupted)
          .catch(asUsage);
        const ended = printTable(context, format, list, questionsTable, list.questions, {
          summary: questionsSummary(list),
          filter,
        });
        for (const note of questionNotes(list)) context.terminal.stderr(`${note}\n`);
        return ended;
      }),
    );

/** Lists the cited domains or pages of the project. */
export const sources: Declare = (command, { withCore }) =>
  command
    .option('--pages', 'List pages instead of domains', false)
    .option('--domain <name>', 'Only the pages of this domain')
    .option('--engine <list>', 'Only these engines')
    .option('--country <list>', 'Only these countries or markets, such as DE,US:CA')
    .addOption(surfaceOption())
    .option('--question <text>', 'Only this question, exactly as asked')
    .option('--tag <name>', 'Only questions with this tag')
    .option('--from <date>', 'First day, month or year, such as 2026-10-01')
    .option('--to <date>', 'Last day, month or year')
    .option('--compare-from <date>', 'First day of the period to compare with')
    .option('--compare-to <date>', 'Last day of that period')
    .option('--limit <n>', 'Number of sources', wholeNumber(1, 1000), 100)
    .addOption(formatOption('text', 'json', ...sheetFileFormats))
    .action(
      withCore(async (context, { format, pages, domain, limit, ...flags }) => {
        await searchForBrands(context);
        const filter = filterOf(flags, await projectDays(context.call, context.project));
        const of = pages || domain !== undefined ? 'page' : 'domain';
        const list = await context
          .call('trends.sources', { ...filter, of, domain, most: limit }, context.interrupted)
          .catch(asUsage);
        const ended = printTable(context, format, list, sourceListTable, list.sources, {
          summary: sourcesSummary(list),
          filter,
        });
        for (const note of sourceNotes(list)) context.terminal.stderr(`${note}\n`);
        return ended;
      }),
    );

type FilterFlags = {
  readonly engine?: string | undefined;
  readonly country?: string | undefined;
  readonly surface?: NonNullable<AnswerFilterInput['surfaces']>[number] | undefined;
  readonly question?: string | undefined;
  readonly tag?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly compareFrom?: string | undefined;
  readonly compareTo?: string | undefined;
};

type ListFilter = AnswerFilterInput & { readonly compare: TrendPeriod | undefined };

/** @throws UsageError for an unknown engine, market or day */
function filterOf(
  { engine, country, surface, question, tag, ...times }: FilterFlags,
  days: ZonedDays,
): ListFilter {
  return {
    engines: enginesOf(engine),
    markets: country === undefined ? [] : [...marketKeys('--country', country)],
    surfaces: given(surface),
    questions: given(question),
    tags: given(tag),
    ...periodOf(times, days),
    compare: comparedOf(times, days),
  };
}

function comparedOf({ compareFrom, compareTo }: FilterFlags, days: ZonedDays): TrendPeriod | undefined {
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

/** A table with its summary and filter above it; files have only the table. */
function printTable<Row, Id extends string>(
  context: CommandContext,
  format: OutputFormat,
  value: unknown,
  table: TableDefinition<Row, Id>,
  rows: readonly Row[],
  { summary, filter }: { readonly summary: string; readonly filter: ListFilter },
): ExitCode {
  const text = (): string =>
    [
      summary,
      filterLabel(filter),
      ...(rows.length === 0 ? [] : ['', tableText(context, terminalColumns(table), rows).trimEnd()]),
      '',
    ].join('\n');
  return print(context, format, value, text, (): Sheet => filteredSheet(sheetOf(table, rows), filter));
}

const questionNotes = ({ unsearched, textless }: QuestionList): readonly string[] => [
  ...(unsearched === 0
    ? []
    : [`${counted(unsearched, 'answer')} without computed brands yet: "parallax recompute" computes them.`]),
  ...(textless === 0 ? [] : [`${textless} results have no answer text, such as lists of links.`]),
];

const sourceNotes = ({ sources: shown, total }: SourceList): readonly string[] =>
  shown.length < total ? [`${shown.length} of ${total} shown; --limit shows more.`] : [];

function asUsage(error: unknown): never {
  if (error instanceof AppError && error.code === 'NOT_FOUND') throw new UsageError(error.message);
  throw error;
}
