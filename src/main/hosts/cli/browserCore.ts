import { join } from 'node:path';
import type { Logger } from '#platform/log.ts';
import { newId } from '../../history/store/ids.ts';
import { createSessionLocks, type SessionLocks } from '../../history/store/sessionLocks.ts';
import { windowFolder } from '../common/workerEntries.ts';
import { type WebOptions, web } from './commands/web.ts';
import type { Process } from './context.ts';
import { fileOf } from './dataLocation.ts';
import { type ExitCode, UsageError } from './exitCodes.ts';
import { openData } from './openData.ts';
import type { startWebCore } from './webCore.ts';

/**
 * Runs the browser host with its own core until it is interrupted. The page's files are loaded before the core.
 */
export async function runBrowserHost(
  process: Process,
  data: string | undefined,
  options: WebOptions,
): Promise<ExitCode> {
  if (options.file !== undefined && (await fileOf(options.file)) === null)
    throw new UsageError(`No file ${options.file}. Choose a file written by "parallax project export".`);
  const opened = await openData(options.file ?? data, process.env);
  const { dataFolder, log } = opened;
  const locks = createSessionLocks(join(dataFolder, 'sessions'));
  let starting = null as ReturnType<typeof startWebCore> | null;
  const start = () => {
    starting ??= import('./webCore.ts')
      .then((part) => part.startWebCore(process, opened, options))
      // Its history holds its own lock by now, and releases it for exclusive work on the file.
      .finally(locks.close);
    return starting;
  };
  try {
    if (opened.readOnlyFile === null) holdFolder(locks, log);
    // Assistants are served by a module that is loaded with the core.
    const mcp = options.mcp ? (await start()).mcp : null;
    const startCore = async () => (await start()).core;
    const nowMs = () => performance.now();
    const host = { startCore, windowFolder: windowFolder(process.program), dataFolder, log, nowMs, mcp };
    return await web(process.terminal, host, options, process.interrupted);
  } finally {
    // Errors of its start have already been thrown.
    await (await starting?.catch(() => null))?.stop();
    locks.close();
    opened.close();
  }
}

/** Whoever reads the link assumes that this program uses the data, but its history registers only later. */
function holdFolder(locks: SessionLocks, log: Logger): void {
  try {
    locks.hold(newId());
  } catch (error) {
    // No history can be opened there either: its window reports that.
    log('warn', 'The data folder cannot be held.', { error: String(error) });
  }
}
