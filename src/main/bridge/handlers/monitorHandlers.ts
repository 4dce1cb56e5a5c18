import type { Monitors } from '../../monitors/monitors.ts';
import type { Handlers } from '../router.ts';

export function monitorHandlers(monitors: Monitors) {
  return {
    'monitors.add': (input) => monitors.add(input),
    'monitors.list': async () => ({ monitors: [...(await monitors.list())] }),
    'monitors.edit': (input) => monitors.edit(input),
    'monitors.read': (input) => monitors.read(input),
    'monitors.pause': ({ monitor, paused }) => monitors.pause(monitor, paused),
    'monitors.runNow': ({ monitor }) => monitors.runNow(monitor),
    'monitors.times': (input) => monitors.times(input),
    'monitors.remove': ({ monitor }) => monitors.remove(monitor),
    'monitors.tick': () => monitors.tick(),
    'monitors.collect': () => monitors.collect(),
  } satisfies Partial<Handlers>;
}
