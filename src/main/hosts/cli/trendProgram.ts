import { type Command, Option } from 'commander';
import { allSourceTypes } from '#shared/model/sourceTypes.ts';
import { trendGroupings, trendIntervals } from '#shared/model/trendLines.ts';
import type { TrendOptions } from './commands/trend.ts';
import type { CommandContext } from './context.ts';
import type { ExitCode } from './exitCodes.ts';
import { listFormat, surfaceOption } from './flags.ts';

// Help and wrong usage need none of the commands.
const loadTrend = () => import('./commands/trend.ts');

/** Adds `parallax trend ...`: metrics over time, and what drove their change. */
export function addTrendCommand(
  program: Command,
  run: (work: (context: CommandContext) => Promise<ExitCode>) => Promise<void>,
): void {
  program
    .command('trend')
    .description('Show a metric over time, such as visibility, share-of-voice or source-presence')
    .argument('<metric>', 'Metric ID or name; an unknown one lists them all')
    .option('--brand <name>', 'Listed brand (default: your first one)')
    .option('--domain <name>', 'Domain, for source metrics')
    .addOption(new Option('--type <name>', 'Source type, for the type mix').choices(allSourceTypes))
    .addOption(new Option('--by <name>', 'Break down by').choices(trendGroupings))
    .addOption(
      new Option('--every <name>', 'Interval; auto chooses one from how often questions were asked')
        .choices([...trendIntervals, 'auto'])
        .default('day'),
    )
    .option('--from <date>', 'First day, month or year, such as 2026-10-01')
    .option('--to <date>', 'Last day, month or year')
    .option('--engine <list>', 'Only these engines')
    .addOption(surfaceOption())
    .option('--country <list>', 'Only these countries or markets, such as DE,US:CA')
    .option('--question <text>', 'Only this question, exactly as asked')
    .option('--tag <name>', 'Only questions with this tag')
    .option('--project <name>', 'Project (default: the current one)')
    .option('--monitor <name>', 'Only runs of this monitor')
    .option('--ad-hoc', 'Only manual runs', false)
    .addOption(
      new Option('--branded <rule>', 'Branded questions: exclude (without), only, or include (with)')
        .choices(['without', 'only', 'with'])
        .default('without'),
    )
    .option('--no-imported', 'Exclude imported answers')
    .option('--as-then', 'Use the brand rules of the time, not the current ones', false)
    .option(
      '--why <period...>',
      'Show what drove the change between two periods, such as --why 2026-09 2026-10',
    )
    .addOption(listFormat())
    .action((metric: string, flags: Omit<TrendOptions, 'metric'>) =>
      run(async (context) => (await loadTrend()).trend(context, { metric, ...flags })),
    );
}
