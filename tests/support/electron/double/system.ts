import { EventEmitter } from 'node:events';
import { tell } from './channel.ts';

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
    return this.#source === 'dark';
  }

  /** What pages are told; null leaves it to the test. */
  emulated(): 'light' | 'dark' | null {
    return this.#source === 'system' ? null : this.#source;
  }
}

export const nativeTheme = new NativeTheme();

const display = { workArea: { x: 0, y: 0, width: 1920, height: 1080 } };

export const screen = {
  getPrimaryDisplay: (): typeof display => display,
  getAllDisplays: (): (typeof display)[] => [display],
};

export const shell = {
  openExternal: async (url: string): Promise<void> => tell({ type: 'external', url }),
  openPath: async (path: string): Promise<string> => {
    tell({ type: 'path-opened', path });
    return '';
  },
};

type MessageBox = { readonly message: string; readonly detail?: string };

/** Nobody looks at a dialog here: it is reported, and closed by its first button. */
export const dialog = {
  showMessageBox: async (
    ...args: readonly unknown[]
  ): Promise<{ response: number; checkboxChecked: boolean }> => {
    const { message, detail = '' } = args.at(-1) as MessageBox;
    tell({ type: 'dialog', message, detail });
    return { response: 0, checkboxChecked: false };
  },
  showErrorBox: (message: string, detail: string): void => tell({ type: 'dialog', message, detail }),
};

type Item = {
  readonly label?: string;
  readonly role?: string;
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
      template.map(({ submenu, ...item }) => ({
        ...item,
        ...(submenu ? { submenu: submenu instanceof Menu ? submenu : Menu.buildFromTemplate(submenu) } : {}),
      })),
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

  constructor(_icon: string) {
    super();
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
  readonly #options: { readonly title: string; readonly body: string };

  constructor(options: { readonly title: string; readonly body: string }) {
    super();
    this.#options = options;
  }

  static isSupported(): boolean {
    return true;
  }

  static clickLast(): void {
    if (!Notification.#last) throw new Error('No notification was shown');
    Notification.#last.emit('click', {});
  }

  show(): void {
    Notification.#last = this;
    const { title, body } = this.#options;
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
