import type { RefObject } from 'react';
import type { SearchHit } from '#shared/bridge/routes/search.ts';
import type { ComposerHandle } from '../features/ask/Composer.tsx';
import type { HistoryHandle } from '../features/history/HistoryPlace.tsx';
import { AskPlace } from './AskPlace.tsx';
import type { Address } from './address.ts';
import { exampleQuestion } from './example.ts';
import { navigation } from './navigation.tsx';
import {
  HistoryPlace,
  ImportButton,
  MonitorsPlace,
  ObservationPlace,
  PickedPlace,
  PlansPlace,
  QueuePlace,
  ServicePlace,
  SettingsPlace,
  ThroughTimePlace,
  TrendsPlace,
} from './parts.ts';
import type { WindowStores } from './stores.ts';

export type PlaceProps = {
  readonly address: Address;
  readonly stores: WindowStores;
  readonly connectionId: string | null;
  readonly composerHandle: RefObject<ComposerHandle | null>;
  readonly historyHandle: RefObject<HistoryHandle | null>;
};

const openRun = (runId: string) => navigation.go({ name: 'run', runId });
const openAnswer = (observationId: string) => navigation.go({ name: 'answer', observationId });
const openThroughTime = (observationId: string) => navigation.go({ name: 'through-time', observationId });
const openPlan = (plan: string) => navigation.go({ name: 'plans' }, { plan });
const openPlanRun = (run: string) => navigation.go({ name: 'plans' }, { run });
const openMonitors = (shown: Readonly<Record<string, string>>) => navigation.go({ name: 'monitors' }, shown);
const searchFor = (text: string) => navigation.setParams({ q: text });
const openHit = (hit: SearchHit) => navigation.go({ name: 'run', runId: hit.runId }, { at: hit.marketKey });
const comparePicked = (answers: readonly string[]) => navigation.go({ name: 'picked', answers });

/** What the address names, and where each place leads on to. */
export function Place({ address, stores, connectionId, composerHandle, historyHandle }: PlaceProps) {
  const { place, params } = address;
  const { shell, settings, connections, history, search, composer } = stores;
  switch (place.name) {
    case 'ask':
    case 'run':
      return (
        <AskPlace
          stores={stores}
          runId={place.name === 'run' ? place.runId : null}
          composerHandle={composerHandle}
        />
      );
    case 'history':
      return (
        <HistoryPlace
          store={history}
          searchStore={stores.search}
          handle={historyHandle}
          searchText={params.q ?? ''}
          onSearch={searchFor}
          onOpen={openRun}
          onOpenHit={openHit}
          onOpenAnswer={openAnswer}
          onCompare={comparePicked}
          onPreview={(runId) => shell.getState().inspect({ kind: 'run', runId }, true)}
          onMove={shell.getState().move}
          onRemoved={() => shell.getState().say('The run was deleted')}
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
        <ObservationPlace
          observationId={place.observationId}
          params={params}
          setParams={navigation.setParams}
          onAnswer={(observationId) => navigation.go({ name: 'answer', observationId }, params)}
          onThroughTime={openThroughTime}
          onOpenRun={(runId, at) => navigation.go({ name: 'run', runId }, { at })}
          onBack={() => navigation.go({ name: 'history' }, { q: search.getState().text })}
        />
      );
    case 'through-time':
      return (
        <ThroughTimePlace
          observationId={place.observationId}
          params={params}
          setParams={navigation.setParams}
          onInspect={(id) => shell.getState().inspect({ kind: 'observation', id }, true)}
          onAnswer={openAnswer}
          onBack={() => navigation.go({ name: 'history' }, { q: search.getState().text })}
        />
      );
    case 'picked':
      return (
        <PickedPlace
          answers={place.answers}
          params={params}
          setParams={navigation.setParams}
          onInspect={(id) => shell.getState().inspect({ kind: 'observation', id }, true)}
          onOpenRun={openRun}
          onBack={() => navigation.go({ name: 'history' }, { q: search.getState().text })}
        />
      );
    case 'trends':
      return (
        <TrendsPlace
          params={params}
          setParams={navigation.setParams}
          onAnswers={comparePicked}
          onAsk={() => navigation.go({ name: 'ask' })}
          onBrands={() => navigation.go({ name: 'settings', section: 'brands' })}
          onSaid={(message) => shell.getState().say(message)}
        />
      );
    case 'plans':
      return (
        <PlansPlace
          params={params}
          connectionId={connectionId}
          onPlan={openPlan}
          onRun={openPlanRun}
          onSaid={(message) => shell.getState().say(message)}
        />
      );
    case 'monitors':
      return (
        <MonitorsPlace
          params={params}
          connections={connections}
          connectionId={connectionId}
          onGo={openMonitors}
          onRun={openPlanRun}
          onPlans={() => navigation.go({ name: 'plans' })}
        />
      );
    case 'queue':
      return (
        <QueuePlace
          params={params}
          onTab={(tab) => navigation.setParams({ tab })}
          onSaid={(message) => shell.getState().say(message)}
        />
      );
    case 'service':
      return (
        <ServicePlace
          tab={params.tab}
          onTab={(tab) => navigation.setParams({ tab })}
          onSaid={(message) => shell.getState().say(message)}
        />
      );
    case 'settings':
      return (
        <SettingsPlace
          section={place.section}
          connections={connections}
          settings={settings}
          onSaid={(message) => shell.getState().say(message)}
          onUndoable={(message, undo) => shell.getState().say(message, { undo })}
        />
      );
  }
}
