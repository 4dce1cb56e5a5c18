import { once } from 'node:events';
import type { Logger } from '#platform/log.ts';
import { type BridgeTarget, loadedAtFirstCall } from '../../common/bridgeTarget.ts';
import { codeLifeMs } from '../../node/launchKeys.ts';
import { openInBrowser } from '../../node/openInBrowser.ts';
import { writeOpeningPage } from '../../node/openingPage.ts';
import { startWindowServer, type WindowServer } from '../../node/windowServer.ts';
import { type ExitCode, exitCode } from '../exitCodes.ts';
import type { McpEndpoint } from '../mcp/endpoint.ts';
import type { Terminal } from '../terminal.ts';

export type WebOptions = {
  readonly port: number;
  /** Whether a browser is started. */
  readonly open: boolean;
  /** A project's file to read in place of the data folder. */
  readonly file?: string;
  /** Whether assistants are served too. */
  readonly mcp?: boolean;
  readonly allowSpending?: number;
};

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
    ...(mcp === null ? {} : { mcp: mcp.answer }),
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
