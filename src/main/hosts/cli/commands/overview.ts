import { Option } from 'commander';
import { chargedPerAnswer, stepText, verdictText } from '#shared/documents/overviewSentences.ts';
import { overviewSheets } from '#shared/documents/overviewSheets.ts';
import { answerDifferences } from '#shared/figures/comparison/answerDifferences.ts';
import { overviewOf } from '#shared/figures/comparison/overview.ts';
import type { Comparison } from '#shared/model/comparison/comparison.ts';
import type { CellView, RunSummary } from '#shared/model/run.ts';
import type { CommandContext, Declare } from '../context.ts';
import { type ExitCode, UsageError } from '../exitCodes.ts';
import { answerOptions, comparingOptions, filterOf } from '../filterFlags.ts';
import { engineOption, formatOption, questionOption } from '../flags.ts';
import { printDocument, stepLines } from '../print.ts';
import { comparedRun, translatedTo, unlessUnknown } from './compare.ts';
import { planOverview } from './planOverview.ts';
import { projectOverview } from './projectOverview.ts';
import { searchForBrands } from './recompute.ts';

/** Prints what a run or a project says at a glance, with the figures of `compare` and `trend`. */
export const overview: Declare = (command, { withCore }) =>
  comparingOptions(answerOptions(command))
    .argument('[run]', 'Run ID; of a plan run all questions, unless --question or --engine chooses')
    .addOption(
      new Option('--days <n>', 'Without a run: days of the period, compared with as many before').choices([
        '7',
        '28',
        '90',
      ]),
    )
    .addOption(questionOption())
    .addOption(engineOption())
    .option('--metric <name>', 'Metric by question and market of a plan run (default: visibility)')
    .option('--brand <name>', 'Listed brand the metric is of (default: your first one)')
    .option('--domain <name>', 'Domain, for source metrics')
    .addOption(formatOption('text', 'md', 'json'))
    .action(
      withCore(async (context, id, { question, engine, metric, brand, domain, format, ...flags }) => {
        const figure = { metric, brand, domain };
        if (id === undefined) {
          if ((question ?? metric ?? brand ?? domain) !== undefined)
            throw new UsageError('--question, --metric, --brand and --domain are of a run. Enter its ID.');
          if (flags.days !== undefined && (flags.from ?? flags.to) !== undefined)
            throw new UsageError('Enter either --days, or --from and --to.');
          await searchForBrands(context);
          return projectOverview(context, { ...flags, engine }, format);
        }
        const { country, tag, ...others } = flags;
        refuse(others, 'is of a project. Leave the run out.');
        const { run: whole } = await unlessUnknown(id, context.call('runs.get', { runId: id }));
        if (whole.plan !== undefined && question === undefined && engine === undefined) {
          await searchForBrands(context);
          const { markets, tags } = filterOf({ country, tag });
          const narrowed = { markets, tags };
          return planOverview(context, whole, figure, narrowed, format);
        }
        if ((metric ?? brand ?? domain) !== undefined)
          throw new UsageError('--metric, --brand and --domain are of a plan run as a whole.');
        refuse({ country, tag }, 'is of a project, or of a plan run as a whole.');
        const readIn = (await context.call('translations.setting', {}))?.to ?? null;
        const how = { readIn: readIn ?? undefined };
        const { run, cells, comparison } = await comparedRun(context, id, { question, engine }, how);
        const { comparedIn } = comparison.answer;
        const read =
          comparedIn === null ? comparison : await translatedTo(context, run, comparison, comparedIn);
        return runOverview(context, { run, cells, comparison: read, readIn }, format);
      }),
    );

/** @throws UsageError for the first flag that is given */
function refuse(flags: Readonly<Record<string, unknown>>, why: string): void {
  const [name] = Object.entries(flags).find(([, value]) => value !== undefined) ?? [];
  if (name !== undefined)
    throw new UsageError(`--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} ${why}`);
}

function runOverview(
  context: CommandContext,
  {
    run,
    cells,
    comparison,
    readIn,
  }: {
    readonly run: RunSummary;
    readonly cells: readonly CellView[];
    readonly comparison: Comparison;
    readonly readIn: string | null;
  },
  format: 'text' | 'md' | 'json',
): ExitCode {
  const price = chargedPerAnswer(cells);
  const facts = overviewOf(comparison, readIn);
  const { statements, confidence } = verdictText(comparison, facts);
  const sentences = confidence === null ? statements : [...statements, confidence];
  const steps = facts.steps.map((step) => {
    const { title, ...text } = stepText(step, comparison, price);
    // The window's tab offers it; here it is a command.
    const how = step.kind === 'translate' ? `: parallax translate ${run.id} --to en` : '';
    return { ...step, ...text, title: `${title}${how}` };
  });
  const differences = answerDifferences(comparison.answer, comparison.columns);
  const value = {
    runId: run.id,
    question: run.question,
    engine: run.engine,
    sentences,
    columns: comparison.columns.map(({ id }) => id),
    wordings: comparison.dataQuality.wordings,
    ...facts,
    differences,
    steps,
  };
  return printDocument(context, format, value, () => ({
    title: run.question,
    sentences,
    sheets: overviewSheets(comparison, facts, undefined, differences),
    end: (markdown) => stepLines(steps, markdown),
  }));
}
