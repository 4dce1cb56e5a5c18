import type { DataSize } from '#shared/bridge/routes/keeping.ts';
import { formatBytes, formatCount } from '../../ui/format.ts';
import { Table, type TableColumn } from '../../ui/Table.tsx';

type Row = { readonly name: string; readonly bytes: number; readonly rows: number };

const names: Readonly<Record<DataSize['kinds'][number]['kind'], string>> = {
  answers: 'Answers, packed',
  pages: 'Stored HTML pages',
  sources: 'Sources',
  search: 'Search index',
  brands: 'Brands in answers',
  runs: 'Runs, cells and requests',
  other: 'Everything else',
};

/** Bytes on the disk by kind, largest first, with what is unused. */
export function SizeTable({ size }: { readonly size: DataSize }) {
  const rows: Row[] = size.kinds.map(({ kind, bytes, rows: count }) => ({
    name: names[kind],
    bytes,
    rows: count,
  }));
  rows.push({ name: 'Unused', bytes: size.freeBytes, rows: 0 });
  const total = Math.max(1, size.fileBytes);
  return (
    <>
      <Table
        label="Size of the history by kind"
        columns={columnsOf(total)}
        rows={rows.toSorted((one, other) => other.bytes - one.bytes)}
        rowKey={({ name }) => name}
        empty="The history is empty."
      />
      <p className="text-ink-2 text-table tabular">
        {formatBytes(size.fileBytes + size.journalBytes)} in all, {formatBytes(size.journalBytes)} of it in
        the journal; {formatBytes(size.diskFreeBytes)} are free on the disk.
        {size.copies.length === 0
          ? ''
          : ` ${formatCount(size.copies.length)} ${size.copies.length === 1 ? 'copy' : 'copies'} beside it, ${formatBytes(size.copies.reduce((sum, { bytes }) => sum + bytes, 0))}.`}
      </p>
    </>
  );
}

function columnsOf(total: number): readonly TableColumn<Row>[] {
  return [
    { id: 'name', header: 'Kind', cell: ({ name }) => name },
    { id: 'bytes', header: 'Size', align: 'end', cell: ({ bytes }) => formatBytes(bytes) },
    {
      id: 'share',
      header: 'Share',
      align: 'end',
      cell: ({ bytes }) => `${Math.round((100 * bytes) / total)} %`,
    },
    {
      id: 'rows',
      header: 'Entries',
      align: 'end',
      cell: ({ rows }) => (rows === 0 ? '' : formatCount(rows)),
    },
  ];
}
