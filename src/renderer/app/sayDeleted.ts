import { failureOf } from '../bridge/client.ts';
import type { ServerData } from '../bridge/serverData.ts';
import { restoreRun } from '../features/history/runHistory.ts';
import type { WindowStores } from './stores.ts';

/** Offers to take a deleted run back. */
export function sayDeleted({ shell }: WindowStores, server: ServerData, runId: string): void {
  shell.getState().say('Run moved to the trash', {
    undo: () => {
      restoreRun(server, runId).catch((thrown: unknown) =>
        shell.getState().say(failureOf(thrown).message, { level: 'error' }),
      );
    },
  });
}
