import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { platform } from 'node:process';
import { restrictAccess } from '#platform/privateFiles.ts';
import { writeWhole } from '../../exports/writeWhole.ts';
import type { HistoryTasks } from '../../history/maintenance/taskClient.ts';
import { programVersion } from '../common/programVersion.ts';
import { workerEntries } from '../common/workerEntries.ts';
import type { Runtime } from './context.ts';
import { lastReadMs, lastWindowMs, lastWorkMs } from './ending.ts';
import { type ExitCode, exitCode, UsageError } from './exitCodes.ts';
import type { Process } from './terminal.ts';
import type { openTerminalCore } from './terminalCore.ts';

/**
 * The commands in a real process. Each loads what it needs when it runs, so that help and wrong usage respond
 * immediately.
 */
export function processRuntime(process: Process): Runtime {
  return {
    terminal: process.terminal,
    version: programVersion,
    withCore: async (data, keyUse, command) =>
      during(process, await openCore(process, data, keyUse), command),
    withHistory: async (data, command) => {
      process.within(lastReadMs);
      const { openHistoryFirst } = await import('./historyFirst.ts');
      const core = () => openCore(process, data, 'for-this-command');
      return during(process, await openHistoryFirst(process, data, core), command);
    },
    web: async (...call) => {
      const { runBrowserHost } = await import('./browserCore.ts');
      process.within(lastWindowMs);
      return runBrowserHost(process, ...call);
    },
    mcp: async (...call) => {
      const { runMcp } = await import('./mcpCore.ts');
      return runMcp(process, ...call);
    },
    serve: async (data, { mcp, project, ...flags }) => {
      const entry = workerEntries(process.program).service;
      if (flags.openapi !== undefined) {
        const { describeService } = await import('./operatorWorker.ts');
        const { openapi } = flags;
        const text = `${await describeService(entry)}\n`;
        await writeWhole(openapi, (draft) => writeFile(draft, text));
        process.terminal.stderr(`The OpenAPI description is in ${flags.openapi}.\n`);
        return exitCode.everyAnswer;
      }
      const { openData } = await import('./openData.ts');
      const { drainBudgetMs, serve } = await import('./serviceCore.ts');
      await refuseFile(data);
      if (mcp !== undefined) await refuseOpenHost(flags.host);
      const { dataFolder, close } = await openData(data, process);
      const { terminal, interrupted } = process;
      process.within(1000 * (flags.shutdownDelaySeconds ?? 0) + drainBudgetMs + lastWorkMs);
      const assistants =
        mcp === undefined
          ? null
          : await (await import('./mcpCore.ts')).startAssistants(process, mcp === true ? data : mcp, project);
      try {
        const options = { ...sharedStore(process.env), ...flags, serviceFolder: join(dataFolder, 'service') };
        (await import('./storeNote.ts')).noteStore(options.serviceFolder, options.store);
        return await serve(terminal, entry, options, assistants, interrupted);
      } finally {
        await assistants?.close();
        close();
      }
    },
    moveService: (...call) => moveService(process, ...call),
    withHistoryFile: (...call) => withHistoryFile(process, ...call),
    examination: async (data) => {
      const { dataFolderOf, refuseMissingFile } = await import('./dataLocation.ts');
      const { historyTasks } = await import('../../history/maintenance/taskClient.ts');
      const { keychainService, systemKeychain } = await import('../../secrets/keychain.ts');
      const { createSecretStore } = await import('../../secrets/secretStore.ts');
      await refuseFile(data);
      await refuseMissingFile(data);
      const dataFolder = dataFolderOf(data, process.env);
      const file = join(dataFolder, 'history.db');
      const tasks = historyTasks(workerEntries(process.program).history, file);
      const secrets = createSecretStore({ keychain: systemKeychain(keychainService, platform) });
      return {
        dataFolder,
        restrictAccess: () => (platform === 'win32' ? null : restrictAccess(dataFolder)),
        checkHistory: async () => (existsSync(file) ? tasks.check(false) : null),
        keychain: secrets.status,
        nowMs: Date.now,
        env: process.env,
        systemProxy: async () => null,
        reach: null,
        graphics: null,
      };
    },
    withOperator: async (data, store, work) => {
      const { openData } = await import('./openData.ts');
      const { withOperator } = await import('./operatorWorker.ts');
      await refuseFile(data);
      const { dataFolder, close } = await openData(data, process);
      try {
        const { terminal } = process;
        const entry = workerEntries(process.program).service;
        const serviceFolder = join(dataFolder, 'service');
        const folder = { dataFolder: serviceFolder, ...(store ? { store } : sharedStore(process.env)) };
        if (folder.store === undefined) (await import('./storeNote.ts')).refuseOtherStore(serviceFolder);
        return await withOperator(entry, folder, (call) => work({ call, terminal }));
      } finally {
        close();
      }
    },
  };
}

