import type { ReportFormat } from '#shared/model/report.ts';
import {
  type KeptReport,
  type ReportChannelsView,
  type ReportSchedule,
  reportScheduleSchema,
} from '#shared/model/scheduledReport.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCode, UsageError } from '../exitCodes.ts';
import { writeNewFile } from '../fileLines.ts';
import { jsonLine } from '../storedAnswers.ts';
import { textTable } from '../textTable.ts';
import { downloadedFile } from './export.ts';

type Format = 'table' | 'json';

export type ScheduleReportOptions = {
  readonly monitor: string;
  readonly as?: ReportFormat;
  /** False takes it away. */
  readonly folder?: string | false;
  readonly email?: string | false;
  readonly slack?: boolean;
  readonly teams?: boolean;
  readonly off?: boolean;
  readonly format: Format;
};

/** Shows or changes what is written after each run of a monitor; what is not named stays. */
export async function scheduleReport(
  { call, terminal }: CommandContext,
  options: ScheduleReportOptions,
): Promise<ExitCode> {
  const { monitor, as, folder, email, slack, teams, off = false, format } = options;
  const known = (await call('reports.schedule', { monitor })).schedule;
  const changes = {
    ...(as === undefined ? {} : { format: as }),
    ...(folder === undefined ? {} : { folder: folder === false ? null : folder }),
    ...(email === undefined ? {} : { emails: email === false ? [] : listOf(email) }),
    ...(slack === undefined ? {} : { slack }),
    ...(teams === undefined ? {} : { teams }),
  };
  const changed = off || Object.keys(changes).length > 0;
  const next = off ? null : { ...(known ?? reportScheduleSchema.parse({})), ...changes };
  const schedule = changed
    ? (await call('reports.setSchedule', { monitor, schedule: next })).schedule
    : known;
  terminal.stdout(format === 'json' ? jsonLine({ monitor, schedule }) : scheduleLabel(monitor, schedule));
  return exitCode.everyAnswer;
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

function scheduleLabel(monitor: string, schedule: ReportSchedule | null): string {
  if (schedule === null) return `No report after the runs of "${monitor}".\n`;
  const { format, folder, emails, slack, teams } = schedule;
  const where = [
    ...(folder === null ? [] : [folder]),
    ...emails,
    ...(slack ? ['Slack'] : []),
    ...(teams ? ['Teams'] : []),
  ];
  const sent = where.length === 0 ? 'It is kept and sent nowhere.' : `Sent to ${where.join(', ')}.`;
  return `A ${format} report after every run of "${monitor}". ${sent}\n`;
}

/** Lists the reports of a monitor, newest first, and what became of sending them. */
export async function listReports(
  { call, terminal }: CommandContext,
  options: { readonly monitor: string; readonly limit: number; readonly format: Format },
): Promise<ExitCode> {
  const { reports } = await call('reports.list', { monitor: options.monitor, limit: options.limit });
  if (options.format === 'json') for (const report of reports) terminal.stdout(jsonLine(report));
  else if (reports.length === 0) terminal.stderr('No reports yet.\n');
  else
    terminal.stdout(
      textTable(
        ['REPORT', 'SCHEDULED (UTC)', 'STATE', 'FILE', 'SENT'],
        reports.map(reportColumns),
        terminal.columns(),
      ),
    );
  return exitCode.everyAnswer;
}

function reportColumns({ id, scheduledAtMs, state, problem, name, deliveries }: KeptReport): string[] {
  return [
    id,
    new Date(scheduledAtMs).toISOString().slice(0, 16).replace('T', ' '),
    problem === null ? state : `${state}: ${problem}`,
    name ?? '',
    deliveries.map((each) => `${each.channel}: ${each.problem ?? each.state}`).join('; '),
  ];
}

/** Writes a report that was kept to a file. */
export async function saveReport(
  context: CommandContext,
  options: { readonly report: string; readonly out: string },
): Promise<ExitCode> {
  const { fileId, bytes } = await context.call('reports.open', { id: options.report });
  await writeNewFile(options.out, downloadedFile(context, fileId));
  context.terminal.stdout(jsonLine({ file: options.out, bytes }));
  return exitCode.everyAnswer;
}

export type ReportChannelOptions = {
  /** `host:port`; false takes it away. */
  readonly smtp?: string | false;
  readonly encryption?: 'tls' | 'starttls' | 'none';
  readonly user?: string;
  readonly from?: string;
  /** Secrets come from the environment, where no list of processes shows them. */
  readonly password?: boolean;
  readonly slack?: boolean;
  readonly teams?: boolean;
  readonly allowPrivate?: boolean;
  readonly test?: string;
  readonly format: Format;
};

/** Shows or changes by what reports are sent. */
export async function setReportChannels(
  { call, terminal }: CommandContext,
  options: ReportChannelOptions,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ExitCode> {
  const { allowPrivate, format, test } = options;
  const before = await call('reports.channels', {});
  const view = await call('reports.setChannels', {
    smtp: smtpOf(options, before.smtp),
    ...(allowPrivate === undefined ? {} : { allowPrivate }),
    ...secretOf('password', options.password, env, 'PARALLAX_SMTP_PASSWORD'),
    ...secretOf('slackWebhook', options.slack, env, 'PARALLAX_SLACK_WEBHOOK'),
    ...secretOf('teamsWebhook', options.teams, env, 'PARALLAX_TEAMS_WEBHOOK'),
  });
  terminal.stdout(format === 'json' ? jsonLine(view) : channelsLabel(view));
  if (test === undefined) return exitCode.everyAnswer;
  const channel = test === 'slack' || test === 'teams' ? test : 'email';
  const { problem } = await call('reports.test', { channel, to: channel === 'email' ? [test] : [] });
  terminal.stderr(
    problem === null ? 'The test message was sent.\n' : `The test message was not sent: ${problem}.\n`,
  );
  return problem === null ? exitCode.everyAnswer : exitCode.someFailed;
}

function smtpOf(
  { smtp, encryption, user, from }: ReportChannelOptions,
  known: ReportChannelsView['smtp'],
): ReportChannelsView['smtp'] {
  if (smtp === false) return null;
  const named = smtp === undefined ? null : /^(.+):(\d+)$/.exec(smtp);
  if (smtp !== undefined && named === null)
    throw new UsageError('--smtp: use HOST:PORT, such as mail.example.org:465.');
  const host = named?.[1] ?? known?.host;
  const sender = from ?? known?.from;
  if (host === undefined) return null;
  if (sender === undefined) throw new UsageError('Set the sender with --from.');
  return {
    host,
    port: named === null ? (known?.port ?? 465) : Number(named[2]),
    encryption: encryption ?? known?.encryption ?? 'tls',
    user: user ?? known?.user ?? '',
    from: sender,
  };
}

function secretOf<Name extends string>(
  name: Name,
  wanted: boolean | undefined,
  env: Readonly<Record<string, string | undefined>>,
  variable: string,
): { readonly [K in Name]?: string | null } {
  if (wanted === undefined) return {};
  const secret = wanted ? env[variable]?.trim() : null;
  if (secret === undefined || secret === '') throw new UsageError(`Set ${variable} first.`);
  return { [name]: secret } as { readonly [K in Name]?: string | null };
}

function channelsLabel({ smtp, hasPassword, hasSlack, hasTeams, allowPrivate }: ReportChannelsView): string {
  const mail =
    smtp === null
      ? 'none'
      : `${smtp.host}:${smtp.port} (${smtp.encryption}) from ${smtp.from}${smtp.user === '' ? '' : `, user ${smtp.user}, password ${hasPassword ? 'set' : 'missing'}`}`;
  return [
    `Mail server: ${mail}`,
    `Slack webhook: ${hasSlack ? 'set' : 'none'}`,
    `Teams webhook: ${hasTeams ? 'set' : 'none'}`,
    `Private networks: ${allowPrivate ? 'allowed' : 'blocked'}`,
    '',
  ].join('\n');
}
