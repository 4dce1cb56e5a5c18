import { type ReactNode, useCallback, useMemo } from 'react';
import { useStore } from 'zustand';
import { type MarketPlace, marketId } from '#shared/geo/marketInput.ts';
import { isEngine } from '#shared/interface/engines.ts';
import type { CellView, RunDetail, RunSummary } from '#shared/model/run.ts';
import { useServerData } from '../bridge/BridgeContext.tsx';
import { failureOf } from '../bridge/client.ts';
import type { Aim } from '../features/ask/aim.ts';
import { chosenOptions } from '../features/ask/engineOptions.ts';
import { DetectedBrands } from '../features/brands/DetectedBrands.tsx';
import { SandboxAnswersBanner } from '../features/engines/SandboxBanner.tsx';
import { removeRun } from '../features/history/runHistory.ts';
import { ReadScreen } from '../features/run/ReadScreen.tsx';
import { RunProvider, type RunSection, useRunDetail } from '../features/run/runContext.tsx';
import { useSettings } from '../features/settings/settings.ts';
import { navigation, useAddress } from '../window/navigation.tsx';
import { readTabs } from './readTabs.ts';
import { sayDeleted } from './sayDeleted.ts';
import type { WindowStores } from './stores.ts';

/** A run at its own address. */
export function Reading({
  stores,
  runId,
  composer,
}: {
  readonly stores: WindowStores;
  readonly runId: string;
  readonly composer: ReactNode;
}) {
  const server = useServerData();
  const { params } = useAddress();
  const { shell } = stores;
  const { question, engine } = params;
  const section = useMemo(() => readSection(question, engine), [question, engine]);

  const onInspect = useCallback(
    (id: string | null, open: boolean) =>
      shell.getState().inspect(id === null ? null : { kind: 'observation', id }, open),
    [shell],
  );
  const onAskAgain = useCallback(
    ({ run, cells, options, wordings = {} }: RunDetail) => {
      stores.composer.getState().fill({
        question: run.question,
        wordings,
        engine: run.engine,
        samples: run.samples,
        options: chosenOptions(options),
        markets: placesOf(cells),
        aim: aimOf(cells, options),
      });
      shell.getState().setComposing(true);
    },
    [stores, shell],
  );
  const onRemove = useCallback(
    (run: RunSummary) => {
      removeRun(server, run.id).then(
        (removed) => {
          if (removed) {
            navigation.go({ name: 'history' });
            sayDeleted(stores, server, run.id);
          } else {
            shell.getState().say('The run was not deleted.', { level: 'error' });
          }
        },
        (thrown: unknown) => shell.getState().say(failureOf(thrown).message, { level: 'error' }),
      );
    },
    [server, shell, stores],
  );
  const { widthMemory, tabMemory } = useMemories(stores.settings);

  return (
    <RunProvider runId={runId} section={section}>
      <ReadScreen
        tabs={readTabs}
        params={params}
        setParams={navigation.setParams}
        onInspect={onInspect}
        onAskAgain={onAskAgain}
        onMove={shell.getState().move}
        onRemove={onRemove}
        onUndoable={shell.getState().offerUndo}
        widthMemory={widthMemory}
        tabMemory={tabMemory}
        brandChoice={
          <DetectedBrands withoutOwn runId={runId} onAdded={(message) => shell.getState().say(message)} />
        }
        composer={
          <>
            <RunBanner stores={stores} />
            {composer}
          </>
        }
      />
    </RunProvider>
  );
}

/** The widths of columns and the tab that were chosen last, in any run. */
function useMemories(settings: WindowStores['settings']) {
  const remembered = useSettings((stored) => stored.columnWidths);
  const widthMemory = useMemo(
    () => ({
      remembered,
      remember: (columnWidths: [string, number][]) => settings.update({ columnWidths }),
    }),
    [remembered, settings],
  );
  const runTab = useSettings((stored) => stored.runTab);
  const tabMemory = useMemo(
    () => ({
      remembered: runTab,
      remember: (tab: string) => {
        if (tab !== settings.current().runTab) settings.update({ runTab: tab });
      },
    }),
    [runTab, settings],
  );
  return { widthMemory, tabMemory };
}

function RunBanner({ stores: { shell } }: { readonly stores: WindowStores }) {
  const { detail } = useRunDetail();
  const hidden = useStore(shell, (state) => state.sandboxBannerHidden);
  if (hidden || detail === null) return null;
  return (
    <SandboxAnswersBanner
      run={detail.run}
      onEngines={() => navigation.go({ name: 'settings', section: 'engines' })}
      onHide={shell.getState().hideSandboxBanner}
    />
  );
}

/** The question and engine of a plan's run in the address. */
function readSection(question: string | undefined, engine: string | undefined): RunSection {
  const position = question !== undefined && /^\d{1,4}$/.test(question) ? Number(question) : null;
  return {
    ...(position === null ? {} : { question: position }),
    ...(engine !== undefined && isEngine(engine) ? { engine } : {}),
  };
}

function placesOf(cells: readonly CellView[]): readonly MarketPlace[] {
  const asked = new Map<string, MarketPlace>();
  for (const { market } of [...cells].sort((left, right) => left.ordinal - right.ordinal)) {
    if (market.country === null) continue;
    const named = { country: market.country, ...(market.state ? { state: market.state } : {}) };
    asked.set(marketId(named), named);
  }
  return [...asked.values()];
}

/** The settings of a run that are equal for all of its markets. */
function aimOf(cells: readonly CellView[], options: Readonly<Record<string, unknown>>): Aim {
  const first = cells.find((cell) => cell.market.country !== null)?.market ?? cells[0]?.market;
  return {
    device: first?.device ?? null,
    language: first?.language ?? '',
    location: first?.location ?? '',
    pages: typeof options.pages === 'number' ? options.pages : 1,
    untargeted: cells.some((cell) => cell.market.country === null),
  };
}
