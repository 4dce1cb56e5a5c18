import { describe, expect, it } from 'vitest';
import { emptyMenu, type MenuActions, menuTemplate } from '#main/hosts/electron/menuTemplate.ts';
import { dockMenu, jumpList } from '#main/hosts/electron/recentItems.ts';
import type { MenuState } from '#shared/bridge/routes/app.ts';
import { type WindowCommand, windowCommands } from '#shared/bridge/windowCommands.ts';

const silent: MenuActions = {
  choose: () => {},
  go: () => {},
  openProjectFile: () => {},
  openDataFolder: () => {},
  quit: () => {},
};
const commands: readonly WindowCommand[] = windowCommands;

type Item = {
  id?: string;
  label?: string;
  role?: string;
  accelerator?: string;
  registerAccelerator?: boolean;
  enabled?: boolean;
  click?: () => void;
  submenu?: unknown;
};
const flat = (items: readonly Item[]): Item[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu as Item[]) : [])]);
const itemsOf = (
  platform: NodeJS.Platform,
  { state = emptyMenu, actions = silent }: { state?: MenuState; actions?: MenuActions } = {},
): Item[] => flat(menuTemplate(platform, state, actions, false) as Item[]);

describe('the menu', () => {
  it.each(['darwin', 'linux', 'win32'] as const)(
    'can quit, edit, zoom and be found by keyboard on %s',
    (platform) => {
      const template = menuTemplate(platform, emptyMenu, silent, false) as Item[];
      const roles = flat(template).map(({ role }) => role);
      for (const role of ['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll', 'close', 'togglefullscreen'])
        expect(roles).toContain(role);
      // By the program, which asks first while runs are in progress: the system's own item would not.
      expect(roles).not.toContain('quit');
      let quits = 0;
      const actions = { ...silent, quit: () => (quits += 1) };
      itemsOf(platform, { actions })
        .find(({ accelerator }) => /^Cmd(OrCtrl)?\+Q$/.test(accelerator ?? ''))
        ?.click?.();
      expect(quits).toBe(1);
      const labels = template.flatMap(({ label }) => (label && label !== 'Parallax' ? [label] : []));
      const mnemonics = labels.map((label) => /&(.)/.exec(label)?.[1]);
      expect(new Set(mnemonics).size).toBe(labels.length);
    },
  );

  it('zooms with every spelling of its keys, each once', () => {
    const keys = itemsOf('linux').flatMap(({ role, accelerator }) =>
      role?.startsWith('zoom') && accelerator ? [accelerator] : [],
    );
    expect(keys).toEqual(['CommandOrControl+=', 'CommandOrControl+numadd', 'CommandOrControl+numsub']);
  });

  it('shows the window’s keys and leaves them to the window', () => {
    const withKeys = itemsOf('linux').filter(({ id, accelerator }) => id && accelerator);
    expect(withKeys.find(({ id }) => id === 'palette')?.accelerator).toBe('CmdOrCtrl+K');
    expect(withKeys.find(({ id }) => id === 'search-history')?.accelerator).toBe('CmdOrCtrl+Shift+F');
    expect(withKeys.find(({ id }) => id === 'back')?.accelerator).toBe('Alt+Left');
    for (const item of withKeys) expect(item.registerAccelerator, item.label).toBe(false);
    const shown = withKeys.map(({ accelerator }) => accelerator);
    expect(new Set(shown).size).toBe(shown.length);
    // A Mac's menu would take the key from the page.
    expect(itemsOf('darwin').filter(({ id, accelerator }) => id && accelerator)).toEqual([]);
  });

  it('has every command of the table that names a menu, under the title of the palette', () => {
    for (const platform of ['darwin', 'linux'] as const) {
      const items = itemsOf(platform);
      for (const { id, title, menu } of commands)
        expect(
          items.filter((item) => item.id === id).map(({ label }) => label),
          id,
        ).toEqual(menu === undefined ? [] : [title]);
    }
  });

  it('goes to screens by their address, runs other commands in the window, and disables those that do not work now', () => {
    const done: string[] = [];
    const actions = {
      ...silent,
      choose: (id: string) => done.push(id),
      go: (place: string) => done.push(place),
    };
    const state = { ...emptyMenu, enabled: ['inspector'] };
    const items = itemsOf('linux', { state, actions });
    for (const { id, place } of commands) {
      const item = items.find((each) => each.id === id);
      if (item === undefined) continue;
      expect(item.enabled, id).toBe(place !== undefined || id === 'inspector');
      item.click?.();
      expect(done.at(-1)).toBe(place ?? id);
    }
  });

  it('lists recent runs, other projects and what the screen exports', () => {
    const done: string[] = [];
    const actions = {
      ...silent,
      choose: (id: string) => done.push(id),
      go: (place: string) => done.push(place),
    };
    const state: MenuState = {
      enabled: [],
      exports: [{ id: 'export-csv', title: 'Answers as CSV' }],
      runs: [{ id: 'run 1', title: 'Locks & chains' }],
      projects: [{ id: 'project 7', title: 'Acme' }],
    };
    const items = itemsOf('linux', { state, actions });
    for (const label of ['Answers as CSV', 'Locks && chains', 'Acme'])
      items.find((item) => item.label === label)?.click?.();
    expect(done).toEqual(['export-csv', 'run/run%201', 'project 7']);
    expect(itemsOf('linux').find(({ label }) => label === 'Open recent')?.enabled).toBe(false);
  });

  it('lists recent runs at the icon in dock and taskbar', () => {
    const places: string[] = [];
    const actions = { ...silent, go: (place: string) => places.push(place) };
    const state = { runs: [{ id: 'a1', title: 'Locks & keys' }] };
    const dock = dockMenu(state, actions);
    expect(dock.map(({ label }) => label)).toEqual(['New question', 'New window', 'Locks && keys']);
    (dock[2] as Item).click?.();
    expect(places).toEqual(['run/a1']);
    expect(jumpList(state, 'C:\\Parallax.exe')[0]?.items).toMatchObject([
      { title: 'Locks & keys', program: 'C:\\Parallax.exe', args: 'parallax://run/a1' },
    ]);
  });
});
