import { Option } from 'commander';
import { safeParse } from '#shared/interface/safeParse.ts';
import type { AlertChannelsView, AlertView } from '#shared/model/alert.ts';
import { alertKinds } from '#shared/model/alertKinds.ts';
import { alertRuleSchema } from '#shared/model/alertRules.ts';
import { allProjects } from '#shared/model/allProjects.ts';
import { AppError } from '#shared/model/appError.ts';
import { alertRulesTable, alertsSheet } from '#shared/tables/planTables.ts';
import type { CommandContext, Declare } from '../context.ts';
import { exitCode, UsageError } from '../exitCodes.ts';
import {
  acting,
  defined,
  groupOf,
  leaf,
  listFormat,
  listing,
  maxCredits,
  positiveNumber,
  tableOrJson,
  wholeNumber,
} from '../flags.ts';
import { lines, listFrom, print, printList } from '../print.ts';
import { alertLine } from './monitorDaemon.ts';

const followEveryMs = 1000;

/** Alerts newest first; with `--follow` oldest first, then each new one. */
export const alerts: Declare = (command, { withCore }) =>
  command
    .option('--monitor <name>', 'Only alerts of this monitor')
    .option('--unread', 'Only unread alerts', false)
    .option('--follow', 'Print new alerts until Ctrl+C', false)
    .option('--mark-read', 'Mark printed alerts as read', false)
    .option('--limit <n>', 'Number of alerts', wholeNumber(1, 500), 50)
    .addOption(listFormat())
    .action(
      withCore(async (context, { format, follow, markRead, ...filter }) => {
        const { call, terminal, clock, interrupted, project = allProjects } = context;
        const asked = { ...filter, project };
        if (follow && format !== 'table' && format !== 'json')
          throw new UsageError(`--follow supports table and json, not ${format}.`);
        const show = async (found: readonly AlertView[]): Promise<void> => {
          if (format === 'table') for (const alert of found) terminal.stdout(timedLine(alert));
          else printList(context, format, { columns: {}, sheet: alertsSheet }, found);
          if (markRead && found.length > 0) await call('alerts.markRead', { ids: found.map(({ id }) => id) });
        };
        const { alerts: found } = await call('alerts.list', asked);
        await show(follow ? found.toReversed() : found);
        if (found.length === 0 && !follow && format === 'table') terminal.stderr('No alerts yet.\n');
        let last = found[0]?.number ?? 0;
        while (follow && !interrupted.aborted) {
          await clock.wait(followEveryMs, interrupted).catch(() => {});
          const more = await call('alerts.list', { ...asked, after: last });
          await show(more.alerts);
          last = more.alerts.at(-1)?.number ?? last;
        }
        return exitCode.everyAnswer;
      }),
    );

const timedLine = (alert: AlertView): string =>
  `${new Date(alert.raisedAtMs).toISOString()} ${alertLine(alert)}`;

const allChanges = '--all-changes';
/** The options of each kind, for error messages. */
const ruleOptions: Readonly<Record<string, string>> = {
  brand: `--change gained, lost or both, --brands own, listed or any, ${allChanges}`,
  rank: `--by 0.5 to 50, --brands own, listed or any, ${allChanges}`,
  source: `--change new, dropped or both, --domains, ${allChanges}`,
  outlier: allChanges,
  failures: `--share, ${allChanges}`,
  cost: '--credits, which it needs',
  ceiling: '--share',
};

const add: Declare = (group, { withCore }) =>
  leaf(group, 'add', 'Add an alert rule to a monitor')
    .argument('<monitor>')
    .addOption(new Option('--kind <name>', 'Condition').choices(alertKinds).makeOptionMandatory())
    .option('--change <name>', 'brand: gained, lost or both; source: new, dropped or both')
    .addOption(new Option('--brands <whose>', 'brand, rank: which brands').choices(['own', 'listed', 'any']))
    .option('--by <n>', 'rank: number of positions', positiveNumber(50))
    .option('--domains <list>', 'source: only these domains')
    .option('--share <percent>', 'Kinds "failures" and "ceiling": at least this share', positiveNumber(100))
    .option('--credits <n>', 'cost: more than this per run', wholeNumber(0, maxCredits))
    .option('--all-changes', 'Include changes that are not significant')
    .addOption(tableOrJson())
    .action(
      withCore(async (context, monitor, { format, domains, share, allChanges: evenNoise, ...rest }) => {
        const given = {
          ...rest,
          evenNoise,
          domains: domains?.split(',').map((each) => each.trim()),
          share: share === undefined ? undefined : share / 100,
        };
        // An option of another kind is refused, but one that was not given is none.
        const rule = safeParse(alertRuleSchema, defined(given));
        if (!rule.success)
          throw new UsageError(
            `A rule of kind ${rest.kind} accepts ${ruleOptions[rest.kind] ?? 'no options'}.`,
          );
        const added = await context.call('alerts.addRule', { monitor, rule: rule.data });
        return print(context, format, added, `${added.id}  ${added.words} (${added.monitor}).\n`);
      }),
    );

