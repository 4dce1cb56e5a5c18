import { trashDays } from '#shared/model/retentionDefaults.ts';
import { counted } from '#shared/tables/figureLabels.ts';
import { trashTable } from '#shared/tables/historyTables.ts';
import type { Declare } from '../context.ts';
import { UsageError } from '../exitCodes.ts';
import { acting, groupOf, leaf, listing, tableOrJson } from '../flags.ts';
import { listFrom, print, printList } from '../print.ts';

const list: Declare = (group, { withCore }) =>
  listing(group, 'list', 'List deleted runs of all projects').action(
    withCore(async (context, { format }) => {
      const { runs } = await context.call('trash.list', {});
      return printList(context, format, listFrom(trashTable), runs, {
        none: `The trash is empty. Deleted runs stay in it for ${trashDays} days.`,
      });
    }),
  );

const add: Declare = (group, { withCore }) =>
  acting(group, 'add', 'Delete a run: move it to the trash. One in progress is cancelled first')
    .argument('<run>', 'ID of the run')
    .action(
      withCore(async (context, runId, { format }) => {
        const { removed } = await context.call('runs.remove', { runId });
        if (!removed) throw new UsageError(`No run "${runId}". "parallax history" lists the runs.`);
        const said = `Run ${runId} moved to the trash. "parallax trash restore ${runId}" takes it back.\n`;
        return print(context, format, { runId, trashed: true }, said);
      }),
    );

const restore: Declare = (group, { withCore }) =>
  acting(group, 'restore', 'Restore a deleted run with its answers')
    .argument('<run>', 'ID of the run')
    .action(
      withCore(async (context, runId, { format }) => {
        const restored = await context.call('trash.restore', { runId });
        return print(context, format, restored, `Run ${runId} restored.\n`);
      }),
    );

const empty: Declare = (group, { withCore }) =>
  leaf(group, 'empty', 'Delete runs in the trash permanently')
    .argument('[run]', 'ID of one run (default: all)')
    .requiredOption('--yes', 'Confirm that they are deleted permanently')
    .addOption(tableOrJson())
    .action(
      withCore(async (context, runId, { format }) => {
        const outcome = await context.call('trash.empty', runId === undefined ? {} : { runId });
        return print(context, format, outcome, `${counted(outcome.deleted, 'run')} deleted permanently.\n`);
      }),
    );

/** Deleted runs, kept for 30 days. */
export const trash = groupOf(list, add, restore, empty);
