import { type Command, Option } from 'commander';
import type { GapOptions } from './commands/gaps.ts';
import type { CommandContext } from './context.ts';
import type { ExitCode } from './exitCodes.ts';
import { format, wholeNumber } from './flags.ts';

// Help and wrong usage need none of the commands.
const loadGaps = () => import('./commands/gaps.ts');

/** Adds `parallax gaps`. */
export function addGapCommand(
  program: Command,
  run: (work: (context: CommandContext) => Promise<ExitCode>) => Promise<void>,
): void {
  program
    .command('gaps')
    .description('List where competitors are named or cited and you are not, widest reach first')
    .addOption(
      new Option('--list <name>', 'Which gaps')
        .choices(['open', 'done', 'ignored', 'closed', 'all'])
        .default('open'),
    )
    .addOption(new Option('--kind <name>', 'Only gaps of this kind').choices(['mention', 'citation']))
    .option('--run <id>', 'Only the answers of this run')
    .option('--brand <name>', 'Only gaps to this competitor')
    .option('--domain <name>', 'Only gaps at this domain')
    .option('--engine <list>', 'Only these engines')
    .option('--country <list>', 'Only these countries or markets, such as DE,US:CA')
    .option('--question <text>', 'Only this question, exactly as asked')
    .option('--tag <name>', 'Only questions with this tag')
    .option('--from <date>', 'First day, month or year, such as 2026-10-01')
    .option('--to <date>', 'Last day, month or year')
    .addOption(
      new Option('--branded <rule>', 'Branded questions: exclude (without), only, or include (with)')
        .choices(['without', 'only', 'with'])
        .default('without'),
    )
    .option('--limit <n>', 'Number of gaps', wholeNumber(1, 5000), 100)
    .option('--mark <id...>', 'Set the status of these gaps')
    .addOption(new Option('--status <name>', 'Status set with --mark').choices(['open', 'done', 'ignored']))
    .option('--note <text>', 'Note kept with --mark')
    .addOption(format('text', 'json', 'csv', 'jsonl'))
    .action((flags: GapOptions) => run(async (context) => (await loadGaps()).gaps(context, flags)));
}
