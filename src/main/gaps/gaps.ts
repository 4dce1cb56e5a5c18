import type { RouteParsedInput } from '#shared/bridge/routeTable.ts';
import type { GapAnswer, GapQuery } from '#shared/model/gap.ts';
import type { createDetectedBrands } from '../brands/detectedBrands.ts';
import type { CoreParts } from '../coreParts.ts';
import type { Trends } from '../trends/trends.ts';

/** Places where competitors are named or cited and you are not, computed from the caches of trends. */
export function createGaps(
  deps: Pick<CoreParts, 'history' | 'clock' | 'publish'> & {
    readonly trends: Pick<Trends, 'load'>;
    readonly detectedBrands: Pick<ReturnType<typeof createDetectedBrands>, 'names'>;
  },
) {
  const { history, trends, detectedBrands, clock, publish } = deps;
  return {
    /** @throws AppError NOT_FOUND for an unknown run, brand, domain or monitor */
    async list(query: GapQuery, { signal }: { readonly signal: AbortSignal }): Promise<GapAnswer> {
      const { project: projectId, run: runId } = query;
      const detected = (await detectedBrands.names({ projectId, runId }, { signal })).map(({ name }) => name);
      for (;;) {
        // Of those in memory and a few new ones in one call: beside a run, each waits for its turn.
        const found = await history.call('gaps.list', { ...query, detected });
        if (found !== null) return found;
        await trends.load(true, signal);
      }
    },
    async mark({ decidedAtMs, ...input }: RouteParsedInput<'gaps.mark'>): Promise<{ marked: number }> {
      const marked = await history.call('gaps.mark', { ...input, nowMs: decidedAtMs ?? clock.now() });
      publish('gaps.changed', {});
      return marked;
    },
  };
}
