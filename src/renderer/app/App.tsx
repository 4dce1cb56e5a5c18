import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { engineNameAt } from '#shared/interface/deployments.ts';
import { useBridge, useRoute } from '../bridge/BridgeContext.tsx';
import { failureOf } from '../bridge/client.ts';
import { selectedConnection, useConnections } from '../bridge/connectionList.ts';
import { useDrawn } from '../bridge/drawn.ts';
import { ActivityRing } from '../features/activity/ActivityRing.tsx';
import { askedNow, useActiveRuns } from '../features/activity/activity.ts';
import type { ComposerHandle } from '../features/ask/Composer.tsx';
import { ConnectionChip } from '../features/connections/ConnectionChip.tsx';
import { SandboxEnginesBanner } from '../features/engines/SandboxBanner.tsx';
import type { HistoryHandle } from '../features/history/HistoryScreen.tsx';
import { ProjectSwitcher } from '../features/projects/ProjectSwitcher.tsx';
import { useSettings } from '../features/settings/settings.ts';
import { ReadInProvider } from '../reading/readIn/readInStore.ts';
import { OpenLinkProvider } from '../ui/ExternalLink.tsx';
import { type EngineNames, EngineNamesProvider, embeddedConnectionId } from '../ui/engineNames.ts';
import { PortalContainer } from '../ui/portal.ts';
import { useCommandKeys } from '../window/commands.tsx';
import { AddressProvider, navigation, useWindowAddress } from '../window/navigation.tsx';
import { ApplicationMenu } from './ApplicationMenu.tsx';
import { ChartMenu } from './ChartMenu.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { FindOnScreen } from './FindOnScreen.tsx';
import { KeyboardShortcutsDialog } from './KeyboardShortcutsDialog.tsx';
import { CommandPalette, Inspector, loadAllScreens, MoveRun } from './lazyScreens.ts';
import { MovedDialog } from './MovedDialog.tsx';
import { ProblemBanner } from './ProblemBanner.tsx';
import { Screen } from './Screen.tsx';
import { Sidebar } from './Sidebar.tsx';
import type { WindowStores } from './stores.ts';
import { TableMenu } from './TableMenu.tsx';
import { TitleBar } from './TitleBar.tsx';
import { Toasts } from './Toasts.tsx';
import { showTheme } from './theme.ts';
import { useHeadingFocus } from './useHeadingFocus.ts';
import { useKeptScroll } from './useKeptScroll.ts';
import { useOverviewAtStart } from './useOverviewAtStart.ts';
import { useProjectScreens } from './useProjectScreens.ts';
import { useWindowCommands } from './useWindowCommands.ts';
import { useWindowStart } from './useWindowStart.ts';

