import type { RefObject } from 'react';
import { parseMarketInput } from '#shared/geo/marketInput.ts';
import { isEngine } from '#shared/interface/engines.ts';
import type { QuestionRow } from '#shared/model/projectLists.ts';
import type { SearchHit } from '#shared/model/search.ts';
import { useServerData } from '../bridge/BridgeContext.tsx';
import type { ComposerHandle } from '../features/ask/Composer.tsx';
import type { HistoryHandle } from '../features/history/HistoryScreen.tsx';
import type { Address } from '../window/address.ts';
import { navigation } from '../window/navigation.tsx';
import { AskScreen, exampleQuestion } from './AskScreen.tsx';
import {
  BrandsScreen,
  ChangeHistoryScreen,
  DetectedBrands,
  FigureScreen,
  GapsScreen,
  GuideScreen,
  HistoryScreen,
  ImportButton,
  MonitorsScreen,
  ObservationScreen,
  PlansScreen,
  ProjectOverview,
  QuestionsScreen,
  SelectionScreen,
  ServiceScreen,
  SettingsScreen,
  SourcesScreen,
  TrendsScreen,
} from './lazyScreens.ts';
import { sayDeleted } from './sayDeleted.ts';
import type { WindowStores } from './stores.ts';

export type ScreenProps = {
  readonly address: Address;
  readonly stores: WindowStores;
  readonly connectionId: string | null;
  readonly composerHandle: RefObject<ComposerHandle | null>;
  readonly historyHandle: RefObject<HistoryHandle | null>;
};

const openRun = (runId: string) => navigation.go({ name: 'run', runId });
const openAnswer = (observationId: string) => navigation.go({ name: 'answer', observationId });
const openChangeHistory = (observationId: string) => navigation.go({ name: 'change-history', observationId });
const openPlan = (plan: string) => navigation.go({ name: 'plans' }, { plan });
const openPlanRun = (run: string) => navigation.go({ name: 'plans' }, { run });
const openMonitors = (shown: Readonly<Record<string, string>>) => navigation.go({ name: 'monitors' }, shown);
const searchFor = (text: string) => navigation.setParams({ q: text });
const openHit = (hit: SearchHit) =>
  navigation.go({ name: 'run', runId: hit.runId }, { tab: 'answer', at: hit.marketKey });
const compareSelected = (answers: readonly string[]) => navigation.go({ name: 'selection', answers });

/** One question is filled into the composer, several into a new plan; both with their last markets and engines. */
function rerun({ composer }: WindowStores, rows: readonly QuestionRow[]): void {
  const markets = [...new Set(rows.flatMap(({ markets: keys }) => keys))];
  const asked = [...new Set(rows.flatMap(({ last }) => last?.engine ?? []))].filter(isEngine);
  const [row, ...others] = rows;
  if (row === undefined) return;
  if (others.length > 0) {
    navigation.go(
      { name: 'plans' },
      {
        questions: rows.map(({ question }) => question.replaceAll('\n', ' ')).join('\n'),
        markets: markets.join(),
        engines: asked.join(),
      },
    );
    return;
  }
  const [engine] = asked;
  composer.getState().fill({
    question: row.question,
    markets: [...parseMarketInput(markets.map(placeOf).join()).markets],
    ...(engine === undefined ? {} : { engine }),
  });
  navigation.go({ name: 'ask' });
}

/** `US:CA` of `US:CA~es`; the Ask screen sets a language for all markets. */
const placeOf = (key: string): string => /^[A-Z]{2}(?::[A-Z]{2})?/.exec(key)?.[0] ?? '';

