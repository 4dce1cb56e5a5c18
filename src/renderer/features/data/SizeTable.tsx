import type { DataSize } from '#shared/model/maintenance.ts';
import { sizeSheet } from '#shared/tables/projectSheets.ts';
import { formatBytes, formatCount } from '../../ui/format.ts';
import { Table, type TableColumn } from '../../ui/Table.tsx';
import { type SizeRow, sizeRows } from './sizeRows.ts';

/** Bytes on disk by kind of data, largest first, with unused space. */
export function SizeTable({ size }: { readonly size: DataSize }) {
  return (
    <>
      <Table
        label="Size of the history by kind"
        columns={columns}
        rows={sizeRows(size)}
        rowKey={({ name }) => name}
        sheet={() => sizeSheet(size)}
        empty="The history is empty."
      />
      <p className="text-ink-2 text-table tabular">
        {formatBytes(size.fileBytes + size.journalBytes)} in total, {formatBytes(size.journalBytes)} of it in
        the write-ahead log; {formatBytes(size.diskFreeBytes)} free on the disk.
        {size.copies.length === 0
          ? ''
          : ` ${formatCount(size.copies.length)} ${size.copies.length === 1 ? 'copy' : 'copies'} beside it, ${formatBytes(size.copies.reduce((sum, { bytes }) => sum + bytes, 0))}.`}
      </p>
    </>
  );
}

const columns: readonly TableColumn<SizeRow>[] = [
  { id: 'name', header: 'Kind', cell: ({ name }) => name },
  {
    id: 'bytes',
    header: 'Size',
    align: 'end',
    value: ({ bytes }) => bytes,
    cell: ({ bytes }) => formatBytes(bytes),
  },
  { id: 'share', header: 'Share', align: 'end', cell: ({ share }) => `${Math.round(100 * share)} %` },
  {
    id: 'rows',
    header: 'Entries',
    align: 'end',
    cell: ({ rows }) => (rows === 0 ? '' : formatCount(rows)),
  },
];
