import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { programVersion } from '../common/programVersion.ts';
import { workerEntries } from '../common/workerEntries.ts';
import type { Process } from './context.ts';
import { exitCode } from './exitCodes.ts';
import type { Runtime } from './program.ts';

/** The commands in a real process. Each loads what it needs when it runs: help and wrong usage answer at once. */
export function processRuntime(process: Process): Runtime {
  return {
    terminal: process.terminal,
    version: programVersion,
    withCore: async (...call) => {
      const { withTerminalCore } = await import('./terminalCore.ts');
      return withTerminalCore(process, ...call);
    },
    web: async (...call) => {
      const { runBrowserHost } = await import('./browserCore.ts');
      return runBrowserHost(process, ...call);
    },
    serve: async (data, flags) => {
      const entry = workerEntries(process.program).service;
      if (flags.openapi !== undefined) {
        const { describeService } = await import('./operatorWorker.ts');
        await writeFile(flags.openapi, `${await describeService(entry)}\n`);
        process.terminal.stderr(`The OpenAPI description is in ${flags.openapi}.\n`);
        return exitCode.everyAnswer;
      }
      const { openData } = await import('./openData.ts');
      const { serve } = await import('./commands/serve.ts');
      await refuseFile(data);
      const { dataFolder, close } = await openData(data, process.env);
      try {
        const { terminal, interrupted } = process;
        return await serve(
          terminal,
          entry,
          { ...flags, serviceFolder: join(dataFolder, 'service') },
          interrupted,
        );
      } finally {
        close();
      }
    },
    withHistoryFile: async (data, use, command) => {
      const { dataFolderOf, fileOf, openData, refuseMissingFile } = await import('./openData.ts');
      const { historyTasks } = await import('../../history/maintenance/taskClient.ts');
      const tasksOn = (folder: string) =>
        historyTasks(workerEntries(process.program).history, join(folder, 'history.db'));
      if (use === 'changes') await refuseFile(data);
      await refuseMissingFile(data);
      // A folder without the program's log: one that cannot be written can still be read.
      const file = await fileOf(data);
      if (file === null) return command(tasksOn(dataFolderOf(data, process.env)));
      const { dataFolder, close } = await openData(data, process.env);
      try {
        const tasks = tasksOn(dataFolder);
        // A person knows the file, and not the folder it is read in.
        return await command({ ...tasks, size: async () => ({ ...(await tasks.size()), file }) });
      } finally {
        close();
      }
    },
    withOperator: async (data, json, work) => {
      const { openData } = await import('./openData.ts');
      const { withOperator } = await import('./operatorWorker.ts');
      await refuseFile(data);
      const { dataFolder, close } = await openData(data, process.env);
      try {
        const { terminal } = process;
        const entry = workerEntries(process.program).service;
        return await withOperator(entry, join(dataFolder, 'service'), (call) =>
          work({ call, terminal, json }),
        );
      } finally {
        close();
      }
    },
  };
}

/** @throws AppError HISTORY_READ_ONLY for a project's file where a data folder is needed */
async function refuseFile(data: string | undefined): Promise<void> {
  const { fileOf } = await import('./openData.ts');
  const { onlyRead } = await import('../../bridge/readOnlyFile.ts');
  const file = await fileOf(data);
  if (file !== null) throw onlyRead(file);
}
