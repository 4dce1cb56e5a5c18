import { ChevronDown, EyeOff, Info, MoveLeft, MoveRight, Pin, PinOff, TriangleAlert } from 'lucide-react';
import type { ObservationView } from '#shared/bridge/routes/observations.ts';
import type { CellView } from '#shared/bridge/routes/runs.ts';
import { Button } from '../../ui/Button.tsx';
import { Badge } from '../../ui/Chip.tsx';
import { Flag } from '../../ui/Flag.tsx';
import { formatCredits, formatDuration } from '../../ui/format.ts';
import { Menu, MenuChoices, MenuHeading, MenuItem, MenuSeparator } from '../../ui/Menu.tsx';
import { languageLabel, placeLabel } from '../../ui/placeNames.ts';
import { StateMark, stateWord } from '../../ui/StateMark.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';
import { type Column, columnCredits } from './columns.ts';
import { countryWarning } from './observationFacts.ts';

export type ColumnActions = {
  readonly togglePin: (key: string) => void;
  readonly hide: (key: string) => void;
  readonly hideOthers: (key: string) => void;
  readonly move: (key: string, by: -1 | 1) => void;
  readonly chooseSample: (key: string, sample: number) => void;
  readonly inspect: (key: string) => void;
};

type ColumnHeadProps = {
  readonly column: Column;
  readonly cell: CellView;
  readonly observation: ObservationView | undefined;
  readonly pinned: boolean;
  readonly selected: boolean;
  readonly actions: ColumnActions;
};

/** What a column is about, always in sight; of fixed height, so that nothing below it moves when an answer arrives. */
export function ColumnHead({ column, cell, observation, pinned, selected, actions }: ColumnHeadProps) {
  const { code, name } = placeLabel(column.market);
  const { key } = column;
  return (
    <header
      className={`flex h-[52px] flex-col justify-center gap-0.5 border-b px-3 ${
        selected
          ? 'border-accent bg-accent-soft shadow-[inset_0_2px_0_var(--accent)]'
          : 'border-line-strong bg-surface'
      }`}
    >
      <div className="flex h-6 items-center gap-2">
        <h2 className="flex min-w-0 flex-1 items-center">
          <button
            type="button"
            onClick={() => actions.inspect(key)}
            title={`${name}: inspect`}
            className="-mx-1 flex min-w-0 items-center gap-2 rounded-sm px-1 hover:bg-hover"
          >
            <Flag country={column.market.country} />
            <span className="font-semibold tabular">{code}</span>
            <span className="truncate text-ink-2">{name}</span>
          </button>
        </h2>
        <DriverBadge driver={observation?.driver ?? null} />
        {pinned ? (
          <Tooltip text="Unpin column">
            <Button
              look="quiet"
              size="icon-small"
              aria-label={`Unpin ${name}`}
              onClick={() => actions.togglePin(key)}
            >
              <Pin size={12} aria-hidden="true" className="fill-current text-accent" />
            </Button>
          </Tooltip>
        ) : null}
        <Menu
          align="end"
          label={`${name} column`}
          trigger={
            <Button look="quiet" size="icon-small" className="-me-1" aria-label={`${name} column menu`}>
              <ChevronDown size={13} aria-hidden="true" />
            </Button>
          }
        >
          <MenuItem icon={<Info size={13} />} onSelect={() => actions.inspect(key)}>
            Inspect
          </MenuItem>
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
        </Menu>
      </div>
      <div className="flex h-4 items-center gap-2 overflow-hidden whitespace-nowrap text-ink-2 text-mini tabular">
        <StateMark state={cell.state} size={11} label={cell.state === 'completed'} />
        {cell.state === 'completed' ? null : <span>{stateWord(cell.state)}</span>}
        {column.market.device ? <span>{column.market.device}</span> : null}
        {column.market.location ? <span className="truncate">{column.market.location}</span> : null}
        <LanguageAndCountry observation={observation} />
        <SampleChoice column={column} cell={cell} onChoose={(sample) => actions.chooseSample(key, sample)} />
        <CreditsAndTime column={column} observation={observation} />
      </div>
    </header>
  );
}

/** The driver that answered, in plain sight when it is the sandbox: made-up answers must never pass for real ones. */
export function DriverBadge({ driver }: { readonly driver: string | null }) {
  if (driver === null) return null;
  return (
    <Badge
      tone={driver === 'sandbox' ? 'warn' : 'neutral'}
      title={
        driver === 'sandbox'
          ? 'Made up by the sandbox: no engine was asked'
          : `Answered by the ${driver} driver`
      }
    >
      {driver}
    </Badge>
  );
}

function LanguageAndCountry({ observation }: { readonly observation: ObservationView | undefined }) {
  if (observation === undefined) return null;
  const warning = countryWarning(observation);
  return (
    <>
      {observation.language ? (
        <span title={languageLabel(observation.language)}>{observation.language}</span>
      ) : null}
      {observation.servedShape && observation.servedShape !== 'default' ? (
        <span title="Which interface of the engine answered">{observation.servedShape}</span>
      ) : null}
      {warning ? (
        <span className="flex min-w-0 items-center gap-1 text-warn" title={warning}>
          <TriangleAlert size={11} aria-hidden="true" className="shrink-0" />
          <span className="truncate">{warning}</span>
        </span>
      ) : null}
    </>
  );
}

function CreditsAndTime({
  column,
  observation,
}: {
  readonly column: Column;
  readonly observation: ObservationView | undefined;
}) {
  const credits = columnCredits(column);
  return (
    <>
      {credits === null ? null : <span>{formatCredits(credits)}</span>}
      {observation?.latencyMs == null ? null : <span>{formatDuration(observation.latencyMs)}</span>}
    </>
  );
}

function SampleChoice({
  column,
  cell,
  onChoose,
}: {
  readonly column: Column;
  readonly cell: CellView;
  readonly onChoose: (sample: number) => void;
}) {
  if (column.cells.length < 2) return null;
  const index = column.cells.indexOf(cell) + 1;
  return (
    <Menu
      label="Samples"
      trigger={
        <button
          type="button"
          aria-label={`Sample ${index} of ${column.cells.length}`}
          className="flex items-center gap-0.5 rounded-sm px-0.5 hover:bg-hover"
        >
          {index}/{column.cells.length} <ChevronDown size={10} aria-hidden="true" />
        </button>
      }
    >
      <MenuHeading>Samples</MenuHeading>
      <MenuChoices
        value={String(cell.sample)}
        onChange={(value) => onChoose(Number(value))}
        choices={column.cells.map((each, position) => ({
          value: String(each.sample),
          label: `Sample ${position + 1}`,
          detail: stateWord(each.state),
        }))}
      />
    </Menu>
  );
}
