import type { Replays } from '../../replays/replays.ts';
import type { Handlers } from '../router.ts';

export function replayHandlers(replays: Replays) {
  return {
    'replays.status': () => replays.status(),
    'replays.finish': (_, { signal }) => replays.finish(signal),
    'replays.cancel': () => replays.cancel(),
    'replays.resume': () => replays.resume(),
    'replays.change': () => replays.change(),
  } satisfies Partial<Handlers>;
}
