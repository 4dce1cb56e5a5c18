import type { GapCause, GapStatus } from '#shared/model/gap.ts';
import { gapCausesTable } from '#shared/tables/gapTables.ts';
import { Button } from '../../ui/Button.tsx';
import { formatCount, formatQuantity } from '../../ui/format.ts';
import { MarketFlags } from '../../ui/MarketFlags.tsx';
import type { SheetSource } from '../../ui/SheetMenu.tsx';
import { Table } from '../../ui/Table.tsx';
import { columnsOf, type TableColumn } from '../../ui/tableColumns.tsx';

type CauseTableProps = {
  readonly kind: GapCause['kind'];
  readonly causes: readonly GapCause[];
  /** The address of the gaps of a cause. */
  readonly hrefOf: (cause: GapCause) => string;
  /** Sets the status of all its gaps. */
  readonly onMark: (cause: GapCause, status: GapStatus) => void;
  readonly sheet: SheetSource;
};

const titles = { mention: 'Competitors named where you are not', citation: 'Pages to win' } as const;

/** The causes of gaps of one kind, what to work on first at the top. */
export function CauseTable({ kind, causes, hrefOf, onMark, sheet }: CauseTableProps) {
  const columns = columnsOf(gapCausesTable, {
    cause: {
      header: kind === 'mention' ? 'Competitor' : 'Site',
      rowHeader: true,
      className: 'max-w-64',
      cell: (cause) => (
        <a
          dir="auto"
          href={hrefOf(cause)}
          title={`${cause.label}: ${formatQuantity(cause.gaps, 'gap')}`}
          className="block truncate font-semibold hover:text-accent hover:underline"
        >
          {cause.label}
        </a>
      ),
    },
    answers: { header: kind === 'mention' ? 'Named in' : 'Cited in' },
    markets: ({ markets }) => <MarketFlags keys={markets} />,
    gaps: (cause) => (
      <a
        href={hrefOf(cause)}
        aria-label={`${formatQuantity(cause.gaps, 'gap')}: ${cause.label}`}
        className="text-accent hover:underline"
      >
        {formatCount(cause.gaps)}
      </a>
    ),
  }).filter(({ id }) => kind === 'mention' || id !== 'average_position');
  const actions: TableColumn<GapCause> = {
    id: 'actions',
    header: 'Actions',
    quietHeader: true,
    cell: (cause) => (
      <span className="flex justify-end gap-1 whitespace-nowrap">
        <Button size="small" aria-label={`Mark ${cause.label} as done`} onClick={() => onMark(cause, 'done')}>
          Done
        </Button>
        <Button size="small" aria-label={`Ignore ${cause.label}`} onClick={() => onMark(cause, 'ignored')}>
          Ignore
        </Button>
      </span>
    ),
  };
  return (
    <div>
      <h2 className="mb-1 font-semibold">{titles[kind]}</h2>
      <Table
        label={titles[kind]}
        columns={[...columns, actions]}
        rows={causes}
        rowKey={({ value }) => value}
        empty="None in this list."
        sheet={sheet}
        first={{ rows: 25, noun: 'cause' }}
      />
    </div>
  );
}