/** The screen of an address, with its links to other screens. */
export function Screen({ address, stores, connectionId, composerHandle, historyHandle }: ScreenProps) {
  const { screen, params } = address;
  const server = useServerData();
  const { shell, settings, historyView, composer } = stores;
  const brandChoice = (
    <div className="mt-6">
      <DetectedBrands withoutOwn onAdded={(message) => shell.getState().say(message)} />
    </div>
  );
  switch (screen.name) {
    case 'ask':
    case 'run':
      return (
        <AskScreen
          stores={stores}
          runId={screen.name === 'run' ? screen.runId : null}
          composerHandle={composerHandle}
        />
      );
    case 'history':
      return (
        <HistoryScreen
          view={historyView}
          handle={historyHandle}
          searchText={params.q ?? ''}
          onSearch={searchFor}
          onOpen={openRun}
          onOpenHit={openHit}
          onOpenAnswer={openAnswer}
          onCompare={compareSelected}
          onPreview={(runId) => shell.getState().inspect({ kind: 'run', runId }, true)}
          onMarked={shell.getState().inspectRun}
          onMove={shell.getState().move}
          onRemoved={(run) => sayDeleted(stores, server, run.id)}
          actions={<ImportButton store={stores.imports} onOpenRun={openRun} />}
          onAsk={() => navigation.go({ name: 'ask' })}
          onAskFirst={() => {
            composer.getState().fill(exampleQuestion());
            navigation.go({ name: 'ask' });
          }}
        />
      );
    case 'answer':
      return (
        <ObservationScreen
          observationId={screen.observationId}
          params={params}
          setParams={navigation.setParams}
          onAnswer={(observationId) => navigation.go({ name: 'answer', observationId }, params)}
          onChangeHistory={openChangeHistory}
          onOpenRun={(runId, at) => navigation.go({ name: 'run', runId }, { tab: 'answer', at })}
          onBack={() => navigation.go({ name: 'history' }, { q: historyView.getState().text })}
        />
      );
    case 'change-history':
      return (
        <ChangeHistoryScreen
          observationId={screen.observationId}
          params={params}
          setParams={navigation.setParams}
          onInspect={(id) => shell.getState().inspect({ kind: 'observation', id }, true)}
          onAnswer={openAnswer}
          onBack={() => navigation.go({ name: 'history' }, { q: historyView.getState().text })}
        />
      );
    case 'answers':
      return (
        <FigureScreen
          params={params}
          setParams={navigation.setParams}
          onInspect={(id) => shell.getState().inspect({ kind: 'observation', id }, true)}
          onOpenRun={openRun}
        />
      );
    case 'selection':
      return (
        <SelectionScreen
          answers={screen.answers}
          params={params}
          setParams={navigation.setParams}
          onInspect={(id) => shell.getState().inspect({ kind: 'observation', id }, true)}
          onOpenRun={openRun}
          back={{
            label: 'Back to search',
            go: () => navigation.go({ name: 'history' }, { q: historyView.getState().text }),
          }}
        />
      );
    case 'overview':
      return (
        <ProjectOverview
          params={params}
          setParams={navigation.setParams}
          connectionId={connectionId}
          onAnswers={compareSelected}
          onAsk={() => navigation.go({ name: 'ask' })}
          onSaid={(message) => shell.getState().say(message)}
          brandChoice={brandChoice}
        />
      );
    case 'questions':
      return (
        <QuestionsScreen
          params={params}
          setParams={navigation.setParams}
          onAsk={() => navigation.go({ name: 'ask' })}
          onRerun={(rows) => rerun(stores, rows)}
          onCompare={compareSelected}
          onUndoable={shell.getState().offerUndo}
          onSaid={(message) => shell.getState().say(message)}
          onFailure={(message) => shell.getState().say(message, { level: 'error' })}
          brandChoice={brandChoice}
        />
      );
    case 'sources':
      return (
        <SourcesScreen
          params={params}
          setParams={navigation.setParams}
          onAsk={() => navigation.go({ name: 'ask' })}
          onBrands={() => navigation.go({ name: 'brands' })}
        />
      );
    case 'trends':
      return (
        <TrendsScreen
          params={params}
          setParams={navigation.setParams}
          onAnswers={compareSelected}
          onAsk={() => navigation.go({ name: 'ask' })}
          onBrands={() => navigation.go({ name: 'brands' })}
          brandChoice={brandChoice}
          onSaid={(message) => shell.getState().say(message)}
        />
      );
    case 'gaps':
      return (
        <GapsScreen
          params={params}
          setParams={navigation.setParams}
          onAsk={() => navigation.go({ name: 'ask' })}
          onBrands={() => navigation.go({ name: 'brands' })}
          brandChoice={brandChoice}
          onUndoable={shell.getState().offerUndo}
          onFailure={(message) => shell.getState().say(message, { level: 'error' })}
        />
      );
    case 'plans':
      return (
        <PlansScreen
          params={params}
          connectionId={connectionId}
          onPlan={openPlan}
          onRun={openPlanRun}
          onSaid={(message) => shell.getState().say(message)}
        />
      );
    case 'monitors':
      return (
        <MonitorsScreen
          params={params}
          connectionId={connectionId}
          onGo={openMonitors}
          onRun={openPlanRun}
          onPlans={() => navigation.go({ name: 'plans' })}
        />
      );
    case 'service':
      return (
        <ServiceScreen
          params={params}
          onTab={(tab) => navigation.setParams({ tab })}
          onSaid={(message) => shell.getState().say(message)}
        />
      );
    case 'brands':
      return (
        <BrandsScreen
          params={params}
          setParams={navigation.setParams}
          update={settings.update}
          onUndoable={shell.getState().offerUndo}
        />
      );
    case 'guide':
      return <GuideScreen page={screen.page} section={params.section ?? ''} />;
    case 'settings':
      return (
        <SettingsScreen
          section={screen.section}
          settings={settings}
          onSaid={(message) => shell.getState().say(message)}
        />
      );
  }
}
