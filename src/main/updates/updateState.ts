import type { Release, UpdateView } from '#shared/model/updates.ts';

export type UpdateState = UpdateView & {
  /** A run, an export or work on the file is in progress, so nothing is installed. */
  readonly busy: boolean;
};

export type UpdateEvent =
  | { readonly kind: 'checkAsked' }
  /** `release` is newer than this program; null if there is none. */
  | { readonly kind: 'checked'; readonly release: Release | null; readonly nowMs: number }
  | { readonly kind: 'downloadAsked' }
  | { readonly kind: 'progress'; readonly share: number }
  /** `file`: its path. */
  | { readonly kind: 'downloaded'; readonly file: string }
  | { readonly kind: 'installAsked' }
  | { readonly kind: 'busy'; readonly busy: boolean }
  | { readonly kind: 'failed'; readonly problem: string };

export type UpdateEffect = 'check' | 'download' | 'install';

export type UpdateStep = { readonly state: UpdateState; readonly effect: UpdateEffect | null };

/** @param off why this program has no updates, or null if it has */
export function firstUpdateState(installs: boolean, off: string | null): UpdateState {
  return {
    phase: off === null ? 'idle' : 'off',
    release: null,
    share: 0,
    checkedAtMs: null,
    problem: off,
    file: null,
    installs,
    busy: false,
  };
}

/**
 * An update from check to installation. The user requests each step after the check; the last one waits until
 * no work is in progress. A failure returns to the state from which the user can try again.
 */
export function stepUpdate(state: UpdateState, event: UpdateEvent): UpdateStep {
  const { phase } = state;
  const stay: UpdateStep = { state, effect: null };
  switch (event.kind) {
    case 'checkAsked':
      if (phase !== 'idle' && phase !== 'offered') return stay;
      return { state: { ...state, phase: 'checking', problem: null }, effect: 'check' };
    case 'checked': {
      if (phase !== 'checking') return stay;
      const { release, nowMs } = event;
      return {
        state: { ...state, phase: release ? 'offered' : 'idle', release, checkedAtMs: nowMs, share: 0 },
        effect: null,
      };
    }
    case 'downloadAsked':
      if (phase !== 'offered') return stay;
      return { state: { ...state, phase: 'downloading', share: 0, problem: null }, effect: 'download' };
    case 'progress':
      return phase === 'downloading' ? { state: { ...state, share: event.share }, effect: null } : stay;
    case 'downloaded':
      return phase === 'downloading'
        ? {
            state: { ...state, phase: 'ready', share: 1, file: state.installs ? null : event.file },
            effect: null,
          }
        : stay;
    case 'installAsked':
      if (phase !== 'ready') return stay;
      // Nothing ends: the file is shown.
      if (!state.installs) return { state, effect: 'install' };
      return state.busy
        ? { state: { ...state, phase: 'waiting', problem: null }, effect: null }
        : { state: { ...state, phase: 'installing', problem: null }, effect: 'install' };
    case 'busy': {
      const told = { ...state, busy: event.busy };
      return phase === 'waiting' && !event.busy
        ? { state: { ...told, phase: 'installing' }, effect: 'install' }
        : { state: told, effect: null };
    }
    case 'failed':
      return {
        state: { ...state, phase: afterFailure(phase), problem: event.problem, share: 0 },
        effect: null,
      };
  }
}

function afterFailure(phase: UpdateState['phase']): UpdateState['phase'] {
  if (phase === 'checking') return 'idle';
  // A file that could not be installed is downloaded and verified again.
  return phase === 'downloading' || phase === 'installing' ? 'offered' : phase;
}
