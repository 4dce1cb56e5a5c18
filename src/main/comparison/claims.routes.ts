import type { Handlers } from '../bridge/router.ts';
import type { CoreParts } from '../coreParts.ts';

/** Every change is published to the windows, because open comparisons then have other counts. */
export function claimHandlers(parts: Pick<CoreParts, 'history' | 'clock' | 'publish'>) {
  const { history, clock, publish } = parts;
  return {
    'claims.label': async (input) => {
      await history.call('claims.label', { ...input, nowMs: clock.now() });
      publish('claims.changed', {});
      return {};
    },
    'claims.setAspects': async (input) => {
      await history.call('claims.setAspects', input);
      publish('claims.changed', {});
      return { aspects: input.aspects };
    },
    'claims.correct': async (input) => {
      await history.call('claims.correct', { ...input, nowMs: clock.now() });
      publish('claims.changed', {});
      return {};
    },
    'claims.restore': async (input) => {
      const restored = await history.call('claims.restore', input);
      publish('claims.changed', {});
      return restored;
    },
  } satisfies Partial<Handlers>;
}
