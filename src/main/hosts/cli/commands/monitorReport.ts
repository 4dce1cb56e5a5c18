import { Option } from 'commander';
import { reportFormats } from '#shared/model/reportChoices.ts';
import {
  type ReportChannelsView,
  type ReportSchedule,
  reportScheduleSchema,
} from '#shared/model/scheduledReport.ts';
import { reportsTable } from '#shared/tables/planTables.ts';
import { terminalColumns } from '#shared/tables/table.ts';
import type { Declare } from '../context.ts';
import { exitCode, UsageError } from '../exitCodes.ts';
import { defined, listOf, pathArgument, tableOrJson, wholeNumber } from '../flags.ts';
import { jsonLine, lines, print, printList } from '../print.ts';
import { writeNewFile } from '../writeNewFile.ts';
import { downloadedFile } from './export.ts';

/** Shows or changes what is written after each run of a monitor; what is not named stays. */
export const report: Declare = (group, { withCore }) =>
  group
    .command('report')
    .description('Show or change the report that is written after every run of a monitor')
    .argument('<name>')
    .addOption(new Option('--as <format>', 'Format of the report (default: pdf)').choices(reportFormats))
    .option('--folder <path>', 'Put a copy into this folder')
    .option('--no-folder', 'Put no copy into a folder')
    .option('--email <list>', 'Send it to these addresses')
    .option('--no-email', 'Send it to no address')
    .option('--slack', 'Post the verdict to Slack')
    .option('--no-slack', 'Do not post to Slack')
    .option('--teams', 'Post the verdict to Teams')
    .option('--no-teams', 'Do not post to Teams')
    .option('--off', 'Write no more reports')
    .addOption(tableOrJson())
    .action(
      withCore(async (context, monitor, { as, folder, email, slack, teams, off = false, format }) => {
        const { call } = context;
        let { schedule } = await call('reports.schedule', { monitor });
        const changes = defined({
          format: as,
          folder: folder === false ? null : folder,
          emails: email === undefined ? undefined : listOf(email || ''),
          slack,
          teams,
        });
        if (off || Object.keys(changes).length > 0) {
          const next = off ? null : { ...(schedule ?? reportScheduleSchema.parse({})), ...changes };
          schedule = (await call('reports.setSchedule', { monitor, schedule: next })).schedule;
        }
        return print(context, format, { monitor, schedule }, scheduleLabel(monitor, schedule));
      }),
    );

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
export const reports: Declare = (group, { withCore }) =>
  group
    .command('reports')
    .description('List the reports of a monitor and where they were sent')
    .argument('<name>')
    .option('--limit <n>', 'Number of reports', wholeNumber(1, 500), 20)
    .addOption(tableOrJson())
    .action(
      withCore(async (context, monitor, { limit, format }) => {
        const { reports: kept } = await context.call('reports.list', { monitor, limit });
        return printList(context, format, { columns: terminalColumns(reportsTable) }, kept, {
          none: 'No reports yet.',
        });
      }),
    );

/** Writes a report that was kept to a file. */
export const saveReport: Declare = (group, { withCore }) =>
  group
    .command('save-report')
    .description('Write a report of a monitor to a file')
    .argument('<report>', 'ID, from "parallax monitor reports"')
    .requiredOption('--out <file>', 'File to write', pathArgument)
    .action(
      withCore(async (context, id, { out }) => {
        const { fileId, bytes } = await context.call('reports.open', { id });
        await writeNewFile(out, downloadedFile(context, fileId));
        context.terminal.stdout(jsonLine({ file: out, bytes }));
        return exitCode.everyAnswer;
      }),
    );

