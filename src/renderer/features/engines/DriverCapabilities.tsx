import type { ServiceDriver } from '#shared/interface/operator/operations.ts';
import { capabilitiesTable } from '#shared/tables/serviceTables.ts';
import { sheetOf } from '#shared/tables/table.ts';
import { useEngineNames } from '../../ui/engineNames.ts';
import { Table } from '../../ui/Table.tsx';
import { columnsOf } from '../../ui/tableColumns.tsx';

/** The fields that a provider can fill for each engine, and its location methods. Unsupported fields are omitted. */
export function DriverCapabilities({ driver }: { readonly driver: ServiceDriver }) {
  const nameOf = useEngineNames();
  const table = capabilitiesTable(driver);
  const wide = { className: 'whitespace-nowrap' };
  const columns = columnsOf(table, {
    engine: { ...wide, cell: ({ engine }) => nameOf(engine) },
    fills: { className: 'text-ink-2' },
    country: wide,
    state: wide,
    language: wide,
  });
  const notes = [...new Set(driver.capabilities.flatMap((each) => each.notes))];
  return (
    <div className="flex flex-col gap-2">
      <Table
        label={table.title}
        sheet={() => sheetOf(table, driver.capabilities)}
        columns={columns}
        rows={driver.capabilities}
        rowKey={({ engine }) => engine}
        empty="No supported engine."
      />
      {notes.length > 0 ? (
        <ul className="list-disc ps-5 text-ink-2 text-table">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
