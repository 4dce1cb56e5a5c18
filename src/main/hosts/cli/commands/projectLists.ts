import type { ZonedDays } from '#shared/figures/trends/zonedDays.ts';
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
import type { ExitCode } from '../exitCodes.ts';
import { asUsage, comparedOf, comparingOptions, filterOf, filterOptions } from '../filterFlags.ts';
import { formatOption, wholeNumber } from '../flags.ts';
import { type OutputFormat, print, tableText } from '../print.ts';
import { projectDays } from '../timeFlags.ts';
import { searchForBrands } from './recompute.ts';

/** Lists every question of the project, with the figures of a brand. */
export const questions: Declare = (command, { withCore }) =>
  comparingOptions(filterOptions(command))
    .option('--brand <name>', 'Listed brand (default: your first one)')
    .addOption(formatOption('text', 'json', ...sheetFileFormats))
    .action(
      withCore(async (context, { format, brand, ...flags }) => {
        await searchForBrands(context);
        const days = await projectDays(context.call, context.project);
        const filter = { ...filterOf(flags, days), compare: comparedOf(flags, days) };
        const list = await context
          .call('trends.questions', { ...filter, brand }, context.interrupted)
          .catch(asUsage);
        const ended = printTable(context, format, list, questionsTable, list.questions, {
          summary: questionsSummary(list),
          filter,
          days,
        });
        for (const note of questionNotes(list)) context.terminal.stderr(`${note}\n`);
        return ended;
      }),
    );

/** Lists the cited domains or pages of the project. */
export const sources: Declare = (command, { withCore }) =>
  comparingOptions(filterOptions(command))
    .option('--pages', 'List pages instead of domains', false)
    .option('--domain <name>', 'Only the pages of this domain')
    .option('--limit <n>', 'Number of sources', wholeNumber(1, 1000), 100)
    .addOption(formatOption('text', 'json', ...sheetFileFormats))
    .action(
      withCore(async (context, { format, pages, domain, limit, ...flags }) => {
        await searchForBrands(context);
        const days = await projectDays(context.call, context.project);
        const filter = { ...filterOf(flags, days), compare: comparedOf(flags, days) };
        const of = pages || domain !== undefined ? 'page' : 'domain';
        const list = await context
          .call('trends.sources', { ...filter, of, domain, most: limit }, context.interrupted)
          .catch(asUsage);
        const ended = printTable(context, format, list, sourceListTable, list.sources, {
          summary: sourcesSummary(list),
          filter,
          days,
        });
        for (const note of sourceNotes(list)) context.terminal.stderr(`${note}\n`);
        return ended;
      }),
    );

type ListFilter = AnswerFilterInput & { readonly compare: TrendPeriod | undefined };

/** A table with its summary and filter above it; files have only the table. */
function printTable<Row, Id extends string>(
  context: CommandContext,
  format: OutputFormat,
  value: unknown,
  table: TableDefinition<Row, Id>,
  rows: readonly Row[],
  {
    summary,
    filter,
    days,
  }: { readonly summary: string; readonly filter: ListFilter; readonly days: ZonedDays },
): ExitCode {
  const text = (): string =>
    [
      summary,
      filterLabel(filter, days),
      ...(rows.length === 0 ? [] : ['', tableText(context, terminalColumns(table), rows).trimEnd()]),
      '',
    ].join('\n');
  return print(context, format, value, text, (): Sheet => filteredSheet(sheetOf(table, rows), filter, days));
}

const questionNotes = ({ unsearched, textless }: QuestionList): readonly string[] => [
  ...(unsearched === 0
    ? []
    : [`${counted(unsearched, 'answer')} without computed brands yet: "parallax recompute" computes them.`]),
  ...(textless === 0 ? [] : [`${counted(textless, 'result')} without answer text, such as lists of links.`]),
];

const sourceNotes = ({ sources: shown, total }: SourceList): readonly string[] =>
  shown.length < total ? [`${shown.length} of ${total} shown; --limit shows more.`] : [];
