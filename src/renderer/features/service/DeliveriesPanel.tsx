import type { ServiceDelivery } from '#shared/interface/operator/operations.ts';
import { deliveriesTable } from '#shared/tables/serviceTables.ts';
import { sheetOf } from '#shared/tables/table.ts';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Badge } from '../../ui/Chip.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Table } from '../../ui/Table.tsx';
import { actionColumn, columnsOf } from '../../ui/tableColumns.tsx';
import { ShownOnce } from './KeysPanel.tsx';

const tones = { pending: 'neutral', delivered: 'good', failed: 'bad' } as const;

/** Webhook deliveries, with a retry for failed ones. */
export function DeliveriesPanel() {
  const hasSecret = useRoute('service.overview', { limit: 100 }).data?.account.hasWebhookSecret === true;
  const deliveries = useRoute('service.webhooks.recent', { limit: 200 });
  const resend = useAction('service.webhooks.resend', ['service.webhooks.recent']);
  const rotate = useAction('service.webhook-secret.rotate', ['service.']);
  const clear = useAction('service.webhook-secret.clear', ['service.']);
  const failure = deliveries.error ?? resend.error ?? rotate.error ?? clear.error;
  const columns = [
    ...columnsOf(deliveriesTable, {
      state: ({ state }) => <Badge tone={tones[state]}>{state}</Badge>,
      url: ({ url }) => (
        <span className="block max-w-96 truncate font-mono text-mini" title={url}>
          {url}
        </span>
      ),
      last_status: ({ lastStatus, lastError }) => (
        <span className="block max-w-64 truncate" title={lastError ?? undefined}>
          {lastStatus ?? lastError ?? '–'}
        </span>
      ),
      task: ({ taskId }) => <span className="block max-w-48 truncate font-mono text-mini">{taskId}</span>,
    }),
    actionColumn<ServiceDelivery>('Resend', ({ id }) => (
      <Button size="small" busy={resend.isPending} onClick={() => resend.mutate({ id })}>
        Resend
      </Button>
    )),
  ];
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <p className="text-ink-2">
          {hasSecret
            ? 'Deliveries are signed with the signing secret of this service.'
            : 'Deliveries are not signed: no signing secret yet.'}
        </p>
        <Button className="ms-auto" onClick={() => rotate.mutate({})}>
          {hasSecret ? 'Create new signing secret' : 'Create signing secret'}
        </Button>
        {hasSecret ? (
          <Button look="danger" onClick={() => clear.mutate({})}>
            Delete signing secret{' '}
          </Button>
        ) : null}
      </div>
      {rotate.data ? (
        <ShownOnce what="signing secret" value={rotate.data.secret} onDone={() => rotate.reset()} />
      ) : null}
      {failure ? <ErrorNotice error={failure} /> : null}
      <Table
        label="Webhook deliveries"
        sheet={() => sheetOf(deliveriesTable, deliveries.data ?? [])}
        columns={columns}
        rows={deliveries.data ?? []}
        rowKey={(each) => each.id}
        empty={
          deliveries.data === undefined
            ? 'Loading deliveries…'
            : 'No deliveries yet. They appear when a task has a webhook.'
        }
      />
    </div>
  );
}
