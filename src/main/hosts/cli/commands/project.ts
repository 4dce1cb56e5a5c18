import { resolve } from 'node:path';
import type { ProjectView } from '#shared/model/project.ts';
import { counted } from '#shared/tables/figureLabels.ts';
import { projectImportLabel } from '#shared/tables/importLabels.ts';
import { projectsSheet } from '#shared/tables/projectSheets.ts';
import type { HistoryTasks } from '../../../history/maintenance/taskClient.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCode } from '../exitCodes.ts';
import { type ListFormat, sheetText } from '../flags.ts';
import { jsonLine } from '../storedAnswers.ts';
import type { Terminal } from '../terminal.ts';
import { textTable } from '../textTable.ts';

export type ProjectFormat = 'table' | 'json';

export async function listProjects(
  { call, terminal }: CommandContext,
  format: ListFormat,
): Promise<ExitCode> {
  const { projects, currentId } = await call('projects.list', {});
  const file = sheetText(format, () => projectsSheet(projects, currentId));
  if (file !== null) terminal.stdout(file);
  else if (format === 'json')
    for (const project of projects)
      terminal.stdout(jsonLine({ ...project, inUse: project.id === currentId }));
  else
    terminal.stdout(
      textTable(
        ['', 'PROJECT', 'RUNS', 'ANSWERS', 'CREDITS', 'BRANDS', 'PLANS', 'ID'],
        projects.map((project) => [
          project.id === currentId ? 'current' : '',
          project.name,
          ...[project.runs, project.answers, project.creditsCharged, project.brands, project.plans].map(
            String,
          ),
          project.id,
        ]),
        terminal.columns(),
      ),
    );
  return exitCode.everyAnswer;
}

export async function createProject(
  context: CommandContext,
  name: string,
  input: { readonly use: boolean; readonly format: ProjectFormat },
): Promise<ExitCode> {
  const made = await context.call('projects.create', { name });
  if (input.use) await context.call('projects.use', { project: made.id });
  return say(context, made, input.format, input.use ? 'created and set as the current project' : 'created');
}

export async function renameProject(
  context: CommandContext,
  project: string,
  name: string,
  format: ProjectFormat,
): Promise<ExitCode> {
  return say(context, await context.call('projects.rename', { project, name }), format, 'is the new name');
}

/** Makes it the one that everything goes to when no --project is given. */
export async function useProject(
  context: CommandContext,
  project: string,
  format: ProjectFormat,
): Promise<ExitCode> {
  return say(context, await context.call('projects.use', { project }), format, 'is the current project');
}

/** What was asked in the wrong project; its brand facts are found again by the rules of the other one. */
export async function moveRuns(
  { call, terminal }: CommandContext,
  project: string,
  runIds: string[],
  format: ProjectFormat,
): Promise<ExitCode> {
  const { moved } = await call('projects.moveRuns', { runIds, into: project });
  terminal.stdout(
    format === 'json'
      ? jsonLine({ project, moved })
      : `${counted(moved, 'run')} moved to "${project}".${moved === 0 ? '' : ' Apply its brand rules with "parallax recompute"; an open window does so automatically.'}\n`,
  );
  return exitCode.everyAnswer;
}

export async function removeProject(
  { call, terminal }: CommandContext,
  project: string,
  input: { readonly moveTo?: string; readonly format: ProjectFormat },
): Promise<ExitCode> {
  const { moved } = await call('projects.remove', {
    project,
    ...(input.moveTo === undefined ? {} : { moveTo: input.moveTo }),
  });
  const where = moved > 0 ? ` ${counted(moved, 'run')} moved to "${input.moveTo ?? ''}".` : '';
  terminal.stdout(
    input.format === 'json'
      ? jsonLine({ removed: project, moved })
      : `Project "${project}" deleted.${where}\n`,
  );
  return exitCode.everyAnswer;
}

/** Writes a file with one project and nothing else. */
export async function exportProject(
  tasks: Pick<HistoryTasks, 'exportProject'>,
  terminal: Terminal,
  project: string,
  file: string,
  format: ProjectFormat,
): Promise<ExitCode> {
  const facts = await tasks.exportProject(project, resolve(file));
  const size = `${(facts.bytes / 1_000_000).toFixed(1)} MB`;
  terminal.stdout(
    format === 'json'
      ? jsonLine(facts)
      : `"${facts.name}" is in ${facts.file}: ${counted(facts.runs, 'run')}, ${counted(facts.observations, 'answer')}, ${size}, verified. Open it with "parallax web --open ${file}".\n`,
  );
  return exitCode.everyAnswer;
}

/** Brings a project's file into the history, all of it or nothing where it is interrupted. */
export async function importProject(
  tasks: Pick<HistoryTasks, 'importProject'>,
  terminal: Terminal,
  { file, format, nowMs }: { readonly file: string; readonly format: ProjectFormat; readonly nowMs: number },
  interrupted: AbortSignal,
): Promise<ExitCode> {
  const facts = await tasks.importProject(resolve(file), nowMs, undefined, interrupted);
  terminal.stdout(format === 'json' ? jsonLine(facts) : `${projectImportLabel(facts)}.\n`);
  return exitCode.everyAnswer;
}

function say(
  { terminal }: CommandContext,
  project: ProjectView,
  format: ProjectFormat,
  what: string,
): ExitCode {
  terminal.stdout(format === 'json' ? jsonLine(project) : `"${project.name}" ${what}.\n`);
  return exitCode.everyAnswer;
}
