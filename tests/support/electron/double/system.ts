import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type MachineFacts, tell } from './channel.ts';
import { machine } from './machine.ts';
import { decisions } from './sessionAndProtocol.ts';

function needReady(problem: string): void {
  if (!decisions.ready) throw new Error(problem);
}

class NativeTheme extends EventEmitter {
  #source: 'system' | 'light' | 'dark' = 'system';

  get themeSource(): 'system' | 'light' | 'dark' {
    return this.#source;
  }

  set themeSource(source: 'system' | 'light' | 'dark') {
    this.#source = source;
    tell({ type: 'theme', source });
    this.emit('updated');
  }

  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark' || (this.#source === 'system' && machine.dark);
  }

  /** What pages are told; null leaves it to the test. */
  emulated(): 'light' | 'dark' | null {
    if (this.#source !== 'system') return this.#source;
    return machine.dark ? 'dark' : null;
  }
}

export const nativeTheme = new NativeTheme();

type Display = { readonly workArea: Required<MachineFacts>['displays'][number] };
class Screen extends EventEmitter {
  #displays = displaysOf(machine.displays);

  getPrimaryDisplay(): Display {
    needReady("The 'screen' module can't be used before the app 'ready' event");
    const [primary] = this.#displays;
    if (primary === undefined) throw new Error('A machine without a display opens no window');
    return primary;
  }

  getAllDisplays(): Display[] {
    return [...this.#displays];
  }

  /** As when the person plugs one out. */
  become(areas: Required<MachineFacts>['displays']): void {
    this.#displays = displaysOf(areas);
    this.emit('display-removed', {}, {});
  }
}

const displaysOf = (areas: Required<MachineFacts>['displays']): Display[] =>
  areas.map((workArea) => ({ workArea }));

export const screen = new Screen();

export const clipboard = {
  writeText: (text: string): void => tell({ type: 'copied', text }),
};

export const shell = {
  openExternal: async (url: string): Promise<void> => tell({ type: 'external', url }),
  openPath: async (path: string): Promise<string> => {
    tell({ type: 'path-opened', path });
    return '';
  },
  showItemInFolder: (path: string): void => tell({ type: 'path-opened', path }),
};

type MessageBox = {
  readonly message: string;
  readonly detail?: string;
  readonly buttons?: readonly string[];
  readonly cancelId?: number;
  readonly signal?: AbortSignal;
};
type Answer = { readonly response: number; readonly checkboxChecked: boolean };

let openDialog: { readonly buttons: readonly string[]; readonly answer: (answer: Answer) => void } | null =
  null;
let saveTo: string | null | undefined;

/** Presses a button of the dialog that is open. */
export function pressButton(button: string): void {
  const response = openDialog?.buttons.indexOf(button) ?? -1;
  if (openDialog === null || response === -1) throw new Error(`No dialog with "${button}" is open`);
  const { answer } = openDialog;
  openDialog = null;
  answer({ response, checkboxChecked: false });
}

export function saveNextTo(path: string | null): void {
  saveTo = path;
}

const dialogTooEarly = 'dialog module can only be used after app is ready';

/** Dialogs that only tell something close by themselves; a question waits for its answer. */
export const dialog = {
  showMessageBox: async (...args: readonly unknown[]): Promise<Answer> => {
    needReady(dialogTooEarly);
    const { message, detail = '', buttons = ['OK'], cancelId = 0, signal } = args.at(-1) as MessageBox;
    if (buttons.length < 2) {
      tell({ type: 'dialog', message, detail, buttons });
      return { response: 0, checkboxChecked: false };
    }
    return new Promise((answer) => {
      openDialog = { buttons, answer };
      signal?.addEventListener('abort', () => {
        openDialog = null;
        answer({ response: cancelId, checkboxChecked: false });
      });
      tell({ type: 'dialog', message, detail, buttons });
    });
  },
  showErrorBox: (message: string, detail: string): void =>
    tell({ type: 'dialog', message, detail, buttons: [] }),
  showOpenDialog: async (
    ...args: readonly unknown[]
  ): Promise<{ readonly canceled: boolean; readonly filePaths: readonly string[] }> => {
    needReady(dialogTooEarly);
    const { properties = [] } = args.at(-1) as { readonly properties?: readonly string[] };
    tell({ type: 'open-asked', properties });
    const path = saveTo ?? null;
    saveTo = undefined;
    return { canceled: path === null, filePaths: path === null ? [] : [path] };
  },
  showSaveDialog: async (
    ...args: readonly unknown[]
  ): Promise<{ readonly canceled: boolean; readonly filePath: string }> => {
    needReady(dialogTooEarly);
    const { defaultPath = '', properties = [] } = args.at(-1) as {
      readonly defaultPath?: string;
      readonly properties?: readonly string[];
    };
    // GTK replaces a file without asking.
    if (!properties.includes('showOverwriteConfirmation'))
      throw new Error('A Save dialog that does not confirm replaces files silently on Linux');
    tell({ type: 'save-asked', name: basename(defaultPath) });
    const path =
      saveTo === undefined ? join(tmpdir(), `double-${process.pid}-${basename(defaultPath)}`) : saveTo;
    saveTo = undefined;
    if (path !== null) tell({ type: 'saved', path });
    return { canceled: path === null, filePath: path ?? '' };
  },
};

/** Sleep, waking up and the end of the session, as the test says. */
export const powerMonitor = new EventEmitter();
const blockers = new Set<number>();
let lastBlocker = 0;
/** Native functions need their object. */
function needBlocker(owner: unknown): void {
  if (owner !== powerSaveBlocker) throw new TypeError('Illegal invocation');
}
export const powerSaveBlocker = {
  start(type: string): number {
    needBlocker(this);
    if (!['prevent-app-suspension', 'prevent-display-sleep'].includes(type)) throw new TypeError(type);
    blockers.add(++lastBlocker);
    tell({ type: 'keep-awake', on: true });
    return lastBlocker;
  },
  stop(id: number): boolean {
    needBlocker(this);
    const known = blockers.delete(id);
    if (known) tell({ type: 'keep-awake', on: false });
    return known;
  },
  isStarted: (id: number): boolean => blockers.has(id),
};

type Item = {
  readonly label?: string;
  readonly role?: string;
  readonly type?: string;
  readonly click?: () => void;
  readonly submenu?: Menu;
};
type Template = readonly (Omit<Item, 'submenu'> & { readonly submenu?: Template | Menu })[];

export class Menu {
  static #application: Menu | null = null;
  readonly items: readonly Item[];

