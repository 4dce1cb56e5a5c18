import { safeParse } from '#shared/interface/safeParse.ts';
import type { AlertChannelsView, AlertView } from '#shared/model/alert.ts';
import { alertRuleSchema } from '#shared/model/alertRules.ts';
import { allProjects } from '#shared/model/allProjects.ts';
import { AppError } from '#shared/model/appError.ts';
import { alertRulesSheet, alertsSheet } from '#shared/tables/planSheets.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCode, UsageError } from '../exitCodes.ts';
import { type ListFormat, sheetText } from '../flags.ts';
import { jsonLine } from '../storedAnswers.ts';
import { textTable } from '../textTable.ts';
import { alertLine } from './monitorDaemon.ts';

type Format = 'table' | 'json';

export type AddRuleOptions = {
  readonly monitor: string;
  readonly kind: string;
  readonly change?: string;
  readonly brands?: string;
  readonly by?: number;
  readonly domains?: string;
  /** Percent. */
  readonly share?: number;
  readonly credits?: number;
  readonly allChanges?: boolean;
  readonly format: Format;
};

export type ShowAlertsOptions = {
  /** No project was given: alerts of all of them. */
  readonly everyProject: boolean;
  readonly monitor?: string;
  readonly unread: boolean;
  readonly follow: boolean;
  readonly markRead: boolean;
  readonly limit: number;
  readonly format: ListFormat;
};

/** `--no-…` yields false. */
export type ChannelOptions = {
  readonly webhook?: string | false;
  readonly allowPrivate?: boolean;
  readonly secret?: boolean;
  readonly quiet?: string | false;
  readonly timeZone: string;
  readonly notifications?: boolean;
  readonly format: Format;
};

const followEveryMs = 1000;

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

/** @throws UsageError for an option that the kind does not have */
export async function addAlertRule(
  { call, terminal }: CommandContext,
  { monitor, format, domains, share, allChanges: evenNoise, ...rest }: AddRuleOptions,
): Promise<ExitCode> {
  const given = {
    ...rest,
    ...(evenNoise === undefined ? {} : { evenNoise }),
    ...(domains === undefined ? {} : { domains: domains.split(',').map((each) => each.trim()) }),
    ...(share === undefined ? {} : { share: share / 100 }),
  };
  const rule = safeParse(alertRuleSchema, given);
  if (!rule.success) {
    throw new UsageError(`A rule of kind ${rest.kind} accepts ${ruleOptions[rest.kind] ?? 'no options'}.`);
  }
  const added = await call('alerts.addRule', { monitor, rule: rule.data });
  terminal.stdout(format === 'json' ? jsonLine(added) : `${added.id}  ${added.words} (${added.monitor}).\n`);
  return exitCode.everyAnswer;
}

export async function listAlertRules(
  { call, terminal }: CommandContext,
  monitor: string | undefined,
  format: ListFormat,
): Promise<ExitCode> {
  const { rules } = await call('alerts.rules', monitor === undefined ? {} : { monitor });
  const file = sheetText(format, () => alertRulesSheet(rules));
  if (file !== null) terminal.stdout(file);
  else if (format === 'json') for (const rule of rules) terminal.stdout(jsonLine(rule));
  else if (rules.length === 0) terminal.stderr('No alert rules yet. Add one with "parallax alert add".\n');
  else
    terminal.stdout(
      textTable(
        ['ID', 'MONITOR', 'RULE'],
        rules.map(({ id, monitor: name, words }) => [id, name, words]),
        terminal.columns(),
      ),
    );
  return exitCode.everyAnswer;
}

export async function deleteAlertRule(
  { call, terminal }: CommandContext,
  id: string,
  format: Format,
): Promise<ExitCode> {
  const { removed } = await call('alerts.removeRule', { id });
  if (!removed) throw new AppError('NOT_FOUND', `No alert rule ${id}.`);
  terminal.stdout(
    format === 'json' ? jsonLine({ id, deleted: true }) : 'Alert rule deleted. Its alerts are kept.\n',
  );
  return exitCode.everyAnswer;
}

