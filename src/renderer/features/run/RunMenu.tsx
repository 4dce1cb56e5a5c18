import { Ellipsis, FolderInput, Link2, Trash2 } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { RunSummary } from '#shared/model/run.ts';
import { useRunLink } from '../../bridge/runLink.ts';
import { IconButton } from '../../ui/Button.tsx';
import { DeleteRunDialog } from '../../ui/DeleteRunDialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx';
import { type Command, useCommands } from '../../window/commands.tsx';

export type RunMenuProps = {
  readonly run: RunSummary;
  /** Opens the dialog for moving the run to another project. */
  readonly onMove: (run: RunSummary) => void;
  readonly onRemove: (run: RunSummary) => void;
};

/** Actions of a run, with all its questions if it is a run of a plan. */
export function RunMenu({ run, onMove, onRemove }: RunMenuProps) {
  const link = useRunLink(run.id);
  const [removing, setRemoving] = useState(false);
  const move = useRef(() => onMove(run));
  move.current = () => onMove(run);
  useCommands(
    useMemo<readonly Command[]>(
      () => [
        {
          id: 'move-run',
          title: 'Move run to another project',
          group: 'Question',
          words: 'client wrong project',
          run: () => move.current(),
        },
      ],
      [],
    ),
  );
  return (
    <>
      <Menu
        align="end"
        label="This run"
        trigger={<IconButton Icon={Ellipsis} px={15} label="More actions" size="icon" />}
      >
        <MenuItem icon={<Link2 size={13} />} onSelect={() => void navigator.clipboard.writeText(link())}>
          Copy link
        </MenuItem>
        <MenuItem icon={<FolderInput size={13} />} onSelect={() => onMove(run)}>
          Move to project…
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger icon={<Trash2 size={13} />} onSelect={() => setRemoving(true)}>
          Delete run…
        </MenuItem>
      </Menu>
      <DeleteRunDialog run={removing ? run : null} onClose={() => setRemoving(false)} onConfirm={onRemove} />
    </>
  );
}
