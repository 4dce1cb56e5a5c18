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
    .description('say what waits at the service, or remove it')
    .option('--connection <name>', 'deployment to ask (default: the one in use)')
    .option('--clear', 'remove every task of the account that has not started', false)
    .option('--yes', 'really remove them, also those of other programs', false)
    .addOption(listFormat())
    .action((flags: QueueOptions) => run((context) => showQueue(context, flags)));
  program
    .command('credits')
    .description('say the balance, and what was charged')
    .option('--connection <name>', 'deployment to ask (default: the one in use)')
    .addOption(new Option('--by <group>', 'list charges by').choices([...chargeGroups]).default('day'))
    .option('--all', 'since the beginning, not only in this cycle', false)
    .addOption(listFormat())
    .action((flags: CreditsOptions) => run((context) => showCredits(context, flags)));
}
