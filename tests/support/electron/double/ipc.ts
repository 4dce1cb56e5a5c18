import { EventEmitter } from 'node:events';
import { deserialize, serialize } from 'node:v8';
import type { InvokeOutcome } from './preloadInPage.ts';
import type { WebContents } from './webContents.ts';

/** A frame as the program may look at it in an event. */
export type SenderFrame = { readonly url: string; readonly parent: SenderFrame | null };

type InvokeEvent = { readonly sender: WebContents; readonly senderFrame: SenderFrame | null };
type InvokeHandler = (event: InvokeEvent, ...args: unknown[]) => unknown;

/** What structured clone makes of a value on its way between processes; throws what it cannot carry. */
export const acrossProcesses = <T>(value: T): T => deserialize(serialize(value)) as T;

class IpcMain extends EventEmitter {
  readonly #handlers = new Map<string, InvokeHandler>();

  handle(channel: string, handler: InvokeHandler): void {
    if (this.#handlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    }
    this.#handlers.set(channel, handler);
  }

  removeHandler(channel: string): void {
    this.#handlers.delete(channel);
  }

  /** As Electron's main process answers `ipcRenderer.invoke`: of an error only its text survives. */
  async invoked(event: InvokeEvent, channel: string, args: readonly unknown[]): Promise<InvokeOutcome> {
    const handler = this.#handlers.get(channel);
    if (!handler) return { ok: false, message: `Error: No handler registered for '${channel}'` };
    try {
      return { ok: true, value: acrossProcesses(await handler(event, ...args)) };
    } catch (error) {
      return { ok: false, message: String(error) };
    }
  }
}

export const ipcMain = new IpcMain();
