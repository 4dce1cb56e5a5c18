import { type Command, InvalidArgumentError, Option } from 'commander';
import { engines } from '#shared/interface/engines.ts';
import type { ReportFormat, ReportSectionId } from '#shared/model/report.ts';
import { reportFormats, reportPapers, reportSectionIds } from '#shared/model/reportChoices.ts';
import type { ReportOptions } from './commands/report.ts';
import type { CommandContext } from './context.ts';
import { type ExitCode, UsageError } from './exitCodes.ts';
import { pathArgument, wholeNumber } from './flags.ts';

// Help and wrong usage need none of the commands.
const loadReport = () => import('./commands/report.ts');

type Flags = Omit<ReportOptions, 'run' | 'format'> & { readonly format?: ReportFormat };

/** Adds `parallax report`. */
export function addReportCommand(
  program: Command,
  run: (work: (context: CommandContext) => Promise<ExitCode>) => Promise<void>,
): void {
  program
    .command('report')
    .description('Write the report of a run: summary, charts, tables, answers and method')
    .argument('<run>')
    .requiredOption('--out <file>', 'File to write', pathArgument)
    .addOption(
      new Option('--format <name>', 'Output format (default: by the ending of the file)').choices(
        reportFormats,
      ),
    )
    .option('--question <n>', 'Only this question of a plan run, counted from 1', wholeNumber(1, 100_000))
    .addOption(new Option('--engine <name>', 'Only this engine of a plan run').choices(engines))
    .option('--title <text>', 'Title (default: as set for the project, or the question)')
    .addOption(
      new Option('--paper <name>', 'Paper size (default: as set for the project)').choices(reportPapers),
    )
    .option(
      '--sections <list>',
      `Sections, such as summary,brands; of ${reportSectionIds.join(', ')}`,
      sectionList,
    )
    .action((id: string, flags: Flags) =>
      run(async (context) =>
        (await loadReport()).report(context, {
          run: id,
          ...flags,
          format: flags.format ?? formatOf(flags.out),
        }),
      ),
    );
}

function sectionList(text: string): readonly ReportSectionId[] {
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
