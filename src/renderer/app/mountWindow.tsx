import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { HostBridge } from '#shared/bridge/hostBridge.ts';
import type { RouteName } from '#shared/bridge/routeTable.ts';
import { BridgeProvider } from '../bridge/BridgeContext.tsx';
import { BridgeFailure, createBridgeClient } from '../bridge/client.ts';
import { invalidate } from '../bridge/invalidate.ts';
import { TooltipProvider } from '../ui/Tooltip.tsx';
import { App } from './App.tsx';
import { CommandsProvider, createCommandsStore } from './commands.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { createWindowStores } from './stores.ts';
import { rememberedTheme, showTheme } from './theme.ts';
import './theme.css';

/** What a monitor does by itself. */
const watched = ['alerts.list', 'monitors.list', 'monitors.times'] as const;
/** Lists that another program may add to. */
const listed = [
  'runs.list',
  'runs.status',
  'runs.grid',
  'runs.failures',
  'projects.list',
  'projects.questions',
  'plans.list',
  'plans.get',
  'labels.list',
  'observations.series',
  'retention.get',
  'queue.get',
  'credits.get',
] as const;

/** Puts the window into an element, over whichever host stands behind the bridge. Returns what ends it. */
export function mountWindow(element: HTMLElement, host: HostBridge): () => void {
  const theme = rememberedTheme();
  showTheme(theme);
  const bridge = createBridgeClient(host);
  const stores = createWindowStores(bridge, theme);
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        // The core retries what is worth it; here only the way to it may have failed.
        retry: (count, failure) => count < 2 && failure instanceof BridgeFailure && failure.retryable,
        refetchOnWindowFocus: false,
        // The core is on this computer: being offline says nothing about reaching it.
        networkMode: 'always',
      },
    },
  });
  const readRoutes = (routes: readonly RouteName[]): void => {
    for (const route of routes) void invalidate(queries, { queryKey: [route] });
  };
  const ends = [
    bridge.onGap(() => void invalidate(queries)),
    // Another project: whatever is shown is about another client.
    bridge.on('projects.changed', () => void invalidate(queries)),
    bridge.on('run.changed', ({ run }) => {
      void invalidate(queries, { queryKey: ['runs.get', { runId: run.id }] });
      if (run.state === 'running') return;
      readRoutes(['runs.list', 'monitors.list', 'monitors.times']);
    }),
    ...(['alert.raised', 'alerts.changed', 'monitors.changed'] as const).map((event) =>
      bridge.on(event, () => readRoutes(watched)),
    ),
    // What it wrote is not known: every list that is shown is read again, what is computed from many answers is not.
    bridge.on('history.changed', () => readRoutes([...watched, ...listed])),
  ];
  const root = createRoot(element);
  root.render(
    <StrictMode>
      <ErrorBoundary what="The window" resetKey="">
        <BridgeProvider value={bridge}>
          <QueryClientProvider client={queries}>
            <TooltipProvider delayDuration={500} skipDelayDuration={200}>
              <CommandsProvider value={createCommandsStore()}>
                <App stores={stores} />
              </CommandsProvider>
            </TooltipProvider>
          </QueryClientProvider>
        </BridgeProvider>
      </ErrorBoundary>
    </StrictMode>,
  );
  return () => {
    for (const end of ends) end();
    root.unmount();
    bridge.close();
  };
}
