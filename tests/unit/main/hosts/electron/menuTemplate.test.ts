import { describe, expect, it } from 'vitest';
import { type MenuActions, menuTemplate } from '#main/hosts/electron/menuTemplate.ts';

const silent: MenuActions = { press: () => {}, go: () => {}, openDataFolder: () => {} };

type Item = {
  label?: string;
  role?: string;
  accelerator?: unknown;
  registerAccelerator?: boolean;
  click?: unknown;
  submenu?: unknown;
};
const flat = (items: readonly Item[]): Item[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu as Item[]) : [])]);

describe('the menu', () => {
  it.each(['darwin', 'linux', 'win32'] as const)(
    'can quit, edit and be found by keyboard on %s',
    (platform) => {
      const template = menuTemplate(platform, silent, false) as Item[];
      const roles = flat(template).map(({ role }) => role);
      expect(roles).toContain('editMenu');
      expect(roles).toContain(platform === 'darwin' ? 'appMenu' : 'quit');
      const labels = template.flatMap(({ label }) => (label ? [label] : []));
      const mnemonics = labels.map((label) => /&(.)/.exec(label)?.[1]);
      expect(new Set(mnemonics).size).toBe(labels.length);
    },
  );

  it('shows the window’s keys and leaves them to the window', () => {
    const pressed: unknown[] = [];
    const items = flat(
      menuTemplate('linux', { ...silent, press: (key) => pressed.push(key) }, false) as Item[],
    );
    const withKeys = items.filter(({ accelerator }) => accelerator);
    expect(withKeys.length).toBeGreaterThan(3);
    for (const item of withKeys) {
      expect(item.registerAccelerator, item.label).toBe(false);
      (item.click as () => void)();
    }
    expect(pressed).toContainEqual({ keyCode: 'K', mod: true, shift: false });
    expect(pressed).toContainEqual({ keyCode: 'F', mod: true, shift: true });
  });

  it('leaves its keys to the page on a Mac, where the menu would take them, and works when clicked', () => {
    const pressed: unknown[] = [];
    const items = flat(
      menuTemplate('darwin', { ...silent, press: (key) => pressed.push(key) }, false) as Item[],
    );
    expect(items.filter(({ accelerator }) => accelerator)).toEqual([]);
    for (const { label, click } of items) if (label === 'New Question') (click as () => void)();
    expect(pressed).toEqual([{ keyCode: 'N', mod: true, shift: false }]);
  });

  it('leads to every place of the window', () => {
    const places: string[] = [];
    const items = flat(
      menuTemplate('linux', { ...silent, go: (place) => places.push(place) }, false) as Item[],
    );
    for (const item of items) if (item.click && !item.accelerator) (item.click as () => void)();
    expect(places).toEqual([
      'ask',
      'history',
      'monitors',
      'settings/connections',
      'settings/appearance',
      'settings/about',
    ]);
  });
});
