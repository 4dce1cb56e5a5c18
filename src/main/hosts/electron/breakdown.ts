import { app, dialog } from 'electron';
import type { Logger } from '#platform/log.ts';
import type { Quitting } from './quitting.ts';

/** Exit code of a program that reported why it ends: its parent need not report more. */
export const saidWhy = 70;

/**
 * Handles uncaught errors. Electron's default shows a stack trace and lets the program continue in an unknown
 * state; this handler shows a message, closes everything and exits. An unhandled rejection is only logged, as
 * in Electron, because it leaves nothing half done.
 */
export function watchBreakdown(
  quitting: Pick<Quitting, 'breakDown' | 'state'>,
  logFile: string,
  log: Logger,
): void {
  process.on('uncaughtException', (error) => {
    log('error', 'An error was not caught.', { error: error.stack ?? String(error) });
    if (quitting.state() !== 'running') return;
    quitting.breakDown(saidWhy, say(logFile));
  });
  process.on('unhandledRejection', (reason) => {
    const text = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
    log('error', 'A failure was not caught.', { error: text });
  });
}

async function say(logFile: string): Promise<void> {
  if (!app.isReady()) return;
  await dialog.showMessageBox({
    type: 'error',
    message: 'Parallax has to close.',
    detail: `Something failed that it was not prepared for. Stored data is safe; a run that was under way can be resumed at the next start.\n\nLog file: ${logFile}`,
    buttons: ['Close'],
  });
}
