import { type Command, InvalidArgumentError, Option } from 'commander';
import { checkData, compactData, moveData, repairData, sizeOfData } from './commands/maintenance.ts';
import {
  applyRetention,
  type Printed,
  type RetentionFlags,
  setRetention,
  showRetention,
} from './commands/retention.ts';
import type { DataRunner } from './dataProgram.ts';
import { pathArgument, wholeNumber } from './flags.ts';
import { type ListFormat, listFormat, tableOrJson } from './listFormats.ts';

const project = (): Option => new Option('--project <name>', 'project (default: the one in use)');

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
    .description('what is on the disk: sizes, checks, repair, compaction, retention, moving')
    .exitOverride();
  data
    .command('size')
    .description('say where the bytes are, by kind')
    .addOption(listFormat())
    .action((flags: { format: ListFormat }) =>
      run.withHistoryFile('reads', (tasks) => sizeOfData(tasks, terminal, flags.format)),
    );
  data
    .command('check')
    .description('look for damage, also while Parallax is open; 1 when there is some')
    .option('--full', 'also every index, and every stored answer against its hash', false)
    .addOption(tableOrJson())
    .action((flags: Printed & { full: boolean }) =>
      run.withHistoryFile('reads', (tasks) => checkData(tasks, terminal, flags)),
    );
  data
    .command('repair')
    .description(
      'write a new history with all that can be read, and put right what does not fit; the old file stays',
    )
    .addOption(tableOrJson())
    .action((flags: Printed) =>
      run.withHistoryFile('changes', (tasks) => repairData(tasks, terminal, flags.format, run.nowMs())),
    );
  data
    .command('compact')
    .description('give unused space back to the disk; the file is written anew, checked, and put in place')
    .addOption(tableOrJson())
    .action((flags: Printed) =>
      run.withHistoryFile('changes', (tasks) => compactData(tasks, terminal, flags.format)),
    );
  data
    .command('move')
    .description('move everything to a new or empty folder; later starts follow by themselves')
    .argument('<folder>', 'new or empty folder', pathArgument)
    .option('--keep-old', 'leave the old files where they are', false)
    .addOption(tableOrJson())
    .action((folder: string, flags: Printed & { keepOld: boolean }) =>
      run.withHistoryFile('changes', (tasks) => moveData(tasks, terminal, { folder, ...flags }, run.nowMs())),
    );
  const retention = data
    .command('retention')
    .description('how long a project keeps what it has; nothing is deleted without a rule')
    .exitOverride();
  retention
    .command('show', { isDefault: true })
    .description('print the rule, and what it would delete now')
    .addOption(project())
    .addOption(listFormat())
    .action((flags: { format: ListFormat; project?: string }) =>
      run.withCore((context) => showRetention(context, flags)),
    );
  retention
    .command('set')
    .description('set the rule; what is not named stays as it is. Deletes nothing')
    .option('--pages-days <n>', 'delete stored HTML pages after so many days, or none', periodFlag(36_500))
    .option(
      '--runs-months <n>',
      'delete runs with their answers after so many months, or none',
      periodFlag(1200),
    )
    .option('--keep-marked', 'keep runs and pages of answers with a note or label')
    .option('--no-keep-marked', 'delete them as well')
    .option('--keep-monitors', 'keep what monitors asked')
    .option('--no-keep-monitors', 'delete it as well')
    .option('--automatic', 'apply it once a day while a window is open')
    .option('--no-automatic', 'apply it only by "retention apply"')
    .option('--remove', 'remove the rule: everything is kept', false)
    .addOption(project())
    .addOption(tableOrJson())
    .action((flags: RetentionFlags) => run.withCore((context) => setRetention(context, flags)));
  retention
    .command('apply')
    .description('delete what the rule says; Ctrl+C stops it, and what is deleted stays so')
    .option('--dry-run', 'only say what would be deleted', false)
    .addOption(project())
    .addOption(tableOrJson())
    .action((flags: Printed & { project?: string; dryRun: boolean }) =>
      run.withCore((context) => applyRetention(context, flags)),
    );
}
