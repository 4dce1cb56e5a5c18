import type { RouteOutput } from '#shared/bridge/routeTable.ts';
import { AppError } from '#shared/model/appError.ts';
import type { RunTranslation } from '#shared/model/monitor.ts';
import type { TranslationJob } from '#shared/model/translation.ts';
import type { CoreParts } from '../coreParts.ts';
import type { DueTranslation } from '../history/store/operations/monitorTranslations.ts';
import type { createTranslations } from '../translation/translations.ts';
import { createWatch, oneAtATime } from '../watching.ts';

const lookEveryMs = 20_000;
/** If a program dies while it translates, others continue after this. Renewed while the job goes on. */
const leaseMs = 5 * 60_000;
const firstWaitMs = 60_000;
/** Delays grow fourfold: about an hour and a half in all. */
const maxAttempts = 5;

/**
 * Translates what monitors collect, where a monitor says so: after each run, into the language and with the translator of
 * the project, within the monitor's limits. Answers that are translated already are not sent again.
 */
export function createMonitorTranslations(
  deps: Pick<CoreParts, 'history' | 'clock' | 'log' | 'publish'> & {
    readonly translations: Pick<ReturnType<typeof createTranslations>, 'start' | 'finish'>;
  },
) {
  const { history, translations, clock, log, publish } = deps;

  const outcomeOf = async (due: DueTranslation, signal: AbortSignal): Promise<RunTranslation> => {
    const { before } = due;
    const attempts = before.attempts + 1;
    try {
      const { state, to, done, total, cost, currency, reason } = await withLease(
        deps,
        due,
        translateRun(translations, due, signal),
      );
      return {
        state: state === 'running' ? 'waiting' : state,
        to,
        done: before.done + done,
        total: before.done + total,
        cost: cost === null ? before.cost : (before.cost ?? 0) + cost,
        currency: currency ?? before.currency,
        reason,
        attempts,
      };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      // What is missing in the settings does not appear by itself.
      const isFinal = error instanceof AppError && ['CONFLICT', 'INVALID_INPUT'].includes(error.code);
      return { ...before, state: 'failed', reason, attempts: isFinal ? maxAttempts : attempts };
    }
  };

  /** Translates what is due, one run after the other. */
  const settle = oneAtATime(async (signal: AbortSignal) => {
    const settled: RouteOutput<'monitors.translate'>['translated'][number][] = [];
    while (!signal.aborted) {
      const nowMs = clock.now();
      const due = await history.call('monitors.claimTranslation', { leaseUntilMs: nowMs + leaseMs, nowMs });
      if (due === null) break;
      const translation = await outcomeOf(due, signal);
      // The next program continues: answers stay translated, and the lease ends.
      if (signal.aborted) break;
      const { attempts, reason } = translation;
      const again = translation.state === 'failed' && attempts < maxAttempts;
      const dueMs = again ? clock.now() + firstWaitMs * 4 ** (attempts - 1) : null;
      await history.call('monitors.translated', { ...due, translation, dueMs });
      if (reason !== null)
        log('warn', 'Answers of a monitor are not all translated', { monitor: due.monitor, again, reason });
      if (translation.state === 'failed' && !again)
        publish('notice', {
          level: 'warning',
          message: `Answers of the monitor “${due.monitor}” were not translated: ${reason}`,
        });
      publish('monitors.changed', {});
      settled.push({ monitor: due.monitor, runId: due.runId, translation });
    }
    return settled;
  });

  return {
    translate: async (
      _: Readonly<Record<string, never>>,
      { signal }: { readonly signal: AbortSignal },
    ): Promise<RouteOutput<'monitors.translate'>> => ({ translated: await settle(signal) }),
    ...createWatch(clock, lookEveryMs, settle, (error) =>
      log('debug', 'Translations of monitors cannot be read', { reason: String(error) }),
    ),
  };
}

/** Until the work has ended, no other program takes it. */
async function withLease<T>(
  { history, clock }: Pick<CoreParts, 'history' | 'clock'>,
  due: DueTranslation,
  work: Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const renew = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await clock.wait(leaseMs / 2, over.signal).catch(() => {});
      if (over.signal.aborted) return;
      const dueMs = clock.now() + leaseMs;
      await history.call('monitors.translated', { ...due, translation: null, dueMs }).catch(() => {});
    }
  };
  const renewing = renew();
  try {
    return await work;
  } finally {
    over.abort();
    await renewing;
  }
}

/** @throws AppError if nothing can be translated, for example without a translator */
async function translateRun(
  translations: Pick<ReturnType<typeof createTranslations>, 'start' | 'finish'>,
  { runId, projectId, limit, creditsLeft, before }: DueTranslation,
  signal: AbortSignal,
): Promise<TranslationJob> {
  const { id } = await translations.start({
    runId,
    projectId,
    again: false,
    limit: {
      cost: limit.costLimit === null ? undefined : Math.max(0, limit.costLimit - (before.cost ?? 0)),
      credits: creditsLeft === null ? undefined : Math.max(0, creditsLeft),
    },
  });
  return translations.finish({ id }, { signal });
}
