import type { Monitors } from '../../monitors/monitors.ts';
import type { Handlers } from '../router.ts';

export function monitorHandlers(monitors: Monitors) {
  return {
    'monitors.add': (input) => monitors.add(input),
    'monitors.list': async () => ({ monitors: [...(await monitors.list())] }),
    'monitors.remove': ({ monitor }) => monitors.remove(monitor),
    'monitors.tick': async () => ({ runIds: [...(await monitors.tick())] }),
  } satisfies Partial<Handlers>;
}