  private constructor(items: readonly Item[]) {
    this.items = items;
  }

  static buildFromTemplate(template: Template): Menu {
    return new Menu(
      template.map(({ submenu, ...item }) => {
        if (item.label === undefined && item.role === undefined && item.type === undefined)
          throw new TypeError('Invalid template for MenuItem: must have at least one of label, role or type');
        return {
          ...item,
          ...(submenu
            ? { submenu: submenu instanceof Menu ? submenu : Menu.buildFromTemplate(submenu) }
            : {}),
        };
      }),
    );
  }

  static setApplicationMenu(menu: Menu | null): void {
    Menu.#application = menu;
  }

  static getApplicationMenu(): Menu | null {
    return Menu.#application;
  }
}

export class Tray extends EventEmitter {
  static #current: Tray | null = null;
  #menu: Menu | null = null;

  constructor(icon: string) {
    super();
    needReady('Cannot create Tray before app is ready');
    // Electron takes any picture and shows it in its size; a bar is no more than this high.
    const side = readFileSync(icon).readUInt32BE(16);
    if (icon.endsWith('.png') && side > 64) throw new Error(`A tray of ${side} pixels covers the menu bar`);
    Tray.#current = this;
    tell({ type: 'tray', shown: true });
  }

  static click(label: string): void {
    const tray = Tray.#current;
    const item = tray ? tray.#menu?.items.find((each) => each.label === label) : undefined;
    if (!item?.click) throw new Error(`The tray has no "${label}" to click`);
    item.click();
  }

  setToolTip(_text: string): void {}

  setContextMenu(menu: Menu): void {
    this.#menu = menu;
  }

  destroy(): void {
    Tray.#current = null;
    tell({ type: 'tray', shown: false });
  }
}

export class Notification extends EventEmitter {
  static #last: Notification | null = null;
  readonly title: string;
  readonly body: string;

  constructor({ title, body }: { readonly title: string; readonly body: string }) {
    super();
    needReady('Cannot create Notification before app is ready');
    this.title = title;
    this.body = body;
  }

  static isSupported(): boolean {
    return true;
  }

  static clickLast(): void {
    if (!Notification.#last) throw new Error('No notification was shown');
    Notification.#last.emit('click', {});
  }

  show(): void {
    const { title, body } = this;
    if (machine.notificationsFail !== null) {
      this.emit('failed', {}, machine.notificationsFail);
      return;
    }
    Notification.#last = this;
    tell({ type: 'notification', title, body });
  }
}

/** Clicks an item of the application menu by the labels on the way to it, without their `&`. */
export function clickMenu(labels: readonly string[]): void {
  let items = Menu.getApplicationMenu()?.items ?? [];
  let found: Item | undefined;
  for (const label of labels) {
    found = items.find((item) => (item.label ?? item.role)?.replace('&', '') === label);
    items = found?.submenu?.items ?? [];
  }
  if (!found?.click) throw new Error(`The menu has no "${labels.join(' > ')}" to click`);
  found.click();
}
