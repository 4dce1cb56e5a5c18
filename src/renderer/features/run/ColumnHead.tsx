import { ChevronDown, Pin, TriangleAlert } from 'lucide-react';
import type { ObservationView } from '#shared/model/observation.ts';
import type { CellView } from '#shared/model/run.ts';
import { isWhole, stopSentence } from '#shared/text/answerStops.ts';
import type { ShownColumn } from '../../reading/columnGroups.ts';
import { type Column, columnCredits } from '../../reading/columns.ts';
import { DriverBadge } from '../../reading/DriverBadge.tsx';
import { completionLabel, countryWarning } from '../../reading/observationFacts.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Badge } from '../../ui/Chip.tsx';
import { PaintedFlag } from '../../ui/Flag.tsx';
import { formatCredits, formatDuration } from '../../ui/format.ts';
import { languageLabel, locationLabel } from '../../ui/locationLabels.ts';
import { MenuChoices, MenuHeading } from '../../ui/Menu.tsx';
import { StateMark, stateWord } from '../../ui/StateMark.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';
import { ColumnMenu } from './ColumnMenu.tsx';
import { LateMenu } from './LateMenu.tsx';
import type { ColumnActions } from './runColumns.ts';

const bareHeight = 58;
const groupHeight = 20;

/** CSS pixels. */
export function headHeight(grouped: boolean): number {
  return bareHeight + (grouped ? groupHeight : 0);
}

type ColumnHeadProps = {
  readonly column: ShownColumn;
  readonly cell: CellView;
  /** False if the stored answer could not be read. */
  readonly isReadable: boolean;
  readonly observation: ObservationView | undefined;
  /** Whether several providers answered the run: the header of the run names one that answered it alone. */
  readonly mixed: boolean;
  readonly pinned: boolean;
  /** Whether it is the baseline. */
  readonly baseline: boolean;
  readonly selected: boolean;
  readonly actions: ColumnActions;
};

/** Header of a column, always visible. Its height is constant, so that nothing moves when an answer arrives. */
export function ColumnHead(props: ColumnHeadProps) {
  const { column, cell, isReadable, observation, mixed, pinned, baseline, selected, actions } = props;
  const state = isReadable ? cell.state : 'failed';
  const { code, name } = locationLabel(column.market);
  const { key } = column;
  return (
    <header
      style={{ height: headHeight(column.group !== null) }}
      className={`flex flex-col justify-center border-b px-3 ${
        selected
          ? 'border-accent bg-accent-soft shadow-[inset_0_2px_0_var(--accent)]'
          : 'border-line-strong bg-surface'
      }`}
    >
      {column.group === null ? null : (
        <p className="-mx-3 flex h-[19px] items-center gap-1 truncate border-line border-b bg-sunken px-3 text-ink-2 text-mini tabular">
          <span className={column.group.place === 1 ? 'font-semibold' : undefined}>{column.group.name}</span>
          <span className="text-ink-3">
            {column.group.place} of {column.group.of}
          </span>
        </p>
      )}
      <div className="flex h-6 items-center gap-2">
        <h2 className="flex min-w-0 flex-1 items-center">
          <button
            type="button"
            onClick={() => actions.inspect(key)}
            title={`${name}: inspect`}
            className="-mx-1 flex min-w-0 items-center gap-2 rounded-sm px-1 hover:bg-hover"
          >
            <PaintedFlag country={column.market.country} />
            <span className="font-semibold tabular">{code}</span>
            <span className="truncate text-ink-2">{name}</span>
          </button>
        </h2>
        {baseline ? <Badge tone="accent">baseline</Badge> : null}
        <IdenticalColumns column={column} actions={actions} />
        {observation?.imported ? <Badge title="Imported result">imported</Badge> : null}
        <StopBadge observation={observation} />
        {mixed ? <DriverBadge driver={observation?.driver ?? null} /> : null}
        {pinned ? (
          <Tooltip text="Unpin column">
            <IconButton
              Icon={Pin}
              px={12}
              label={`Unpin ${name}`}
              iconLook="fill-current text-accent"
              onClick={() => actions.togglePin(key)}
            />
          </Tooltip>
        ) : null}
        <ColumnMenu
          column={column}
          observationId={observation?.id ?? null}
          pinned={pinned}
          actions={actions}
        />
      </div>
      <div className="flex h-6 items-center gap-2 overflow-hidden whitespace-nowrap text-ink-2 text-mini tabular">
        <StateMark state={state} size={11} label={state === 'completed'} />
        {state === 'completed' ? null : <span>{isReadable ? stateWord(state) : 'not readable'}</span>}
        {column.market.device ? <span>{column.market.device}</span> : null}
        {column.market.location ? <span className="truncate">{column.market.location}</span> : null}
        <LanguageAndCountry observation={observation} />
        <SampleChoice column={column} cell={cell} onChoose={(sample) => actions.chooseSample(key, sample)} />
        <CreditsAndTime column={column} observation={observation} />
      </div>
    </header>
  );
}

/** Number of other markets with the identical answer. A click shows their columns beside it, another hides them. */
function IdenticalColumns({
  column,
  actions,
}: {
  readonly column: ShownColumn;
  readonly actions: ColumnActions;
}) {
  if (column.same.length === 0 && !column.apart) return null;
  const names = column.same.map((other) => locationLabel(other.market).name).join(', ');
  return (
    <button
      type="button"
      aria-expanded={column.apart}
      title={column.apart ? 'Group identical answers again' : `Identical answers: ${names}`}
      onClick={() => actions.setApart(column.key, !column.apart)}
      className="h-6 shrink-0 rounded-sm bg-accent-soft px-1 text-ink text-mini tabular hover:bg-pressed"
    >
      {column.apart ? '= group' : `= ${column.same.length} more`}
      {column.apart ? null : <span className="sr-only"> with an identical answer</span>}
    </button>
  );
}

/** Badge of an incomplete answer. */
function StopBadge({ observation }: { readonly observation: ObservationView | undefined }) {
  if (observation === undefined || isWhole(observation)) return null;
  return (
    <Badge tone="warn" title={stopSentence(observation.stop, observation.stopReason)}>
      {completionLabel({ stop: observation.stop, stopReason: null })}
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
        <span title="Response type">{observation.servedShape}</span>
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
    <LateMenu
      label="Repeats"
      button={(props) => (
        <button
          type="button"
          className="flex h-6 items-center gap-0.5 rounded-sm px-0.5 hover:bg-hover"
          {...props}
        >
          <span className="sr-only">Repeat </span>
          {index}/{column.cells.length} <ChevronDown size={10} aria-hidden="true" />
        </button>
      )}
    >
      <MenuHeading>Repeats</MenuHeading>
      <MenuChoices
        value={String(cell.sample)}
        onChange={(value) => onChoose(Number(value))}
        choices={column.cells.map((each, position) => ({
          value: String(each.sample),
          label: `Repeat ${position + 1}`,
          detail: stateWord(each.state),
        }))}
      />
    </LateMenu>
  );
}
