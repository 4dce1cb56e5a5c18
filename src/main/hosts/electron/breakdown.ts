import { app, dialog } from 'electron';
import type { Logger } from '#platform/log.ts';
import type { Quitting } from './quitting.ts';

/** Exit code of a program that said why it ends: whoever started it need not say more. */
export const saidWhy = 70;

/**
 * What nobody caught. Electron by itself shows a stack and lets the program run on in a state nobody knows; this one
 * says in a sentence that it ends, closes what is open and ends. A rejection that nobody heard is only written down, as
 * Electron does: nothing was left half done by it.
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
