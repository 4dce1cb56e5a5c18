import { Option } from 'commander';
import { htmlReport } from '#shared/documents/htmlReport.ts';
import type { Engine } from '#shared/interface/engines.ts';
import { AppError } from '#shared/model/appError.ts';
import type { Comparison } from '#shared/model/comparison/comparison.ts';
import { comparisonParts } from '#shared/model/comparison/comparisonParts.ts';
import type { ModelVerdicts } from '#shared/model/comparison/modelVerdicts.ts';
import type { CompareInput } from '#shared/model/comparison/request.ts';
import type { CellView, RunSummary } from '#shared/model/run.ts';
import { dollarsLabel, estimateLabel } from '#shared/tables/analysisLabels.ts';
import { type ComparisonTab, comparisonSheets, comparisonTabs } from '#shared/tables/comparisonTables.ts';
import { dataQualitySentences } from '#shared/tables/figureLabels.ts';
import { modelLines, modelVerdictsLabel } from '#shared/tables/modelVerdictLabels.ts';
import type { Sheet } from '#shared/tables/sheet.ts';
import {
  escapeMarkdown,
  sheetToCsv,
  sheetToJsonLines,
  sheetToMarkdown,
  sheetToText,
} from '#shared/tables/sheetFormats.ts';
import { inTranslation, shownAnswers } from '#shared/translation/readIn.ts';
import { withAnalysisProgress } from '../analysisProgress.ts';
import { engineNamesOf } from '../connections.ts';
import type { CommandContext, Declare } from '../context.ts';
import { exitCode, UsageError } from '../exitCodes.ts';
import {
  engineOption,
  formatOption,
  languageArgument,
  listOf,
  positiveNumber,
  questionOption,
  surfaceOption,
} from '../flags.ts';
import { jsonLine, lines } from '../print.ts';

/** Prints what differs between the markets of a run, with the same figures as the window. */
export const compare: Declare = (command, { withCore, version }) =>
  command
    .argument('<run>')
    .addOption(questionOption())
    .addOption(engineOption())
    .option('--baseline <market>', 'Market to compare with, such as US (default: consensus)')
    .option('--markets <list>', 'Markets, in display order (default: all of the run)')
    .addOption(surfaceOption())
    .option(
      '--read-in <language>',
      'Compare and show stored translations, such as en; translate with "parallax translate"',
      languageArgument,
    )
    .addOption(
      new Option(
        '--with <name>',
        'Also ask the analysis model about the sections that the rules leave open; the price is shown first',
      ).choices(['model']),
    )
    .option('--yes', 'With --with model: confirm the price that is shown', false)
    .option(
      '--cost-limit <usd>',
      'With --with model: send nothing beyond this many US dollars',
      positiveNumber(1_000_000),
    )
    .addOption(new Option('--tab <name>', 'Only one tab').choices(comparisonParts))
    .addOption(formatOption('table', 'md', 'json', 'jsonl', 'csv', 'csv-excel', 'html'))
    .action(
      withCore(async (context, id, options) => {
        const { baseline = null, markets, surface, readIn, tab, format, ...rest } = options;
        const { with: asked, yes, costLimit, ...slice } = rest;
        const { run, comparison: original } = await comparedRun(context, id, slice, {
          baseline,
          markets: markets === undefined ? undefined : listOf(markets),
          surface,
          readIn,
        });
        const comparison =
          readIn === undefined ? original : await translatedTo(context, run, original, readIn);
        const engine = format === 'html' ? await engineName(context, run) : run.engine;
        const tabs = tab === undefined ? comparisonTabs : [tab];
        const sheets = tabs.flatMap((each) => comparisonSheets(comparison, each));
        const model =
          asked === undefined ? null : await modelVerdicts(context, run, slice, { readIn, yes, costLimit });
        if (asked !== undefined && model === null) return exitCode.everyAnswer;
        const nowMs = context.clock.now();
        context.terminal.stdout(
          writers[format]({ comparison, model, run: { ...run, engine }, tab, tabs, sheets, nowMs, version }),
        );
        const failed = comparison.columns.some(({ state }) => state === 'failed');
        return failed ? exitCode.someFailed : exitCode.everyAnswer;
      }),
    );

/** What the model says differs: stored, or asked for once the price is confirmed. Null if it was not. */
async function modelVerdicts(
  context: CommandContext,
  { id: runId }: RunSummary,
  { question, engine }: Slice,
  { readIn, yes, costLimit }: { readIn?: string; yes: boolean; costLimit?: number },
): Promise<ModelVerdicts | null> {
  const { call, terminal, interrupted } = context;
  const answers = { runId, question: question === undefined ? undefined : question - 1, engine, to: readIn };
  const { verdicts } = await call('verdicts.get', answers);
  if (verdicts !== null) return verdicts;
  const estimate = await call('verdicts.estimate', answers);
  terminal.stderr(
    `${estimate.rows} ${estimate.rows === 1 ? 'section is' : 'sections are'} left open by the rules. ${estimateLabel(estimate)}.\n`,
  );
  if (!yes) {
    terminal.stderr('Nothing was sent. Repeat with --yes to ask the model.\n');
    return null;
  }
  const asked = await withAnalysisProgress(context, 'comparison', 'requests answered', () =>
    call('verdicts.ask', { ...answers, costLimit }, interrupted),
  );
  terminal.stderr(`${modelVerdictsLabel(asked.verdicts)}. ${dollarsLabel(asked.amount)}.\n`);
  return asked.verdicts;
}