/** Alerts newest first; with `follow` oldest first, then each new one. */
export async function showAlerts(
  { call, terminal, clock, interrupted }: CommandContext,
  options: ShowAlertsOptions,
): Promise<ExitCode> {
  const { unread, limit, format, follow, markRead } = options;
  const asked = {
    unread,
    limit,
    ...(options.monitor === undefined ? {} : { monitor: options.monitor }),
    ...(options.everyProject ? { project: allProjects } : {}),
  };
  if (follow && format !== 'table' && format !== 'json')
    throw new UsageError(`--follow supports table and json, not ${format}.`);
  const print = async (alerts: readonly AlertView[]): Promise<void> => {
    const file = sheetText(format, () => alertsSheet(alerts));
    if (file !== null) terminal.stdout(file);
    else
      for (const alert of alerts)
        terminal.stdout(
          format === 'json'
            ? jsonLine(alert)
            : `${new Date(alert.raisedAtMs).toISOString()} ${alertLine(alert)}`,
        );
    if (markRead && alerts.length > 0) await call('alerts.markRead', { ids: alerts.map(({ id }) => id) });
  };
  const { alerts } = await call('alerts.list', asked);
  await print(follow ? alerts.toReversed() : alerts);
  if (alerts.length === 0 && !follow && format === 'table') terminal.stderr('No alerts yet.\n');
  let last = alerts[0]?.number ?? 0;
  while (follow && !interrupted.aborted) {
    await clock.wait(followEveryMs, interrupted).catch(() => {});
    const more = await call('alerts.list', { ...asked, after: last });
    await print(more.alerts);
    last = more.alerts.at(-1)?.number ?? last;
  }
  return exitCode.everyAnswer;
}

/** Changes the given members and prints the result. */
export async function setAlertChannels(
  { call, terminal, webhookSecret }: CommandContext,
  options: ChannelOptions,
): Promise<ExitCode> {
  const { webhook, allowPrivate, quiet, timeZone, notifications, format } = options;
  if (options.secret) {
    const { minted, kept } = await call(
      'alerts.setSecret',
      webhookSecret === null ? {} : { secret: webhookSecret },
    );
    terminal.stderr(
      kept === 'keychain'
        ? 'The signing secret is stored in the keychain.\n'
        : 'No keychain available: set the signing secret in PARALLAX_WEBHOOK_SECRET at every start.\n',
    );
    if (minted !== null) terminal.stdout(`${minted}\n`);
  }
  const channels = await call('alerts.setChannels', {
    ...(webhook === undefined ? {} : { webhook: webhook === false ? null : webhook }),
    ...(allowPrivate === undefined ? {} : { allowPrivate }),
    ...(notifications === undefined ? {} : { system: notifications }),
    ...(quiet === undefined ? {} : { quietHours: quiet === false ? null : readHours(quiet, timeZone) }),
  });
  terminal.stdout(format === 'json' ? jsonLine(channels) : channelLabel(channels));
  return exitCode.everyAnswer;
}

function readHours(text: string, timeZone: string): { from: string; to: string; timeZone: string } {
  const [from, to] = text.split('-').map((each) => each.trim());
  if (from && to) return { from, to, timeZone };
  throw new UsageError('Enter quiet hours such as 22:00-07:00.');
}

function channelLabel({ system, webhook, allowPrivate, hasSecret, quietHours }: AlertChannelsView): string {
  const secret = hasSecret
    ? 'signed'
    : 'not sent, no signing secret: use --secret or PARALLAX_WEBHOOK_SECRET';
  const reach = allowPrivate ? ', private networks allowed' : '';
  return [
    `Notifications: ${system ? 'on (desktop app)' : 'off'}`,
    `Webhook: ${webhook === null ? 'none' : `${webhook} (${secret}${reach})`}`,
    `Quiet hours: ${quietHours === null ? 'none' : `${quietHours.from} to ${quietHours.to}, ${quietHours.timeZone}`}`,
    '',
  ].join('\n');
}

/** 1 if a channel failed. */
export async function testAlert({ call, terminal }: CommandContext, format: Format): Promise<ExitCode> {
  const alert = await call('alerts.test', {});
  const outcomes = alert.deliveries.map(
    ({ channel, state, problem }) =>
      `${channel}: ${problem ?? (state === 'waiting' ? 'waiting for the desktop app' : state)}\n`,
  );
  terminal.stdout(format === 'json' ? jsonLine(alert) : `${alertLine(alert)}${outcomes.join('')}`);
  if (outcomes.length === 0)
    terminal.stderr('No alert channel yet. Set one with "parallax alert channel".\n');
  const refused = alert.deliveries.some(({ problem }) => problem !== null);
  return refused ? exitCode.someFailed : exitCode.everyAnswer;
}
