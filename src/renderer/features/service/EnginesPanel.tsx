import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { driversSheet, enginesSheet } from '#shared/exports/serviceSheets.ts';
import type { ServiceDriver, ServiceEngineBinding } from '#shared/service/operations.ts';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Badge } from '../../ui/Chip.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useEngineNames } from '../../ui/engineNames.ts';
import { Menu, MenuChoices, MenuHeading } from '../../ui/Menu.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Table, type TableColumn } from '../../ui/Table.tsx';
import { DriverSheet } from './DriverSheet.tsx';

const unbound = 'none';

/** Which driver answers for which engine, and what each driver needs. */
export function EnginesPanel({ onSaid }: { readonly onSaid: (message: string) => void }) {
  const engines = useRoute('service.engines', {});
  const drivers = useRoute('service.drivers', {});
  const bind = useAction('service.bindEngine', ['service.']);
  const nameOf = useEngineNames();
  const [opened, setOpened] = useState<string | null>(null);
  const known = drivers.data ?? [];
  const open = known.find((driver) => driver.id === opened);
  const failure = engines.error ?? drivers.error ?? bind.error;

  const bindings: readonly TableColumn<ServiceEngineBinding>[] = [
    { id: 'engine', header: 'Engine', cell: (each) => nameOf(each.engine) },
    {
      id: 'driver',
      header: 'Provider',
      cell: (each) => (
        <Menu
          label={`Provider of ${each.engine}`}
          trigger={
            <Button
              size="small"
              aria-label={`Provider of ${each.engine}: ${known.find((driver) => driver.id === each.driver)?.displayName ?? each.driver ?? 'None'}`}
            >
              {known.find((driver) => driver.id === each.driver)?.displayName ?? each.driver ?? 'None'}
              <ChevronDown size={11} aria-hidden="true" />
            </Button>
          }
        >
          <MenuHeading>Provider of {nameOf(each.engine)}</MenuHeading>
          <MenuChoices
            value={each.driver ?? unbound}
            onChange={(driver) =>
              bind.mutate({ engine: each.engine, driver: driver === unbound ? null : driver })
            }
            choices={[
              ...known
                .filter((driver) =>
                  driver.capabilities.some((capability) => capability.engine === each.engine),
                )
                .map((driver) => ({
                  value: driver.id,
                  label: driver.displayName,
                  detail: driver.ready
                    ? driver.suggestedFor.includes(each.engine)
                      ? 'suggested'
                      : undefined
                    : `needs ${driver.missing ?? 'settings'}`,
                })),
              { value: unbound, label: 'None', detail: 'not available' },
            ]}
          />
        </Menu>
      ),
    },
    {
      id: 'state',
      header: 'State',
      cell: (each) =>
        each.available ? (
          <Badge tone="good">available</Badge>
        ) : (
          <span className="flex items-center gap-1.5">
            <Badge tone="warn">not available</Badge>
            <span className="text-ink-2">{each.reason}</span>
          </span>
        ),
    },
  ];
  const driverColumns: readonly TableColumn<ServiceDriver>[] = [
    {
      id: 'name',
      header: 'Provider',
      cell: (driver) => <span className="font-medium">{driver.displayName}</span>,
      className: 'whitespace-nowrap',
    },
    {
      id: 'summary',
      header: 'Description',
      cell: (driver) => <span className="text-ink-2">{driver.summary}</span>,
    },
    {
      id: 'state',
      header: 'State',
      cell: (driver) =>
        driver.ready ? (
          <Badge tone="good">ready</Badge>
        ) : (
          <span className="flex items-center gap-1.5">
            <Badge tone="warn">needs</Badge> {driver.missing ?? driver.message ?? 'settings'}
          </span>
        ),
      className: 'whitespace-nowrap',
    },
    {
      id: 'bound',
      header: 'Engines',
      cell: (driver) =>
        driver.boundTo.map((engine) => nameOf(engine)).join(', ') || <span className="text-ink-3">none</span>,
    },
    {
      id: 'action',
      header: 'Settings',
      quietHeader: true,
      align: 'end',
      cell: (driver) => (
        <Button size="small" onClick={() => setOpened(driver.id)}>
          Set up<span className="sr-only"> {driver.displayName}</span>
        </Button>
      ),
    },
  ];

  return (
    <div className="flex flex-col gap-4">
      {failure ? <ErrorNotice error={failure} /> : null}
      <Table
        label="Engines"
        sheet={() => enginesSheet(engines.data ?? [])}
        columns={bindings}
        rows={engines.data ?? []}
        rowKey={(each) => each.engine}
        empty="Loading engines…"
      />
      <h2 className="font-semibold text-read">Providers</h2>
      <Table
        label="Providers"
        sheet={() => driversSheet(known)}
        columns={driverColumns}
        rows={known}
        rowKey={(driver) => driver.id}
        empty="Loading providers…"
      />
      <Dialog
        open={open !== undefined}
        onClose={() => setOpened(null)}
        title={open?.displayName ?? ''}
        description={open?.summary}
        width="wide"
      >
        {open ? <DriverSheet key={open.id} driver={open} onSaid={onSaid} /> : null}
      </Dialog>
    </div>
  );
}
