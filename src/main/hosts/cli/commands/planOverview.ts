import { detectedSentence, planSteps, stepGaps } from '#shared/documents/planSteps.ts';
import { rollupNotes, rollupText } from '#shared/documents/rollupSentences.ts';
import { trendMetric } from '#shared/figures/trends/trendMetrics.ts';
import { AppError } from '#shared/model/appError.ts';
import type { GapQueryInput } from '#shared/model/gap.ts';
import type { LeagueView, RollupMatrix } from '#shared/model/rollup.ts';
import type { RunSummary } from '#shared/model/run.ts';
import type { AnswerFilterInput } from '#shared/model/trend.ts';
import { counted } from '#shared/tables/figureLabels.ts';
import { narrowedSheet } from '#shared/tables/filterLabels.ts';
import { detectedBrandsTable } from '#shared/tables/projectTables.ts';
import { readableEngines, readableLeague, readableMatrix } from '#shared/tables/rollupTables.ts';
import type { Sheet } from '#shared/tables/sheet.ts';
import { sheetOf } from '#shared/tables/table.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, UsageError } from '../exitCodes.ts';
import { printDocument, stepLines } from '../print.ts';

/** Prints a run of a plan over all its questions, with the figures of the window. */
export async function planOverview(
  context: CommandContext,
  run: RunSummary,
  figure: { readonly metric?: string; readonly brand?: string; readonly domain?: string },
  narrowed: Pick<AnswerFilterInput, 'markets' | 'tags'>,
  format: 'text' | 'md' | 'json',
): Promise<ExitCode> {
  const { call, terminal, interrupted } = context;
  const { metric = 'visibility', brand, domain } = figure;
  const known = trendMetric(metric);
  if (known === null)
    throw new UsageError(`Unknown metric "${metric}". "parallax trend" lists the metrics there are.`);
  if (known.of === 'domain' && domain === undefined)
    throw new UsageError(`The metric ${known.id} needs a domain, such as --domain example.com.`);
  const runId = run.id;
  const scope = { runId, ...narrowed };
  const view = await call('rollups.league', scope, interrupted);
  const byBrand = await call('rollups.matrix', { ...scope, rows: 'brand' }, interrupted);
  // Without a list of brands there is no figure of one.
  const byQuestion =
    known.of === 'brand' && view.league.brands.length === 0
      ? null
      : await call('rollups.matrix', { ...scope, metric: known.id, brand, domain }, interrupted).catch(
          unlessUnknown,
        );
  const own = view.league.brands.some(({ kind }) => kind === 'own');
  const detected = view.pending
    ? { brands: [], answers: 0 }
    : await call('brands.detected', { runId }, interrupted);
  const gaps = stepGaps({ ...narrowed, run: runId });
  const gapsOf = async (query: GapQueryInput) => (own ? call('gaps.list', query, interrupted) : null);
  const [mentions, citations] = [await gapsOf(gaps.mentions), await gapsOf(gaps.citations)];
  const steps = planSteps({ view, drivers: run.drivers, mentions, citations, detected });
  const { statements, confidence } = rollupText(view);
  const sentences = [
    ...(own ? [] : detectedSentence(view, detected)),
    ...(confidence === null ? statements : [...statements, confidence]),
    ...(own ? detectedSentence(view, detected) : []),
  ];
  const notes = rollupNotes(view);
  const value = { runId, plan: run.plan, sentences, steps, notes, ...view, detected, byBrand, byQuestion };
  const ended = printDocument(context, format, value, () => ({
    title: `${run.plan?.name ?? run.question}, version ${run.plan?.version ?? 1}`,
    sentences,
    sheets: [
      ...(own || detected.brands.length === 0
        ? []
        : [sheetOf(detectedBrandsTable(detected.answers), detected.brands.slice(0, 10))]),
      ...sheetsOf(view, byBrand, byQuestion).map((sheet) => narrowedSheet(sheet, narrowed)),
    ],
    end: (markdown) => [...stepLines(steps, markdown), ...notes],
  }));
  if (view.unsearched > 0 && view.rulesVersion !== null)
    terminal.stderr(
      `${counted(view.unsearched, 'answer')} without computed brands yet: "parallax recompute" computes them.\n`,
    );
  return ended;
}

function unlessUnknown(error: unknown): never {
  if (error instanceof AppError && error.code === 'NOT_FOUND') throw new UsageError(error.message);
  throw error;
}

function sheetsOf(
  view: LeagueView,
  byBrand: RollupMatrix,
  byQuestion: RollupMatrix | null,
): readonly Sheet[] {
  const { brands, engines } = view.league;
  return [
    ...(brands.length === 0
      ? []
      : [readableLeague(view), { ...readableMatrix(byBrand), title: 'Visibility by brand and market' }]),
    ...(engines.length === 0 ? [] : [readableEngines(view, (engine) => engine)]),
    ...(byQuestion === null ? [] : [readableMatrix(byQuestion)]),
  ];
}
