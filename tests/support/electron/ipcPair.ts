import { EventEmitter } from 'node:events';
import { createContext, Script } from 'node:vm';
import type { IpcMain, WebContents } from 'electron';
import { acrossProcesses, ipcMain as doubledIpcMain } from './double/ipc.ts';

/** A page's side and a program's side of Electron's messages in one process, with everything cloned in between. */
export type IpcPair = {
  readonly ipcMain: IpcMain;
  readonly contents: WebContents;
  /** Runs a preload bundle and gives what it exposed, by name. */
  readonly runPreload: (source: string) => Readonly<Record<string, unknown>>;
  /** The frame that messages come from; a test may pretend to be another. */
  frame: { url: string; parent: unknown } | null;
  readonly destroy: () => void;
};

export function createIpcPair(address: string): IpcPair {
  const toPage = new EventEmitter();
  // One program has one `ipcMain`; a fresh one for each test is a fresh program.
  const ipcMain = new (doubledIpcMain.constructor as new () => typeof doubledIpcMain)();
  const contents = Object.assign(new EventEmitter(), {
    isDestroyed: () => false,
    send: (channel: string, ...args: unknown[]) => toPage.emit(channel, {}, ...acrossProcesses(args)),
  });
  const pair: IpcPair = {
    // The transport uses a part of both, which the double has.
    ipcMain: ipcMain as unknown as IpcMain,
    contents: contents as unknown as WebContents,
    frame: { url: address, parent: null },
    destroy: () => contents.emit('destroyed'),
    runPreload: (source) => {
      const exposed: Record<string, unknown> = {};
      const event = () => ({ sender: contents as never, senderFrame: pair.frame as never });
      const electron = {
        contextBridge: {
          exposeInMainWorld: (name: string, api: unknown) => Object.assign(exposed, { [name]: api }),
        },
        ipcRenderer: {
          invoke: async (channel: string, ...args: unknown[]) => {
            const outcome = await ipcMain.invoked(event(), channel, acrossProcesses(args));
            if (outcome.ok) return outcome.value;
            throw new Error(`Error invoking remote method '${channel}': ${outcome.message}`);
          },
          send: (channel: string, ...args: unknown[]) =>
            void ipcMain.emit(channel, event(), ...acrossProcesses(args)),
          on: (channel: string, listener: (...args: unknown[]) => void) => toPage.on(channel, listener),
          removeListener: (channel: string, listener: (...args: unknown[]) => void) =>
            toPage.off(channel, listener),
        },
      };
      const require = (name: string): unknown => {
        if (name === 'electron') return electron;
        throw new Error(`module not found: ${name}`);
      };
      new Script(`(function (require, module, exports) {${source}\n})`).runInContext(createContext({}))(
        require,
        { exports: {} },
        {},
      );
      return exposed;
    },
  };
  return pair;
}
