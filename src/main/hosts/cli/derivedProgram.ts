import type { Command } from 'commander';
import { type RecomputationOptions, replay } from './commands/recompute.ts';
import { type RedirectOptions, redirects } from './commands/redirects.ts';
import type { CommandContext } from './context.ts';
import type { ExitCode } from './exitCodes.ts';
import { listFormat, tableOrJson } from './listFormats.ts';

/** Adds `parallax replay` and `parallax redirects`: what is derived from everything ever stored. */
export function addDerivedCommands(
  program: Command,
  run: (command: (context: CommandContext) => Promise<ExitCode>) => Promise<void>,
): void {
  program
    .command('replay')
    .description(
      'apply the newest brand rules to the whole history; Ctrl+C stops, and it goes on where it was',
    )
    .option('--status', 'only say which rules the history is at', false)
    .option('--cancel', 'stop a replay, also of another program', false)
    .option('--changes', 'what the last change of the rules did, by brand and market', false)
    .addOption(listFormat())
    .action((options: RecomputationOptions) => run((context) => replay(context, options)));

  program
    .command('redirects')
    .description(
      'resolve redirect links among the sources, so that they count for their true domain; no credits',
    )
    .option('--status', 'only say how many are resolved', false)
    .option('--all', 'try again what was left alone, too', false)
    .addOption(tableOrJson())
    .action((options: RedirectOptions) => run((context) => redirects(context, options)));
}
