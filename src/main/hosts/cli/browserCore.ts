import { windowFolder } from '../common/workerEntries.ts';
import { type WebOptions, web } from './commands/web.ts';
import type { Process } from './context.ts';
import { fileOf } from './dataLocation.ts';
import { type ExitCode, UsageError } from './exitCodes.ts';
import { openData } from './openData.ts';
import type { startWebCore } from './webCore.ts';

/** The browser host over a core of its own, until it is interrupted. What the page needs is loaded before the core. */
export async function runBrowserHost(
  process: Process,
  data: string | undefined,
  options: WebOptions,
): Promise<ExitCode> {
  if (options.file !== undefined && (await fileOf(options.file)) === null)
    throw new UsageError(`No file ${options.file}. Choose a file written by "parallax project export".`);
  const opened = await openData(options.file ?? data, process.env);
  const { dataFolder, log } = opened;
  let starting = null as ReturnType<typeof startWebCore> | null;
  const start = () => {
    starting ??= import('./webCore.ts').then((part) => part.startWebCore(process, opened, options));
    return starting;
  };
  try {
    // Assistants are served by what comes with the core.
    const mcp = options.mcp ? (await start()).mcp : null;
    const startCore = async () => (await start()).core;
    const nowMs = () => performance.now();
    const host = { startCore, windowFolder: windowFolder(process.program), dataFolder, log, nowMs, mcp };
    return await web(process.terminal, host, options, process.interrupted);
  } finally {
    // What went wrong at its start has been thrown already.
    await (await starting?.catch(() => null))?.stop();
    opened.close();
  }
}
