import type { Handlers } from '../bridge/router.ts';
import type { Runs } from '../runs/runs.ts';
import type { Accounts } from './accounts.ts';

export function accountHandlers(accounts: Accounts, runs: Runs) {
  return {
    'queue.get': ({ connectionId }, { signal }) => accounts.queue(connectionId, signal),
    'queue.clear': ({ connectionId }) => runs.clearQueue(connectionId),
    'queue.collect': async () => ({ runs: await runs.resumeOrphanedTasks() }),
    'credits.get': (input, { signal }) => accounts.credits(input, signal),
  } satisfies Partial<Handlers>;
}
