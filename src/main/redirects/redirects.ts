import type { PollSchedule } from '#platform/pollSchedule.ts';
import type { RedirectStatus } from '#shared/model/redirect.ts';
import type { Connections } from '../connections/connections.ts';
import type { CoreParts } from '../coreParts.ts';
import type { AppSettings } from '../settings/settings.ts';
import { createRedirectWork } from './redirectWork.ts';

const everyMs = 5000;
/** Resolved before searches count them, because recounting reads every answer's facets. */
const toldAtOnce = 200;
/** First and longest delay for an unavailable service. */
const awayMs = { first: 30_000, longest: 15 * 60_000 };

/** Redirects of engines among the stored URLs: resolved in the background if enabled. */
export function createRedirects(
  deps: Pick<CoreParts, 'history' | 'clock' | 'log' | 'publish'> & {
    readonly connections: Connections;
    readonly settings: AppSettings;
  },
) {
  const { history, connections, settings, clock, log, publish } = deps;
  const work = createRedirectWork({
    ...{ history, connections, clock, log },
    selectedConnection: settings.selectedConnection,
  });
  const isOn = (): boolean => settings.read().resolveRedirects;
  const status = async (): Promise<RedirectStatus> => ({
    on: isOn(),
    ...(await history.call('redirects.counts', {})),
  });

  const tell = async (resolved: number): Promise<void> => {
    await history.call('redirects.recount', {});
    log('info', 'Redirects were resolved', { resolved });
    publish('history.changed', {});
  };

  return {
    status,
    /**
     * Resolves what is due, even if the background is turned off.
     * @throws AppError HISTORY_*
     */
    async resolve(
      { all }: { readonly all: boolean },
      { signal }: { readonly signal: AbortSignal },
    ): Promise<RedirectStatus & { away: string | null }> {
      if (all) await history.call('redirects.again', {});
      for (let resolved = 0; ; ) {
        const turn = await work.turn(signal);
        if (turn.kind === 'worked') resolved += turn.resolved;
        if (turn.kind === 'worked' && !signal.aborted) continue;
        if (resolved > 0) await tell(resolved);
        return { ...(await status()), away: turn.kind === 'away' ? turn.reason : null };
      }
    },
    async watch(polling: PollSchedule, signal: AbortSignal): Promise<void> {
      const pause = polling.interval(everyMs);
      let away = 0;
      let resolved = 0;
      while (!signal.aborted) {
        const turn = isOn()
          ? // A history that cannot be used now has told so already; it may be mended later.
            await work.turn(signal).catch(() => ({ kind: 'idle' as const }))
          : { kind: 'idle' as const };
        if (turn.kind === 'worked') {
          resolved += turn.resolved;
          away = 0;
          if (resolved < toldAtOnce) continue;
        }
        if (resolved > 0) await tell(resolved).catch(() => {});
        resolved = 0;
        if (turn.kind === 'worked') continue;
        away = turn.kind === 'away' ? Math.min(awayMs.longest, away === 0 ? awayMs.first : away * 2) : 0;
        await (away > 0 ? clock.wait(away, signal).catch(() => {}) : pause(signal));
      }
    },
  };
}
