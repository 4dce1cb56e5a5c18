import { planWith } from '#shared/interface/plans.ts';
import type { ConnectionView } from '#shared/model/connection.ts';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { onlyBuiltIn, selectedConnection } from '../../bridge/connectionList.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatCredits, formatQuantity } from '../../ui/format.ts';
import { NavigationList, ScreenLink } from '../../ui/NavigationList.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { CreditsPanel } from './CreditsPanel.tsx';
import { DeliveriesPanel } from './DeliveriesPanel.tsx';
import { JobsPanel } from './JobsPanel.tsx';
import { KeysPanel } from './KeysPanel.tsx';
import { LedgerPanel } from './LedgerPanel.tsx';
import { QueuePanel } from './QueuePanel.tsx';
import { ServiceHeader } from './ServiceHeader.tsx';

/** Tabs for any connected service. */
const accountTabs = [
  { id: 'queue', label: 'Queue' },
  { id: 'credits', label: 'Credits' },
] as const;
/** Tabs for the operator of the embedded service. */
const operatorTabs = [
  { id: 'jobs', label: 'Jobs' },
  { id: 'keys', label: 'Keys' },
  { id: 'webhooks', label: 'Webhooks' },
  { id: 'ledger', label: 'Ledger' },
] as const;
type ServiceTab = (typeof accountTabs | typeof operatorTabs)[number]['id'];

type ServiceScreenProps = {
  /** `of` is the id of the displayed connection; the one in use by default. */
  readonly params: Readonly<Record<string, string>>;
  readonly onTab: (tab: ServiceTab) => void;
  readonly onSaid: (message: string) => void;
};

/** The connected services: queue, charges, and administration of the embedded one. */
export function ServiceScreen({ params, onTab, onSaid }: ServiceScreenProps) {
  const info = useRoute('app.info', {});
  const list = useRoute('connections.list', {});
  const connections = list.data?.connections ?? [];
  const shown = connections.find(({ id }) => id === params.of) ?? selectedConnection(connections);
  const keys = useRoute('service.keys.list', {}, { enabled: shown?.embedded === true });
  if (!shown)
    return list.error ? (
      <ErrorNotice error={list.error} className="m-4" onRetry={() => void list.refetch()} />
    ) : (
      <EmptyState title="Service">Loading…</EmptyState>
    );
  if (info.data?.readOnlyFile)
    return (
      <EmptyState title="Service">
        The service of this data folder is not used while its history is open read-only.
      </EmptyState>
    );
  const opened = operatorTabs.some(({ id }) => id === params.tab);
  // Nothing to administer until another program has a key, unless an address says so.
  const administers = shown.embedded && (opened || (keys.data ?? []).length > 0);
  const tabs = administers ? [...accountTabs, ...operatorTabs] : accountTabs;
  const tab = tabs.find(({ id }) => id === params.tab)?.id ?? 'queue';
  const simple = onlyBuiltIn(connections);
  return (
    <div className="flex min-h-0 flex-1">
      {simple ? null : (
        <NavigationList title="Service" label="Connections">
          <ul className="flex flex-col gap-0.5">
            {connections.map((connection) => (
              <li key={connection.id}>
                <ConnectionLink connection={connection} current={connection.id === shown.id} tab={tab} />
              </li>
            ))}
          </ul>
          <p className="text-ink-3 text-table">
            Tier and slots are reported by each service. Every connection has its own key, slots and credit
            limits.
          </p>
        </NavigationList>
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        {shown.embedded ? <OperatorHeader simple={simple} onSaid={onSaid} /> : null}
        <Tabs label={`Service ${shown.name}`} tabs={tabs} value={tab} onChange={onTab} />
        <div className="min-h-0 flex-1 overflow-y-auto p-4">
          {tab === 'queue' || tab === 'credits' ? (
            <>
              <AccountPanel key={`${shown.id} ${tab}`} {...{ connection: shown, tab, simple, onSaid }} />
              {shown.embedded && !administers && keys.data !== undefined ? (
                <p className="mt-6 flex items-center gap-3 text-ink-2">
                  Other programs on this computer can call the service with a key.
                  <Button size="small" onClick={() => onTab('keys')}>
                    Create key
                  </Button>
                </p>
              ) : null}
            </>
          ) : tab === 'keys' ? (
            <KeysPanel />
          ) : tab === 'webhooks' ? (
            <DeliveriesPanel />
          ) : tab === 'ledger' ? (
            <LedgerPanel />
          ) : (
            <JobsPanel />
          )}
        </div>
      </div>
    </div>
  );
}

function AccountPanel(props: {
  readonly connection: ConnectionView;
  readonly tab: 'queue' | 'credits';
  readonly simple: boolean;
  readonly onSaid: (message: string) => void;
}) {
  const { id, name, key } = props.connection;
  if (key.kind === 'none' || key.kind === 'elsewhere')
    return (
      <ErrorNotice
        error={{ message: key.question ?? `The connection “${name}” has no key. Enter one in Settings.` }}
      />
    );
  return props.tab === 'queue' ? (
    <QueuePanel connectionId={id} simple={props.simple} onSaid={props.onSaid} />
  ) : (
    <CreditsPanel connectionId={id} onSaid={props.onSaid} />
  );
}

/** Status of the embedded service; if it does not run, the reason and a restart button. */
function OperatorHeader(props: { readonly simple: boolean; readonly onSaid: (message: string) => void }) {
  const overview = useRoute('service.overview', { limit: 100 });
  const restart = useAction('service.restart', ['service.']);
  if (overview.data)
    return (
      <>
        <ServiceHeader overview={overview.data} simple={props.simple} onSaid={props.onSaid} />
        {overview.error ? <ErrorNotice error={overview.error} className="mx-4 mb-3" /> : null}
      </>
    );
  if (!overview.error) return null;
  return (
    <div className="m-4 flex max-w-2xl flex-col gap-2">
      <h1 className="font-semibold text-title">Service</h1>
      <ErrorNotice error={overview.error} onRetry={() => void overview.refetch()} />
      <div>
        <Button busy={restart.isPending} onClick={() => restart.mutate({})}>
          Restart service
        </Button>
      </div>
      {restart.data?.problem ? <ErrorNotice error={{ message: restart.data.problem }} /> : null}
    </div>
  );
}

function ConnectionLink({
  connection,
  current,
  tab,
}: {
  readonly connection: ConnectionView;
  readonly current: boolean;
  readonly tab: ServiceTab;
}) {
  const { slots, credits } = connection;
  const plan = planWith({ slots: slots?.limit ?? null, monthlyCredits: credits?.perCycle ?? null });
  // The number of busy slots may be outdated, so only the panel shows it.
  const account = [plan?.name, slots === null ? null : formatQuantity(slots.limit, 'slot')].filter(Boolean);
  return (
    <ScreenLink
      href={`#/service?of=${encodeURIComponent(connection.id)}&tab=${tab}`}
      current={current}
      name={connection.name}
      mark={connection.selected ? 'in use' : null}
      facts={[
        account.join(' · ') || 'not checked yet',
        ...(credits === null ? [] : [`${formatCredits(credits.remaining)} left`]),
      ]}
    />
  );
}
