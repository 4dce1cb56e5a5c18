import type { MenuItemConstructorOptions } from 'electron';
import type { MenuState } from '#shared/bridge/routes/app.ts';
import {
  keysOf,
  type WindowCommand,
  type WindowCommandId,
  windowCommands,
} from '#shared/bridge/windowCommands.ts';

export type MenuActions = {
  /** Runs a command of the window, by its ID. */
  readonly choose: (id: string) => void;
  /** Navigates the window to a place, such as `history`. */
  readonly go: (place: string) => void;
  readonly openProjectFile: () => void;
  readonly openDataFolder: () => void;
  readonly quit: () => void;
};

/** Before the window has said what works: what every screen has. */
export const emptyMenu: MenuState = {
  enabled: windowCommands.map(({ id }) => id),
  exports: [],
  runs: [],
  projects: [],
};

const separator: MenuItemConstructorOptions = { type: 'separator' };

const isTheme = ({ id }: WindowCommand): boolean => id.startsWith('theme-');

/** The application menu. Everything in it is also in the window. */
export function menuTemplate(
  platform: NodeJS.Platform,
  { enabled, exports, runs, projects }: MenuState,
  actions: MenuActions,
  devTools: boolean,
): MenuItemConstructorOptions[] {
  const mac = platform === 'darwin';
  const item = (command: WindowCommand): MenuItemConstructorOptions => ({
    id: command.id,
    label: command.title,
    ...shownKey(command, mac),
    enabled: command.place !== undefined || enabled.includes(command.id),
    click: () => (command.place === undefined ? actions.choose(command.id) : actions.go(command.place)),
  });
  const items = (test: (command: WindowCommand) => boolean) =>
    (windowCommands as readonly WindowCommand[]).filter(test).map(item);
  const command = (...ids: readonly WindowCommandId[]) =>
    items(({ id }) => ids.includes(id as WindowCommandId));
  const list = (label: string, items: MenuState['runs'], click: (id: string) => void) => ({
    label,
    enabled: items.length > 0,
    submenu: items.map(({ id, title }) => ({ label: escaped(title), click: () => click(id) })),
  });
  return [
    ...(mac ? [appMenu(actions)] : []),
    {
      label: '&File',
      submenu: [
        ...command('new-question', 'new-window'),
        list('Open recent', runs, (id) => actions.go(`run/${encodeURIComponent(id)}`)),
        list('Switch project', projects, actions.choose),
        separator,
        { label: 'Open project file…', click: actions.openProjectFile },
        ...command('import'),
        list('Export', exports, actions.choose),
        ...command('print'),
        separator,
        { label: 'Open data folder', click: actions.openDataFolder },
        separator,
        { role: 'close', label: 'Close window' },
        ...(mac ? [] : [{ label: 'Quit', accelerator: 'CmdOrCtrl+Q', click: actions.quit }]),
      ],
    },
    {
      label: '&Edit',
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        separator,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll', label: 'Select all' },
        separator,
        ...items(({ menu }) => menu === 'edit'),
      ],
    },
    {
      label: '&View',
      submenu: [
        ...items((each) => each.menu === 'view' && !isTheme(each)),
        separator,
        { label: 'Theme', submenu: items(isTheme) },
        { role: 'resetZoom', label: 'Actual size' },
        { role: 'zoomIn', label: 'Zoom in' },
        ...zoomKeys('zoomIn', ['CommandOrControl+=', 'CommandOrControl+numadd']),
        { role: 'zoomOut', label: 'Zoom out' },
        ...zoomKeys('zoomOut', ['CommandOrControl+numsub']),
        separator,
        { role: 'togglefullscreen', label: 'Full screen' },
        ...(devTools ? [{ role: 'toggleDevTools' } as const] : []),
      ],
    },
    {
      label: '&Go',
      submenu: [
        ...command('back', 'forward'),
        separator,
        ...items(({ menu, place }) => menu === 'go' && place?.includes('/') === false),
        separator,
        ...items(({ menu, place }) => menu === 'go' && place?.includes('/') === true),
      ],
    },
    ...(mac ? [{ role: 'windowMenu' } as const] : []),
    { role: 'help', label: '&Help', submenu: items(({ menu }) => menu === 'help') },
  ];
}

/** As macOS has it, except that quitting asks first while runs are in progress. */
const appMenu = ({ quit }: MenuActions): MenuItemConstructorOptions => ({
  label: 'Parallax',
  submenu: [
    { role: 'about' },
    separator,
    { role: 'services' },
    separator,
    { role: 'hide' },
    { role: 'hideOthers' },
    { role: 'unhide' },
    separator,
    { label: 'Quit Parallax', accelerator: 'Cmd+Q', click: quit },
  ],
});

/** Further keys of a zoom role: an item shows one key only. */
function zoomKeys(role: 'zoomIn' | 'zoomOut', accelerators: readonly string[]): MenuItemConstructorOptions[] {
  return accelerators.map((accelerator) => ({
    role,
    accelerator,
    visible: false,
    acceleratorWorksWhenHidden: true,
  }));
}

/**
 * Shows the window's key without registering an accelerator, so that the window gets the key. macOS ignores
 * this setting, so there the item shows no key.
 */
function shownKey(command: WindowCommand, mac: boolean): MenuItemConstructorOptions {
  const [key] = keysOf(command, { desktop: true, mac });
  if (mac || key === undefined || !/mod\+|alt\+|^f\d/.test(key)) return {};
  return { accelerator: acceleratorOf(key), registerAccelerator: false };
}

const keyNames: Readonly<Record<string, string>> = {
  mod: 'CmdOrCtrl',
  shift: 'Shift',
  alt: 'Alt',
  arrowleft: 'Left',
  arrowright: 'Right',
};

function acceleratorOf(binding: string): string {
  return binding
    .split('+')
    .map((part) => keyNames[part] ?? part.toUpperCase())
    .join('+');
}

/** An ampersand would underline the next letter. */
export const escaped = (title: string): string => title.replaceAll('&', '&&');
