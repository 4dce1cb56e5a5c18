import { EventEmitter } from 'node:events';

/** What a test may change about the machine. */
export type MachineFacts = {
  /** The system's theme. */
  readonly dark?: boolean;
  /** Work areas, the main one first. */
  readonly displays?: readonly {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  }[];
  /** On Wayland hidden windows are not painted: nothing says that they have something to show. */
  readonly paintsShownOnly?: boolean;
  /** Why the system shows no notification, as it tells unsigned programs on macOS; null where it shows them. */
  readonly notificationsFail?: string | null;
  /** What the system's settings or its automatic configuration say of every address. */
  readonly proxy?: string;
  /** A link that macOS starts the program with: it tells of it before Electron is ready. */
  readonly startLink?: string | null;
  /** Only the real one: where Chromium logs what it asks the network for, which it does not reach then. */
  readonly netLog?: string | null;
  /** Only the real one: dialogs are shown, for pictures of them, and not answered by the test. */
  readonly ownDialogs?: boolean;
};

/** What the double tells the test that started it. */
export type DoubleMessage =
  | { readonly type: 'browser'; readonly endpoint: string }
  /** `painted`: its page had something to show by then. */
  | { readonly type: 'window-shown'; readonly painted: boolean; readonly ground: string }
  | { readonly type: 'window-closed' }
  | { readonly type: 'load'; readonly address: string }
  | { readonly type: 'reload' }
  | { readonly type: 'permission'; readonly permission: string; readonly granted: boolean }
  | { readonly type: 'keep-awake'; readonly on: boolean }
  | { readonly type: 'save-asked'; readonly name: string }
  | { readonly type: 'saved'; readonly path: string }
  | { readonly type: 'open-asked'; readonly properties: readonly string[] }
  | { readonly type: 'relaunch'; readonly args: readonly string[] }
  | { readonly type: 'shutdown-delayed'; readonly delayed: boolean }
  | { readonly type: 'held-back'; readonly event: string; readonly prevented: boolean }
  /** Heap limits of the threads alive that are more than one program has. */
  | { readonly type: 'heap'; readonly limitsMb: readonly number[] }
  | { readonly type: 'threads-at-exit'; readonly count: number }
  | { readonly type: 'second-instance' }
  | { readonly type: 'external'; readonly url: string }
  | { readonly type: 'path-opened'; readonly path: string }
  | { readonly type: 'copied'; readonly text: string }
  | {
      readonly type: 'dialog';
      readonly message: string;
      readonly detail: string;
      readonly buttons: readonly string[];
    }
  | { readonly type: 'network'; readonly url: string }
  | { readonly type: 'badge'; readonly count: number }
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
  | { readonly type: 'click-notification' }
  /** Presses a button of the dialog that is open. */
  | { readonly type: 'dialog'; readonly button: string }
  /** Where the next file is saved, or what is chosen next; null for a person who cancels. */
  | { readonly type: 'save-to'; readonly path: string | null }
  | { readonly type: 'crash-page' }
  /** The page stops to answer, or answers again. */
  | { readonly type: 'unresponsive' | 'responsive' }
  /** Screens are plugged in or out; only the double. */
  | { readonly type: 'displays'; readonly areas: Required<MachineFacts>['displays'] }
  /** An error in the main process that nobody catches. */
  | { readonly type: 'throw'; readonly message: string }
  /** As macOS tells the program of a link or a file. */
  | { readonly type: 'open-url' | 'open-file'; readonly what: string }
  | { readonly type: 'suspend' | 'resume' | 'shutdown' }
  /** Only the real one: opens a menu of the menu bar, or closes it. */
  | { readonly type: 'open-menu' | 'close-menu'; readonly label: string }
  /** Only the real one: saves what the screen shows of the window and above it. */
  | { readonly type: 'picture'; readonly path: string }
  /** Only with its own dialogs: closes the question that is open, as Escape does. */
  | { readonly type: 'dismiss' }
  /** Something of the page that a test cannot bring about: told whether the program held it back. */
  | {
      readonly type: 'page-event';
      readonly event: 'will-redirect' | 'will-attach-webview';
      readonly url: string;
    };

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
