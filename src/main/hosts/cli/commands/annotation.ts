import { AppError } from '#shared/model/appError.ts';
import { dayRange } from '#shared/search/query.ts';
import { annotationsTable } from '#shared/tables/projectTables.ts';
import type { Declare } from '../context.ts';
import { UsageError } from '../exitCodes.ts';
import { acting, groupOf, leaf, listing, tableOrJson } from '../flags.ts';
import { listFrom, print, printList } from '../print.ts';

const add: Declare = (group, { withCore }) =>
  acting(group, 'add', 'Add an annotation')
    .argument('<date>', 'Day of the project, such as 2026-10-31')
    .argument('<text>', 'Text, such as "Site relaunch"')
    .action(
      withCore(async (context, date, text, { format }) => {
        const added = await context.call('annotations.add', { day: dayOf(date), text });
        return print(context, format, added, `Annotation added: ${added.day} ${added.text}\n`);
      }),
    );

const list: Declare = (group, { withCore }) =>
  listing(group, 'list', 'List annotations').action(
    withCore(async (context, { format }) => {
      const { annotations } = await context.call('annotations.list', {});
      return printList(context, format, listFrom(annotationsTable), annotations, {
        none: 'No annotations yet.',
      });
    }),
  );

const edit: Declare = (group, { withCore }) =>
  leaf(group, 'edit', 'Change the date or text of an annotation')
    .argument('<id>')
    .option('--date <date>', 'New day of the project')
    .option('--text <text>', 'New text')
    .addOption(tableOrJson())
    .action(
      withCore(async (context, id, { date, text, format }) => {
        if (date === undefined && text === undefined) throw new UsageError('Enter a new --date or --text.');
        const change = { id, day: date === undefined ? undefined : dayOf(date), text };
        await context.call('annotations.edit', change);
        return print(context, format, change, 'Annotation changed.\n');
      }),
    );

const remove: Declare = (group, { withCore }) =>
  acting(group, 'delete', 'Delete an annotation')
    .alias('remove')
    .argument('<id>')
    .action(
      withCore(async (context, id, { format }) => {
        const { removed } = await context.call('annotations.remove', { id });
        if (!removed) throw new AppError('NOT_FOUND', `No annotation ${id}.`);
        return print(context, format, { id, deleted: true }, 'Annotation deleted.\n');
      }),
    );

/** Dated notes that are marked on trends. */
export const annotation = groupOf(add, list, edit, remove);

/** @throws UsageError for what is no day */
function dayOf(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && dayRange(text) !== null) return text;
  throw new UsageError(`"${text}" is not a day. Use one such as 2026-10-31.`);
}