/** With stored translations in place of the answers; says what has none. */
export async function translatedTo(
  { call, terminal }: CommandContext,
  { id }: RunSummary,
  comparison: Comparison,
  to: string,
): Promise<Comparison> {
  const { translations } = await call('translations.get', { ids: [...shownAnswers(comparison)], to });
  const translated = new Set(translations.map(({ observationId }) => observationId));
  const target = to.trim().toLowerCase();
  const without = comparison.columns.filter(
    ({ shown, language }) =>
      shown !== null && language.code !== target && !translated.has(shown.observationId),
  );
  if (without.length > 0)
    terminal.stderr(
      `No translation yet: ${without.map(({ label }) => label).join(', ')}. Translate with "parallax translate ${id} --to ${target}".\n`,
    );
  return { ...comparison, answer: inTranslation(comparison.answer, translations, target) };
}

async function engineName(context: CommandContext, { connectionId, engine }: RunSummary): Promise<string> {
  const [name = engine] = await engineNamesOf(context, { connectionId, engine });
  return name;
}

type Written = {
  readonly comparison: Comparison;
  /** Null if the model was not asked for. */
  readonly model: ModelVerdicts | null;
  readonly run: Omit<RunSummary, 'engine'> & { readonly engine: string };
  /** The only one that was asked for. */
  readonly tab: ComparisonTab | undefined;
  readonly tabs: readonly ComparisonTab[];
  readonly sheets: readonly Sheet[];
  readonly nowMs: number;
  readonly version: string;
};

const nothing = 'No data for this tab in this run.\n';
const orNothing = (texts: readonly string[]): readonly string[] => (texts.length === 0 ? [nothing] : texts);

const writers = {
  table: ({ comparison, model, run, sheets }) =>
    lines([
      run.question,
      ...dataQualitySentences(comparison),
      '',
      ...modelLines(model),
      ...orNothing(sheets.map((sheet) => sheetToText(sheet))),
    ]),
  md: ({ comparison, model, run, sheets }) =>
    lines([
      `# ${escapeMarkdown(run.question)}`,
      '',
      ...dataQualitySentences(comparison).map((sentence) => `- ${escapeMarkdown(sentence)}`),
      '',
      ...modelLines(model).map((line) => (line === '' ? '' : `- ${escapeMarkdown(line)}`)),
      ...orNothing(sheets.map(sheetToMarkdown)),
    ]),
  json: ({ comparison, model, tab }) => {
    const { columns, dataQuality } = comparison;
    const value = tab === undefined ? comparison : { columns, dataQuality, [tab]: comparison[tab] };
    return jsonLine(model === null ? value : { ...value, model });
  },
  jsonl: ({ sheets }) => sheets.map(sheetToJsonLines).join(''),
  csv: ({ sheets }) => orNothing(sheets.map((sheet) => sheetToCsv(sheet))).join('\r\n'),
  'csv-excel': ({ sheets }) =>
    orNothing(
      // The byte order mark stands before the first table only.
      sheets.map((sheet, at) => sheetToCsv(sheet, 'csv-excel').slice(at === 0 ? 0 : 1)),
    ).join('\r\n'),
  html: ({ comparison, run, tabs, nowMs, version }) =>
    htmlReport(
      comparison,
      {
        question: run.question,
        engine: run.engine,
        askedAt: new Date(run.createdAtMs).toISOString(),
        writtenAt: new Date(nowMs).toISOString(),
        runId: run.id,
        program: `Parallax ${version}`,
      },
      tabs,
    ),
} satisfies Record<string, (written: Written) => string>;

/** Which part of a plan's run: its question, counted from 1, and its engine. */
type Slice = { readonly question?: number; readonly engine?: Engine };

/** A run, or the part of a plan's run that the flags choose, with its comparison. */
export async function comparedRun(
  { call, terminal, interrupted }: CommandContext,
  runId: string,
  { question, engine }: Slice,
  how: Pick<CompareInput, 'baseline' | 'markets' | 'surface' | 'readIn'>,
): Promise<{
  readonly run: RunSummary;
  readonly cells: readonly CellView[];
  readonly comparison: Comparison;
}> {
  const slice = { runId, question: question === undefined ? undefined : question - 1, engine };
  const { run, cells } = await unlessUnknown(runId, call('runs.get', slice));
  const { plan } = run;
  const questions = plan?.questions ?? 1;
  if (question !== undefined && question > questions)
    throw new UsageError(
      `--question: the run has ${questions === 1 ? 'one question' : `${questions} questions`}.`,
    );
  const asked = plan?.engines ?? [run.engine];
  if (engine !== undefined && !asked.includes(engine))
    throw new UsageError(`--engine: the run asked ${asked.join(', ')}.`);
  const comparison = await call('comparisons.get', { ...slice, ...how }, interrupted);
  if (plan)
    terminal.stderr(
      `Question ${question ?? 1} of ${plan.questions} at ${run.engine}, of ${asked.join(', ')}: --question and --engine choose.\n`,
    );
  return { run, cells, comparison };
}

/** @throws UsageError in place of NOT_FOUND */
export async function unlessUnknown<T>(runId: string, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND')
      throw new UsageError(`No run "${runId}". List runs with "parallax history".`);
    throw error;
  }
}
