import type { MenuItemConstructorOptions } from 'electron';

export type MenuActions = {
  /** Sends a key to the window, which defines its meaning. */
  readonly press: (key: WindowKey) => void;
  /** Navigates the window to a place, such as `history`. */
  readonly go: (place: string) => void;
  readonly openDataFolder: () => void;
};

/** A key as Electron sends it to a page. `mod` is Command on a Mac and Control elsewhere. */
export type WindowKey = { readonly keyCode: string; readonly mod: boolean; readonly shift: boolean };

/** The application menu. Everything in it is also in the window. */
export function menuTemplate(
  platform: NodeJS.Platform,
  actions: MenuActions,
  devTools: boolean,
): MenuItemConstructorOptions[] {
  const mac = platform === 'darwin';
  const keyItem = keyItemOf(platform, actions);
  return [
    ...(mac ? [{ role: 'appMenu' } as const] : []),
    {
      label: '&File',
      submenu: [
        keyItem('New Question', 'N'),
        { type: 'separator' },
        { label: 'Open Data Folder', click: actions.openDataFolder },
        { type: 'separator' },
        mac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        keyItem('Search or Run a Command', 'K'),
        keyItem('Find in View', 'F'),
        keyItem('Inspector', 'I'),
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...(devTools ? [{ role: 'toggleDevTools' } as const] : []),
      ],
    },
    {
      label: '&Go',
      submenu: [
        { label: 'Ask', click: () => actions.go('ask') },
        { label: 'History', click: () => actions.go('history') },
        keyItem('Search History', 'F', true),
        { label: 'Monitors', click: () => actions.go('monitors') },
        { label: 'Connections', click: () => actions.go('settings/connections') },
        { label: 'Settings', click: () => actions.go('settings/appearance') },
      ],
    },
    { role: 'windowMenu' },
    { role: 'help', submenu: [{ label: 'About Parallax', click: () => actions.go('settings/about') }] },
  ];
}

/**
 * Shows the window's key without registering an accelerator, so that the window gets the key. macOS ignores
 * this setting, so there the item shows no key.
 */
function keyItemOf(platform: NodeJS.Platform, actions: MenuActions) {
  return (label: string, keyCode: string, shift = false): MenuItemConstructorOptions => ({
    label,
    ...(platform === 'darwin'
      ? {}
      : { accelerator: `CmdOrCtrl+${shift ? 'Shift+' : ''}${keyCode}`, registerAccelerator: false }),
    click: () => actions.press({ keyCode, mod: true, shift }),
  });
}
