import { resolve } from 'node:path';
import type { DataCopy } from '#shared/model/maintenance.ts';
import { counted } from '#shared/tables/figureLabels.ts';
import type { Declare } from '../context.ts';
import { pathArgument, tableOrJson } from '../flags.ts';
import { print, shellWord } from '../print.ts';
import { withProgress } from '../withProgress.ts';

/** Copies the history to a file, also while Parallax is open, and checks the copy. */
export const backup: Declare = (command, { withHistoryFile }) =>
  command
    .argument('<file>', 'File to write', pathArgument)
    .addOption(tableOrJson())
    .action(
      withHistoryFile('copies')(async (context, file, { format }) => {
        const facts = await withProgress(context, (...watched) =>
          context.tasks.backup(resolve(file), ...watched),
        );
        const said = `Backed up to ${facts.file}: ${contentsOf(facts)}, verified.\n`;
        return print(context, format, facts, said);
      }),
    );

/** What a copy holds, in words. */
function contentsOf({ runs, observations, bytes }: DataCopy): string {
  const size = bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${counted(runs, 'run')}, ${counted(observations, 'answer')}, ${size}`;
}

/** Puts a backup in the place of the history; the one that was there stays beside it. */
export const restore: Declare = (command, { withHistoryFile }) =>
  command
    .argument('<file>', 'Backup file', pathArgument)
    .addOption(tableOrJson())
    .action(
      withHistoryFile('changes')(async (context, file, { format }) => {
        const facts = await withProgress(context, (...watched) =>
          context.tasks.restore(resolve(file), context.clock.now(), ...watched),
        );
        const kept = facts.keptFile === null ? '' : `\nThe previous history is kept as ${facts.keptFile}.`;
        const ended = print(context, format, facts, `Restored ${facts.file}: ${contentsOf(facts)}.${kept}\n`);
        for (const { name, before, now } of facts.changedAddresses)
          context.terminal.stderr(
            `The address of connection "${name}" is now ${now}; it was ${before}. Its key is not sent there until you enter it again ("parallax connection key ${shellWord(name)}").\n`,
          );
        return ended;
      }),
    );
