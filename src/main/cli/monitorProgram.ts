import { type Command, Option } from 'commander';
import {
  type AddMonitorOptions,
  addMonitor,
  listMonitors,
  monitorDaemon,
  removeMonitor,
  runMonitors,
} from './commands/monitor.ts';
import type { CommandContext } from './context.ts';
import type { ExitCode } from './exitCodes.ts';
import { wholeNumber } from './flags.ts';

type Shared = { readonly format: 'table' | 'json' };

const format = (): Option =>
  new Option('--format <name>', 'how to print').choices(['table', 'json']).default('table');

/** Adds `parallax monitor ...`: plans on a schedule. */
export function addMonitorCommands(
  program: Command,
  run: (work: (context: CommandContext) => Promise<ExitCode>) => Promise<void>,
): void {
  const monitor = program.command('monitor').description('run plans on a schedule').exitOverride();
  monitor
    .command('add')
    .description('put a plan on a schedule')
    .argument('<name>')
    .requiredOption('--plan <name>', 'plan to run; each run takes its newest version')
    .requiredOption('--cron <fields>', 'minute hour day month weekday, such as "0 7 * * 1"')
    .option('--time-zone <name>', 'zone of these times, such as Europe/Berlin', 'UTC')
    .addOption(
      new Option('--missed <rule>', 'times that passed while nothing watched')
        .choices(['skip', 'once', 'all'])
        .default('once'),
    )
    .addOption(
      new Option('--overlap <rule>', 'when the run before has not ended')
        .choices(['skip', 'wait', 'parallel'])
        .default('skip'),
    )
    .option('--jitter <seconds>', 'start up to this much later', wholeNumber(0, 86_400), 0)
    .addOption(new Option('--mode <name>', 'how to run').choices(['live', 'queued']).default('live'))
    .option('--ceiling <n>', 'credits that each run may not pass', wholeNumber(0, 1_000_000_000))
    .option('--connection <name>', 'deployment to ask (default: the one in use)')
    .addOption(format())
    .action((name: string, flags: Omit<AddMonitorOptions, 'name'>) =>
      run((context) => addMonitor(context, { name, ...flags })),
    );
  monitor
    .command('list')
    .description('list monitors')
    .addOption(format())
    .action((flags: Shared) => run((context) => listMonitors(context, flags.format)));
  monitor
    .command('remove')
    .description('remove a monitor; its runs stay')
    .argument('<name>')
    .action((name: string) => run((context) => removeMonitor(context, name)));
  monitor
    .command('run')
    .description('run what is due now and wait for it; exit codes as of run')
    .addOption(format())
    .action((flags: Shared) => run((context) => runMonitors(context, flags.format)));
  monitor
    .command('daemon')
    .description('run what is due, until it is ended')
    .addOption(format())
    .action((flags: Shared) => run((context) => monitorDaemon(context, flags.format)));
}
