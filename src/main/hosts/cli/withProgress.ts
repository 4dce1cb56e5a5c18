import type { OnProgress } from '../../history/maintenance/taskClient.ts';
import type { FileContext } from './context.ts';
import { fitted } from './textTable.ts';

/** Work on the history's file that Ctrl+C cancels, with one live line on a screen and nothing elsewhere. */
export async function withProgress<T>(
  { terminal, interrupted }: FileContext,
  work: (onProgress: OnProgress, cancelled: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await work(({ what, done, total }) => {
      const percent = total === 0 ? 0 : Math.min(100, Math.floor((100 * done) / total));
      terminal.liveLine(fitted(`${what} · ${percent} %`, terminal.columns() - 1));
    }, interrupted);
  } finally {
    terminal.liveLine('');
  }
}
