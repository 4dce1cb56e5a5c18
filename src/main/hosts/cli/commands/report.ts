import { InvalidArgumentError, Option } from 'commander';
import type { ReportFormat, ReportSectionId } from '#shared/model/report.ts';
import { reportFormats, reportPapers, reportSectionIds } from '#shared/model/reportChoices.ts';
import type { Declare } from '../context.ts';
import { exitCode, UsageError } from '../exitCodes.ts';
import { engineOption, pathArgument, wholeNumber } from '../flags.ts';
import { jsonLine } from '../print.ts';
import { writeNewFile } from '../writeNewFile.ts';
import { unlessUnknown } from './compare.ts';
import { downloadedFile } from './export.ts';

/** Writes the report of a run to a file. */
export const report: Declare = (command, { withCore }) =>
  command
    .argument('<run>')
    .requiredOption('--out <file>', 'File to write', pathArgument)
    .addOption(
      new Option('--format <name>', 'Output format (default: by the ending of the file)').choices(
        reportFormats,
      ),
    )
    .option('--question <n>', 'Only this question of a plan run, counted from 1', wholeNumber(1, 100_000))
    .addOption(engineOption('Only this engine of a plan run'))
    .option('--title <text>', 'Title (default: as set for the project, or the question)')
    .addOption(
      new Option('--paper <name>', 'Paper size (default: as set for the project)').choices(reportPapers),
    )
    .option(
      '--sections <list>',
      `Sections, such as summary,brands; of ${reportSectionIds.join(', ')}`,
      sectionList,
    )
    .action(
      withCore(async (context, runId, { out, format = formatOf(out), question, engine, ...settings }) => {
        const { call, terminal, interrupted } = context;
        const input = {
          runId,
          question: question === undefined ? undefined : question - 1,
          engine,
          format,
          settings,
        };
        const { fileId, bytes } = await unlessUnknown(runId, call('reports.make', input, interrupted));
        await writeNewFile(out, downloadedFile(context, fileId));
        terminal.stdout(jsonLine({ file: out, format, bytes }));
        return exitCode.everyAnswer;
      }),
    );

function sectionList(text: string): ReportSectionId[] {
  return text.split(',').map((part) => {
    const section = reportSectionIds.find((id) => id === part.trim());
    if (section === undefined) throw new InvalidArgumentError(`Use some of ${reportSectionIds.join(', ')}.`);
    return section;
  });
}

function formatOf(file: string): ReportFormat {
  const format = reportFormats.find((each) => file.toLowerCase().endsWith(`.${each}`));
  if (format === undefined)
    throw new UsageError(`Choose a format with --format: ${reportFormats.join(', ')}.`);
  return format;
}
