import { failureOf } from '../bridge/client.ts';
import type { ServerData } from '../bridge/serverData.ts';
import { removeRun, restoreRun } from '../features/history/runHistory.ts';
import type { WindowStores } from './stores.ts';

/** Offers to take a deleted run back, and then to delete it again. */
export function sayDeleted({ shell }: WindowStores, server: ServerData, runId: string): void {
  const attempt = (work: Promise<unknown>): void =>
    void work.catch((thrown: unknown) => shell.getState().say(failureOf(thrown).message, { level: 'error' }));
  shell.getState().offerUndo('Run moved to the trash', {
    undo: () => attempt(restoreRun(server, runId)),
    redo: () => attempt(removeRun(server, runId)),
  });
}
