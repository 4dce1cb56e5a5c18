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
  /** Puts another word in the place of the misspelled one. */
  readonly replaceWord: (word: string) => void;
  /** The word is spelled right from now on. */
  readonly learnWord: (word: string) => void;
};

const separator: MenuItemConstructorOptions = { type: 'separator' };

/** The menu of text, a field, a link or a picture of the page; empty where there is nothing to do. */
export function contextMenuTemplate(
  params: Pick<
    ContextMenuParams,
    | 'isEditable'
    | 'editFlags'
    | 'selectionText'
    | 'linkURL'
    | 'mediaType'
    | 'hasImageContents'
    | 'misspelledWord'
    | 'dictionarySuggestions'
  >,
  actions: ContextActions,
): MenuItemConstructorOptions[] {
  const { isEditable, editFlags, selectionText, linkURL, misspelledWord } = params;
  const link = externalAddressOf(linkURL);
  const groups: readonly MenuItemConstructorOptions[][] = [
    misspelledWord === ''
      ? []
      : [
          ...params.dictionarySuggestions.map((word) => ({
            label: word,
            click: () => actions.replaceWord(word),
          })),
          { label: 'Add to dictionary', click: () => actions.learnWord(misspelledWord) },
        ],
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
      replaceWord: (word) => webContents.replaceMisspelling(word),
      learnWord: (word) => webContents.session.addWordToSpellCheckerDictionary(word),
    });
    if (template.length > 0) Menu.buildFromTemplate(template).popup({ window });
  });
}