/** Shows or changes by what reports are sent. Secrets come from the environment, where no list of processes shows them. */
export const channel: Declare = (group, { withCore }) =>
  group
    .command('channel')
    .description('Show or change how reports are sent: mail server, Slack, Teams')
    .option('--smtp <host:port>', 'Mail server, such as mail.example.org:465')
    .option('--no-smtp', 'Remove the mail server')
    .addOption(
      new Option(
        '--encryption <name>',
        'Of the mail server (default: tls); none in private networks only',
      ).choices(['tls', 'starttls', 'none']),
    )
    .option('--user <name>', 'User at the mail server')
    .option('--from <address>', 'Sender')
    .option('--password', 'Store the password of PARALLAX_SMTP_PASSWORD in the keychain')
    .option('--slack', 'Store the webhook of PARALLAX_SLACK_WEBHOOK in the keychain')
    .option('--no-slack', 'Remove the Slack webhook')
    .option('--teams', 'Store the webhook of PARALLAX_TEAMS_WEBHOOK in the keychain')
    .option('--no-teams', 'Remove the Teams webhook')
    .option('--allow-private', 'Allow this computer and private networks')
    .option('--no-allow-private', 'Block this computer and private networks')
    .option('--test <where>', 'Send a test message: an address, slack or teams')
    .addOption(tableOrJson())
    .action(
      withCore(async (context, { password, slack, teams, allowPrivate, test, format, ...mail }) => {
        const { call, terminal } = context;
        const before = await call('reports.channels', {});
        const view = await call('reports.setChannels', {
          smtp: smtpOf(mail, before.smtp),
          allowPrivate,
          password: secretOf(password, 'PARALLAX_SMTP_PASSWORD'),
          slackWebhook: secretOf(slack, 'PARALLAX_SLACK_WEBHOOK'),
          teamsWebhook: secretOf(teams, 'PARALLAX_TEAMS_WEBHOOK'),
        });
        const shown = print(context, format, view, channelsLabel(view));
        if (test === undefined) return shown;
        const to = test === 'slack' || test === 'teams' ? test : 'email';
        const { problem } = await call('reports.test', { channel: to, to: to === 'email' ? [test] : [] });
        terminal.stderr(
          problem === null ? 'The test message was sent.\n' : `The test message was not sent: ${problem}.\n`,
        );
        return problem === null ? exitCode.everyAnswer : exitCode.someFailed;
      }),
    );

/** @param smtp false takes it away */
function smtpOf(
  { smtp, ...given }: Partial<NonNullable<ReportChannelsView['smtp']>> & { readonly smtp?: string | false },
  known: ReportChannelsView['smtp'],
): ReportChannelsView['smtp'] {
  if (smtp === false) return null;
  const named = smtp === undefined ? null : /^(.+):(\d+)$/.exec(smtp);
  if (smtp !== undefined && named === null)
    throw new UsageError('--smtp: use HOST:PORT, such as mail.example.org:465.');
  const host = named?.[1] ?? known?.host;
  const from = given.from ?? known?.from;
  if (host === undefined) return null;
  if (from === undefined) throw new UsageError('Set the sender with --from.');
  return {
    host,
    port: named === null ? (known?.port ?? 465) : Number(named[2]),
    encryption: given.encryption ?? known?.encryption ?? 'tls',
    user: given.user ?? known?.user ?? '',
    from,
  };
}

/** The secret in a variable; null takes the stored one away. @throws UsageError for an empty variable */
function secretOf(wanted: boolean | undefined, variable: string): string | null | undefined {
  if (!wanted) return wanted === undefined ? undefined : null;
  const secret = process.env[variable]?.trim();
  if (!secret) throw new UsageError(`Set ${variable} first.`);
  return secret;
}

function channelsLabel({ smtp, hasPassword, hasSlack, hasTeams, allowPrivate }: ReportChannelsView): string {
  const mail =
    smtp === null
      ? 'none'
      : `${smtp.host}:${smtp.port} (${smtp.encryption}) from ${smtp.from}${smtp.user === '' ? '' : `, user ${smtp.user}, password ${hasPassword ? 'set' : 'missing'}`}`;
  return lines([
    `Mail server: ${mail}`,
    `Slack webhook: ${hasSlack ? 'set' : 'none'}`,
    `Teams webhook: ${hasTeams ? 'set' : 'none'}`,
    `Private networks: ${allowPrivate ? 'allowed' : 'blocked'}`,
  ]);
}
