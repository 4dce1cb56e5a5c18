import type { Command } from 'commander';
import type { HistoryTasks } from '../../history/maintenance/taskClient.ts';
import {
  createProject,
  exportProject,
  importProject,
  listProjects,
  moveRuns,
  type ProjectFormat,
  removeProject,
  renameProject,
  useProject,
} from './commands/project.ts';
import type { CommandContext, FileUse } from './context.ts';
import type { ExitCode } from './exitCodes.ts';
import { pathArgument } from './flags.ts';
import { type ListFormat, listFormat, tableOrJson } from './listFormats.ts';
import type { Terminal } from './terminal.ts';

type Flags = { readonly format: ProjectFormat };

/** Adds `parallax project ...`: clients kept apart, and handed out one by one. */
export function addProjectCommands(
  program: Command,
  run: {
    readonly terminal: Terminal;
    readonly nowMs: () => number;
    readonly withCore: (command: (context: CommandContext) => Promise<ExitCode>) => Promise<void>;
    readonly withHistoryFile: (
      use: FileUse,
      command: (tasks: HistoryTasks) => Promise<ExitCode>,
    ) => Promise<void>;
  },
): void {
  const group = program
    .command('project')
    .description('clients kept apart: own brands, questions, plans and history')
    .exitOverride();
  const leaf = (name: string, description: string, format = tableOrJson()): Command =>
    group.command(name).description(description).addOption(format);

  leaf('list', 'list projects and what is in them', listFormat()).action(
    ({ format }: { format: ListFormat }) => run.withCore((context) => listProjects(context, format)),
  );
  leaf('create', 'make a project')
    .argument('<name>')
    .option('--use', 'use it from now on', false)
    .action((name: string, flags: Flags & { use: boolean }) =>
      run.withCore((context) => createProject(context, name, flags)),
    );
  leaf('rename', 'give a project another name')
    .argument('<project>')
    .argument('<name>')
    .action((project: string, name: string, { format }: Flags) =>
      run.withCore((context) => renameProject(context, project, name, format)),
    );
  leaf('use', 'work in a project from now on, here and in the window')
    .argument('<project>')
    .action((project: string, { format }: Flags) =>
      run.withCore((context) => useProject(context, project, format)),
    );
  leaf('move', 'give runs with their answers to another project, all or none')
    .argument('<project>', 'project that takes them')
    .argument('<run...>', 'ids of runs, as "parallax history" prints them')
    .action((project: string, runIds: string[], { format }: Flags) =>
      run.withCore((context) => moveRuns(context, project, runIds, format)),
    );
  leaf('remove', 'remove a project that is empty, or whose runs go to another one')
    .argument('<project>')
    .option('--move-to <project>', 'project that takes its runs')
    .action((project: string, flags: Flags & { moveTo?: string }) =>
      run.withCore((context) => removeProject(context, project, flags)),
    );
  leaf('export', 'write a file with one project and nothing else, to hand out')
    .argument('<project>')
    .argument('<file>', 'file to write, such as acme.parallax', pathArgument)
    .action((project: string, file: string, { format }: Flags) =>
      run.withHistoryFile('reads', (tasks) => exportProject(tasks, run.terminal, project, file, format)),
    );
  leaf('import', "bring a project's file into this history; what is there already is not added again")
    .argument('<file>', 'file of a project', pathArgument)
    .action((file: string, { format }: Flags) =>
      run.withHistoryFile('changes', (tasks) =>
        importProject(tasks, run.terminal, file, run.nowMs(), format),
      ),
    );
}
