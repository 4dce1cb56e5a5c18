import type { Comparison } from '#shared/model/comparison/comparison.ts';
import { dollarsLabel, estimateLabel } from '#shared/tables/analysisLabels.ts';
import { claimLanguageLabel } from '#shared/tables/claimLabels.ts';
import { comparisonSheets } from '#shared/tables/comparisonTables.ts';
import { sheetToText } from '#shared/tables/sheetFormats.ts';
import { withAnalysisProgress } from '../analysisProgress.ts';
import type { CommandContext, Declare } from '../context.ts';
import { exitCode, UsageError } from '../exitCodes.ts';
import { engineOption, formatOption, questionOption } from '../flags.ts';
import { lines, print } from '../print.ts';
import { comparedRun, unlessUnknown } from './compare.ts';

/** Prints what the answers of a run say of brands, with the sentences that say it. */
export const claims: Declare = (command, { withCore }) =>
  command
    .argument('<run>')
    .addOption(questionOption())
    .addOption(engineOption())
    .option('--brand <name>', 'Only one brand')
    .option('--rate', 'First have the analysis model rate the answers that it has not rated', false)
    .option('--cost-limit <usd>', 'With --rate: send nothing beyond this many US dollars')
    .option('--yes', 'With --rate: confirm the price that is shown', false)
    .addOption(formatOption('text', 'json'))
    .action(
      withCore(async (context, id, { brand, rate, costLimit, yes, format, ...slice }) => {
        if (rate && !(await ratedNow(context, id, slice, { costLimit, yes }))) return exitCode.everyAnswer;
        const { run, comparison: whole } = await comparedRun(context, id, slice, {});
        const comparison = brand === undefined ? whole : ofBrand(whole, brand);
        const { rows, quotes, ...facts } = comparison.claims;
        const value = {
          runId: run.id,
          question: run.question,
          engine: run.engine,
          columns: comparison.columns.map((column) => column.id),
          ...facts,
          rows: rows.map((row) => ({
            ...row,
            claims: row.claims.map(({ quote, ...claim }) => ({ ...claim, quote: quotes[quote] })),
          })),
        };
        return print(context, format, value, () => {
          const sheets = comparisonSheets(comparison, 'claims').filter((sheet) => sheet.rows.length > 0);
          const tables =
            sheets.length > 0 ? sheets.map((each) => sheetToText(each)) : ['No claims about brands.'];
          if (!facts.available)
            return lines([run.question, 'No answer was rated. Use --rate: it shows the price first.']);
          const rated = `Rated by ${facts.rater}: ${facts.rated} of ${facts.answers} answers, ${facts.discarded} statements discarded.`;
          return lines([run.question, rated, ...facts.languages.map(claimLanguageLabel), '', ...tables]);
        });
      }),
    );

/** Shows the price; rates only once it is confirmed. */
async function ratedNow(
  context: CommandContext,
  id: string,
  { question, engine }: Parameters<typeof comparedRun>[2],
  { costLimit, yes }: { readonly costLimit?: string; readonly yes: boolean },
): Promise<boolean> {
  const limit = costLimit === undefined ? undefined : Number(costLimit);
  if (limit !== undefined && !(limit > 0))
    throw new UsageError(`Use --cost-limit with US dollars such as 0.50, not "${costLimit}".`);
  const answers = { runId: id, question: question === undefined ? undefined : question - 1, engine };
  const estimate = await unlessUnknown(id, context.call('claims.estimate', answers));
  context.terminal.stderr(`${estimate.answers} answers to rate. ${estimateLabel(estimate)}.\n`);
  if (estimate.answers === 0) return true;
  if (!yes) {
    context.terminal.stderr('Nothing was sent. Repeat with --yes to rate them.\n');
    return false;
  }
  const done = await withAnalysisProgress(context, 'claims', 'answers rated', () =>
    context.call('claims.rate', { ...answers, costLimit: limit }, context.interrupted),
  );
  const { rated, claims: found, discarded, failed, amount } = done;
  context.terminal.stderr(
    `${rated} answers rated, ${found} claims, ${discarded} discarded, ${failed.length} failed, ${dollarsLabel(amount)}.\n`,
  );
  return true;
}

/** @throws UsageError for a brand of which nothing is said */
function ofBrand(comparison: Comparison, brand: string): Comparison {
  const { claims: made } = comparison;
  const rows = made.rows.filter(({ id, name }) => id === brand || name.toLowerCase() === brand.toLowerCase());
  if (rows.length === 0) {
    const known = made.rows.map(({ name }) => name).join(', ');
    throw new UsageError(
      known === ''
        ? '--brand: this run has no claims about brands. Leave the option out.'
        : `--brand: this run has no claims about "${brand}". Use one of: ${known}.`,
    );
  }
  return { ...comparison, claims: { ...made, rows } };
}
