import { useState } from 'react';
import { type Engine, engines } from '#shared/interface/engines.ts';
import type { ServiceDriver, ServiceEngineBinding } from '#shared/interface/operator/operations.ts';
import { driversTable, enginesTable } from '#shared/tables/serviceTables.ts';
import { sheetOf } from '#shared/tables/table.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Badge } from '../../ui/Chip.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { embeddedConnectionId, useEngineNames } from '../../ui/engineNames.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Table } from '../../ui/Table.tsx';
import { actionColumn, columnsOf } from '../../ui/tableColumns.tsx';
import { DriverSheet } from './DriverSheet.tsx';
import { EngineSheet } from './EngineSheet.tsx';

type Opened =
  | { readonly kind: 'engine'; readonly engine: Engine }
  | { readonly kind: 'driver'; readonly driver: string };

/** Setup of the engines: their providers, aliases and keys. */
export function EnginesSection({ onSaid }: { readonly onSaid: (message: string) => void }) {
  const bindings = useRoute('service.engines.list', {});
  const drivers = useRoute('service.engines.drivers', {});
  const [opened, setOpened] = useState<Opened | null>(null);
  const known = drivers.data ?? [];
  const driver = opened?.kind === 'driver' ? known.find(({ id }) => id === opened.driver) : undefined;
  const binding =
    opened?.kind === 'engine' ? bindings.data?.find(({ engine }) => engine === opened.engine) : undefined;
  const failure = bindings.error ?? drivers.error;
  const close = (): void => setOpened(null);

  return (
    <section aria-labelledby="engines-title" className="flex flex-col gap-4">
      <h2 id="engines-title" className="font-semibold text-title">
        Engines
      </h2>
      <p className="max-w-prose text-ink-2">
        A provider answers for each engine. The sandbox answers for all of them until you connect a provider:
        choose one, enter its key, and tick the engines it answers for. These settings belong to the embedded
        service.
      </p>
      {failure ? (
        <ErrorNotice
          error={failure}
          onRetry={() => {
            void bindings.refetch();
            void drivers.refetch();
          }}
        />
      ) : null}
      <BindingsTable bindings={bindings.data} onOpen={(engine) => setOpened({ kind: 'engine', engine })} />
      <h3 className="font-semibold text-read">Providers</h3>
      <DriversTable drivers={drivers.data} onOpen={(id) => setOpened({ kind: 'driver', driver: id })} />
      <Dialog
        open={driver !== undefined}
        onClose={close}
        title={driver?.displayName ?? ''}
        description={driver?.summary}
        width="wide"
      >
        {driver ? <DriverSheet key={driver.id} driver={driver} onSaid={onSaid} /> : null}
      </Dialog>
      <Dialog open={binding !== undefined} onClose={close} title={`Engine ${binding?.engine ?? ''}`}>
        {binding ? (
          <EngineSheet
            key={binding.engine}
            binding={binding}
            drivers={known}
            onDriver={(id) => setOpened({ kind: 'driver', driver: id })}
            onSaid={onSaid}
          />
        ) : null}
      </Dialog>
    </section>
  );
}

type BindingsTableProps = {
  readonly bindings: readonly ServiceEngineBinding[] | undefined;
  readonly onOpen: (engine: Engine) => void;
};

function BindingsTable({ bindings, onOpen }: BindingsTableProps) {
  const nameOf = useEngineNames();
  const columns = [
    ...columnsOf(enginesTable, {
      engine: {
        className: 'whitespace-nowrap',
        cell: ({ engine }) => (
          <>
            <span className="font-medium">{nameOf(engine, embeddedConnectionId)}</span>
            {nameOf(engine, embeddedConnectionId) === engine ? null : (
              <span className="ms-1.5 text-ink-3">{engine}</span>
            )}
          </>
        ),
      },
      driver: ({ answeredBy, driver, countries }) => (
        <>
          {answeredBy ?? <span className="text-ink-3">not set</span>}
          {driver === 'sandbox' ? <span className="ms-1.5 text-warn">demo data</span> : null}
          {countries.map((exception) => (
            <span key={exception.country} className="block text-ink-2">
              {exception.country}: {exception.answeredBy}
            </span>
          ))}
        </>
      ),
      price: { className: 'whitespace-nowrap' },
      available: ({ available, reason }) =>
        available ? (
          <Badge tone="good">available</Badge>
        ) : (
          <span className="flex flex-wrap items-center gap-1.5">
            <Badge tone="warn">not available</Badge>
            <span className="text-ink-2">{reason}</span>
          </span>
        ),
    }),
    actionColumn<ServiceEngineBinding>('Edit', ({ engine }) => (
      <Button size="small" onClick={() => onOpen(engine)}>
        Edit<span className="sr-only"> {engine}</span>
      </Button>
    )),
  ];
  return (
    <Table
      label="Engine providers"
      sheet={() => sheetOf(enginesTable, bindings ?? [])}
      columns={columns}
      rows={bindings ?? []}
      rowKey={({ engine }) => engine}
      empty="Loading engines…"
    />
  );
}

type DriversTableProps = {
  readonly drivers: readonly ServiceDriver[] | undefined;
  readonly onOpen: (id: string) => void;
};

function DriversTable({ drivers, onOpen }: DriversTableProps) {
  const nameOf = useEngineNames();
  const columns = [
    ...columnsOf(driversTable, {
      name: {
        header: driversTable.columns.driver.label,
        className: 'whitespace-nowrap',
        cell: ({ displayName }) => <span className="font-medium">{displayName}</span>,
      },
      summary: { className: 'text-ink-2' },
      ready: {
        header: 'State',
        className: 'whitespace-nowrap',
        cell: ({ ready, missing }) =>
          ready ? <Badge tone="good">ready</Badge> : <Badge tone="warn">needs {missing ?? 'settings'}</Badge>,
      },
      answers_for: ({ boundTo }) =>
        boundTo.length === engines.length
          ? 'all'
          : boundTo.map((engine) => nameOf(engine, embeddedConnectionId)).join(', ') || (
              <span className="text-ink-3">none</span>
            ),
    }),
    actionColumn<ServiceDriver>('Settings', ({ id, displayName }) => (
      <Button size="small" onClick={() => onOpen(id)}>
        Set up<span className="sr-only"> {displayName}</span>
      </Button>
    )),
  ];
  return (
    <Table
      label="Providers"
      sheet={() => sheetOf(driversTable, drivers ?? [])}
      columns={columns}
      rows={drivers ?? []}
      rowKey={(driver) => driver.id}
      empty="Loading providers…"
    />
  );
}
