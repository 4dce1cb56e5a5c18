import { type Command, Option } from 'commander';
import { reportFormats } from '#shared/model/reportChoices.ts';
import type { ReportChannelOptions, ScheduleReportOptions } from './commands/monitorReport.ts';
import type { CommandContext } from './context.ts';
import type { ExitCode } from './exitCodes.ts';
import { pathArgument, tableOrJson, wholeNumber } from './flags.ts';

// Help and wrong usage need none of the commands.
const loadMonitorReport = () => import('./commands/monitorReport.ts');

/** Adds the commands of `parallax monitor` that are about reports. */
export function addMonitorReportCommands(
  monitor: Command,
  run: (work: (context: CommandContext) => Promise<ExitCode>) => Promise<void>,
): void {
  monitor
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
    .action((name: string, flags: Omit<ScheduleReportOptions, 'monitor'>) =>
      run(async (context) =>
        (await loadMonitorReport()).scheduleReport(context, { monitor: name, ...flags }),
      ),
    );
  monitor
    .command('reports')
    .description('List the reports of a monitor and where they were sent')
    .argument('<name>')
    .option('--limit <n>', 'Number of reports', wholeNumber(1, 500), 20)
    .addOption(tableOrJson())
    .action((name: string, flags: { limit: number; format: 'table' | 'json' }) =>
      run(async (context) => (await loadMonitorReport()).listReports(context, { monitor: name, ...flags })),
    );
  monitor
    .command('save-report')
    .description('Write a report of a monitor to a file')
    .argument('<report>', 'ID, from "parallax monitor reports"')
    .requiredOption('--out <file>', 'File to write', pathArgument)
    .action((report: string, flags: { out: string }) =>
      run(async (context) => (await loadMonitorReport()).saveReport(context, { report, ...flags })),
    );
  monitor
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
    .action((flags: ReportChannelOptions) =>
      run(async (context) => (await loadMonitorReport()).setReportChannels(context, flags, process.env)),
    );
}
