import { ServiceError } from '#client/serviceError.ts';
import type { Connections } from '../connections/connections.ts';
import type { CoreParts } from '../coreParts.ts';
import type { WaitingRedirect } from '../history/store/operations/redirects.ts';

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

export type RedirectTurn =
  | { readonly kind: 'worked'; readonly resolved: number }
  | { readonly kind: 'idle' }
  /** The service is unavailable, which is not the link's fault. */
  | { readonly kind: 'away'; readonly reason: string };

export type RedirectWork = { readonly turn: (signal: AbortSignal) => Promise<RedirectTurn> };

type Outcome =
  | { readonly kind: 'resolved'; readonly destination: string }
  | { readonly kind: 'failed'; readonly failure: string; readonly nextTryAtMs: number | null }
  | { readonly kind: 'busy' }
  | { readonly kind: 'away'; readonly reason: string };

/** Resolves stored redirects through their service, one after the other and at no cost. */
export function createRedirectWork(
  deps: Pick<CoreParts, 'history' | 'clock' | 'log'> & {
    readonly connections: Pick<Connections, 'open'>;
    readonly selectedConnection: () => string;
  },
): RedirectWork {
  const { history, connections, selectedConnection, clock, log } = deps;
  let gap = gapMs;

  const ask = async (waiting: WaitingRedirect, signal: AbortSignal): Promise<Outcome> => {
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

function outcomeOf(error: unknown, tries: number, nowMs: number): Outcome {
  const reason = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ServiceError) || error.kind !== 'api') return { kind: 'away', reason };
  const { status } = error;
  if (status === 429) return { kind: 'busy' };
  if (status === 401 || status === 403) return { kind: 'away', reason };
  const final = (status !== null && status < 500) || tries + 1 >= maxTries;
  const wait = retryMs[Math.min(tries, retryMs.length - 1)] ?? 0;
  return { kind: 'failed', failure: reason, nextTryAtMs: final ? null : nowMs + wait };
}
