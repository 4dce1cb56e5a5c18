import { type Command, Option } from 'commander';
import { SOURCE_TYPES } from '#shared/analysis/comparison.ts';
import { trendGroupings, trendIntervals } from '#shared/analysis/trends/trendModel.ts';
import { type TrendOptions, trend } from './commands/trend.ts';
import type { CommandContext } from './context.ts';
import type { ExitCode } from './exitCodes.ts';
import { listFormat } from './listFormats.ts';

/** Adds `parallax trend ...`: metrics through time, and why they moved. */
export function addTrendCommand(
  program: Command,
  run: (work: (context: CommandContext) => Promise<ExitCode>) => Promise<void>,
): void {
  program
    .command('trend')
    .description('a metric through time, such as visibility, share-of-voice or source-presence')
    .argument('<metric>', 'id or name; an unknown one lists them all')
    .option('--brand <name>', 'a listed brand (default: your first one)')
    .option('--domain <name>', 'a domain, for metrics of sources')
    .addOption(new Option('--type <name>', 'a type of source, for the type mix').choices(SOURCE_TYPES))
    .addOption(new Option('--by <name>', 'a line for each').choices(trendGroupings))
    .addOption(new Option('--every <name>', 'length of a point').choices(trendIntervals).default('day'))
    .option('--from <date>', 'first day, month or year, such as 2026-10-01')
    .option('--to <date>', 'last day, month or year')
    .option('--engine <list>', 'answers of these engines only')
    .option('--country <list>', 'answers of these countries or markets only, such as DE,US:CA')
    .option('--question <text>', 'one question, exactly as it was asked')
    .option('--tag <name>', 'questions with this tag only')
    .option('--project <name>', 'project (default: the one in use)')
    .option('--monitor <name>', 'runs of this monitor only')
    .option('--ad-hoc', 'runs of no monitor only', false)
    .addOption(
      new Option('--branded <rule>', 'questions that name the brand')
        .choices(['without', 'only', 'with'])
        .default('without'),
    )
    .option('--no-imported', 'leave out what was fetched elsewhere')
    .option('--as-then', 'count each period by the brand rules in force at its end', false)
    .option('--why <period...>', 'take the change between two periods apart, such as --why 2026-09 2026-10')
    .addOption(listFormat())
    .action((metric: string, flags: Omit<TrendOptions, 'metric'>) =>
      run((context) => trend(context, { metric, ...flags })),
    );
}
