import type { RouteOutput } from '#shared/bridge/routeTable.ts';
import { deliveriesSheet } from '#shared/tables/serviceSheets.ts';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Badge } from '../../ui/Chip.tsx';
import { formatCount } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Table, type TableColumn } from '../../ui/Table.tsx';
import { RelativeTime } from '../../ui/Times.tsx';
import { ShownOnce } from './KeysPanel.tsx';

type Delivery = RouteOutput<'service.deliveries'>[number];

const tones = { pending: 'neutral', delivered: 'good', failed: 'bad' } as const;

/** Webhook deliveries, with a retry for failed ones. */
export function DeliveriesPanel() {
  const hasSecret = useRoute('service.overview', { limit: 100 }).data?.account.hasWebhookSecret === true;
  const deliveries = useRoute('service.deliveries', { limit: 200 });
  const resend = useAction('service.resendDelivery', ['service.deliveries']);
  const rotate = useAction('service.rotateWebhookSecret', ['service.']);
  const clear = useAction('service.clearWebhookSecret', ['service.']);
  const failure = deliveries.error ?? resend.error ?? rotate.error ?? clear.error;
  const columns: readonly TableColumn<Delivery>[] = [
    {
      id: 'when',
      header: 'Created',
      value: (each) => Date.parse(each.createdAt),
      cell: (each) => <RelativeTime atMs={Date.parse(each.createdAt)} />,
      className: 'whitespace-nowrap text-ink-2',
    },
    { id: 'state', header: 'State', cell: (each) => <Badge tone={tones[each.state]}>{each.state}</Badge> },
    {
      id: 'url',
      header: 'Address',
      cell: (each) => (
        <span className="block max-w-96 truncate font-mono text-mini" title={each.url}>
          {each.url}
        </span>
      ),
    },
    { id: 'attempts', header: 'Attempts', align: 'end', cell: (each) => formatCount(each.attempts) },
    {
      id: 'last',
      header: 'Last response',
      cell: (each) => (
        <span className="block max-w-64 truncate" title={each.lastError ?? undefined}>
          {each.lastStatus ?? each.lastError ?? '–'}
        </span>
      ),
    },
    {
      id: 'next',
      header: 'Next attempt',
      value: (each) => (each.nextAttemptAt ? Date.parse(each.nextAttemptAt) : null),
      cell: (each) => (each.nextAttemptAt ? <RelativeTime atMs={Date.parse(each.nextAttemptAt)} /> : '–'),
      className: 'whitespace-nowrap text-ink-2',
    },
    {
      id: 'task',
      header: 'Task',
      cell: (each) => <span className="block max-w-48 truncate font-mono text-mini">{each.taskId}</span>,
    },
    {
      id: 'resend',
      header: 'Resend',
      quietHeader: true,
      align: 'end',
      cell: (each) => (
        <Button size="small" busy={resend.isPending} onClick={() => resend.mutate({ id: each.id })}>
          Resend
        </Button>
      ),
    },
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
        sheet={() => deliveriesSheet(deliveries.data ?? [])}
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
