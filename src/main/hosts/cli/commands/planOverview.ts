import { trendMetric } from '#shared/figures/trends/trendMetrics.ts';
import { AppError } from '#shared/model/appError.ts';
import type { LeagueView, RollupMatrix } from '#shared/model/rollup.ts';
import type { RunSummary } from '#shared/model/run.ts';
import { counted } from '#shared/tables/figureLabels.ts';
import { readableEngines, readableLeague, readableMatrix, rollupText } from '#shared/tables/rollupSheets.ts';
import type { Sheet } from '#shared/tables/sheet.ts';
import { escapeMarkdown, sheetToMarkdown, sheetToText } from '#shared/tables/sheetFormats.ts';
import type { CommandContext } from '../context.ts';
import { UsageError } from '../exitCodes.ts';
import { jsonLine } from '../storedAnswers.ts';
import type { OverviewOptions } from './overview.ts';

/** Prints a run of a plan over all its questions, with the figures of the window. */
export async function planOverview(
  { call, terminal, interrupted }: CommandContext,
  run: RunSummary,
  options: OverviewOptions,
): Promise<void> {
  const { metric = 'visibility', brand, domain, format } = options;
  const known = trendMetric(metric);
  if (known === null)
    throw new UsageError(`Unknown metric "${metric}". "parallax trend" lists the metrics there are.`);
  if (known.subject === 'domain' && domain === undefined)
    throw new UsageError(`The metric ${known.id} needs a domain, such as --domain example.com.`);
  const runId = run.id;
  const view = await call('rollups.league', { runId }, interrupted);
  const brands = await call('rollups.matrix', { runId, rows: 'brand' }, interrupted);
  const subject = { ...(brand === undefined ? {} : { brand }), ...(domain === undefined ? {} : { domain }) };
  // Without a list of brands there is no figure of one.
  const questions =
    known.subject === 'brand' && view.league.brands.length === 0
      ? null
      : await call('rollups.matrix', { runId, metric: known.id, ...subject }, interrupted).catch(
          unlessUnknown,
        );
  terminal.stdout(written(run, view, brands, questions, format));
  if (view.unsearched > 0 && view.rulesVersion !== null)
    terminal.stderr(
      `${counted(view.unsearched, 'answer')} without computed brands yet: "parallax recompute" computes them.\n`,
    );
}

function unlessUnknown(error: unknown): never {
  if (error instanceof AppError && error.code === 'NOT_FOUND') throw new UsageError(error.message);
  throw error;
}

function written(
  run: RunSummary,
  view: LeagueView,
  brands: RollupMatrix,
  questions: RollupMatrix | null,
  format: OverviewOptions['format'],
): string {
  const { statements, confidence } = rollupText(view, brands);
  const sentences = [...statements, ...(confidence === null ? [] : [confidence])];
  if (format === 'json')
    return jsonLine({
      runId: run.id,
      plan: run.plan,
      sentences,
      ...view,
      byBrand: brands,
      byQuestion: questions,
    });
  const title = `${run.plan?.name ?? run.question}, version ${run.plan?.version ?? 1}`;
  const sheets: readonly Sheet[] = [
    ...(view.league.brands.length === 0
      ? []
      : [readableLeague(view), { ...readableMatrix(brands), title: 'Visibility by brand and market' }]),
    ...(view.league.engines.length === 0 ? [] : [readableEngines(view, (engine) => engine)]),
    ...(questions === null ? [] : [readableMatrix(questions)]),
  ];
  if (format === 'md')
    return `${[`# ${escapeMarkdown(title)}`, '', escapeMarkdown(sentences.join(' ')), '', ...sheets.map(sheetToMarkdown)].join('\n')}\n`;
  return `${[title, '', ...sentences, '', ...sheets.map((sheet) => sheetToText(sheet))].join('\n')}\n`;
}
