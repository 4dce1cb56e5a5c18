import type { Command } from 'commander';
import type { RecomputationOptions } from './commands/recompute.ts';
import type { RedirectOptions } from './commands/redirects.ts';
import type { CommandContext } from './context.ts';
import type { ExitCode } from './exitCodes.ts';
import { listFormat, tableOrJson } from './flags.ts';

// Help and wrong usage need none of the commands.
const loadRecompute = () => import('./commands/recompute.ts');
const loadRedirects = () => import('./commands/redirects.ts');

/** Adds `parallax recompute` and `parallax redirects`: derived data of all stored answers. */
export function addDerivedCommands(
  program: Command,
  run: (command: (context: CommandContext) => Promise<ExitCode>) => Promise<void>,
): void {
  program
    .command('recompute')
    .alias('replay')
    .description(
      'Recompute brands in all stored answers with the latest rules; Ctrl+C stops, run again to resume',
    )
    .option('--status', 'Show the status only', false)
    .option('--cancel', 'Stop a recomputation, also of another program', false)
    .option('--changes', 'Show the effect of the last rule change, by brand and market', false)
    .addOption(listFormat())
    .action((options: RecomputationOptions) =>
      run(async (context) => (await loadRecompute()).recompute(context, options)),
    );

  program
    .command('redirects')
    .description('Resolve redirect links of sources to their final domain; costs no credits')
    .option('--status', 'Show the status only', false)
    .option('--all', 'Retry skipped links too', false)
    .addOption(tableOrJson())
    .action((options: RedirectOptions) =>
      run(async (context) => (await loadRedirects()).redirects(context, options)),
    );
}
