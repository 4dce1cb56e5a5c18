import { ServiceError } from '#client/serviceError.ts';
import type { PollSchedule } from '#platform/pollSchedule.ts';
import type { RedirectStatus } from '#shared/model/redirect.ts';
import type { Connections } from '../connections/connections.ts';
import type { CoreParts } from '../coreParts.ts';
import type { WaitingRedirect } from '../history/store/operations/redirects.ts';
import type { AppSettings } from '../settings/settings.ts';

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

const batchSize = 20;
/** Delay between two links: runs use the same rate limit, and nobody waits for this. */
const gapMs = 250;
const slowestGapMs = 60_000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Delays after a link that the engine did not answer; the last one is repeated. */
const retryMs = [10 * minuteMs, hourMs, 6 * hourMs, 24 * hourMs, 7 * 24 * hourMs];
/** Maximum tries of a link. */
const maxTries = 8;

type RedirectTurn =
  | { readonly kind: 'worked'; readonly resolved: number }
  | { readonly kind: 'idle' }
  /** The service is unavailable, which is not the link's fault. */
  | { readonly kind: 'away'; readonly reason: string };

type RedirectWork = { readonly turn: (signal: AbortSignal) => Promise<RedirectTurn> };

type RedirectOutcome =
  | { readonly kind: 'resolved'; readonly destination: string }
  | { readonly kind: 'failed'; readonly failure: string; readonly nextTryAtMs: number | null }
  | { readonly kind: 'busy' }
  | { readonly kind: 'away'; readonly reason: string };

/** Resolves stored redirects through their service, one after the other and at no cost. */
function createRedirectWork(
  deps: Pick<CoreParts, 'history' | 'clock' | 'log'> & {
    readonly connections: Pick<Connections, 'open'>;
    readonly selectedConnection: () => string;
  },
): RedirectWork {
  const { history, connections, selectedConnection, clock, log } = deps;
  let gap = gapMs;

  const ask = async (waiting: WaitingRedirect, signal: AbortSignal): Promise<RedirectOutcome> => {
    try {
      const { client } = await connections.open(waiting.connectionId ?? selectedConnection());
      const { data } = await client.resolveRedirect(waiting.link, {
        signal,
        retries: 0,
        surfaceRefusals: true,
      });
      return { kind: 'resolved', destination: data.url };
    } catch (error) {
      return outcomeOf(error, waiting.tries, clock.now());
    }
  };

  return {
    async turn(signal) {
      while (await history.call('redirects.find', {}));
      const waiting = await history.call('redirects.due', { nowMs: clock.now(), limit: batchSize });
      if (waiting.length === 0) return { kind: 'idle' };
      let resolved = 0;
      for (const redirect of waiting) {
        if (signal.aborted) break;
        const { urlId } = redirect;
        const outcome = await ask(redirect, signal);
        if (signal.aborted || outcome.kind === 'away')
          return {
            kind: 'away',
            reason: outcome.kind === 'away' ? outcome.reason : 'Parallax is closing. Nothing was changed.',
          };
        const nowMs = clock.now();
        if (outcome.kind === 'resolved') {
          await history.call('redirects.resolve', { urlId, destination: outcome.destination, nowMs });
          resolved += 1;
        } else if (outcome.kind === 'failed') {
          const { failure, nextTryAtMs } = outcome;
          await history.call('redirects.fail', { urlId, failure, nowMs, nextTryAtMs });
        }
        gap = outcome.kind === 'busy' ? Math.min(slowestGapMs, gap * 2) : Math.max(gapMs, gap / 2);
        if (outcome.kind === 'busy') log('debug', 'Redirects are resolved more slowly', { gap });
        await clock.wait(gap, signal).catch(() => {});
      }
      return { kind: 'worked', resolved };
    },
  };
}

function outcomeOf(error: unknown, tries: number, nowMs: number): RedirectOutcome {
  const reason = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ServiceError) || error.kind !== 'api') return { kind: 'away', reason };
  const { status } = error;
  if (status === 429) return { kind: 'busy' };
  if (status === 401 || status === 403) return { kind: 'away', reason };
  const final = (status !== null && status < 500) || tries + 1 >= maxTries;
  const wait = retryMs[Math.min(tries, retryMs.length - 1)] ?? 0;
  return { kind: 'failed', failure: reason, nextTryAtMs: final ? null : nowMs + wait };
}
