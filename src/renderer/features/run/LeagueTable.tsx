import type { Verdict } from '#shared/model/comparison/comparison.ts';
import type { EngineRow, LeagueRow, LeagueTest } from '#shared/model/league.ts';
import { brandKindLabel } from '#shared/tables/brandLabels.ts';
import { pLabel, shareLabel, verdictLabel } from '#shared/tables/figureLabels.ts';
import { intervalLabel } from '#shared/tables/rollupTables.ts';
import { Badge } from '../../ui/Chip.tsx';
import { classNames } from '../../ui/classNames.ts';
import { Table } from '../../ui/Table.tsx';
import type { TableColumn } from '../../ui/tableColumns.tsx';
import { VisibilityBar } from '../../ui/VisibilityBar.tsx';

/** Ranking of the listed brands, with the test against the next one. */
export function LeagueTable({
  brands,
  hrefOf,
}: {
  readonly brands: readonly LeagueRow[];
  /** The answers that name a brand. */
  readonly hrefOf: (brand: LeagueRow) => string;
}) {
  return (
    <Table
      label="Brands by visibility"
      rows={brands}
      rowKey={({ id }) => id}
      empty="No brands."
      columns={[
        {
          id: 'brand',
          header: 'Brand',
          rowHeader: true,
          value: ({ name }) => name,
          className: 'max-w-44',
          cell: ({ name, kind }) => (
            <span className="flex min-w-0 items-center gap-1.5">
              <span
                dir="auto"
                className={classNames('truncate', kind === 'own' && 'font-semibold')}
                title={name}
              >
                {name}
              </span>
              {kind === 'own' ? <Badge tone="good">{brandKindLabel.own}</Badge> : null}
            </span>
          ),
        },
        { ...visibility, cell: (row) => visibilityCell(row, hrefOf(row)) },
        {
          id: 'voice',
          header: 'Share of voice, listed brands',
          align: 'end',
          value: ({ shareOfVoice }) => shareOfVoice.value,
          cell: ({ shareOfVoice }) => shareLabel(shareOfVoice.value),
        },
        position,
        {
          id: 'next',
          header: 'Significantly ahead of',
          className: 'max-w-56',
          value: ({ next }) => next && verdictLabel[next.verdict],
          cell: ({ next }) =>
            next && (
              <Against
                test={next}
                next={brands[brands.findIndex((row) => row.next === next) + 1]?.name ?? ''}
              />
            ),
        },
      ]}
    />
  );
}

type Figures = Pick<LeagueRow, 'visibility' | 'position'>;

const visibility: TableColumn<Figures> = {
  id: 'visibility',
  header: 'Visibility, 95 % interval',
  value: (row) => row.visibility.value,
  cell: (row) => visibilityCell(row),
};

const visibilityCell = ({ visibility: rate }: Figures, href?: string) => (
  <span title={intervalLabel(rate)}>
    <VisibilityBar rate={rate} href={href} />
  </span>
);

const position: TableColumn<Figures> = {
  id: 'position',
  header: 'Average position',
  align: 'end',
  value: (row) => row.position.value,
  cell: (row) => row.position.value?.toFixed(1) ?? '–',
};

function Against({ test, next }: { readonly test: LeagueTest; readonly next: string }) {
  const p = test.adjusted === null ? '' : `, adjusted p ${pLabel(test.adjusted)}`;
  return (
    <span
      className="block truncate"
      title={`${test.only} answers name only this brand, ${test.onlyNext} only ${next}${p}`}
    >
      <VerdictMark verdict={test.verdict} next={next} />
    </span>
  );
}

/** The next row if the lead is significant. Sorting may separate the two. */
function VerdictMark({ verdict, next }: { readonly verdict: Verdict; readonly next: string }) {
  return (
    <span className={verdict === 'larger-than-noise' ? 'font-medium' : 'text-ink-3'}>
      {verdict === 'larger-than-noise' ? (
        <bdi>{next}</bdi>
      ) : verdict === 'within-noise' ? (
        <>
          –<span className="sr-only"> {verdictLabel[verdict]}</span>
        </>
      ) : (
        verdictLabel[verdict]
      )}
    </span>
  );
}

type EnginesProps = { readonly engines: readonly EngineRow[]; readonly nameOf: (engine: string) => string };

/** Your brand by engine, over questions that all engines were asked. */
export function EnginesTable({ engines, nameOf }: EnginesProps) {
  const nextOf = (engine: string): string =>
    nameOf(engines[engines.findIndex((row) => row.engine === engine) + 1]?.engine ?? '');
  return (
    <Table
      label="Visibility by engine"
      rows={engines}
      rowKey={({ engine }) => engine}
      empty="No engines."
      columns={[
        {
          id: 'engine',
          header: 'Engine',
          rowHeader: true,
          className: 'whitespace-nowrap',
          cell: ({ engine }) => nameOf(engine),
        },
        visibility,
        position,
        {
          id: 'next',
          header: 'Significantly ahead of',
          value: ({ next }) => next && verdictLabel[next],
          cell: ({ engine, next }) => next && <VerdictMark verdict={next} next={nextOf(engine)} />,
        },
      ]}
    />
  );
}
