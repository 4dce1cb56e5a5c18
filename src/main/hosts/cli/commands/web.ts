import { once } from 'node:events';
import type { Logger } from '#platform/log.ts';
import type { HostedCore } from '../../common/hostedCore.ts';
import { openInBrowser } from '../../node/openInBrowser.ts';
import { startWindowServer } from '../../node/windowServer.ts';
import { type ExitCode, exitCode } from '../exitCodes.ts';
import type { Terminal } from '../terminal.ts';

export type WebOptions = {
  readonly port: number;
  /** Whether a browser is started. */
  readonly open: boolean;
  /** A project's file to read in place of the data folder. */
  readonly file?: string;
};

/** What calls under way get to finish at the end, in milliseconds. */
const drainBudgetMs = 5000;

/** The browser host: serves the window until it is interrupted. The link is all it prints on stdout. */
export async function web(
  terminal: Terminal,
  host: { readonly core: HostedCore; readonly windowFolder: URL; readonly log: Logger },
  options: WebOptions,
  interrupted: AbortSignal,
): Promise<ExitCode> {
  const server = await startWindowServer({
    target: host.core,
    folder: host.windowFolder,
    port: options.port,
    log: host.log,
  }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE'
      ? new Error(`port ${options.port} is in use: choose another with --port, or leave it out.`)
      : error;
  });
  terminal.stdout(`${server.printedLink}\n`);
  terminal.stderr(
    'Parallax is open at the link above, for this user on this machine. Press Ctrl+C to stop.\n',
  );
  if (options.open && !(await openInBrowser(process.platform, server.newOneTimeLink()))) {
    terminal.stderr('No browser could be started. Open the link yourself.\n');
  }
  if (!interrupted.aborted) await once(interrupted, 'abort');
  await server.close(drainBudgetMs);
  return exitCode.everyAnswer;
}