/** @throws UsageError for assistants on an address that other machines can reach */
async function refuseOpenHost(host: string): Promise<void> {
  const { isThisMachine } = await import('#platform/http/publicAddress.ts');
  const url = `http://${host.includes(':') ? `[${host}]` : host}`;
  if (URL.canParse(url) && isThisMachine(new URL(url))) return;
  throw new UsageError('--mcp serves assistants on this computer only: leave --host at 127.0.0.1.');
}

/** The shared database of this machine's services; the embedded service keeps its own file. */
function sharedStore(env: NodeJS.ProcessEnv): { readonly store?: string } {
  const store = env.PARALLAX_STORE?.trim();
  return store ? { store } : {};
}

const openCore = async (...[process, data, keyUse]: Parameters<typeof openTerminalCore>) =>
  (await import('./terminalCore.ts')).openTerminalCore(process, data, keyUse);

/** A command whose thread is stuck has its result already: it does not wait longer than this, in milliseconds. */
const closeMs = 10_000;

/** Time for cancelled work to end by itself, in milliseconds. */
const cancelledMs = 500;

async function during<Context>(
  process: Process,
  { context, close }: { readonly context: Context; readonly close: () => Promise<ExitCode | null> },
  command: (context: Context) => Promise<ExitCode>,
): Promise<ExitCode> {
  const closed = async (code: ExitCode): Promise<ExitCode | null> => {
    const late = setTimeout(() => process.now(code), closeMs);
    return close().finally(() => clearTimeout(late));
  };
  let code: ExitCode;
  try {
    code = await command(context);
  } catch (error) {
    await closed(exitCode.someFailed);
    throw error;
  }
  return (await closed(code)) ?? code;
}

async function moveService(
  { program, terminal, env, interrupted }: Process,
  ...[data, flags]: Parameters<Runtime['moveService']>
): Promise<ExitCode> {
  const { dataFolderOf } = await import('./dataLocation.ts');
  const { moveService: move } = await import('./serviceMove.ts');
  const { startMove } = await import('./operatorWorker.ts');
  const to = flags.to ?? sharedStore(env).store;
  if (to === undefined)
    throw new UsageError('Name the database with --to postgres://user:password@host:5432/database.');
  await refuseFile(data);
  const file = resolve(flags.from ?? join(dataFolderOf(data, env), 'service', 'service.db'));
  const entry = workerEntries(program).service;
  return move(terminal, (told) => startMove(entry, { file, to }, told), flags, interrupted);
}

async function withHistoryFile(
  process: Process,
  ...[data, use, command]: Parameters<Runtime['withHistoryFile']>
): Promise<ExitCode> {
  const { dataFolderOf, fileOf, refuseMissingFile } = await import('./dataLocation.ts');
  const { historyTasks } = await import('../../history/maintenance/taskClient.ts');
  const tasksOn = (folder: string) =>
    historyTasks(workerEntries(process.program).history, join(folder, 'history.db'));
  const run = (tasks: HistoryTasks): Promise<ExitCode> =>
    command(tasks, process.interrupted).catch((error: unknown) => {
      // A thread that has not ended by then is in a step of SQLite and writes what nobody needs.
      if (process.interrupted.aborted) {
        const late = setTimeout(() => {
          tasks.discard();
          process.now(exitCode.someFailed);
        }, cancelledMs);
        void tasks.settled().then(() => clearTimeout(late));
      }
      throw error;
    });
  if (use === 'changes') await refuseFile(data);
  process.within(use === 'reads' ? lastReadMs : Number.POSITIVE_INFINITY);
  await refuseMissingFile(data);
  // A folder without a log: a folder that is not writable can still be read.
  const file = await fileOf(data);
  if (file === null) {
    const folder = dataFolderOf(data, process.env);
    restrictAccess(folder);
    return run(tasksOn(folder));
  }
  const { openData } = await import('./openData.ts');
  const { dataFolder, close } = await openData(data, process);
  try {
    const tasks = tasksOn(dataFolder);
    // The user knows the file, not the folder of its copy.
    const named = { ...tasks, size: async () => ({ ...(await tasks.size()), file }) };
    return await run(named);
  } finally {
    close();
  }
}

/** @throws AppError HISTORY_READ_ONLY for a project file where a data folder is needed */
async function refuseFile(data: string | undefined): Promise<void> {
  const { fileOf } = await import('./dataLocation.ts');
  const { onlyRead } = await import('../../bridge/readOnlyFile.ts');
  const file = await fileOf(data);
  if (file !== null) throw onlyRead(file);
}
