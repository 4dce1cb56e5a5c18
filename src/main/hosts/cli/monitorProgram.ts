import { type Command, Option } from 'commander';
import {
  type AddMonitorOptions,
  addMonitor,
  type EditMonitorOptions,
  editMonitor,
  listMonitors,
  monitorHistory,
  pauseMonitor,
  removeMonitor,
} from './commands/monitor.ts';
import { monitorDaemon, runMonitors } from './commands/monitorDaemon.ts';
import type { CommandContext } from './context.ts';
import type { ExitCode } from './exitCodes.ts';
import { wholeNumber } from './flags.ts';
import { type ListFormat, listFormat, tableOrJson } from './listFormats.ts';

type Shared = { readonly format: 'table' | 'json' };
type Listed = { readonly format: ListFormat };

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
    .addOption(tableOrJson())
    .action((name: string, flags: Omit<AddMonitorOptions, 'name'>) =>
      run((context) => addMonitor(context, { name, ...flags })),
    );
  monitor
    .command('edit')
    .description('change a monitor; what is not named stays')
    .argument('<name>')
    .option('--name <name>', 'a new name')
    .option('--plan <name>', 'plan to run')
    .option('--cron <fields>', 'minute hour day month weekday')
    .option('--time-zone <name>', 'zone of these times')
    .addOption(new Option('--missed <rule>', 'times that passed').choices(['skip', 'once', 'all']))
    .addOption(
      new Option('--overlap <rule>', 'when the run before has not ended').choices([
        'skip',
        'wait',
        'parallel',
      ]),
    )
    .option('--jitter <seconds>', 'start up to this much later', wholeNumber(0, 86_400))
    .addOption(new Option('--mode <name>', 'how to run').choices(['live', 'queued']))
    .option('--ceiling <n>', 'credits that each run may not pass', wholeNumber(0, 1_000_000_000))
    .option('--no-ceiling', 'let runs cost what they cost')
    .option('--connection <name>', 'deployment to ask')
    .addOption(tableOrJson())
    .action((monitor: string, flags: Omit<EditMonitorOptions, 'monitor'>) =>
      run((context) => editMonitor(context, { monitor, ...flags })),
    );
  monitor
    .command('pause')
    .description('run nothing until it is resumed; times that pass meanwhile do not count as missed')
    .argument('<name>')
    .action((name: string) => run((context) => pauseMonitor(context, name, true)));
  monitor
    .command('resume')
    .description('go on with a paused monitor')
    .argument('<name>')
    .action((name: string) => run((context) => pauseMonitor(context, name, false)));
  monitor
    .command('history')
    .description('list scheduled times and what became of them')
    .argument('<name>')
    .option('--limit <n>', 'number of times', wholeNumber(1, 500), 20)
    .addOption(listFormat())
    .action((name: string, flags: Listed & { limit: number }) =>
      run((context) => monitorHistory(context, { name, ...flags })),
    );
  monitor
    .command('list')
    .description('list monitors')
    .addOption(listFormat())
    .action((flags: Listed) => run((context) => listMonitors(context, flags.format)));
  monitor
    .command('remove')
    .description('remove a monitor; its runs stay')
    .argument('<name>')
    .action((name: string) => run((context) => removeMonitor(context, name)));
  monitor
    .command('run')
    .description('run what is due now and wait for it; exit codes as of run')
    .argument('[name]', 'run this one now, due or not; such a run is not part of its series')
    .addOption(tableOrJson())
    .action((name: string | undefined, flags: Shared) =>
      run((context) => runMonitors(context, name ?? null, flags.format)),
    );
  monitor
    .command('daemon')
    .description('run what is due, until it is ended')
    .addOption(tableOrJson())
    .action((flags: Shared) => run((context) => monitorDaemon(context, flags.format)));
}
