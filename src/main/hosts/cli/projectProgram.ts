import type { Command } from 'commander';
import type { HistoryTasks } from '../../history/maintenance/taskClient.ts';
import type { ProjectFormat } from './commands/project.ts';
import type { CommandContext, FileUse } from './context.ts';
import type { ExitCode } from './exitCodes.ts';
import { type ListFormat, listFormat, pathArgument, tableOrJson } from './flags.ts';
import type { Terminal } from './terminal.ts';

// Help and wrong usage need none of the commands.
const loadProject = () => import('./commands/project.ts');

type Flags = { readonly format: ProjectFormat };

/** Adds `parallax project ...`: separate data for each client, exported one by one. */
export function addProjectCommands(
  program: Command,
  run: {
    readonly terminal: Terminal;
    readonly nowMs: () => number;
    readonly withCore: (command: (context: CommandContext) => Promise<ExitCode>) => Promise<void>;
    readonly withHistoryFile: (
      use: FileUse,
      command: (tasks: HistoryTasks, interrupted: AbortSignal) => Promise<ExitCode>,
    ) => Promise<void>;
  },
): void {
  const group = program
    .command('project')
    .description('Manage projects: separate brands, questions, plans and history')
    .exitOverride();
  const leaf = (name: string, description: string, format = tableOrJson()): Command =>
    group.command(name).description(description).addOption(format);

  leaf('list', 'List projects', listFormat()).action(({ format }: { format: ListFormat }) =>
    run.withCore(async (context) => (await loadProject()).listProjects(context, format)),
  );
  leaf('create', 'Create a project')
    .argument('<name>')
    .option('--use', 'Make it the current project', false)
    .action((name: string, flags: Flags & { use: boolean }) =>
      run.withCore(async (context) => (await loadProject()).createProject(context, name, flags)),
    );
  leaf('rename', 'Rename a project')
    .argument('<project>')
    .argument('<name>')
    .action((project: string, name: string, { format }: Flags) =>
      run.withCore(async (context) => (await loadProject()).renameProject(context, project, name, format)),
    );
  leaf('use', 'Set the current project, here and in the window')
    .argument('<project>')
    .action((project: string, { format }: Flags) =>
      run.withCore(async (context) => (await loadProject()).useProject(context, project, format)),
    );
  leaf('move', 'Move runs with their answers to another project, all or none')
    .argument('<project>', 'Target project')
    .argument('<run...>', 'Run IDs, as listed by "parallax history"')
    .action((project: string, runIds: string[], { format }: Flags) =>
      run.withCore(async (context) => (await loadProject()).moveRuns(context, project, runIds, format)),
    );
  leaf('delete', 'Delete a project; its runs move to another project')
    .alias('remove')
    .argument('<project>')
    .option('--move-to <project>', 'Target project of its runs')
    .action((project: string, flags: Flags & { moveTo?: string }) =>
      run.withCore(async (context) => (await loadProject()).removeProject(context, project, flags)),
    );
  leaf('export', 'Export a project to a file')
    .argument('<project>')
    .argument('<file>', 'File to write, such as acme.parallax', pathArgument)
    .action((project: string, file: string, { format }: Flags) =>
      run.withHistoryFile('reads', async (tasks) =>
        (await loadProject()).exportProject(tasks, run.terminal, project, file, format),
      ),
    );
  leaf('import', 'Import a project file; data that already exists is not added twice')
    .argument('<file>', 'Project file', pathArgument)
    .action((file: string, { format }: Flags) =>
      run.withHistoryFile('changes', async (tasks, interrupted) =>
        (await loadProject()).importProject(
          tasks,
          run.terminal,
          { file, format, nowMs: run.nowMs() },
          interrupted,
        ),
      ),
    );
}
