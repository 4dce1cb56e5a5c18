import { once } from 'node:events';
import { join } from 'node:path';
import type { Logger } from '#platform/log.ts';
import { newId } from '../../history/store/ids.ts';
import { createSessionLocks, type SessionLocks } from '../../history/store/sessionLocks.ts';
import { type BridgeTarget, loadedAtFirstCall } from '../common/bridgeTarget.ts';
import { windowFolder } from '../common/workerEntries.ts';
import { codeLifeMs } from '../node/launchKeys.ts';
import { openInBrowser } from '../node/openInBrowser.ts';
import { writeOpeningPage } from '../node/openingPage.ts';
import { startWindowServer, type WindowServer } from '../node/windowServer.ts';
import { fileOf } from './dataLocation.ts';
import { type ExitCode, exitCode, UsageError } from './exitCodes.ts';
import type { WebOptions } from './hostOptions.ts';
import type { McpEndpoint } from './mcp/endpoint.ts';
import { openData } from './openData.ts';
import type { Process, Terminal } from './terminal.ts';
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
  const opened = await openData(options.file ?? data, process);
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
    const code = await web(process.terminal, host, options, process.interrupted);
    // Errors of its start have already been thrown.
    return (await (await starting?.catch(() => null))?.stop()) ?? code;
  } finally {
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

/** What calls under way get to finish at the end, in milliseconds. */
const drainBudgetMs = 5000;

/** Without a page the core is loaded after this time, milliseconds. */
const noPageMs = 1000;

/** A new link is printed for a page that needs one at most this often, in milliseconds: whoever asks may be anybody. */
const newLinkMs = 10_000;

/**
 * The browser host: serves the window until it is interrupted. Links are all it prints on stdout. The window is served before
 * the core is loaded.
 */
export async function web(
  terminal: Terminal,
  host: {
    /** Loads and starts the core. */
    readonly startCore: () => Promise<BridgeTarget>;
    readonly windowFolder: URL;
    readonly dataFolder: string;
    readonly log: Logger;
    /** Never goes back. */
    readonly nowMs: () => number;
    readonly mcp: (McpEndpoint & { readonly token: string }) | null;
  },
  options: WebOptions,
  interrupted: AbortSignal,
): Promise<ExitCode> {
  const { nowMs, mcp } = host;
  let printedAtMs = nowMs();
  const core = loadedAtFirstCall(host.startCore);
  const server: WindowServer = await startWindowServer({
    target: core.target,
    folder: host.windowFolder,
    port: options.port,
    log: host.log,
    nowMs,
    mcp: mcp?.answer,
    onStranger: () => {
      if (nowMs() - printedAtMs < newLinkMs) return;
      printedAtMs = nowMs();
      terminal.stdout(`${server.newLink()}\n`);
    },
  }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE'
      ? new Error(`port ${options.port} is in use: choose another with --port, or leave it out.`)
      : error;
  });
  terminal.stdout(`${server.newLink()}\n`);
  terminal.stderr(
    'Open the link above within a minute; it works once, for this user on this machine. Press Ctrl+C to stop.\n',
  );
  if (mcp !== null) terminal.stderr(`Assistants: http://127.0.0.1:${server.port}/mcp, token ${mcp.token}\n`);
  const page = options.open ? openBrowser(terminal, server, host.dataFolder) : null;
  try {
    await Promise.all([core.loaded(noPageMs, interrupted), page]).catch((error: unknown) => {
      if (!interrupted.aborted) throw error;
    });
    if (!interrupted.aborted) await once(interrupted, 'abort');
  } finally {
    (await page?.catch(() => null))?.();
    await server.close(drainBudgetMs);
  }
  return exitCode.everyAnswer;
}

/** Returns how to remove the page that the browser is given; it goes by itself when it has served. */
async function openBrowser(
  terminal: Terminal,
  server: WindowServer,
  dataFolder: string,
): Promise<() => void> {
  let remove = (): void => undefined;
  const page = writeOpeningPage(
    dataFolder,
    server.newLink(() => remove()),
  );
  remove = page.remove;
  setTimeout(remove, codeLifeMs).unref();
  if (!(await openInBrowser(process.platform, page.file)))
    terminal.stderr('No browser could be started. Open the link yourself.\n');
  return remove;
}
