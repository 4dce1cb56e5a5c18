import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { classNames } from './classNames.ts';
import {
  columnsBeside,
  ScrollRegion,
  TableHead,
  type TableProps,
  TableRow,
  tableLook,
  WithSheet,
} from './Table.tsx';

const rowHeight = 28;

/** A table of any length that scrolls in a low box: only rows near what is in sight exist. Columns are equally wide. */
export function LongTable<Row>({ label, columns, rows, rowKey, empty, sheet }: TableProps<Row>) {
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    scrollPaddingStart: rowHeight,
    overscan: 8,
  });
  if (rows.length === 0) return <div className="px-3 py-6 text-center text-ink-2">{empty}</div>;
  const shown = columnsBeside(columns, sheet);
  const items = virtual.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <WithSheet label={label} sheet={sheet}>
      <ScrollRegion ref={scroller} label={label} className="max-h-64 overflow-auto">
        <table className={classNames(tableLook, 'table-fixed')} aria-rowcount={rows.length + 1}>
          <caption className="sr-only">{label}</caption>
          <TableHead columns={shown} />
          <tbody>
            {above > 0 ? <Gap height={above} /> : null}
            {items.map((item) => {
              const row = rows[item.index];
              return row === undefined ? null : (
                <TableRow key={rowKey(row)} columns={shown} row={row} index={item.index + 2} />
              );
            })}
            {below > 0 ? <Gap height={below} /> : null}
          </tbody>
        </table>
      </ScrollRegion>
    </WithSheet>
  );
}

/** Stands for rows that are not drawn. */
function Gap({ height }: { readonly height: number }) {
  return <tr style={{ height }} />;
}
