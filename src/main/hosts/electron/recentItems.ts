import type { JumpListCategory, MenuItemConstructorOptions } from 'electron';
import type { MenuState } from '#shared/bridge/routes/app.ts';
import { escaped, type MenuActions } from './menuTemplate.ts';

type Recent = Pick<MenuState, 'runs'>;

/** The menu of the icon in the dock of macOS. */
export const dockMenu = ({ runs }: Recent, actions: MenuActions): MenuItemConstructorOptions[] => [
  { label: 'New question', click: () => actions.choose('new-question') },
  { label: 'New window', click: () => actions.choose('new-window') },
  ...runs.map(({ id, title }) => ({
    label: escaped(title),
    click: () => actions.go(`run/${encodeURIComponent(id)}`),
  })),
];

/** The list of the icon in the taskbar of Windows. A run opens by its link, which is asked about. */
export const jumpList = ({ runs }: Recent, program: string): JumpListCategory[] => [
  {
    type: 'custom',
    name: 'Recent runs',
    items: runs.map(({ id, title }) => ({
      type: 'task' as const,
      title,
      program,
      args: `parallax://run/${id}`,
      iconPath: program,
      iconIndex: 0,
    })),
  },
];
