import type { OwnQueue } from '#shared/model/account.ts';
import { ownRunsTable } from '#shared/tables/accountTables.ts';
import { sheetOf } from '#shared/tables/table.ts';
import { Table } from '../../ui/Table.tsx';
import { columnsOf } from '../../ui/tableColumns.tsx';

const columns = columnsOf(ownRunsTable, {
  run: ({ runId, name }) => (
    <a
      href={`#/plans?run=${encodeURIComponent(runId)}`}
      dir="auto"
      className="block max-w-96 truncate py-0.5 text-accent underline"
    >
      {name}
    </a>
  ),
  state: ({ state, workedOn, waiting }) =>
    state !== 'running' && workedOn && waiting > 0 ? `${state}, collecting` : state,
});

/** Active runs of this history on a connection. */
export function OwnRuns({ runs }: { readonly runs: OwnQueue['runs'] }) {
  return (
    <section aria-label="Runs in progress" className="flex flex-col gap-2">
      <h3 className="font-semibold">Runs in progress</h3>
      <Table
        label="Runs in progress of this history"
        columns={columns}
        rows={runs}
        rowKey={({ runId }) => runId}
        sheet={() => sheetOf(ownRunsTable, runs)}
        empty="No runs in progress on this connection."
      />
    </section>
  );
}
