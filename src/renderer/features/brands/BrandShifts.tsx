import type { BrandShiftView } from '#shared/model/recomputation.ts';
import { shiftsSheet } from '#shared/tables/projectSheets.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Table, type TableColumn } from '../../ui/Table.tsx';

/** Maximum rows shown. The command line prints all of them. */
const most = 200;

/**
 * The effect of a rule change on the same answers, by brand and market.
 * @param version changes if other versions are compared
 */
export function BrandShifts({ version }: { readonly version: string }) {
  const change = useRoute('recomputation.change', {}, { version });
  if (change.error) return <ErrorNotice error={change.error} onRetry={() => void change.refetch()} />;
  if (change.data === undefined) return <p className="text-ink-3">Comparing both versions…</p>;
  if (change.data === null) return <p className="text-ink-2">Two complete versions are no longer stored.</p>;
  const { before, after, shifts } = change.data;
  return (
    <div className="flex w-full flex-col gap-1">
      <Table
        label={`Answers naming a brand, version ${before} and version ${after}`}
        columns={columnsOf(before, after)}
        rows={shifts.slice(0, most)}
        rowKey={(shift) => `${shift.brand} ${shift.market}`}
        sheet={() => shiftsSheet({ before, after, shifts })}
        empty="No differences in any market."
      />
      {shifts.length > most ? (
        <p className="text-ink-2 text-table">
          The {most} largest of {shifts.length.toLocaleString('en')} differences; the export of this table and
          “parallax recompute --changes” contain all of them.
        </p>
      ) : null}
    </div>
  );
}

function columnsOf(before: number, after: number): readonly TableColumn<BrandShiftView>[] {
  return [
    { id: 'brand', header: 'Brand', cell: (shift) => <bdi className="font-medium">{shift.name}</bdi> },
    { id: 'market', header: 'Market', cell: (shift) => (shift.market === '*' ? 'any' : shift.market) },
    {
      id: 'before',
      header: `Version ${before}`,
      align: 'end',
      cell: (shift) => answersOf(shift.before, shift.beforeOf),
    },
    {
      id: 'after',
      header: `Version ${after}`,
      align: 'end',
      cell: (shift) => answersOf(shift.after, shift.afterOf),
    },
    { id: 'shift', header: 'Change', align: 'end', cell: (shift) => signed(shift.after - shift.before) },
  ];
}

/** A count with its total, because a share of ten answers is less reliable than one of ten thousand. */
function answersOf(count: number, of: number): string {
  const share = of === 0 ? '' : ` (${Math.round((count / of) * 100)} %)`;
  return `${count.toLocaleString('en')} of ${of.toLocaleString('en')}${share}`;
}

function signed(difference: number): string {
  return difference > 0
    ? `+${difference.toLocaleString('en')}`
    : difference.toLocaleString('en').replace('-', '−');
}
