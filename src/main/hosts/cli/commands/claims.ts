import type { Comparison } from '#shared/model/comparison/comparison.ts';
import { claimLanguageLabel } from '#shared/tables/claimLabels.ts';
import { comparisonSheets } from '#shared/tables/comparisonTables.ts';
import { sheetToText } from '#shared/tables/sheetFormats.ts';
import type { Declare } from '../context.ts';
import { UsageError } from '../exitCodes.ts';
import { engineOption, formatOption, questionOption } from '../flags.ts';
import { lines, print } from '../print.ts';
import { comparedRun } from './compare.ts';

/** Prints what the answers of a run say of brands, with the sentences that say it. */
export const claims: Declare = (command, { withCore }) =>
  command
    .argument('<run>')
    .addOption(questionOption())
    .addOption(engineOption())
    .option('--brand <name>', 'Only one brand')
    .addOption(formatOption('text', 'json'))
    .action(
      withCore(async (context, id, { brand, format, ...slice }) => {
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
          return lines([run.question, ...facts.languages.map(claimLanguageLabel), '', ...tables]);
        });
      }),
    );

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
