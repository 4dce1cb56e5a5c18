import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Engine } from '#shared/interface/engines.ts';
import type { RunDetail } from '#shared/model/run.ts';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import type { BridgeFailure } from '../../bridge/client.ts';

/** The displayed part of a plan's run: the index of its question, and an engine. Empty for a single question. */
export type RunSection = { readonly question?: number; readonly engine?: Engine };

export type ResumeChoice = {
  readonly cellIds?: readonly string[];
  readonly retryFailed?: boolean;
  readonly includeUnknown?: boolean;
  /** A new credit limit of the run. */
  readonly ceiling?: number;
};

type ShownRun = {
  readonly runId: string;
  readonly section: RunSection;
  readonly cancel: () => void;
  readonly resume: (choice: ResumeChoice) => void;
  /** Why a cancel, resume or retry failed. */
  readonly actionFailure: BridgeFailure | null;
};

const Context = createContext<ShownRun | null>(null);

type RunProviderProps = {
  readonly runId: string;
  /** Keeps its identity while the same section is shown. */
  readonly section: RunSection;
  readonly children: ReactNode;
};

/** Provides the displayed run and its actions to the components below. */
export function RunProvider({ runId, section, children }: RunProviderProps) {
  const cancelled = useAction('runs.cancel');
  const resumed = useAction('runs.resume');
  const { mutate: cancel, reset: forgetCancel } = cancelled;
  const { mutate: resume, reset: forgetResume } = resumed;
  const actionFailure = cancelled.error ?? resumed.error;
  const shown = useMemo<ShownRun>(
    () => ({
      runId,
      section,
      actionFailure,
      cancel: () => {
        forgetResume();
        cancel({ runId });
      },
      resume: ({ cellIds, retryFailed = false, includeUnknown = false, ceiling }) => {
        forgetCancel();
        const cells = cellIds ? { cellIds: [...cellIds] } : {};
        resume({ runId, retryFailed, includeUnknown, ceiling, ...cells });
      },
    }),
    [runId, section, actionFailure, cancel, resume, forgetCancel, forgetResume],
  );
  return <Context value={shown}>{children}</Context>;
}

export function useShownRun(): ShownRun {
  const shown = useContext(Context);
  if (shown === null) throw new Error('A part of a run stands outside of RunProvider');
  return shown;
}

export type RunReadState = {
  /** Null until the run is loaded. */
  readonly detail: RunDetail | null;
  readonly failure: BridgeFailure | null;
  readonly reload: () => void;
};

/** The run with its changing cells. */
export function useRunDetail(): RunReadState {
  const { runId, section } = useShownRun();
  const { data, error, isPlaceholderData, refetch } = useRoute('runs.get', { runId, ...section });
  // While another section is loaded, the previous one is not shown in its place.
  return { detail: isPlaceholderData ? null : (data ?? null), failure: error, reload: () => void refetch() };
}
