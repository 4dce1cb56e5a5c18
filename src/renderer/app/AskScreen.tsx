import { type RefObject, Suspense, useCallback } from 'react';
import { useStore } from 'zustand';
import { marketId } from '#shared/geo/marketInput.ts';
import type { RunSummary } from '#shared/model/run.ts';
import { useRoute } from '../bridge/BridgeContext.tsx';
import { Composer, type ComposerHandle } from '../features/ask/Composer.tsx';
import { ComposerProvider } from '../features/ask/composerContext.ts';
import type { ComposerValues } from '../features/ask/composerStore.ts';
import { rememberSet } from '../features/ask/marketChoice.ts';
import { useRunHistory } from '../features/history/runHistory.ts';
import { useSettings } from '../features/settings/settings.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FlagStrip } from '../ui/FlagStrip.tsx';
import { runTitle } from '../ui/runLabels.ts';
import { RelativeTime } from '../ui/Times.tsx';
import { formatAddress } from '../window/address.ts';
import { printKeys } from '../window/commands.tsx';
import { navigation } from '../window/navigation.tsx';
import { Reading } from './lazyScreens.ts';
import type { WindowStores } from './stores.ts';

type AskScreenProps = {
  readonly stores: WindowStores;
  /** The run that is shown; null before the first one. */
  readonly runId: string | null;
  readonly composerHandle: RefObject<ComposerHandle | null>;
};

/** The Ask screen: the composer at the top, the answers below it. */
export function AskScreen({ stores, runId, composerHandle }: AskScreenProps) {
  const { composer, settings, shell } = stores;
  const recentSets = useSettings((stored) => stored.recentMarketSets);
  const composing = useStore(shell, (state) => state.composing);

  const onSent = useCallback(
    (sentRunId: string) => {
      const { engine, markets, samples, options } = composer.getState();
      settings.update({
        lastEngine: engine,
        lastOptions: { samples, options: [...options], markets: markets.map(marketId) },
        recentMarketSets: rememberSet(settings.current().recentMarketSets, markets.map(marketId)).map(
          (set) => [...set],
        ),
      });
      shell.getState().setComposing(false);
      // A new run opens on its overview, whichever tab was read last; searches open on their results.
      const isSearch = engine === 'search' || engine === 'search/news';
      navigation.go({ name: 'run', runId: sentRunId }, isSearch ? {} : { tab: 'overview' });
    },
    [composer, settings, shell],
  );

  const box = (onClose?: () => void) => (
    <ComposerProvider value={composer}>
      <Composer
        onSent={onSent}
        recentSets={recentSets}
        onConnections={() => navigation.go({ name: 'settings', section: 'connections' })}
        onUndoable={shell.getState().offerUndo}
        sendKeys={printKeys('mod+enter')}
        handle={composerHandle}
        onClose={onClose}
      />
    </ComposerProvider>
  );

  if (runId === null)
    return (
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <h1 className="sr-only">Ask</h1>
        <div className="shrink-0 p-4">{box()}</div>
        <FirstSteps stores={stores} composerHandle={composerHandle} />
      </div>
    );
  return (
    <Suspense>
      <Reading
        key={runId}
        stores={stores}
        runId={runId}
        composer={
          composing ? (
            <div className="max-h-[60%] shrink-0 overflow-y-auto border-line border-b bg-bg p-3">
              {box(() => shell.getState().setComposing(false))}
            </div>
          ) : null
        }
      />
    </Suspense>
  );
}

function FirstSteps({ stores, composerHandle }: Pick<AskScreenProps, 'stores' | 'composerHandle'>) {
  const { composer, historyView } = stores;
  const everywhere = useStore(historyView, (state) => state.everywhere);
  const { runs } = useRunHistory(everywhere);
  if (runs.length > 0) return <RecentRuns runs={runs} />;
  const tryExample = (): void => {
    composer.getState().fill(exampleQuestion());
    // The pressed button disappears, and the next key should send.
    composerHandle.current?.focus();
  };
  return <Welcome composer={composer} onTry={tryExample} />;
}

type WelcomeProps = Pick<WindowStores, 'composer'> & { readonly onTry: () => void };

function Welcome({ composer, onTry }: WelcomeProps) {
  const blank = useStore(composer, (state) => state.question === '' && state.markets.length === 0);
  const folder = useRoute('app.info', {}).data?.dataFolder;
  return (
    <EmptyState
      title="The same question, from many countries, side by side"
      action={
        blank ? (
          <Button onClick={onTry}>Try: which folding bike locks do people trust in US, DE, JP and BR?</Button>
        ) : null
      }
    >
      Each market gets a column that fills in as its answer arrives. Everything is stored on this computer
      {folder === undefined ? null : (
        <>
          , in <span className="wrap-anywhere">{folder}</span>
        </>
      )}
      . To use the data of another folder, go to{' '}
      <a href={formatAddress({ name: 'settings', section: 'data' })} className="underline">
        Settings, Data
      </a>
      .
    </EmptyState>
  );
}

/** Recent questions. */
function RecentRuns({ runs }: { readonly runs: readonly RunSummary[] }) {
  return (
    <nav aria-label="Recent" className="mx-auto w-full max-w-[64rem] px-4 pb-6">
      <h2 className="mb-1 px-3 font-medium text-ink-3 text-table">Recent</h2>
      <ul className="flex flex-col">
        {runs.slice(0, 8).map((run) => (
          <li key={run.id}>
            <a
              href={formatAddress({ name: 'run', runId: run.id })}
              className="grid h-8 grid-cols-[minmax(0,1fr)_minmax(0,20rem)_6.5rem] items-center gap-4 rounded-md px-3 hover:bg-hover max-md:grid-cols-[minmax(0,1fr)_6.5rem]"
            >
              <span dir="auto" className="truncate">
                {runTitle(run)}
              </span>
              <span className="min-w-0 max-md:hidden">
                <FlagStrip cells={run.strip} total={run.markets} width={320} />
              </span>
              <span className="truncate text-end text-ink-3 text-table">
                <RelativeTime atMs={run.createdAtMs} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The example of the empty screens. It works without an account. */
export function exampleQuestion(): Partial<ComposerValues> {
  return {
    question: 'Which folding bike locks do people trust?',
    markets: ['US', 'DE', 'JP', 'BR'].map((country) => ({ country })),
  };
}
