import type { ServiceDriver } from '#shared/interface/operator/operations.ts';
import { capabilitiesSheet } from '#shared/tables/serviceSheets.ts';
import { useEngineNames } from '../../ui/engineNames.ts';
import { Table, type TableColumn } from '../../ui/Table.tsx';

type Capability = ServiceDriver['capabilities'][number];

const carried: Readonly<Record<Capability['country'], string>> = {
  parameter: 'as a parameter',
  'prompt-hint': 'in the prompt',
  'exit-location': 'from a network in the country',
  none: 'not sent',
};

/** The fields that a provider can fill for each engine, and its location methods. Unsupported fields are omitted. */
export function DriverCapabilities({ driver }: { readonly driver: ServiceDriver }) {
  const nameOf = useEngineNames();
  const columns: readonly TableColumn<Capability>[] = [
    {
      id: 'engine',
      header: 'Engine',
      cell: ({ engine }) => nameOf(engine),
      className: 'whitespace-nowrap',
    },
    { id: 'fields', header: 'Data', cell: ({ fields }) => fields.join(', '), className: 'text-ink-2' },
    {
      id: 'country',
      header: 'Country',
      cell: ({ country }) => carried[country],
      className: 'whitespace-nowrap',
    },
    { id: 'state', header: 'State', cell: ({ state }) => carried[state], className: 'whitespace-nowrap' },
    {
      id: 'language',
      header: 'Language',
      cell: ({ language }) => carried[language],
      className: 'whitespace-nowrap',
    },
  ];
  const notes = [...new Set(driver.capabilities.flatMap((each) => each.notes))];
  return (
    <div className="flex flex-col gap-2">
      <Table
        label={`Supported data of ${driver.displayName}`}
        sheet={() => capabilitiesSheet(driver)}
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
