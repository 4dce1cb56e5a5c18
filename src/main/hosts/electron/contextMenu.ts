import {
  type BrowserWindow,
  type ContextMenuParams,
  clipboard,
  Menu,
  type MenuItemConstructorOptions,
} from 'electron';
import { externalAddressOf } from './windowPolicy.ts';

type ContextActions = {
  readonly openLink: (address: string) => void;
  readonly copyText: (text: string) => void;
  readonly copyImage: () => void;
};

const separator: MenuItemConstructorOptions = { type: 'separator' };

/** The menu of text, a field, a link or a picture of the page; empty where there is nothing to do. */
export function contextMenuTemplate(
  params: Pick<
    ContextMenuParams,
    'isEditable' | 'editFlags' | 'selectionText' | 'linkURL' | 'mediaType' | 'hasImageContents'
  >,
  actions: ContextActions,
): MenuItemConstructorOptions[] {
  const { isEditable, editFlags, selectionText, linkURL } = params;
  const link = externalAddressOf(linkURL);
  const groups: readonly MenuItemConstructorOptions[][] = [
    link === null
      ? []
      : [
          { label: 'Open link', click: () => actions.openLink(link) },
          { label: 'Copy link', click: () => actions.copyText(link) },
        ],
    isEditable
      ? [
          { role: 'undo', enabled: editFlags.canUndo },
          { role: 'redo', enabled: editFlags.canRedo },
        ]
      : [],
    isEditable
      ? [
          { role: 'cut', enabled: editFlags.canCut },
          { role: 'copy', enabled: editFlags.canCopy },
          { role: 'paste', enabled: editFlags.canPaste },
        ]
      : selectionText.trim() === ''
        ? []
        : [{ role: 'copy' }],
    params.mediaType === 'image' && params.hasImageContents
      ? [{ label: 'Copy image', click: actions.copyImage }]
      : [],
    isEditable || selectionText.trim() !== ''
      ? [{ role: 'selectAll', label: 'Select all', enabled: editFlags.canSelectAll }]
      : [],
  ];
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, at) => (at === 0 ? group : [separator, ...group]));
}

/** Chromium shows no menu of its own in a window of Electron. */
export function showContextMenus(window: BrowserWindow, openLink: (address: string) => void): void {
  const { webContents } = window;
  webContents.on('context-menu', (_event, params) => {
    const template = contextMenuTemplate(params, {
      openLink,
      copyText: (text) => clipboard.writeText(text),
      copyImage: () => webContents.copyImageAt(params.x, params.y),
    });
    if (template.length > 0) Menu.buildFromTemplate(template).popup({ window });
  });
}
