import { contextBridge, ipcRenderer } from 'electron';
import type { BridgeEvent } from '#shared/bridge/events.ts';
import type { Envelope, HostBridge } from '#shared/bridge/hostBridge.ts';

// The same names as `bridgeChannels`: a sandboxed preload is one file, so it imports types only. A test compares them.
const request = 'parallax:request';
const cancel = 'parallax:cancel';
const event = 'parallax:event';

const bridge: HostBridge = {
  invoke: (route, input, callId): Promise<Envelope<unknown>> =>
    ipcRenderer.invoke(request, { route, input, callId }),

  cancel: (callId) => {
    ipcRenderer.send(cancel, callId);
  },

  subscribe: (listener) => {
    // The page never gets Electron's event object: through its sender it could reach every channel.
    const forward = (_event: unknown, payload: BridgeEvent): void => listener(payload);
    ipcRenderer.on(event, forward);
    return () => {
      ipcRenderer.removeListener(event, forward);
    };
  },
};

contextBridge.exposeInMainWorld('parallax', bridge);
