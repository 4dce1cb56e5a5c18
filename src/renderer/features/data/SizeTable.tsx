import type { DataSize } from '#shared/model/maintenance.ts';
import { sizeRows, sizeSheet, sizeTable } from '#shared/tables/projectTables.ts';
import { formatBytes, formatCount } from '../../ui/format.ts';
import { Table } from '../../ui/Table.tsx';
import { columnsOf } from '../../ui/tableColumns.tsx';

/** Bytes on disk by kind of data, largest first, with unused space. */
export function SizeTable({ size }: { readonly size: DataSize }) {
  const rows = sizeRows(size);
  // Of all data of the history, with its journal, which can be larger than the file.
  const table = sizeTable(rows.reduce((sum, { bytes }) => sum + bytes, 0));
  return (
    <>
      <Table
        label={table.title}
        columns={columnsOf(table, { bytes: ({ bytes }) => formatBytes(bytes) })}
        rows={rows}
        rowKey={({ kind }) => kind}
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
