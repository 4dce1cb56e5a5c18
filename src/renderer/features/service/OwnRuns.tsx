import type { OwnQueue } from '#shared/model/account.ts';
import { ownRunsSheet } from '#shared/tables/accountSheets.ts';
import { formatCount } from '../../ui/format.ts';
import { Table, type TableColumn } from '../../ui/Table.tsx';

type Row = OwnQueue['runs'][number];

const columns: readonly TableColumn<Row>[] = [
  {
    id: 'run',
    header: 'Run',
    cell: ({ runId, name }) => (
      <a
        href={`#/plans?run=${encodeURIComponent(runId)}`}
        dir="auto"
        className="block max-w-96 truncate py-0.5 text-accent underline"
      >
        {name}
      </a>
    ),
  },
  { id: 'mode', header: 'Mode', cell: ({ mode }) => mode },
  {
    id: 'state',
    header: 'State',
    cell: ({ state, workedOn, waiting }) =>
      state !== 'running' && workedOn && waiting > 0 ? `${state}, collecting` : state,
  },
  { id: 'waiting', header: 'Pending', align: 'end', cell: ({ waiting }) => formatCount(waiting) },
  { id: 'planned', header: 'To send', align: 'end', cell: ({ planned }) => formatCount(planned) },
  {
    id: 'priority',
    header: 'Priority',
    align: 'end',
    cell: ({ mode, priority }) => (mode === 'queued' ? formatCount(priority) : '–'),
  },
];

/** Active runs of this history on a connection. */
export function OwnRuns({ runs }: { readonly runs: readonly Row[] }) {
  return (
    <section aria-label="Runs in progress" className="flex flex-col gap-2">
      <h3 className="font-semibold">Runs in progress</h3>
      <Table
        label="Runs in progress of this history"
        columns={columns}
        rows={runs}
        rowKey={({ runId }) => runId}
        sheet={() => ownRunsSheet(runs)}
        empty="No runs in progress on this connection."
      />
    </section>
  );
}
