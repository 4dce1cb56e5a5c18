import { type Command, Option } from 'commander';
import type { AddMonitorOptions, EditMonitorOptions } from './commands/monitor.ts';

import type { CommandContext } from './context.ts';
import type { ExitCode } from './exitCodes.ts';
import { type ListFormat, listFormat, tableOrJson, wholeNumber } from './flags.ts';
import { addMonitorReportCommands } from './monitorReportProgram.ts';

// Help and wrong usage need none of the commands.
const loadMonitor = () => import('./commands/monitor.ts');
const loadMonitorDaemon = () => import('./commands/monitorDaemon.ts');

type Shared = { readonly format: 'table' | 'json' };
type Listed = { readonly format: ListFormat };

/** Adds `parallax monitor ...`: plans on a schedule. */
export function addMonitorCommands(
  program: Command,
  run: (work: (context: CommandContext) => Promise<ExitCode>) => Promise<void>,
): void {
  const monitor = program.command('monitor').description('Schedule plans').exitOverride();
  monitor
    .command('create')
    .alias('add')
    .description('Create a monitor: run a plan on a schedule')
    .argument('<name>')
    .requiredOption('--plan <name>', 'Plan to run, in its latest version')
    .requiredOption('--cron <fields>', 'Minute hour day month weekday, such as "0 7 * * 1"')
    .option('--time-zone <name>', 'Time zone of the schedule, such as Europe/Berlin', 'UTC')
    .addOption(
      new Option('--missed <rule>', 'Missed runs: skip, catch up once, or run all')
        .choices(['skip', 'once', 'all'])
        .default('once'),
    )
    .addOption(
      new Option('--overlap <rule>', 'If the previous run is still going')
        .choices(['skip', 'wait', 'parallel'])
        .default('skip'),
    )
    .option('--random-delay <seconds>', 'Maximum random delay', wholeNumber(0, 86_400), 0)
    .addOption(new Option('--mode <name>', 'Run mode').choices(['live', 'queued']).default('live'))
    .option('--credit-limit <n>', 'Credit limit per run', wholeNumber(0, 1_000_000_000))
    .option('--connection <name>', 'Connection to use (default: the current one)')
    .option('--no-alert-rules', 'Create it without alert rules')
    .addOption(tableOrJson())
    .action((name: string, flags: Omit<AddMonitorOptions, 'name'>) =>
      run(async (context) => (await loadMonitor()).addMonitor(context, { name, ...flags })),
    );
  monitor
    .command('edit')
    .description('Edit a monitor')
    .argument('<name>')
    .option('--name <name>', 'New name')
    .option('--plan <name>', 'Plan to run')
    .option('--cron <fields>', 'Minute hour day month weekday')
    .option('--time-zone <name>', 'Time zone of the schedule')
    .addOption(
      new Option('--missed <rule>', 'Missed runs: skip, catch up once, or run all').choices([
        'skip',
        'once',
        'all',
      ]),
    )
    .addOption(
      new Option('--overlap <rule>', 'If the previous run is still going').choices([
        'skip',
        'wait',
        'parallel',
      ]),
    )
    .option('--random-delay <seconds>', 'Maximum random delay', wholeNumber(0, 86_400))
    .addOption(new Option('--mode <name>', 'Run mode').choices(['live', 'queued']))
    .option('--credit-limit <n>', 'Credit limit per run', wholeNumber(0, 1_000_000_000))
    .option('--no-credit-limit', 'Remove the credit limit')
    .option('--connection <name>', 'Connection to use')
    .addOption(tableOrJson())
    .action((monitor: string, flags: Omit<EditMonitorOptions, 'monitor'>) =>
      run(async (context) => (await loadMonitor()).editMonitor(context, { monitor, ...flags })),
    );
  monitor
    .command('pause')
    .description('Pause a monitor; paused runs do not count as missed')
    .argument('<name>')
    .addOption(tableOrJson())
    .action((name: string, { format }: Shared) =>
      run(async (context) => (await loadMonitor()).pauseMonitor(context, name, true, format)),
    );
  monitor
    .command('resume')
    .description('Resume a paused monitor')
    .argument('<name>')
    .addOption(tableOrJson())
    .action((name: string, { format }: Shared) =>
      run(async (context) => (await loadMonitor()).pauseMonitor(context, name, false, format)),
    );
  monitor
    .command('history')
    .description('Show the run history of a monitor')
    .argument('<name>')
    .option('--limit <n>', 'Number of runs', wholeNumber(1, 500), 20)
    .addOption(listFormat())
    .action((name: string, flags: Listed & { limit: number }) =>
      run(async (context) => (await loadMonitor()).monitorHistory(context, { name, ...flags })),
    );
  monitor
    .command('list')
    .description('List monitors')
    .addOption(listFormat())
    .action((flags: Listed) =>
      run(async (context) => (await loadMonitor()).listMonitors(context, flags.format)),
    );
  monitor
    .command('delete')
    .alias('remove')
    .description('Delete a monitor; its runs are kept')
    .argument('<name>')
    .addOption(tableOrJson())
    .action((name: string, { format }: Shared) =>
      run(async (context) => (await loadMonitor()).deleteMonitor(context, name, format)),
    );
  monitor
    .command('run')
    .description('Run all due monitors and wait; exit codes as for "parallax run"')
    .argument('[name]', 'Run this monitor now, due or not')
    .addOption(tableOrJson())
    .action((name: string | undefined, flags: Shared) =>
      run(async (context) => (await loadMonitorDaemon()).runMonitors(context, name ?? null, flags.format)),
    );
  monitor
    .command('daemon')
    .description('Run monitors when they are due, until Ctrl+C')
    .addOption(tableOrJson())
    .action((flags: Shared) =>
      run(async (context) => (await loadMonitorDaemon()).monitorDaemon(context, flags.format)),
    );
  addMonitorReportCommands(monitor, run);
}
