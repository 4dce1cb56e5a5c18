import { shiftsTable } from '#shared/tables/projectTables.ts';
import { sheetOf } from '#shared/tables/table.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Table } from '../../ui/Table.tsx';
import { columnsOf } from '../../ui/tableColumns.tsx';

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
  const table = shiftsTable(change.data);
  return (
    <div className="flex w-full flex-col gap-1">
      <Table
        label={`Answers naming a brand, version ${before} and version ${after}`}
        columns={columnsOf(table, { name: ({ name }) => <bdi className="font-medium">{name}</bdi> })}
        rows={shifts.slice(0, most)}
        rowKey={(shift) => `${shift.brand} ${shift.market}`}
        sheet={() => sheetOf(table, shifts)}
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
