import type { Handlers } from '../bridge/router.ts';
import type { Recomputations } from './recomputation.ts';

export function recomputationRoutes(replays: Recomputations) {
  return {
    'replays.status': () => replays.status(),
    'replays.finish': (_, { signal }) => replays.finish(signal),
    'replays.cancel': () => replays.cancel(),
    'replays.resume': () => replays.resume(),
    'replays.change': () => replays.change(),
  } satisfies Partial<Handlers>;
}
