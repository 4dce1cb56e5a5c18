import type { Comparison } from '#shared/analysis/comparison.ts';
import { AppError } from '#shared/bridge/appError.ts';
import type { RunSummary } from '#shared/bridge/routes/runs.ts';
import { type ComparisonTab, comparisonSheets, comparisonTabs } from '#shared/report/comparisonSheets.ts';
import { honestySentences } from '#shared/report/figures.ts';
import { htmlReport } from '#shared/report/htmlReport.ts';
import { escapeMarkdown, sheetToCsv, sheetToMarkdown, sheetToText } from '#shared/report/sheetFormats.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCode, UsageError } from '../exitCodes.ts';
import { jsonLine } from '../storedAnswers.ts';

export type CompareOptions = {
  readonly run: string;
  readonly baseline?: string;
  readonly markets?: string;
  readonly tab?: ComparisonTab;
  readonly format: 'table' | 'md' | 'json' | 'csv' | 'html';
  readonly version: string;
};

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Prints what differs between the markets of a run, with the same figures as the window. */
export async function compare(context: CommandContext, options: CompareOptions): Promise<ExitCode> {
  const { call, terminal } = context;
  const { run } = await unlessUnknown(options.run, call('runs.get', { runId: options.run }));
  const comparison = await call(
    'comparisons.get',
    {
      runId: options.run,
      baseline: options.baseline ?? null,
      ...(options.markets === undefined ? {} : { markets: listOf(options.markets) }),
    },
    context.interrupted,
  );
  terminal.stdout(written(comparison, run, options, context.clock.now()));
  return comparison.columns.some((column) => column.state === 'failed')
    ? exitCode.someFailed
    : exitCode.everyAnswer;
}

function written(comparison: Comparison, run: RunSummary, options: CompareOptions, nowMs: number): string {
  const tabs = options.tab === undefined ? comparisonTabs : [options.tab];
  const sheets = tabs.flatMap((tab) => comparisonSheets(comparison, tab));
  if (options.format === 'json') {
    return jsonLine(
      options.tab === undefined
        ? comparison
        : {
            columns: comparison.columns,
            honesty: comparison.honesty,
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
  const nothing = 'No market of this run could carry what was asked for.\n';
  if (options.format === 'csv') return sheets.length === 0 ? nothing : sheets.map(sheetToCsv).join('\r\n');
  const sentences = honestySentences(comparison);
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

async function unlessUnknown<T>(id: string, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND')
      throw new UsageError(`There is no run "${id}": "parallax history" lists the ids of runs.`);
    throw error;
  }
}
