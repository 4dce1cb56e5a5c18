import { overviewSheets, stepText, verdictText } from '#shared/documents/overviewSentences.ts';
import { type Overview, overviewOf } from '#shared/figures/comparison/overview.ts';
import type { Engine } from '#shared/interface/engines.ts';
import type { Comparison } from '#shared/model/comparison/comparison.ts';
import type { RunSummary } from '#shared/model/run.ts';
import { escapeMarkdown, sheetToMarkdown, sheetToText } from '#shared/tables/sheetFormats.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCode, UsageError } from '../exitCodes.ts';
import { jsonLine } from '../storedAnswers.ts';
import { comparedRun, unlessUnknown } from './compare.ts';
import { planOverview } from './planOverview.ts';
import { projectOverview } from './projectOverview.ts';

export type OverviewOptions = {
  /** Left out, the project is summed up. */
  readonly run?: string;
  /** Of the project: its period. */
  readonly days?: string;
  readonly project?: string;
  readonly question?: number;
  readonly engine?: Engine;
  /** Of a plan run as a whole: the figure by question and market. */
  readonly metric?: string;
  readonly brand?: string;
  readonly domain?: string;
  readonly format: 'text' | 'md' | 'json';
};

/** Prints what a run or a project says at a glance, with the figures of `compare` and `trend`. */
export async function overview(context: CommandContext, options: OverviewOptions): Promise<ExitCode> {
  const { run, question, engine, metric, brand, domain, days, ...rest } = options;
  if (run !== undefined) {
    if (days !== undefined) throw new UsageError('--days is of a project. Leave the run out.');
    return runOverview(context, { ...options, run });
  }
  if ((question ?? engine ?? metric ?? brand ?? domain) !== undefined)
    throw new UsageError('--question, --engine, --metric, --brand and --domain are of a run. Enter its ID.');
  return projectOverview(context, { ...rest, days: Number(days ?? 28) });
}

async function runOverview(
  context: CommandContext,
  options: OverviewOptions & { readonly run: string },
): Promise<ExitCode> {
  const { run: whole } = await unlessUnknown(options.run, context.call('runs.get', { runId: options.run }));
  if (whole.plan !== undefined && options.question === undefined && options.engine === undefined) {
    await planOverview(context, whole, options);
    return exitCode.everyAnswer;
  }
  if ((options.metric ?? options.brand ?? options.domain) !== undefined)
    throw new UsageError('--metric, --brand and --domain are of a plan run as a whole.');
  const { run, comparison } = await comparedRun(context, options, {});
  context.terminal.stdout(written(run, comparison, overviewOf(comparison), options.format));
  return exitCode.everyAnswer;
}

function written(
  run: RunSummary,
  comparison: Comparison,
  facts: Overview,
  format: OverviewOptions['format'],
): string {
  const { statements, confidence } = verdictText(comparison, facts);
  const verdict = [...statements, ...(confidence === null ? [] : [confidence])];
  const steps = facts.steps.map((step) => ({ ...step, ...stepText(step, comparison) }));
  if (format === 'json') {
    const markets = comparison.columns.map(({ id }) => id);
    return jsonLine({
      runId: run.id,
      question: run.question,
      engine: run.engine,
      sentences: verdict,
      columns: markets,
      wordings: comparison.dataQuality.wordings,
      ...facts,
      steps,
    });
  }
  const sheets = overviewSheets(comparison, facts);
  if (format === 'md') {
    const lines = steps.map(
      ({ title, reason }) => `- **${escapeMarkdown(title)}**: ${escapeMarkdown(reason)}`,
    );
    return `${[
      `# ${escapeMarkdown(run.question)}`,
      '',
      escapeMarkdown(verdict.join(' ')),
      '',
      ...sheets.map(sheetToMarkdown),
      ...(lines.length === 0 ? [] : ['## Next steps', '', ...lines]),
    ].join('\n')}\n`;
  }
  const lines = steps.map(({ title, reason }) => `- ${title}. ${reason}`);
  return `${[
    run.question,
    '',
    ...verdict,
    '',
    ...sheets.map((sheet) => sheetToText(sheet)),
    ...(lines.length === 0 ? [] : ['Next steps', ...lines]),
  ].join('\n')}\n`;
}
