import type { IpcMain, IpcMainEvent, IpcMainInvokeEvent, WebContents } from 'electron';
import type { Logger } from '#platform/log.ts';
import { bridgeChannels } from '#shared/bridge/hostBridge.ts';
import type { BridgeTarget } from '../common/bridgeTarget.ts';
import { createPendingCalls, type PendingCalls, readCall, refusal } from '../common/pendingCalls.ts';
import { isTrustedSender } from './windowPolicy.ts';

export type IpcTransport = {
  /** Connects a window until it is destroyed. */
  readonly attach: (contents: WebContents) => void;
  /** Resolves when no call is in progress. */
  readonly idle: () => Promise<void>;
  /** Answers every further call with `SHUTTING_DOWN`. */
  readonly refuseCalls: () => void;
};

/** The bridge over Electron's IPC: two channels in, one out; the sender is checked before anything is read. */
export function createIpcTransport(
  ipcMain: IpcMain,
  target: BridgeTarget,
  log: Logger,
  /** Of several windows, the menu belongs to the one that was used last. */
  hasMenu: (contents: WebContents) => boolean = () => true,
): IpcTransport {
  const windows = new Map<WebContents, PendingCalls>();
  let refusing = false;

  const callsOf = (event: IpcMainInvokeEvent | IpcMainEvent): PendingCalls | null => {
    const calls = windows.get(event.sender);
    const frame = event.senderFrame;
    const trusted = isTrustedSender({
      frame: frame && { url: frame.url, isTop: frame.parent === null },
      ownWindow: calls !== undefined,
    });
    if (trusted && calls) return calls;
    log('warn', 'A message of a stranger was refused.', { url: frame?.url });
    return null;
  };

  ipcMain.handle(bridgeChannels.request, async (event, message: unknown) => {
    const calls = callsOf(event);
    if (!calls)
      return refusal('FORBIDDEN_SENDER', 'Only the Parallax window can send requests. Nothing was changed.');
    if (refusing) return refusal('SHUTTING_DOWN', 'Parallax is closing. Nothing was changed.');
    const call = readCall(message);
    if (call === null) return refusal('INVALID_INPUT', 'A request needs a route, an input and an ID.');
    if (call.route === 'app.showMenu' && !hasMenu(event.sender)) return { ok: true, data: {} };
    return calls.call(call.route, call.input, call.callId);
  });

  // An exception here would end the program.
  ipcMain.on(bridgeChannels.cancel, (event, callId: unknown) => {
    if (typeof callId === 'string') callsOf(event)?.cancel(callId);
  });

  target.subscribe((event) => {
    for (const contents of windows.keys()) {
      if (contents.isDestroyed() || (event.name === 'command.chosen' && !hasMenu(contents))) continue;
      contents.send(bridgeChannels.event, event);
    }
  });

  return {
    attach: (contents) => {
      const calls = createPendingCalls(target);
      windows.set(contents, calls);
      // A reload cancels the page's calls.
      contents.on('did-navigate', calls.abandonAll);
      contents.once('destroyed', () => {
        windows.delete(contents);
        calls.abandonAll();
      });
    },
    idle: async () => {
      await Promise.all([...windows.values()].map((calls) => calls.idle()));
    },
    refuseCalls: () => {
      refusing = true;
    },
  };
}
