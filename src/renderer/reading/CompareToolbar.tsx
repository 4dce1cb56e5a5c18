import { ChevronDown, ChevronUp, SlidersHorizontal } from 'lucide-react';
import type { PartialComparison } from '#shared/model/comparison/comparisonParts.ts';
import { factsDiffering } from '#shared/model/comparison/facts.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { formatQuantity } from '../ui/format.ts';
import { locationLabel } from '../ui/locationLabels.ts';
import { Menu, MenuChoices, MenuHeading, MenuSeparator, MenuToggle } from '../ui/Menu.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import type { Column } from './columns.ts';
import type { CompareView } from './compareView.ts';

type CompareToolbarProps = {
  readonly view: CompareView;
  readonly onView: (changes: Partial<CompareView>) => void;
  readonly columns: readonly Column[];
  /** Null while it is computed. */
  readonly comparison: PartialComparison | null;
  readonly onStep: (by: 1 | -1) => void;
  /** Name of a column if its market is not sufficient. */
  readonly nameOf?: (column: Column) => string;
};

/** Comparison mode, baseline and filters, and steps between differences. */
export function CompareToolbar(props: CompareToolbarProps) {
  const { view, onView, columns, comparison, onStep } = props;
  const nameOf = props.nameOf ?? ((column: Column) => locationLabel(column.market).name);
  const codeOf = props.nameOf ?? ((column: Column) => locationLabel(column.market).code);
  const baseline = columns.find((column) => column.key === view.baseline);
  const title =
    view.mode === 'written'
      ? 'Full text'
      : view.mode === 'baseline'
        ? `Compare with ${baseline ? codeOf(baseline) : view.baseline}`
        : 'Consensus';
  const tab = comparison?.answer;
  return (
    <>
      {view.mode !== 'written' && tab ? (
        <>
          <span className="text-ink-2 text-table tabular" role="status">
            {tab.rows.filter((row) => factsDiffering(row) > 0).length} of{' '}
            {formatQuantity(tab.rows.length, 'section')} differ in a fact
          </span>
          <Tooltip text="Previous difference" keys="P">
            <IconButton Icon={ChevronUp} px={14} label="Previous difference" onClick={() => onStep(-1)} />
          </Tooltip>
          <Tooltip text="Next difference" keys="N">
            <IconButton Icon={ChevronDown} px={14} label="Next difference" onClick={() => onStep(1)} />
          </Tooltip>
          <Tooltip text="Differences only" keys=".">
            <Button
              look="quiet"
              size="small"
              aria-pressed={view.onlyDifferences}
              onClick={() => onView({ onlyDifferences: !view.onlyDifferences })}
            >
              Differences only
            </Button>
          </Tooltip>
        </>
      ) : null}
      <Menu
        align="end"
        label="Comparison settings"
        trigger={
          <Button size="small">
            <SlidersHorizontal size={12} aria-hidden="true" />
            {title}
            <ChevronDown size={12} aria-hidden="true" />
          </Button>
        }
      >
        <MenuChoices
          value={view.mode === 'baseline' ? `base ${view.baseline}` : view.mode}
          onChange={(value) =>
            onView(
              value === 'written' || value === 'consensus'
                ? { mode: value, baseline: null }
                : { mode: 'baseline', baseline: value.slice('base '.length) },
            )
          }
          choices={[
            { value: 'consensus', label: 'Consensus', detail: 'C' },
            { value: 'written', label: 'Full text' },
            ...columns.slice(0, 12).map((column) => ({
              value: `base ${column.key}`,
              label: `Compare with ${nameOf(column)}`,
            })),
          ]}
        />
        {columns.length > 12 ? <MenuHeading>Others: select the column and press B</MenuHeading> : null}
        <MenuSeparator />
        <MenuHeading>Highlight differences by</MenuHeading>
        <MenuChoices
          value={view.granularity}
          onChange={(value) => onView({ granularity: value as CompareView['granularity'] })}
          choices={[
            { value: 'auto', label: 'Automatic' },
            { value: 'block', label: 'Sections' },
            { value: 'sentence', label: 'Sentences' },
            { value: 'word', label: 'Words' },
          ]}
        />
        <MenuSeparator />
        <MenuHeading>Ignore</MenuHeading>
        <MenuToggle checked={view.ignoreCase} onChange={(ignoreCase) => onView({ ignoreCase })}>
          Upper and lower case
        </MenuToggle>
        <MenuToggle
          checked={view.ignoreWhitespace}
          onChange={(ignoreWhitespace) => onView({ ignoreWhitespace })}
        >
          Spaces
        </MenuToggle>
      </Menu>
    </>
  );
}
