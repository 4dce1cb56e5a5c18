import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { ConnectionView } from '#shared/model/connection.ts';
import type { AskInput, RunPreview } from '#shared/model/run.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import type { BridgeFailure } from '../../bridge/client.ts';
import type { ComposerActions, ComposerState, ComposerStore } from './composerStore.ts';

const Context = createContext<ComposerStore | null>(null);

/** Provides the current question to the components below. */
export const ComposerProvider = Context.Provider;

export function useComposerStore(): ComposerStore {
  const store = useContext(Context);
  if (store === null) throw new Error('A part of the composer stands outside of ComposerProvider');
  return store;
}

export function useComposer<T>(select: (state: ComposerState & ComposerActions) => T): T {
  return useStore(useComposerStore(), select);
}

export type ShownPreview = {
  /** Estimate and problems of the latest question; null until the first one. */
  readonly preview: RunPreview | null;
  /** Whether the estimate is for an earlier version of the question. */
  readonly stale: boolean;
  readonly failure: BridgeFailure | null;
  readonly refresh: () => void;
};

const nothingAsked: AskInput = { question: '', engine: 'assistant-a', markets: [], connectionId: '' };

/** The current estimate. */
export function usePreview(): ShownPreview {
  const rested = useComposer((state) => state.rested);
  const typing = useComposer((state) => state.typing);
  const { data, error, isPlaceholderData, refetch } = useRoute('runs.preview', rested ?? nothingAsked, {
    enabled: rested !== null,
    refetchOnMount: false,
  });
  const connections = useRoute('connections.list', {}).data?.connections ?? [];
  return {
    preview: data ? withBalance(data, connections, rested?.connectionId) : null,
    stale: typing || isPlaceholderData,
    failure: error,
    refresh: () => void refetch(),
  };
}

/**
 * Replaces the balance, which changes with every answer: the connection has the current one, the estimate that of its
 * time.
 */
export function withBalance(
  preview: RunPreview,
  connections: readonly Pick<ConnectionView, 'id' | 'credits'>[],
  connectionId: string | undefined,
): RunPreview {
  const credits = connections.find(({ id }) => id === connectionId)?.credits;
  return credits ? { ...preview, balance: credits.remaining } : preview;
}
