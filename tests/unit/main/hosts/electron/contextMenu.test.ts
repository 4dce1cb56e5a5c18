import { expect, it } from 'vitest';
import { contextMenuTemplate } from '#main/hosts/electron/contextMenu.ts';

const flags = {
  canUndo: true,
  canRedo: false,
  canCut: true,
  canCopy: true,
  canPaste: true,
  canDelete: true,
  canSelectAll: true,
  canEditRichly: false,
};
const nowhere = {
  isEditable: false,
  editFlags: flags,
  selectionText: '',
  linkURL: '',
  mediaType: 'none' as const,
  hasImageContents: false,
  misspelledWord: '',
  dictionarySuggestions: [] as string[],
};
const labelsOf = (params: Partial<typeof nowhere> | { readonly mediaType: 'image' }, done: string[] = []) =>
  contextMenuTemplate(
    { ...nowhere, ...params },
    {
      openLink: (address) => done.push(`open ${address}`),
      copyText: (text) => done.push(`copy ${text}`),
      copyImage: () => done.push('image'),
      replaceWord: (word) => done.push(`replace by ${word}`),
      learnWord: (word) => done.push(`learn ${word}`),
    },
  ).map(({ label, role, type, enabled, click }) => {
    (click as (() => void) | undefined)?.();
    return `${label ?? role ?? type}${enabled === false ? ' (off)' : ''}`;
  });

it('has no menu where there is nothing to do', () => {
  expect(labelsOf({})).toEqual([]);
  expect(labelsOf({ selectionText: ' \n' })).toEqual([]);
});

it('copies selected text, edits fields, and disables what does not work', () => {
  expect(labelsOf({ selectionText: 'Acme' })).toEqual(['copy', 'separator', 'Select all']);
  expect(labelsOf({ isEditable: true })).toEqual([
    'undo',
    'redo (off)',
    'separator',
    'cut',
    'copy',
    'paste',
    'separator',
    'Select all',
  ]);
});

it('opens and copies links that may be opened, and no others', () => {
  const done: string[] = [];
  expect(labelsOf({ linkURL: 'https://example.org/a' }, done)).toEqual(['Open link', 'Copy link']);
  expect(done).toEqual(['open https://example.org/a', 'copy https://example.org/a']);
  for (const linkURL of [
    'http://example.org',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'app://parallax/index.html#/ask',
  ])
    expect(labelsOf({ linkURL }), linkURL).toEqual([]);
});

it('copies a picture that has loaded', () => {
  expect(labelsOf({ mediaType: 'image' })).toEqual([]);
  expect(labelsOf({ ...nowhere, mediaType: 'image' as never, hasImageContents: true })).toEqual([
    'Copy image',
  ]);
});

it('offers other spellings of a misspelled word, and to learn it', () => {
  const done: string[] = [];
  const misspelled = { isEditable: true, misspelledWord: 'lokc', dictionarySuggestions: ['lock', 'look'] };
  expect(labelsOf(misspelled, done).slice(0, 4)).toEqual(['lock', 'look', 'Add to dictionary', 'separator']);
  expect(done).toEqual(['replace by lock', 'replace by look', 'learn lokc']);
});
