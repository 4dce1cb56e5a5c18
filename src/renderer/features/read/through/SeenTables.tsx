import { useMemo } from 'react';
import type { Series, SeriesAnswer } from '#shared/bridge/routes/series.ts';
import { brandsSeen, type Seen, seenIn } from '#shared/series/series.ts';
import { formatCount, formatMoment } from '../../../ui/format.ts';
import { Table, type TableColumn } from '../../../ui/Table.tsx';

type SeenTablesProps = {
  readonly series: Series;
  readonly onAnswer: (observationId: string) => void;
};

/** When each source and listed brand of a series was seen first and last. */
export function SeenTables({ series, onAnswer }: SeenTablesProps) {
  const sources = useMemo(() => seenIn(series.answers, ({ domains }) => domains), [series]);
  const brands = useMemo(() => brandsSeen(series), [series]);
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the tables are scrolled by keyboard
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto p-4"
    >
      <section className="flex flex-col gap-2">
        <h2 className="font-medium">Sources</h2>
        <Table
          label="Sources, first and last seen"
          columns={columnsOf('Domain', onAnswer)}
          rows={sources}
          rowKey={(row) => row.name}
          empty="None of these answers names a source."
        />
      </section>
      <section className="flex flex-col gap-2">
        <h2 className="font-medium">Brands</h2>
        <Table
          label="Brands, first and last seen"
          columns={columnsOf('Brand', onAnswer)}
          rows={brands}
          rowKey={(row) => row.name}
          empty="None of these answers names a listed brand. Brands are listed in the settings."
        />
      </section>
    </div>
  );
}

function columnsOf(what: string, onAnswer: (observationId: string) => void): readonly TableColumn<Seen>[] {
  const moment = (answer: SeriesAnswer) => (
    <button
      type="button"
      title="Open this answer"
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
    { id: 'best', header: 'Best place', align: 'end', cell: (row) => formatCount(row.best) },
    { id: 'first', header: 'First seen', cell: (row) => moment(row.first) },
    { id: 'last', header: 'Last seen', cell: (row) => moment(row.last) },
    { id: 'now', header: 'In the newest', cell: (row) => (row.still ? 'yes' : 'no') },
  ];
}
