import { htmlReport } from '#shared/documents/htmlReport.ts';
import type { Engine } from '#shared/interface/engines.ts';
import type { SurfaceChoice } from '#shared/interface/surface.ts';
import { AppError } from '#shared/model/appError.ts';
import type { Comparison } from '#shared/model/comparison/comparison.ts';
import type { CompareInput } from '#shared/model/comparison/request.ts';
import type { PlanRunFacts, RunSummary } from '#shared/model/run.ts';
import { type ComparisonTab, comparisonSheets, comparisonTabs } from '#shared/tables/comparisonSheets.ts';
import { dataQualitySentences } from '#shared/tables/figureLabels.ts';
import {
  escapeMarkdown,
  sheetToCsv,
  sheetToFile,
  sheetToMarkdown,
  sheetToText,
} from '#shared/tables/sheetFormats.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCode, UsageError } from '../exitCodes.ts';
import { jsonLine } from '../storedAnswers.ts';

export type CompareOptions = {
  readonly run: string;
  /** Of a plan's run: which of its questions, counted from 1. */
  readonly question?: number;
  /** Of a plan's run: which of its engines. */
  readonly engine?: Engine;
  readonly baseline?: string;
  readonly markets?: string;
  readonly surface?: SurfaceChoice;
  readonly tab?: ComparisonTab;
  readonly format: 'table' | 'md' | 'json' | 'jsonl' | 'csv' | 'html';
  readonly version: string;
};

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Prints what differs between the markets of a run, with the same figures as the window. */
export async function compare(context: CommandContext, options: CompareOptions): Promise<ExitCode> {
  const { terminal } = context;
  const { run, comparison } = await comparedRun(context, options, {
    baseline: options.baseline ?? null,
    ...(options.markets === undefined ? {} : { markets: listOf(options.markets) }),
    ...(options.surface === undefined ? {} : { surface: options.surface }),
  });
  const engine = options.format === 'html' ? await engineName(context, run) : run.engine;
  terminal.stdout(written(comparison, { ...run, engine }, options, context.clock.now()));
  return comparison.columns.some((column) => column.state === 'failed')
    ? exitCode.someFailed
    : exitCode.everyAnswer;
}

/** What a person calls the engine on the connection of the run. */
async function engineName({ call }: CommandContext, { connectionId, engine }: RunSummary): Promise<string> {
  const { connections } = await call('connections.list', {});
  const connection = connections.find(({ id }) => id === connectionId);
  return connection?.engineAliases[engine]?.displayName ?? engine;
}

type NamedRun = Omit<RunSummary, 'engine'> & { readonly engine: string };

type Slice = Pick<CompareOptions, 'run' | 'question' | 'engine'>;

/** A run, or the part of a plan's run that the flags choose, with its comparison. */
export async function comparedRun(
  { call, terminal, interrupted }: CommandContext,
  options: Slice,
  how: Pick<CompareInput, 'baseline' | 'markets'>,
): Promise<{ readonly run: RunSummary; readonly comparison: Comparison }> {
  const slice = {
    runId: options.run,
    ...(options.question === undefined ? {} : { question: options.question - 1 }),
    ...(options.engine === undefined ? {} : { engine: options.engine }),
  };
  const { run } = await unlessUnknown(options.run, call('runs.get', slice));
  refuseUnknownSlice(run, options);
  const comparison = await call('comparisons.get', { ...slice, ...how }, interrupted);
  if (run.plan) terminal.stderr(sliceLine(run.plan, run.engine, options.question ?? 1));
  return { run, comparison };
}

function refuseUnknownSlice({ plan, engine }: RunSummary, options: Slice): void {
  const questions = plan?.questions ?? 1;
  if ((options.question ?? 1) > questions)
    throw new UsageError(
      `--question: the run has ${questions === 1 ? 'one question' : `${questions} questions`}.`,
    );
  const asked = plan?.engines ?? [engine];
  if (options.engine !== undefined && !asked.includes(options.engine))
    throw new UsageError(`--engine: the run asked ${asked.join(', ')}.`);
}

/** Which part of a plan's run was compared, and how to get another. */
function sliceLine(plan: PlanRunFacts, engine: Engine, question: number): string {
  return `Question ${question} of ${plan.questions} at ${engine}, of ${plan.engines.join(', ')}: --question and --engine choose.\n`;
}

function written(comparison: Comparison, run: NamedRun, options: CompareOptions, nowMs: number): string {
  const tabs = options.tab === undefined ? comparisonTabs : [options.tab];
  const sheets = tabs.flatMap((tab) => comparisonSheets(comparison, tab));
  if (options.format === 'json') {
    return jsonLine(
      options.tab === undefined
        ? comparison
        : {
            columns: comparison.columns,
            dataQuality: comparison.dataQuality,
            [options.tab]: comparison[options.tab],
          },
    );
  }
  if (options.format === 'html') {
    return htmlReport(
      comparison,
      {
        question: run.question,
        engine: run.engine,
        askedAt: new Date(run.createdAtMs).toISOString(),
        writtenAt: new Date(nowMs).toISOString(),
        runId: run.id,
        program: `Parallax ${options.version}`,
      },
      tabs,
    );
  }
  const nothing = 'No data for this tab in this run.\n';
  if (options.format === 'csv') return sheets.length === 0 ? nothing : sheets.map(sheetToCsv).join('\r\n');
  if (options.format === 'jsonl') return sheets.map((sheet) => sheetToFile(sheet, 'jsonl')).join('');
  const sentences = dataQualitySentences(comparison);
  if (options.format === 'md') {
    const head = [
      `# ${escapeMarkdown(run.question)}`,
      '',
      ...sentences.map((sentence) => `- ${escapeMarkdown(sentence)}`),
      '',
    ];
    return `${[...head, ...(sheets.length === 0 ? [nothing] : sheets.map(sheetToMarkdown))].join('\n')}\n`;
  }
  const head = [run.question, ...sentences, ''].join('\n');
  return `${[head, ...(sheets.length === 0 ? [nothing] : sheets.map((sheet) => sheetToText(sheet)))].join('\n')}\n`;
}

export async function unlessUnknown<T>(id: string, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND')
      throw new UsageError(`No run "${id}". List runs with "parallax history".`);
    throw error;
  }
}
