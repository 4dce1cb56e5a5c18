import type { Command } from 'commander';
import type { CommandContext } from './context.ts';
import type { ExitCode } from './exitCodes.ts';
import { type ListFormat, listFormat, tableOrJson } from './flags.ts';

// Help and wrong usage need none of the commands.
const loadAnnotation = () => import('./commands/annotation.ts');

type Format = 'table' | 'json';

/** Adds `parallax annotation ...`: dated notes that are marked on trends. */
export function addAnnotationCommands(
  program: Command,
  run: (work: (context: CommandContext) => Promise<ExitCode>) => Promise<void>,
): void {
  const group = program
    .command('annotation')
    .description('Manage annotations: dated notes on the trends of a project')
    .exitOverride();
  group
    .command('add')
    .description('Add an annotation')
    .argument('<date>', 'Day (UTC), such as 2026-10-31')
    .argument('<text>', 'Text, such as "Site relaunch"')
    .addOption(tableOrJson())
    .action((date: string, text: string, { format }: { format: Format }) =>
      run(async (context) => (await loadAnnotation()).addAnnotation(context, date, text, format)),
    );
  group
    .command('list')
    .description('List annotations')
    .addOption(listFormat())
    .action(({ format }: { format: ListFormat }) =>
      run(async (context) => (await loadAnnotation()).listAnnotations(context, format)),
    );
  group
    .command('edit')
    .description('Change the date or text of an annotation')
    .argument('<id>')
    .option('--date <date>', 'New day (UTC)')
    .option('--text <text>', 'New text')
    .addOption(tableOrJson())
    .action((id: string, flags: { date?: string; text?: string; format: Format }) =>
      run(async (context) => (await loadAnnotation()).editAnnotation(context, id, flags)),
    );
  group
    .command('delete')
    .alias('remove')
    .description('Delete an annotation')
    .argument('<id>')
    .addOption(tableOrJson())
    .action((id: string, { format }: { format: Format }) =>
      run(async (context) => (await loadAnnotation()).deleteAnnotation(context, id, format)),
    );
}
