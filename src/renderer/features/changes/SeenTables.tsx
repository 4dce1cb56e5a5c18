import { useMemo } from 'react';
import { brandsSeen, type Seen, seenIn } from '#shared/alerts/series.ts';
import type { Series, SeriesAnswer } from '#shared/model/series.ts';
import { seenSheet } from '#shared/tables/historySheets.ts';
import { formatCount, formatMoment } from '../../ui/format.ts';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { Table, type TableColumn } from '../../ui/Table.tsx';

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
        what: 'Domain',
        rows: seenIn(series.answers, ({ domains }) => domains),
        empty: 'No sources in these answers.',
      },
      {
        id: 'brand' as const,
        title: 'Brands',
        what: 'Brand',
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
      {parts.map(({ id, title, what, rows, empty }) => (
        <section key={what} className="flex flex-col gap-2">
          <h2 className="font-medium">{title}</h2>
          <Table
            label={`${title}, first and last seen`}
            columns={columnsOf(what, onAnswer)}
            rows={rows}
            rowKey={(row) => row.name}
            sheet={() => seenSheet(id, rows)}
            empty={empty}
          />
        </section>
      ))}
    </ScrollRegion>
  );
}

function columnsOf(what: string, onAnswer: (observationId: string) => void): readonly TableColumn<Seen>[] {
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
  return [
    { id: 'name', header: what, cell: (row) => <span dir="auto">{row.name}</span> },
    {
      id: 'answers',
      header: 'Answers',
      align: 'end',
      cell: (row) => `${formatCount(row.answers)} of ${formatCount(row.of)}`,
    },
    { id: 'best', header: 'Best position', align: 'end', cell: (row) => formatCount(row.best) },
    {
      id: 'first',
      header: 'First seen',
      value: (row) => row.first.receivedAtMs,
      cell: (row) => moment(row.first),
    },
    {
      id: 'last',
      header: 'Last seen',
      value: (row) => row.last.receivedAtMs,
      cell: (row) => moment(row.last),
    },
    { id: 'now', header: 'In the latest', cell: (row) => (row.still ? 'yes' : 'no') },
  ];
}
