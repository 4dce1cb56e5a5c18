import { notifyManager } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { HostBridge } from '#shared/bridge/hostBridge.ts';
import { ServerDataProvider } from '../bridge/BridgeContext.tsx';
import { createBridgeClient } from '../bridge/client.ts';
import { createServerData } from '../bridge/serverData.ts';
import { TooltipProvider } from '../ui/Tooltip.tsx';
import { CommandsProvider, createCommandsStore } from '../window/commands.tsx';
import { App } from './App.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { createWindowStores } from './stores.ts';
import { rememberedTheme, showTheme } from './theme.ts';
import './theme.css';

/** Batches query updates of one event loop turn, so that React renders once. */
function tellTogether(): void {
  let told: (() => void)[] = [];
  notifyManager.setScheduler((tell) => {
    told.push(tell);
    if (told.length > 1) return;
    setTimeout(() => {
      const all = told;
      told = [];
      for (const each of all) each();
    }, 0);
  });
}

/** Mounts the window for any host. Returns a function that unmounts it. */
export function mountWindow(element: HTMLElement, host: HostBridge): () => void {
  const theme = rememberedTheme();
  showTheme(theme);
  tellTogether();
  const bridge = createBridgeClient(host);
  const server = createServerData(bridge);
  const stores = createWindowStores(server, theme);
  const root = createRoot(element);
  root.render(
    <StrictMode>
      <ErrorBoundary what="The window" resetKey="">
        <ServerDataProvider value={server}>
          <TooltipProvider delayDuration={500} skipDelayDuration={200}>
            <CommandsProvider value={createCommandsStore()}>
              <App stores={stores} />
            </CommandsProvider>
          </TooltipProvider>
        </ServerDataProvider>
      </ErrorBoundary>
    </StrictMode>,
  );
  return () => {
    root.unmount();
    server.close();
    bridge.close();
  };
}
