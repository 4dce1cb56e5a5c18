import { ChevronDown, EyeOff, FileText, History, Info, MoveLeft, MoveRight, Pin, PinOff } from 'lucide-react';
import type { ShownColumn } from '../../reading/columnGroups.ts';
import { IconButton } from '../../ui/Button.tsx';
import { locationLabel } from '../../ui/locationLabels.ts';
import { MenuItem, MenuSeparator } from '../../ui/Menu.tsx';
import { navigation } from '../../window/navigation.tsx';
import { LateMenu } from './LateMenu.tsx';
import type { ColumnActions } from './runColumns.ts';

type ColumnMenuProps = {
  readonly column: ShownColumn;
  /** The displayed answer, if there is one. */
  readonly observationId: string | null;
  readonly pinned: boolean;
  readonly actions: ColumnActions;
};

/** Actions of a column. */
export function ColumnMenu({ column, observationId, pinned, actions }: ColumnMenuProps) {
  const { key } = column;
  const { name } = locationLabel(column.market);
  return (
    <LateMenu
      align="end"
      label={`${name} column`}
      button={(props) => (
        <IconButton Icon={ChevronDown} px={13} label={`${name} column menu`} className="-me-1" {...props} />
      )}
    >
      <MenuItem icon={<Info size={13} />} onSelect={() => actions.inspect(key)}>
        Inspect
      </MenuItem>
      {observationId === null ? null : (
        <>
          <MenuItem
            icon={<FileText size={13} />}
            onSelect={() => navigation.go({ name: 'answer', observationId })}
          >
            Open answer
          </MenuItem>
          <MenuItem
            icon={<History size={13} />}
            onSelect={() => navigation.go({ name: 'change-history', observationId })}
          >
            Change history
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      <MenuItem
        icon={pinned ? <PinOff size={13} /> : <Pin size={13} />}
        onSelect={() => actions.togglePin(key)}
      >
        {pinned ? 'Unpin' : 'Pin to the left'}
      </MenuItem>
      <MenuItem icon={<MoveLeft size={13} />} onSelect={() => actions.move(key, -1)}>
        Move left
      </MenuItem>
      <MenuItem icon={<MoveRight size={13} />} onSelect={() => actions.move(key, 1)}>
        Move right
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<EyeOff size={13} />} keys="X" onSelect={() => actions.hide(key)}>
        Hide
      </MenuItem>
      <MenuItem onSelect={() => actions.hideOthers(key)} icon={null}>
        Hide all others
      </MenuItem>
    </LateMenu>
  );
}
