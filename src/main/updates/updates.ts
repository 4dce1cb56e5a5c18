import type { UpdateView } from '#shared/model/updates.ts';
import type { CoreParts } from '../coreParts.ts';
import type { Updater } from '../ports.ts';
import type { AppSettings } from '../settings/settings.ts';
import { updateProblem } from './updateProblem.ts';
import { firstUpdateState, stepUpdate, type UpdateEffect, type UpdateEvent } from './updateState.ts';

/** The first check is delayed so that it does not slow the start; the next ones follow a few times a day. */
const firstLookMs = 30_000;
const lookEveryMs = 6 * 60 * 60_000;

/** Checks for a newer version, and installs it on request when no work is in progress. */
export function createUpdates(
  deps: Pick<CoreParts, 'clock' | 'log' | 'publish'> & {
    readonly updater: Updater;
    readonly settings: Pick<AppSettings, 'read'>;
  },
) {
  const { updater, settings, clock, log, publish } = deps;
  const { off } = updater;
  let state = firstUpdateState(updater.installs, off);

  const view = (): UpdateView => {
    const { busy: _, ...shown } = state;
    return shown;
  };
  const happen = (event: UpdateEvent): UpdateView => {
    const before = state;
    const step = stepUpdate(state, event);
    state = step.state;
    if (before !== state) publish('updates.changed', {});
    if (step.effect !== null) void carryOut(step.effect);
    return view();
  };
  const carryOut = async (effect: UpdateEffect): Promise<void> => {
    try {
      if (effect === 'check') {
        const release = await updater.check(settings.read().updateChannel);
        happen({ kind: 'checked', release, nowMs: clock.now() });
      } else if (effect === 'download') {
        const file = await updater.download((share) => happen({ kind: 'progress', share }));
        happen({ kind: 'downloaded', file });
      } else await updater.install();
    } catch (error) {
      log('warn', 'An update failed', { step: effect, reason: String(error) });
      happen({ kind: 'failed', problem: updateProblem(error) });
    }
  };

  return {
    state: view,
    check: () => happen({ kind: 'checkAsked' }),
    download: () => happen({ kind: 'downloadAsked' }),
    install: () => happen({ kind: 'installAsked' }),
    /** Whether a run, an export or work on the file is in progress. */
    setBusy: (busy: boolean): void => {
      if (busy !== state.busy) happen({ kind: 'busy', busy });
    },
    /** Checks periodically until the signal aborts, unless the user turned it off. */
    async watch(signal: AbortSignal): Promise<void> {
      if (off !== null) return;
      for (let waitMs = firstLookMs; !signal.aborted; waitMs = lookEveryMs) {
        await clock.wait(waitMs, signal).catch(() => {});
        if (!signal.aborted && settings.read().lookForUpdates) happen({ kind: 'checkAsked' });
      }
    },
  };
}
