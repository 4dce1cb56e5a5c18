import { type Command, Option } from 'commander';
import { alertKinds } from '#shared/model/alertKinds.ts';
import type { AddRuleOptions, ChannelOptions, ShowAlertsOptions } from './commands/alert.ts';
import type { CommandContext } from './context.ts';
import type { ExitCode } from './exitCodes.ts';
import { type ListFormat, listFormat, positiveNumber, tableOrJson, wholeNumber } from './flags.ts';

// Help and wrong usage need none of the commands.
const loadAlert = () => import('./commands/alert.ts');

/** Adds `parallax alert ...`, the rules, and `parallax alerts`, what they found. */
export function addAlertCommands(
  program: Command,
  run: (work: (context: CommandContext) => Promise<ExitCode>) => Promise<void>,
): void {
  program
    .command('alerts')
    .description('List alerts, newest first')
    .option('--monitor <name>', 'Only alerts of this monitor')
    .option('--unread', 'Only unread alerts', false)
    .option('--follow', 'Print new alerts until Ctrl+C', false)
    .option('--mark-read', 'Mark printed alerts as read', false)
    .option('--limit <n>', 'Number of alerts', wholeNumber(1, 500), 50)
    .addOption(listFormat())
    .action((flags: Omit<ShowAlertsOptions, 'everyProject'>) => {
      const everyProject = program.opts<{ project?: string }>().project === undefined;
      return run(async (context) => (await loadAlert()).showAlerts(context, { ...flags, everyProject }));
    });

  const alert = program.command('alert').description('Manage alert rules and channels').exitOverride();
  alert
    .command('add')
    .description('Add an alert rule to a monitor')
    .argument('<monitor>')
    .addOption(new Option('--kind <name>', 'Condition').choices(alertKinds).makeOptionMandatory())
    .option('--change <name>', 'brand: gained, lost or both; source: new, dropped or both')
    .addOption(new Option('--brands <whose>', 'brand, rank: which brands').choices(['own', 'listed', 'any']))
    .option('--by <n>', 'rank: number of positions', positiveNumber(50))
    .option('--domains <list>', 'source: only these domains')
    .option('--share <percent>', 'Kinds "failures" and "ceiling": at least this share', positiveNumber(100))
    .option('--credits <n>', 'cost: more than this per run', wholeNumber(0, 1_000_000_000))
    .option('--all-changes', 'Include changes that are not significant')
    .addOption(tableOrJson())
    .action((monitor: string, flags: Omit<AddRuleOptions, 'monitor'>) =>
      run(async (context) => (await loadAlert()).addAlertRule(context, { monitor, ...flags })),
    );
  alert
    .command('list')
    .description('List alert rules')
    .argument('[monitor]')
    .addOption(listFormat())
    .action((monitor: string | undefined, flags: { format: ListFormat }) =>
      run(async (context) => (await loadAlert()).listAlertRules(context, monitor, flags.format)),
    );
  alert
    .command('delete')
    .alias('remove')
    .description('Delete an alert rule; its alerts are kept')
    .argument('<id>')
    .addOption(tableOrJson())
    .action((id: string, { format }: { format: 'table' | 'json' }) =>
      run(async (context) => (await loadAlert()).deleteAlertRule(context, id, format)),
    );
  alert
    .command('channel')
    .description('Show or change alert channels')
    .option('--webhook <address>', 'Post alerts to this URL, signed as Standard Webhooks')
    .option('--no-webhook', 'Turn the webhook off')
    .option('--allow-private', 'Allow this computer and private networks')
    .option('--no-allow-private', 'Block this computer and private networks')
    .option(
      '--secret',
      'Set the signing secret from PARALLAX_WEBHOOK_SECRET, or create one and print it once',
    )
    .option('--quiet <hours>', 'Quiet hours, such as 22:00-07:00')
    .option('--no-quiet', 'Turn quiet hours off')
    .option('--time-zone <name>', 'Time zone of the quiet hours, such as Europe/Berlin', 'UTC')
    .option('--notifications', 'Turn system notifications on')
    .option('--no-notifications', 'Turn system notifications off')
    .addOption(tableOrJson())
    .action((flags: ChannelOptions) =>
      run(async (context) => (await loadAlert()).setAlertChannels(context, flags)),
    );
  alert
    .command('test')
    .description('Send a test alert through every channel')
    .addOption(tableOrJson())
    .action((flags: { format: 'table' | 'json' }) =>
      run(async (context) => (await loadAlert()).testAlert(context, flags.format)),
    );
}
