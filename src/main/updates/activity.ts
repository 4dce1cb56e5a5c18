import type { Clock } from '#platform/clock.ts';
import type { BridgeEvent } from '#shared/bridge/events.ts';
import type { Handlers } from '../bridge/router.ts';

/** The window receives a file in several calls; between two of them it is not complete. */
const quietMs = 5000;
const lasting =
  /^(exports|imports|data|retention)\.|^projects\.(export|import|receive)$|^comparisons\.pdf$|^app\.saveFile$/;

/**
 * Whether work is in progress that an installation would interrupt: runs, exports, imports, operations on the
 * history's file.
 */
export function createActivity(parts: { readonly clock: Clock; readonly changed: (busy: boolean) => void }) {
  const running = new Set<string>();
  let calls = 0;
  const tell = (): void => parts.changed(running.size > 0 || calls > 0);
  const ended = (): void => {
    calls -= 1;
    tell();
  };
  return {
    hear: (event: BridgeEvent): void => {
      if (event.name === 'run.removed') running.delete(event.payload.runId);
      else if (event.name === 'run.changed') {
        const { id, state, counts } = event.payload.run;
        if (state === 'running' || counts.running > 0) running.add(id);
        else running.delete(id);
      } else return;
      tell();
    },
    /** The same handlers, counted while they run. */
    counting: (handlers: Handlers): Handlers => {
      const counted = Object.entries(handlers).map(([route, handler]) => {
        if (!lasting.test(route)) return [route, handler];
        const work = handler as (...args: readonly unknown[]) => unknown;
        return [
          route,
          async (...args: readonly unknown[]) => {
            calls += 1;
            tell();
            try {
              return await work(...args);
            } finally {
              void parts.clock.wait(quietMs).then(ended, ended);
            }
          },
        ];
      });
      // Object.fromEntries loses the types of individual keys.
      return Object.fromEntries(counted) as Handlers;
    },
  };
}
