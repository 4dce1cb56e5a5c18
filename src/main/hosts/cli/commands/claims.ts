import type { Engine } from '#shared/interface/engines.ts';
import type { Comparison } from '#shared/model/comparison/comparison.ts';
import { claimLanguageLabel } from '#shared/tables/claimLabels.ts';
import { comparisonSheets } from '#shared/tables/comparisonSheets.ts';
import { sheetToText } from '#shared/tables/sheetFormats.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCode, UsageError } from '../exitCodes.ts';
import { jsonLine } from '../storedAnswers.ts';
import { comparedRun } from './compare.ts';

export type ClaimsOptions = {
  readonly run: string;
  readonly question?: number;
  readonly engine?: Engine;
  readonly brand?: string;
  readonly format: 'text' | 'json';
};

/** Prints what the answers of a run say of brands, with the sentences that say it. */
export async function claims(context: CommandContext, options: ClaimsOptions): Promise<ExitCode> {
  const { run, comparison: whole } = await comparedRun(context, options, {});
  const comparison = options.brand === undefined ? whole : ofBrand(whole, options.brand);
  const { rows, quotes, ...facts } = comparison.claims;
  if (options.format === 'json') {
    context.terminal.stdout(
      jsonLine({
        runId: run.id,
        question: run.question,
        engine: run.engine,
        columns: comparison.columns.map(({ id }) => id),
        ...facts,
        rows: rows.map((row) => ({
          ...row,
          claims: row.claims.map(({ quote, ...claim }) => ({ ...claim, quote: quotes[quote] })),
        })),
      }),
    );
    return exitCode.everyAnswer;
  }
  const sheets = comparisonSheets(comparison, 'claims').filter(({ rows }) => rows.length > 0);
  const tables = sheets.map((sheet) => sheetToText(sheet));
  context.terminal.stdout(
    `${[run.question, ...facts.languages.map(claimLanguageLabel), '', ...(tables.length > 0 ? tables : ['No claims about brands.'])].join('\n')}\n`,
  );
  return exitCode.everyAnswer;
}

/** @throws UsageError for a brand of which nothing is said */
function ofBrand(comparison: Comparison, brand: string): Comparison {
  const { claims } = comparison;
  const rows = claims.rows.filter(
    ({ id, name }) => id === brand || name.toLowerCase() === brand.toLowerCase(),
  );
  if (rows.length === 0) {
    const known = claims.rows.map(({ name }) => name).join(', ');
    throw new UsageError(
      known === ''
        ? '--brand: this run has no claims about brands. Leave the option out.'
        : `--brand: this run has no claims about "${brand}". Use one of: ${known}.`,
    );
  }
  return { ...comparison, claims: { ...claims, rows } };
}
