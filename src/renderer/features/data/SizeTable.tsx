import type { DataSize } from '#shared/model/maintenance.ts';
import { type SizeRow, sizeKindLabel, sizeRows, sizeSheet, sizeTable } from '#shared/tables/projectTables.ts';
import { formatBytes, formatCount } from '../../ui/format.ts';
import { Table } from '../../ui/Table.tsx';
import { columnsOf } from '../../ui/tableColumns.tsx';

/** Not counted yet. */
const emptyRows: readonly SizeRow[] = (Object.keys(sizeKindLabel) as SizeRow['kind'][]).flatMap((kind) =>
  kind === 'journal' ? [] : [{ kind, bytes: 0, rows: null }],
);

/**
 * Bytes on disk by kind of data, largest first, with unused space. Until they are counted, it takes its room: nothing below it
 * moves away under a pointer.
 */
export function SizeTable({ size }: { readonly size: DataSize | null }) {
  const rows = size === null ? emptyRows : sizeRows(size);
  // Of all data of the history, with its journal, which can be larger than the file.
  const table = sizeTable(rows.reduce((sum, { bytes }) => sum + bytes, 0));
  return (
    <div className="relative">
      {size === null ? <p className="absolute text-ink-3">Counting…</p> : null}
      <div className={`flex flex-col gap-2 ${size === null ? 'invisible' : ''}`}>
        <Table
          label={table.title}
          columns={columnsOf(table, { bytes: ({ bytes }) => formatBytes(bytes) })}
          rows={rows}
          rowKey={({ kind }) => kind}
          sheet={() => sizeSheet(size ?? { kinds: [], freeBytes: 0, journalBytes: 0 })}
          empty="The history is empty."
        />
        <p className="text-ink-2 text-table tabular">{size === null ? '…' : totalText(size)}</p>
      </div>
    </div>
  );
}

function totalText({ fileBytes, journalBytes, diskFreeBytes, copies }: DataSize): string {
  const total = `${formatBytes(fileBytes + journalBytes)} in total, ${formatBytes(journalBytes)} of it in the write-ahead log; ${formatBytes(diskFreeBytes)} free on the disk.`;
  if (copies.length === 0) return total;
  const inCopies = formatBytes(copies.reduce((sum, { bytes }) => sum + bytes, 0));
  return `${total} ${formatCount(copies.length)} ${copies.length === 1 ? 'copy' : 'copies'} beside it, ${inCopies}.`;
}