const list: Declare = (group, { withCore }) =>
  listing(group, 'list', 'List alert rules')
    .argument('[monitor]')
    .action(
      withCore(async (context, monitor, { format }) => {
        const { rules } = await context.call('alerts.rules', { monitor });
        const none = 'No alert rules yet. Add one with "parallax alert add".';
        return printList(context, format, listFrom(alertRulesTable), rules, { none });
      }),
    );

const remove: Declare = (group, { withCore }) =>
  acting(group, 'delete', 'Delete an alert rule; its alerts are kept')
    .alias('remove')
    .argument('<id>')
    .action(
      withCore(async (context, id, { format }) => {
        const { removed } = await context.call('alerts.removeRule', { id });
        if (!removed) throw new AppError('NOT_FOUND', `No alert rule ${id}.`);
        return print(context, format, { id, deleted: true }, 'Alert rule deleted. Its alerts are kept.\n');
      }),
    );

/** Changes what is named and prints the result. */
const channel: Declare = (group, { withCore }) =>
  leaf(group, 'channel', 'Show or change alert channels')
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
    .action(
      withCore(async (context, { webhook, allowPrivate, secret, quiet, timeZone, notifications, format }) => {
        if (secret) await setSecret(context);
        const channels = await context.call('alerts.setChannels', {
          webhook: webhook === false ? null : webhook,
          allowPrivate,
          system: notifications,
          quietHours: quiet === false ? null : readHours(quiet, timeZone),
        });
        return print(context, format, channels, channelLabel(channels));
      }),
    );

async function setSecret({ call, terminal, webhookSecret }: CommandContext): Promise<void> {
  const { minted, kept } = await call('alerts.setSecret', { secret: webhookSecret ?? undefined });
  terminal.stderr(
    kept === 'keychain'
      ? 'The signing secret is stored in the keychain.\n'
      : 'No keychain available: set the signing secret in PARALLAX_WEBHOOK_SECRET at every start.\n',
  );
  if (minted !== null) terminal.stdout(`${minted}\n`);
}

function readHours(text: string | undefined, timeZone: string) {
  if (text === undefined) return undefined;
  const [from, to] = text.split('-').map((each) => each.trim());
  if (from && to) return { from, to, timeZone };
  throw new UsageError('Enter quiet hours such as 22:00-07:00.');
}

function channelLabel({ system, webhook, allowPrivate, hasSecret, quietHours }: AlertChannelsView): string {
  const secret = hasSecret
    ? 'signed'
    : 'not sent, no signing secret: use --secret or PARALLAX_WEBHOOK_SECRET';
  const reach = allowPrivate ? ', private networks allowed' : '';
  return lines([
    `Notifications: ${system ? 'on (desktop app)' : 'off'}`,
    `Webhook: ${webhook === null ? 'none' : `${webhook} (${secret}${reach})`}`,
    `Quiet hours: ${quietHours === null ? 'none' : `${quietHours.from} to ${quietHours.to}, ${quietHours.timeZone}`}`,
  ]);
}

/** 1 if a channel failed. */
const test: Declare = (group, { withCore }) =>
  acting(group, 'test', 'Send a test alert through every channel').action(
    withCore(async (context, { format }) => {
      const alert = await context.call('alerts.test', {});
      const outcomes = alert.deliveries.map(
        (each) =>
          `${each.channel}: ${each.problem ?? (each.state === 'waiting' ? 'waiting for the desktop app' : each.state)}\n`,
      );
      print(context, format, alert, `${alertLine(alert)}${outcomes.join('')}`);
      if (outcomes.length === 0)
        context.terminal.stderr('No alert channel yet. Set one with "parallax alert channel".\n');
      const refused = alert.deliveries.some(({ problem }) => problem !== null);
      return refused ? exitCode.someFailed : exitCode.everyAnswer;
    }),
  );

export const alert = groupOf(add, list, remove, channel, test);
