import { useMemo } from 'react';
import { brandsSeen, type Seen, seenIn } from '#shared/alerts/series.ts';
import type { Series, SeriesAnswer } from '#shared/model/series.ts';
import { seenTable } from '#shared/tables/historyTables.ts';
import { sheetOf } from '#shared/tables/table.ts';
import { formatCount, formatMoment } from '../../ui/format.ts';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { Table } from '../../ui/Table.tsx';
import { columnsOf } from '../../ui/tableColumns.tsx';

type SeenTablesProps = {
  readonly series: Series;
  readonly onAnswer: (observationId: string) => void;
};

/** First and last occurrence of each source and listed brand in a series. */
export function SeenTables({ series, onAnswer }: SeenTablesProps) {
  const parts = useMemo(
    () => [
      {
        id: 'domain' as const,
        title: 'Sources',
        rows: seenIn(series.answers, ({ domains }) => domains),
        empty: 'No sources in these answers.',
      },
      {
        id: 'brand' as const,
        title: 'Brands',
        rows: brandsSeen(series),
        empty: 'No listed brand in these answers. List your brands under Brands.',
      },
    ],
    [series],
  );
  return (
    <ScrollRegion
      label="First and last seen"
      className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto p-4"
    >
      {parts.map(({ id, title, rows, empty }) => (
        <section key={id} className="flex flex-col gap-2">
          <h2 className="font-semibold">{title}</h2>
          <Table
            label={`${title}, first and last seen`}
            columns={seenColumns(id, onAnswer)}
            rows={rows}
            rowKey={(row) => row.name}
            sheet={() => sheetOf(seenTable(id), rows)}
            empty={empty}
          />
        </section>
      ))}
    </ScrollRegion>
  );
}

function seenColumns(what: 'domain' | 'brand', onAnswer: (observationId: string) => void) {
  const moment = (answer: SeriesAnswer) => (
    <button
      type="button"
      title="Open answer"
      onClick={() => onAnswer(answer.id)}
      className="-mx-1 h-6 rounded-sm px-1 hover:bg-hover hover:underline"
    >
      {formatMoment(answer.receivedAtMs)}
    </button>
  );
  return columnsOf(seenTable(what), {
    [what]: ({ name }: Seen) => <span dir="auto">{name}</span>,
    answers: ({ answers, of }: Seen) => `${formatCount(answers)} of ${formatCount(of)}`,
    first_seen: { cell: ({ first }: Seen) => moment(first), className: undefined },
    last_seen: { cell: ({ last }: Seen) => moment(last), className: undefined },
  });
}
