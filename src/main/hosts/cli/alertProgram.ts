import { type Command, Option } from 'commander';
import { alertKinds } from '#shared/alerts/rules.ts';
import {
  type AddRuleOptions,
  addAlertRule,
  type ChannelOptions,
  listAlertRules,
  removeAlertRule,
  type ShowAlertsOptions,
  setAlertChannels,
  showAlerts,
  testAlert,
} from './commands/alert.ts';
import type { CommandContext } from './context.ts';
import type { ExitCode } from './exitCodes.ts';
import { positiveNumber, wholeNumber } from './flags.ts';
import { type ListFormat, listFormat, tableOrJson } from './listFormats.ts';

/** Adds `parallax alert ...`, the rules, and `parallax alerts`, what they found. */
export function addAlertCommands(
  program: Command,
  run: (work: (context: CommandContext) => Promise<ExitCode>) => Promise<void>,
): void {
  program
    .command('alerts')
    .description('list alerts, newest first')
    .option('--monitor <name>', 'those of one monitor')
    .option('--unread', 'those nobody has read', false)
    .option('--follow', 'print each that comes, until it is ended', false)
    .option('--mark-read', 'mark what is printed as read', false)
    .option('--limit <n>', 'number of alerts', wholeNumber(1, 500), 50)
    .addOption(listFormat())
    .action((flags: ShowAlertsOptions) => run((context) => showAlerts(context, flags)));

  const alert = program.command('alert').description('what to be told about monitors').exitOverride();
  alert
    .command('add')
    .description('add a rule to a monitor')
    .argument('<monitor>')
    .addOption(new Option('--kind <name>', 'what to look at').choices(alertKinds).makeOptionMandatory())
    .option('--change <name>', 'brand: gained, lost or both; source: new, dropped or both')
    .addOption(new Option('--brands <whose>', 'brand, rank').choices(['own', 'listed', 'any']))
    .option('--by <n>', 'rank: places', positiveNumber(50))
    .option('--domains <list>', 'source: these domains only')
    .option('--share <percent>', 'failures, ceiling: from this share on', positiveNumber(100))
    .option('--credits <n>', 'cost: more than this in a run', wholeNumber(0, 1_000_000_000))
    .option('--even-noise', 'also what asking again could change')
    .addOption(tableOrJson())
    .action((monitor: string, flags: Omit<AddRuleOptions, 'monitor'>) =>
      run((context) => addAlertRule(context, { monitor, ...flags })),
    );
  alert
    .command('list')
    .description('list rules')
    .argument('[monitor]')
    .addOption(listFormat())
    .action((monitor: string | undefined, flags: { format: ListFormat }) =>
      run((context) => listAlertRules(context, monitor, flags.format)),
    );
  alert
    .command('remove')
    .description('remove a rule; its alerts stay')
    .argument('<id>')
    .action((id: string) => run((context) => removeAlertRule(context, id)));
  alert
    .command('channel')
    .description('show or change where alerts go')
    .option('--webhook <address>', 'post alerts there, signed as Standard Webhooks')
    .option('--no-webhook', 'post them nowhere')
    .option('--allow-private', 'let the webhook reach this computer and private networks')
    .option('--no-allow-private', 'do not')
    .option('--secret', 'set the secret from PARALLAX_WEBHOOK_SECRET, or mint one and print it once')
    .option('--quiet <hours>', 'hold back during these hours, such as 22:00-07:00')
    .option('--no-quiet', 'never hold back')
    .option('--time-zone <name>', 'zone of the quiet hours, such as Europe/Berlin', 'UTC')
    .option('--notifications', 'notifications of the operating system')
    .option('--no-notifications', 'none')
    .addOption(tableOrJson())
    .action((flags: ChannelOptions) => run((context) => setAlertChannels(context, flags)));
  alert
    .command('test')
    .description('send a test alert through every channel')
    .addOption(tableOrJson())
    .action((flags: { format: 'table' | 'json' }) => run((context) => testAlert(context, flags.format)));
}
