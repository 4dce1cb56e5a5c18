import type { Accounts } from '../../accounts/accounts.ts';
import type { Runs } from '../../runs/runs.ts';
import type { Handlers } from '../router.ts';

export function accountHandlers(accounts: Accounts, runs: Runs) {
  return {
    'queue.get': ({ connectionId }, { signal }) => accounts.queue(connectionId, signal),
    'queue.clear': ({ connectionId }) => runs.clearQueue(connectionId),
    'queue.collect': async () => ({ runs: await runs.collectLeftBehind() }),
    'credits.get': (input, { signal }) => accounts.credits(input, signal),
  } satisfies Partial<Handlers>;
}
