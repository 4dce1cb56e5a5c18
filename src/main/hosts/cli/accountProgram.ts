import { type Command, Option } from 'commander';
import { chargeGroups } from '#shared/exports/accountSheets.ts';
import { type CreditsOptions, type QueueOptions, showCredits, showQueue } from './commands/account.ts';
import type { CommandContext } from './context.ts';
import type { ExitCode } from './exitCodes.ts';
import { listFormat } from './listFormats.ts';

/** Adds `parallax queue` and `parallax credits`. */
export function addAccountCommands(
  program: Command,
  run: (work: (context: CommandContext) => Promise<ExitCode>) => Promise<void>,
): void {
  program
    .command('queue')
    .description('Show or clear the queue of a service')
    .option('--connection <name>', 'Connection to use (default: the current one)')
    .option('--clear', 'Remove all tasks of the account that have not started', false)
    .option('--yes', 'Confirm --clear, including tasks of other programs', false)
    .addOption(listFormat())
    .action((flags: QueueOptions) => run((context) => showQueue(context, flags)));
  program
    .command('credits')
    .description('Show the balance and charges')
    .option('--connection <name>', 'Connection to use (default: the current one)')
    .addOption(new Option('--by <group>', 'Group charges by').choices([...chargeGroups]).default('day'))
    .option('--all', 'All time, not only this cycle', false)
    .addOption(listFormat())
    .action((flags: CreditsOptions) => run((context) => showCredits(context, flags)));
}
