import { Ellipsis } from 'lucide-react';
import type { BrandRow } from '#shared/model/comparison/comparison.ts';
import type { BrandDecision, BrandKind } from '#shared/model/comparison/samples.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Menu, MenuChoices, MenuHeading, MenuItem, MenuSeparator } from '../../ui/Menu.tsx';

type BrandMenuProps = {
  readonly row: BrandRow;
  /** Aliases of the brand. */
  readonly aliases: readonly string[];
  readonly onDecide: (decision: BrandDecision) => void;
  readonly onMerge: () => void;
  readonly onSplit: () => void;
};

const kinds: readonly BrandKind[] = ['own', 'competitor', 'other'];

/** Manual corrections of one brand in the table. */
export function BrandMenu({ row, aliases, onDecide, onMerge, onSplit }: BrandMenuProps) {
  const choose = (value: string): void => {
    const as = kinds.find((kind) => kind === value);
    if (as !== undefined) onDecide({ kind: 'accept', name: row.name, as });
  };
  return (
    <Menu
      label={`Correct ${row.name}`}
      trigger={<IconButton Icon={Ellipsis} px={14} label={`Correct ${row.name}`} />}
    >
      <MenuHeading>
        <span dir="auto">{row.name}</span>
      </MenuHeading>
      <MenuChoices
        value={row.proposed ? '' : row.kind}
        onChange={choose}
        choices={[
          { value: 'own', label: 'Your brand' },
          { value: 'competitor', label: 'Competitor' },
          row.proposed
            ? { value: 'other', label: 'Other brand', detail: 'add to the list' }
            : { value: 'other', label: 'Other brand' },
        ]}
      />
      <MenuSeparator />
      <MenuItem onSelect={onMerge}>Merge into…</MenuItem>
      <MenuItem onSelect={onSplit} disabled={aliases.length === 0}>
        Separate alias…
      </MenuItem>
      <MenuItem danger onSelect={() => onDecide({ kind: 'dismiss', name: row.name })}>
        Not a brand
      </MenuItem>
    </Menu>
  );
}
