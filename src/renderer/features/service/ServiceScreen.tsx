import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { DeliveriesPanel } from './DeliveriesPanel.tsx';
import { JobsPanel } from './JobsPanel.tsx';
import { KeysPanel } from './KeysPanel.tsx';
import { LedgerPanel } from './LedgerPanel.tsx';
import { ServiceHeader } from './ServiceHeader.tsx';

export const serviceTabs = [
  { id: 'jobs', label: 'Jobs' },
  { id: 'keys', label: 'Keys' },
  { id: 'webhooks', label: 'Webhooks' },
  { id: 'ledger', label: 'Ledger' },
] as const;
export type ServiceTab = (typeof serviceTabs)[number]['id'];

type ServiceScreenProps = {
  readonly tab: string | undefined;
  readonly onTab: (tab: ServiceTab) => void;
  readonly onSaid: (message: string) => void;
};

/** The service inside the program, as its operator sees it. */
export function ServiceScreen({ tab, onTab, onSaid }: ServiceScreenProps) {
  const overview = useRoute('service.overview', { limit: 100 });
  const restart = useAction('service.restart', ['service.']);
  const shown = serviceTabs.find((each) => each.id === tab)?.id ?? 'jobs';
  if (overview.data === undefined)
    return overview.error ? (
      <div className="m-4 flex max-w-2xl flex-col gap-2">
        <h1 className="font-semibold text-title">Service</h1>
        <ErrorNotice error={overview.error} onRetry={() => void overview.refetch()} />
        <div>
          <Button disabled={restart.isPending} onClick={() => restart.mutate({})}>
            Restart service
          </Button>
        </div>
        {restart.data?.problem ? <ErrorNotice error={{ message: restart.data.problem }} /> : null}
      </div>
    ) : (
      <EmptyState title="Service">Loading…</EmptyState>
    );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <ServiceHeader overview={overview.data} onSaid={onSaid} />
      <Tabs label="Service" tabs={serviceTabs} value={shown} onChange={onTab} />
      <div className="min-h-0 flex-1 overflow-y-auto p-4">
        {overview.error ? <ErrorNotice error={overview.error} className="mb-3" /> : null}
        {shown === 'jobs' ? (
          <JobsPanel overview={overview.data} />
        ) : shown === 'keys' ? (
          <KeysPanel />
        ) : shown === 'webhooks' ? (
          <DeliveriesPanel hasSecret={overview.data.account.hasWebhookSecret} />
        ) : (
          <LedgerPanel />
        )}
      </div>
    </div>
  );
}
