import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { classNames } from './classNames.ts';
import { ScrollRegion } from './ScrollRegion.tsx';
import { TableFrame, TableHead, type TableProps, TableRow, tableLook } from './Table.tsx';
import { useTableArrangement } from './useTableArrangement.tsx';

const rowHeight = 28;

/** A virtualized table of any length in a scrollable box. Columns have equal widths. */
export function LongTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  empty,
  sheet,
  columnWidth = 96,
  height = 'max-h-64',
}: TableProps<Row> & {
  /** Tailwind class of the maximum height. Longer tables scroll. */
  readonly height?: string;
  /** Minimum column width, CSS pixels. More columns scroll horizontally. */
  readonly columnWidth?: number;
}) {
  const scroller = useRef<HTMLElement>(null);
  const arranged = useTableArrangement(label, columns, rows, sheet !== undefined);
  const virtual = useVirtualizer({
    count: arranged.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    scrollPaddingStart: rowHeight,
    overscan: 8,
  });
  if (rows.length === 0) return <div className="px-3 py-6 text-center text-ink-2">{empty}</div>;
  const items = virtual.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <TableFrame label={label} sheet={sheet} tools={arranged.tools}>
      <ScrollRegion framed ref={scroller} label={label} className={classNames(height, 'overflow-auto')}>
        <table
          className={classNames(tableLook, 'table-fixed')}
          style={{ minWidth: columnWidth * arranged.columns.length }}
          aria-rowcount={arranged.rows.length + 1}
        >
          <caption className="sr-only">{label}</caption>
          <colgroup>
            {arranged.columns.map(({ id, cornered }) => (
              <col
                key={id}
                style={cornered > 0 ? { width: roomBeside(arranged.columns.length, cornered) } : {}}
              />
            ))}
          </colgroup>
          <TableHead arranged={arranged} />
          <tbody>
            {above > 0 ? <Gap height={above} /> : null}
            {items.map((item) => {
              const row = arranged.rows[item.index];
              return row === undefined ? null : (
                <TableRow key={rowKey(row)} columns={arranged.columns} row={row} index={item.index + 2} />
              );
            })}
            {below > 0 ? <Gap height={below} /> : null}
          </tbody>
        </table>
      </ScrollRegion>
    </TableFrame>
  );
}

/**
 * Width of the column below the buttons in the corner. Tables with a fixed layout do not support `calc` with mixed
 * units here.
 */
const roomBeside = (columns: number, buttons: number): string => `${100 / columns + 3 * buttons}%`;

/** Replaces rows that are not rendered. */
function Gap({ height }: { readonly height: number }) {
  return <tr style={{ height }} />;
}
