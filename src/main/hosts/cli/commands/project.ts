import { resolve } from 'node:path';
import { counted } from '#shared/tables/figureLabels.ts';
import { projectImportLabel } from '#shared/tables/importLabels.ts';
import { projectsTable } from '#shared/tables/projectTables.ts';
import type { Declare } from '../context.ts';
import { acting, groupOf, listing, pathArgument } from '../flags.ts';
import { listFrom, print, printList } from '../print.ts';
import { withProgress } from '../withProgress.ts';

const list: Declare = (group, { withCore }) =>
  listing(group, 'list', 'List projects').action(
    withCore(async (context, { format }) => {
      const { projects, currentId } = await context.call('projects.list', {});
      return printList(context, format, listFrom(projectsTable(currentId)), projects, {
        json: (each) => ({ ...each, inUse: each.id === currentId }),
      });
    }),
  );

const create: Declare = (group, { withCore }) =>
  acting(group, 'create', 'Create a project')
    .argument('<name>')
    .option('--use', 'Make it the current project', false)
    .action(
      withCore(async (context, name, { use, format }) => {
        const made = await context.call('projects.create', { name });
        if (use) await context.call('projects.use', { project: made.id });
        const what = use ? 'created and set as the current project' : 'created';
        return print(context, format, made, `"${made.name}" ${what}.\n`);
      }),
    );

/** What claims about brands are sorted into. */
const aspects: Declare = (group, { withCore }) =>
  acting(group, 'aspects', 'List the aspects of claims, or set them; answers that are rated keep theirs')
    .argument('[aspect...]')
    .action(
      withCore(async (context, names, { format }) => {
        const kept =
          names.length === 0
            ? await context.call('claims.aspects', {})
            : await context.call('claims.setAspects', { aspects: names });
        return print(context, format, kept, () => kept.aspects.map((name) => `${name}\n`).join(''));
      }),
    );

const rename: Declare = (group, { withCore }) =>
  acting(group, 'rename', 'Rename a project')
    .argument('<project>')
    .argument('<name>')
    .action(
      withCore(async (context, wanted, name, { format }) => {
        const renamed = await context.call('projects.rename', { project: wanted, name });
        return print(context, format, renamed, `"${renamed.name}" is the new name.\n`);
      }),
    );

/** Makes it the one that everything goes to when no --project is given. */
const use: Declare = (group, { withCore }) =>
  acting(group, 'use', 'Set the current project, here and in the window')
    .argument('<project>')
    .action(
      withCore(async (context, wanted, { format }) => {
        const used = await context.call('projects.use', { project: wanted });
        return print(context, format, used, `"${used.name}" is the current project.\n`);
      }),
    );

/** Of the days, weeks and months in trends. */
const timeZone: Declare = (group, { withCore }) =>
  acting(group, 'time-zone', 'Set the time zone of days, weeks and months in trends')
    .argument('<project>')
    .argument('[zone]', 'Such as Asia/Tokyo; without it, that of most monitors of the project, or UTC')
    .action(
      withCore(async (context, wanted, zone, { format }) => {
        const { projects } = await context.call('projects.list', {});
        const found = projects.find(
          ({ id, name }) => id === wanted || name.toLowerCase() === wanted.toLowerCase(),
        );
        const defaults = { ...found?.defaults, timeZone: zone };
        const saved = await context.call('projects.setDefaults', { project: wanted, defaults });
        const said = zone === undefined ? 'follows its monitors' : `is in ${zone}`;
        return print(context, format, saved, `"${saved.name}" ${said}.\n`);
      }),
    );

/** What was asked in the wrong project; its brand facts are found again by the rules of the other one. */
const move: Declare = (group, { withCore }) =>
  acting(group, 'move', 'Move runs with their answers to another project, all or none')
    .argument('<project>', 'Target project')
    .argument('<run...>', 'Run IDs, as listed by "parallax history"')
    .action(
      withCore(async (context, into, runIds, { format }) => {
        const { moved } = await context.call('projects.moveRuns', { runIds, into });
        const rules =
          ' Apply its brand list with "parallax recompute"; an open window does so automatically.';
        const said = `${counted(moved, 'run')} moved to "${into}".${moved === 0 ? '' : rules}\n`;
        return print(context, format, { project: into, moved }, said);
      }),
    );

const remove: Declare = (group, { withCore }) =>
  acting(group, 'delete', 'Delete a project; its runs move to another project')
    .alias('remove')
    .argument('<project>')
    .option('--move-to <project>', 'Target project of its runs')
    .action(
      withCore(async (context, removed, { moveTo, format }) => {
        const { moved } = await context.call('projects.remove', { project: removed, moveTo });
        const where = moved > 0 ? ` ${counted(moved, 'run')} moved to "${moveTo ?? ''}".` : '';
        return print(context, format, { removed, moved }, `Project "${removed}" deleted.${where}\n`);
      }),
    );

/** Writes a file with one project and nothing else. */
const exportFile: Declare = (group, { withHistoryFile }) =>
  acting(group, 'export', 'Export a project to a file')
    .argument('<project>')
    .argument('<file>', 'File to write, such as acme.parallax', pathArgument)
    .action(
      withHistoryFile('copies')(async (context, wanted, target, { format }) => {
        const facts = await withProgress(context, (...watched) =>
          context.tasks.exportProject(wanted, resolve(target), context.clock.now(), ...watched),
        );
        const { name, file, runs, observations, bytes } = facts;
        const size = `${(bytes / 1_000_000).toFixed(1)} MB`;
        const said = `"${name}" is in ${file}: ${counted(runs, 'run')}, ${counted(observations, 'answer')}, ${size}, verified. Open it with "parallax web --open ${target}".\n`;
        return print(context, format, facts, said);
      }),
    );

/** Brings a project's file into the history, all of it or nothing where it is interrupted. */
const importFile: Declare = (group, { withHistoryFile }) =>
  acting(group, 'import', 'Import a project file; data that already exists is not added twice')
    .argument('<file>', 'Project file', pathArgument)
    .action(
      withHistoryFile('changes')(async (context, file, { format }) => {
        const { tasks, clock } = context;
        const facts = await withProgress(context, (...watched) =>
          tasks.importProject(resolve(file), clock.now(), ...watched),
        );
        return print(context, format, facts, `${projectImportLabel(facts)}.\n`);
      }),
    );

/** Separate data for each client, exported one by one. */
export const project = groupOf(
  list,
  create,
  rename,
  use,
  aspects,
  timeZone,
  move,
  remove,
  exportFile,
  importFile,
);
