import { type Command, InvalidArgumentError, Option } from 'commander';

import type { Printed, RetentionFlags } from './commands/retention.ts';
import type { DataRunner } from './dataProgram.ts';
import { type ListFormat, listFormat, pathArgument, tableOrJson, wholeNumber } from './flags.ts';

// Help and wrong usage need none of the commands.
const loadMaintenance = () => import('./commands/maintenance.ts');
const loadRetention = () => import('./commands/retention.ts');

const project = (): Option => new Option('--project <name>', 'Project (default: the current one)');

const periodFlag =
  (most: number) =>
  (text: string): number | 'none' => {
    if (text === 'none') return text;
    try {
      return wholeNumber(1, most)(text);
    } catch {
      throw new InvalidArgumentError(`Use a whole number from 1 to ${most}, or none.`);
    }
  };

/** Adds `parallax data ...`. */
export function addMaintenanceCommands(program: Command, run: DataRunner): void {
  const { terminal } = run;
  const data = program
    .command('data')
    .description('Maintain stored data: size, check, repair, compact, move, retention')
    .exitOverride();
  data
    .command('size')
    .description('Show the size of the history by kind')
    .addOption(listFormat())
    .action((flags: { format: ListFormat }) =>
      run.withHistoryFile('reads', async (tasks) =>
        (await loadMaintenance()).sizeOfData(tasks, terminal, flags.format),
      ),
    );
  data
    .command('check')
    .description('Check the history for damage (exit code 1 if found); works while Parallax is open')
    .option('--full', 'Check every index, and every stored answer against its hash', false)
    .addOption(tableOrJson())
    .action((flags: Printed & { full: boolean }) =>
      run.withHistoryFile('reads', async (tasks) =>
        (await loadMaintenance()).checkData(tasks, terminal, flags),
      ),
    );
  data
    .command('repair')
    .description('Repair the history: write a new file with all readable data; the old file is kept')
    .addOption(tableOrJson())
    .action((flags: Printed) =>
      run.withHistoryFile('changes', async (tasks) =>
        (await loadMaintenance()).repairData(tasks, terminal, flags.format, run.nowMs()),
      ),
    );
  data
    .command('compact')
    .description('Return unused space to the disk')
    .addOption(tableOrJson())
    .action((flags: Printed) =>
      run.withHistoryFile('changes', async (tasks) =>
        (await loadMaintenance()).compactData(tasks, terminal, flags.format),
      ),
    );
  data
    .command('move')
    .description('Move the data folder; later starts use the new folder')
    .argument('<folder>', 'New or empty folder', pathArgument)
    .option('--keep-old', 'Keep the old files', false)
    .addOption(tableOrJson())
    .action((folder: string, flags: Printed & { keepOld: boolean }) =>
      run.withHistoryFile('changes', async (tasks) =>
        (await loadMaintenance()).moveData(tasks, terminal, { folder, ...flags }, run.nowMs()),
      ),
    );
  const retention = data
    .command('retention')
    .description('Manage retention rules; nothing is deleted without a rule')
    .exitOverride();
  retention
    .command('show', { isDefault: true })
    .description('Show the retention rule and the data to delete')
    .addOption(project())
    .addOption(listFormat())
    .action((flags: { format: ListFormat; project?: string }) =>
      run.withCore(async (context) => (await loadRetention()).showRetention(context, flags)),
    );
  retention
    .command('set')
    .description('Change the retention rule; deletes nothing yet')
    .option('--pages-days <n>', 'Delete stored HTML pages after this many days, or none', periodFlag(36_500))
    .option('--runs-months <n>', 'Delete runs and answers after this many months, or none', periodFlag(1200))
    .option('--keep-marked', 'Keep answers with notes or labels, and their runs')
    .option('--no-keep-marked', 'Delete answers with notes or labels too')
    .option('--keep-monitors', 'Keep runs of monitors')
    .option('--no-keep-monitors', 'Delete runs of monitors too')
    .option('--automatic', 'Apply daily while Parallax is open')
    .option('--no-automatic', 'Apply only by "retention apply"')
    .option('--remove', 'Delete the rule: everything is kept', false)
    .addOption(project())
    .addOption(tableOrJson())
    .action((flags: RetentionFlags) =>
      run.withCore(async (context) => (await loadRetention()).setRetention(context, flags)),
    );
  retention
    .command('apply')
    .description('Delete data by the rule; Ctrl+C stops, deleted data is not restored')
    .option('--dry-run', 'Show the data to delete only', false)
    .addOption(project())
    .addOption(tableOrJson())
    .action((flags: Printed & { project?: string; dryRun: boolean }) =>
      run.withCore(async (context) => (await loadRetention()).applyRetention(context, flags)),
    );
}