/** The whole window. */
export function App({ stores }: { readonly stores: WindowStores }) {
  const { shell, settings, composer } = stores;
  const bridge = useBridge();
  const address = useWindowAddress();
  const { screen } = address;
  const overlay = useStore(shell, (state) => state.overlay);
  const finding = useStore(shell, (state) => state.finding);
  const shown = useRef<HTMLDivElement>(null);
  const sandboxBannerHidden = useStore(shell, (state) => state.sandboxBannerHidden);
  const inspectorOpen = useStore(shell, (state) => state.inspectorOpen && state.inspected !== null);
  const theme = useSettings((settings) => settings.theme);
  const collapsed = useSettings((settings) => settings.sidebarCollapsed);
  const allConnections = useConnections();
  const connectionId = selectedConnection(allConnections)?.id ?? null;
  const unreadAlerts = useRoute('alerts.list', { unread: true, limit: 1 }).data?.unread ?? 0;
  const composerHandle = useRef<ComposerHandle>(null);
  const historyHandle = useRef<HistoryHandle>(null);
  // Menus and tooltips float inside the main landmark, where assistive technology finds them.
  const [floating, setFloating] = useState<HTMLElement | null>(null);

  useProjectScreens();
  useHeadingFocus(screen);
  useWindowStart(stores);
  useOverviewAtStart(stores);
  useKeptScroll();
  const drawn = useDrawn();
  useEffect(() => {
    if (!drawn) return;
    const timer = setTimeout(loadAllScreens, 300);
    return () => clearTimeout(timer);
  }, [drawn]);
  useEffect(() => showTheme(theme), [theme]);
  useEffect(() => {
    if (connectionId !== null) composer.getState().setConnection(connectionId);
  }, [composer, connectionId]);
  useEffect(() => {
    document.title = unreadAlerts > 0 ? `(${unreadAlerts}) ${titles[screen.name]}` : titles[screen.name];
  }, [screen.name, unreadAlerts]);
  useEffect(() => {
    shell.getState().setFinding(false);
    // The inspector shows evidence of the current screen only.
    if (!['run', 'selection', 'answers', 'change-history', 'history'].includes(screen.name))
      shell.getState().inspect(null);
  }, [screen.name, shell]);

  const engineNames = useMemo<EngineNames>(
    () => (engine, id) => {
      const connection = allConnections.find((each) => (id === undefined ? each.selected : each.id === id));
      return engineNameAt(connection, engine);
    },
    [allConnections],
  );
  const openLink = useCallback(
    (url: string) => {
      bridge.call('app.openExternal', { url }).then(
        ({ opened }) => {
          if (!opened)
            shell.getState().say('Only https addresses are opened; this one was not.', { level: 'warning' });
        },
        (thrown: unknown) => shell.getState().say(failureOf(thrown).message, { level: 'error' }),
      );
    },
    [bridge, shell],
  );
  const setOverlay = shell.getState().setOverlay;
  useWindowCommands({ stores, composerHandle, historyHandle });
  // Text typed while the palette opens is its search, not commands.
  const typedAhead = useRef('');
  const takeAhead = useCallback(
    (character: string) => {
      const { overlay: opening } = shell.getState();
      if (opening === 'palette') typedAhead.current += character;
      return opening !== null;
    },
    [shell],
  );
  useCommandKeys(takeAhead);
  const openRun = useCallback((runId: string) => navigation.go({ name: 'run', runId }), []);

  return (
    <AddressProvider value={address}>
      <EngineNamesProvider value={engineNames}>
        <OpenLinkProvider value={openLink}>
          <ReadInProvider value={stores.readIn}>
            <PortalContainer value={floating}>
              <div data-window className="flex h-full flex-col">
                <TitleBar
                  project={
                    <ProjectSwitcher
                      onManage={() => navigation.go({ name: 'settings', section: 'projects' })}
                      onFailure={(message) => shell.getState().say(message, { level: 'error' })}
                    />
                  }
                  onPalette={() => setOverlay('palette')}
                  inspectorOpen={inspectorOpen}
                  onInspector={() => shell.getState().toggleInspector()}
                >
                  <ChosenConnection stores={stores} />
                  <ActivityRing onOpenRun={openRun} />
                </TitleBar>
                <div className="relative flex min-h-0 flex-1">
                  <Sidebar
                    screen={screen}
                    collapsed={collapsed}
                    unreadAlerts={unreadAlerts}
                    onToggle={() => settings.update({ sidebarCollapsed: !collapsed })}
                  />
                  <main className="flex min-w-0 flex-1 flex-col">
                    <div ref={setFloating} className="absolute" />
                    <ProblemBanner
                      usesEmbedded={connectionId === embeddedConnectionId}
                      onService={() => navigation.go({ name: 'service' })}
                    />
                    {drawn &&
                    connectionId === embeddedConnectionId &&
                    screen.name === 'ask' &&
                    !sandboxBannerHidden ? (
                      <SandboxEnginesBanner
                        onEngines={() => navigation.go({ name: 'settings', section: 'engines' })}
                        onHide={shell.getState().hideSandboxBanner}
                      />
                    ) : null}
                    {finding ? (
                      <FindOnScreen area={shown} onClose={() => shell.getState().setFinding(false)} />
                    ) : null}
                    <ErrorBoundary
                      what="This page"
                      resetKey={screen.name === 'run' ? screen.runId : screen.name}
                    >
                      <Suspense>
                        <div ref={shown} className="contents">
                          <Screen
                            address={address}
                            stores={stores}
                            connectionId={connectionId}
                            composerHandle={composerHandle}
                            historyHandle={historyHandle}
                          />
                        </div>
                      </Suspense>
                    </ErrorBoundary>
                  </main>
                  <ErrorBoundary what="The inspector" resetKey={address.screen.name}>
                    <Suspense>{inspectorOpen ? <Inspector shell={shell} /> : null}</Suspense>
                  </ErrorBoundary>
                </div>
                <Toasts shell={shell} />
                <ApplicationMenu />
                <TableMenu onSaid={shell.getState().say} />
                <ChartMenu onSaid={shell.getState().say} />
              </div>
              <Suspense>
                {overlay === 'palette' ? (
                  <CommandPalette
                    open
                    composer={composer}
                    typedAhead={typedAhead}
                    onClose={() => setOverlay(null)}
                    onOpenRun={openRun}
                  />
                ) : null}
                <MovedRun stores={stores} />
              </Suspense>
              <MovedDialog />
              <KeyboardShortcutsDialog open={overlay === 'keys'} onClose={() => setOverlay(null)} />
            </PortalContainer>
          </ReadInProvider>
        </OpenLinkProvider>
      </EngineNamesProvider>
    </AddressProvider>
  );
}

/** Separate from the rest of the window, which would otherwise be rendered again whenever a question is answered. */
function ChosenConnection({ stores: { shell } }: { readonly stores: WindowStores }) {
  const running = useActiveRuns();
  return (
    <ConnectionChip
      askedNow={(id) => askedNow(running, id)}
      onManage={() => navigation.go({ name: 'settings', section: 'connections' })}
      onFailure={(message) => shell.getState().say(message, { level: 'error' })}
    />
  );
}

/** The dialog for moving a run to another project, for all screens. */
function MovedRun({ stores: { shell } }: { readonly stores: WindowStores }) {
  const run = useStore(shell, (state) => state.moving);
  if (run === null) return null;
  const { say, move } = shell.getState();
  const close = (): void => move(null);
  return (
    <MoveRun
      run={run}
      onClose={close}
      onUndoable={shell.getState().offerUndo}
      onFailure={(message) => say(message, { level: 'error' })}
      onProjects={() => {
        close();
        navigation.go({ name: 'settings', section: 'projects' });
      }}
    />
  );
}

const titles = {
  ask: 'Ask · Parallax',
  overview: 'Overview · Parallax',
  run: 'Answers · Parallax',
  history: 'History · Parallax',
  selection: 'Selected answers · Parallax',
  answers: 'Answers · Parallax',
  answer: 'Answer · Parallax',
  'change-history': 'Change history · Parallax',
  questions: 'Questions · Parallax',
  sources: 'Sources · Parallax',
  trends: 'Trends · Parallax',
  gaps: 'Gaps · Parallax',
  plans: 'Plans · Parallax',
  monitors: 'Monitors · Parallax',
  brands: 'Brands · Parallax',
  service: 'Service · Parallax',
  settings: 'Settings · Parallax',
  guide: 'Guide · Parallax',
};
