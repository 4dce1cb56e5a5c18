import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { ConnectionView } from '#shared/model/connection.ts';
import type { AskInput, RunPreview } from '#shared/model/run.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import type { BridgeFailure } from '../../bridge/client.ts';
import type { ComposerActions, ComposerState, ComposerStore } from './composerStore.ts';

const Context = createContext<ComposerStore | null>(null);

/** Gives the components below it the question that is being written. */
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
  /** Cost, time and problems of what stood in the composer last; null until first known. */
  readonly preview: RunPreview | null;
  /** True while they are of an earlier wording. */
  readonly stale: boolean;
  readonly failure: BridgeFailure | null;
  readonly refresh: () => void;
};

const nothingAsked: AskInput = { question: '', engine: 'assistant-a', markets: [], connectionId: '' };

/** What sending would cost, as far as it is known. */
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

/** Every answer changes the balance: the connection has the latest, the preview that of the moment it was made. */
export function withBalance(
  preview: RunPreview,
  connections: readonly Pick<ConnectionView, 'id' | 'credits'>[],
  connectionId: string | undefined,
): RunPreview {
  const credits = connections.find(({ id }) => id === connectionId)?.credits;
  return credits ? { ...preview, balance: credits.remaining } : preview;
}
