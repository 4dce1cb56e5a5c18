import { EventEmitter } from 'node:events';

/** What the double tells the test that started it. */
export type DoubleMessage =
  | { readonly type: 'browser'; readonly endpoint: string }
  | { readonly type: 'window-shown' }
  | { readonly type: 'second-instance' }
  | { readonly type: 'external'; readonly url: string }
  | { readonly type: 'path-opened'; readonly path: string }
  | { readonly type: 'dialog'; readonly message: string; readonly detail: string }
  | { readonly type: 'network'; readonly url: string }
  | { readonly type: 'theme'; readonly source: string }
  | { readonly type: 'progress'; readonly share: number }
  | { readonly type: 'notification'; readonly title: string; readonly body: string }
  | { readonly type: 'tray'; readonly shown: boolean }
  | { readonly type: 'done'; readonly command: number; readonly problem: string | null };

/** What a person or the system does, as the test asks for it. */
export type DoubleCommand =
  | { readonly type: 'menu'; readonly labels: readonly string[] }
  | { readonly type: 'quit' }
  | { readonly type: 'close-window' }
  | { readonly type: 'blur-window' }
  | { readonly type: 'tray'; readonly label: string }
  | { readonly type: 'click-notification' };

export type NumberedCommand = { readonly command: number; readonly action: DoubleCommand };

const commands = new EventEmitter();

export function tell(message: DoubleMessage): void {
  if (process.connected) process.send?.(message);
}

/** Runs `handler` for every command and reports how it went. */
export function onCommand(handler: (action: DoubleCommand) => Promise<void> | void): void {
  commands.on('command', ({ command, action }: NumberedCommand) => {
    Promise.resolve()
      .then(() => handler(action))
      .then(
        () => tell({ type: 'done', command, problem: null }),
        (error: unknown) => tell({ type: 'done', command, problem: String(error) }),
      );
  });
}

process.on('message', (message: NumberedCommand) => commands.emit('command', message));
