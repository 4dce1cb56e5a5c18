import { ChevronDown, Columns3 } from 'lucide-react';
import { type ColumnView, type Grouping, groupings, needsComparison } from '../../reading/columnGroups.ts';
import { Button } from '../../ui/Button.tsx';
import { Menu, MenuChoices, MenuHeading, MenuItem, MenuSeparator, MenuToggle } from '../../ui/Menu.tsx';

const groupingLabel: Readonly<Record<Grouping, string>> = {
  none: 'As entered',
  region: 'By region',
  surface: 'By surface',
  language: 'By language',
  similarity: 'By similarity',
};

type ColumnsMenuProps = {
  readonly view: ColumnView;
  readonly onView: (changes: Partial<ColumnView>) => void;
  /** False without a comparison, such as in the full text mode: then similarity is unknown. */
  readonly compared: boolean;
  readonly severalSurfaces: boolean;
  readonly widthsSet: boolean;
  readonly onResetWidths: () => void;
};

/** Selection, grouping and width of the columns. */
export function ColumnsMenu(props: ColumnsMenuProps) {
  const { view, onView, compared, severalSurfaces, widthsSet, onResetWidths } = props;
  const offered = groupings.filter(
    (each) => (compared || !needsComparison(each)) && (severalSurfaces || each !== 'surface'),
  );
  return (
    <Menu
      align="end"
      label="Columns"
      trigger={
        <Button size="small" look="quiet">
          <Columns3 size={12} aria-hidden="true" />
          {view.grouping === 'none' ? 'Columns' : groupingLabel[view.grouping]}
          <ChevronDown size={12} aria-hidden="true" />
        </Button>
      }
    >
      <MenuHeading>Order of the columns</MenuHeading>
      <MenuChoices
        value={view.grouping}
        onChange={(value) =>
          onView({ grouping: groupings.find((each) => each === value) ?? 'none', expanded: new Set() })
        }
        choices={offered.map((value) => ({ value, label: groupingLabel[value] }))}
      />
      <MenuSeparator />
      {compared ? (
        <MenuToggle
          checked={view.collapse}
          onChange={(collapse) => onView({ collapse, expanded: new Set() })}
        >
          Group identical answers
        </MenuToggle>
      ) : null}
      <MenuItem icon={<span />} disabled={!widthsSet} onSelect={onResetWidths}>
        Reset all widths
      </MenuItem>
    </Menu>
  );
}
