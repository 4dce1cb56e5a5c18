import type { ServiceDriver } from '#shared/interface/operator/operations.ts';
import { surfaceLabel } from '#shared/interface/surface.ts';
import { capabilitiesTable } from '#shared/tables/serviceTables.ts';
import { sheetOf } from '#shared/tables/table.ts';
import { useAction } from '../../bridge/BridgeContext.tsx';
import { embeddedConnectionId, useEngineNames } from '../../ui/engineNames.ts';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { Table } from '../../ui/Table.tsx';
import { columnsOf } from '../../ui/tableColumns.tsx';
import { DriverSettings } from './DriverSettings.tsx';
import { DriverTrial } from './DriverTrial.tsx';
import { Section } from './Section.tsx';

type DriverSheetProps = {
  readonly driver: ServiceDriver;
  readonly onSaid: (message: string) => void;
};

/** A provider: its key and settings, its engines, a test question, and its capabilities. */
export function DriverSheet({ driver, onSaid }: DriverSheetProps) {
  return (
    <div className="flex flex-col gap-5 px-4 py-3">
      {driver.message ? (
        <Notice tone="info">
          {driver.missing === 'key' && !driver.hasKey
            ? `${driver.displayName} needs a key. Enter it below.`
            : driver.message}
        </Notice>
      ) : null}
      {driver.settings.length > 0 || driver.keyRequired || driver.keyLabel !== null ? (
        <DriverSettings driver={driver} onSaid={onSaid} />
      ) : null}
      <Section title="Answers for">
        <AnswersFor driver={driver} onSaid={onSaid} />
      </Section>
      <Section title="Test provider">
        <DriverTrial driver={driver} />
      </Section>
      <Section title="Supported data">
        <DriverCapabilities driver={driver} />
      </Section>
    </div>
  );
}

/** Checkboxes for the engines of the provider. Unchecked engines use the sandbox again. */
function AnswersFor({ driver, onSaid }: DriverSheetProps) {
  return (
    <>
      {driver.ready ? null : <p className="text-ink-3 text-table">Set up the provider first.</p>}
      <ul className="grid grid-cols-2 gap-1">
        {driver.capabilities.map((capability) => (
          <li key={capability.engine}>
            <EngineBox driver={driver} capability={capability} onSaid={onSaid} />
          </li>
        ))}
      </ul>
    </>
  );
}

function EngineBox({
  driver,
  capability: { engine, surface },
  onSaid,
}: DriverSheetProps & { readonly capability: ServiceDriver['capabilities'][number] }) {
  const bind = useAction('service.engines.bind', ['service.']);
  const name = useEngineNames()(engine, embeddedConnectionId);
  const bound = driver.boundTo.includes(engine);
  const onChange = (ticked: boolean): void => {
    if (bind.isPending) return;
    bind.mutate(
      { engine, driver: ticked ? driver.id : 'sandbox' },
      { onSuccess: () => onSaid(`${ticked ? driver.displayName : 'The sandbox'} answers for ${name}`) },
    );
  };
  return (
    <>
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          // Shows a change immediately.
          checked={bind.isPending ? bind.variables.driver === driver.id : bound}
          // Not while it is being saved, because a keyboard user would lose the focus and key presses.
          disabled={!driver.ready && !bound}
          onChange={({ target }) => onChange(target.checked)}
        />
        <span>
          {name}
          <span className="ms-1.5 text-ink-3 text-table">
            {[
              surface === undefined ? null : surfaceLabel(surface),
              driver.suggestedFor.includes(engine) ? 'suggested' : null,
            ]
              .filter((part) => part !== null)
              .join(' · ')}
          </span>
        </span>
      </label>
      {bind.error ? <ErrorNotice error={bind.error} /> : null}
    </>
  );
}

/** The fields that a provider can fill for each engine, and its location methods. Unsupported fields are omitted. */
function DriverCapabilities({ driver }: { readonly driver: ServiceDriver }) {
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
